/** Chooses the commit that the specs are compared with. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { git, needsGit } from "../shared/git.ts";

/** Specs cannot be compared. The message says why, and what to do. */
export class ComparisonError extends Error {
  override readonly name = "ComparisonError";
}

/** What the specs are compared with. */
export interface Base {
  /** As given or found: a tag, a branch, a commit. */
  ref: string;
  /** Without one, `ref` is a folder. */
  commit: string | undefined;
  /** Why this one, to follow "Compared with REF, …". */
  reason: string;
  /** Whether changes from it must be declared: before the first release there is nobody whom they could break. */
  released: boolean;
}

/**
 * What to compare with: the folder or the commit `ref`, or the last release before HEAD, or, before any release, the last commit that the current
 * branch shares with the default branch, so that a branch shows what it changes.
 *
 * @throws ComparisonError when there is no such commit, or no history at all.
 */
export async function chooseBase(root: string, ref: string | undefined): Promise<Base> {
  const asked = { ref: ref ?? "", reason: "as asked", released: true };
  if (ref !== undefined && existsSync(join(ref, "register.openapi.yaml"))) return { ...asked, commit: undefined };
  const isShallow = await hasShallowHistory(root);
  if (ref !== undefined) return { ...asked, commit: await commitOf(root, ref) };
  if (isShallow) {
    throw new ComparisonError(
      "This clone is shallow, so its last release is not known. Run `git fetch --unshallow --tags`, or name a commit with --base.",
    );
  }
  const tags = (await git(root, "tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=-version:refname")).split("\n");
  const [tag = ""] = tags;
  if (tag !== "") return { ref: tag, commit: await commitOf(root, tag), reason: "the last release", released: true };
  return unreleasedBase(root);
}

/** What the default branch may be called: `origin/HEAD` is only where git has cloned. */
const defaultBranches = ["origin/HEAD", "origin/main", "main"];

async function unreleasedBase(root: string): Promise<Base> {
  for (const branch of defaultBranches) {
    const shared = await git(root, "merge-base", "HEAD", branch).catch(() => "");
    if (shared === "") continue;
    const ref = (await git(root, "rev-parse", "--short", shared.trim())).trim();
    const name = (await git(root, "rev-parse", "--abbrev-ref", branch)).trim();
    return { ref, commit: shared.trim(), reason: `the last commit shared with ${name}`, released: false };
  }
  return { ref: "HEAD", commit: await commitOf(root, "HEAD"), reason: "the last commit", released: false };
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
      `There is no commit "${ref}" here. Name a tag, a branch or a commit that this clone has (\`git fetch --tags\` gets the tags), or a folder with a register.openapi.yaml.`,
      { cause },
    );
  }
}
