/** What versions promise beside the contract, a line for each promise, and the changesets that a change of it needs. */
import { git } from "../shared/git.ts";
import { publishedPackages } from "../shared/repository.ts";
import { type Bumps, bumpsSince, readChangesets, type Versions } from "../spec-diff/changesets.ts";

/** Promises by package: what was promised before is kept, word for word. */
export type Promises = ReadonlyMap<string, readonly string[]>;

/** Where the promises are recorded, from the repository's root. */
export const promisesFile = "packages/promises.md";

/** The promises in the text of the file: a list below the name of each package. */
export function readPromises(text: string): Promises {
  const sections = text.split(/^## /m).filter((section) => section.startsWith("@"));
  return new Map(
    sections.map((section) => [
      section.split("\n", 1).join(""),
      [...section.matchAll(/^- `(.*)`$/gm)].map(([, promise = ""]) => promise),
    ]),
  );
}

/**
 * The bumps that are missing, a line for each package: one that breaks its users for a promise that is gone, any for one that is new.
 *
 * @param given - What changesets say, and what the versions have moved by since.
 */
export function undeclaredPromises(
  before: Promises,
  now: Promises,
  given: readonly Bumps[],
  versions: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const [old, present] = [before, now].map((promises) => promises.get(name) ?? []) as [string[], string[]];
    const gone = old.filter((promise) => !present.includes(promise));
    const added = present.filter((promise) => !old.includes(promise));
    if (gone.length + added.length === 0) return [];
    // While a package is at 0.x, its minor version acts as the major one.
    const breaking = versions.get(name)?.startsWith("0.") ? ["minor", "major"] : ["major"];
    const enough = gone.length > 0 ? breaking : ["patch", ...breaking, "minor"];
    if (given.some((bumps) => enough.includes(bumps.get(name) ?? ""))) return [];
    const what = [...gone.map((promise) => `gone: ${promise}`), ...added.map((promise) => `new: ${promise}`)];
    return [`a changeset must say "${name}": ${enough[0]}, for ${what.join("; ")}`];
  });
}

/** The same for the repository in `root`, since the last release of each package. Before its first release, it promises nothing. */
export async function findUndeclaredPromises(root: string, now: Promises): Promise<string[]> {
  const changesets = await readChangesets(root);
  const missing: string[] = [];
  for (const { name, folder } of publishedPackages) {
    const pattern = `${name.split("/")[1]}-v[0-9]*`;
    const tags = await git(root, "tag", "--list", pattern, "--merged", "HEAD", "--sort=-version:refname");
    const [tag = ""] = tags.split("\n");
    if (tag === "") continue;
    const versionAt = async (ref: string): Promise<string> =>
      JSON.parse(await git(root, "show", `${ref}:${folder}/package.json`)).version;
    const versions: Versions = { base: await versionAt(tag), now: await versionAt("HEAD") };
    const of = (promises: Promises): Promises => new Map([[name, promises.get(name) ?? []]]);
    const before = readPromises(await git(root, "show", `${tag}:${promisesFile}`));
    const given = [...changesets, bumpsSince(new Map([[name, versions]]))];
    missing.push(...undeclaredPromises(of(before), of(now), given, new Map([[name, versions.base ?? ""]])));
  }
  return missing;
}
