/** Chooses the commit that the specs are compared with. */
import { git, needsGit } from "../git.ts";
import { ComparisonError } from "./comparison-error.ts";

/** What the specs are compared with. */
export interface Base {
  /** As given or found: a tag, a branch, a commit. */
  ref: string;
  commit: string;
  /** Why this one, to follow "Compared with REF, …". */
  reason: string;
}

/**
 * The commit to compare with: `ref`, or the last release before HEAD, or, before any release, the commit that added the specs, so
 * that no change is missed.
 *
 * @throws ComparisonError when there is no such commit, or no history at all.
 */
export async function chooseBase(root: string, ref: string | undefined): Promise<Base> {
  const isShallow = await hasShallowHistory(root);
  if (ref !== undefined) return { ref, commit: await commitOf(root, ref), reason: "as asked" };
  if (isShallow) {
    throw new ComparisonError(
      "This clone is shallow, so its last release is not known. Run `git fetch --unshallow --tags`, or name a commit with --base.",
    );
  }
  const tags = (await git(root, "tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=-version:refname")).split("\n");
  const [tag = ""] = tags;
  if (tag !== "") return { ref: tag, commit: await commitOf(root, tag), reason: "the last release" };
  const commits = (await git(root, "log", "--reverse", "--format=%h", "--", "specs/register.openapi.yaml")).split("\n");
  const [first = ""] = commits;
  if (first === "")
    throw new ComparisonError(
      "There is no release yet, and no commit has specs/register.openapi.yaml. Commit the specs, or name a commit with --base.",
    );
  return {
    ref: first,
    commit: await commitOf(root, first),
    reason: "where the specs began: there is no release yet, or this clone lacks its tag v…",
  };
}

/** Whether the clone lacks older commits. */
async function hasShallowHistory(root: string): Promise<boolean> {
  try {
    // It fails without git, outside of a repository, and where nothing is committed.
    return (await git(root, "rev-parse", "--is-shallow-repository", "--verify", "HEAD")).startsWith("true");
  } catch (cause) {
    throw new ComparisonError(needsGit("The specs are compared with those of an earlier commit", cause), { cause });
  }
}

async function commitOf(root: string, ref: string): Promise<string> {
  try {
    return (await git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)).trim();
  } catch (cause) {
    throw new ComparisonError(
      `There is no commit "${ref}" here. Name a tag, a branch or a commit that this clone has; \`git fetch --tags\` gets the tags.`,
      { cause },
    );
  }
}
