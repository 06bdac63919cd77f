/** Reads changesets, and finds the changes that they do not declare. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { oneLine } from "../shared/print.ts";
import { publishedPackages } from "../shared/published-packages.ts";
import { type Bump, bumpFor, bumps, releaseRules } from "./bumps.ts";
import type { ApiChange } from "./compare.ts";
import { ComparisonError } from "./comparison-error.ts";
import { declares, namesOf } from "./named.ts";

/** Versions of a package in the base and in the working tree. */
export interface Versions {
  base: string | undefined;
  now: string | undefined;
}

/** A changeset that waits for a release, or, from the changelogs, what was applied since the last one. */
export interface Changeset {
  file: string;
  bumps: Map<string, Bump>;
  text: string;
}

/** A change that the changesets do not declare, and what is missing. */
export interface Undeclared {
  change: ApiChange;
  missing: string;
  /** Names of the packages that they do not bump far enough for it; empty if no changeset would help. */
  packages: string[];
}

/** What names of changesets begin with that `--write-changeset` wrote. */
export const writtenPrefix = "api-";

/**
 * The changesets in `.changeset`.
 *
 * @throws ComparisonError naming a file that is not a changeset.
 */
export async function readChangesets(root: string): Promise<Changeset[]> {
  const folder = join(root, ".changeset");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".md") && file !== "README.md");
  return Promise.all(
    files.sort().map(async (file) => parseChangeset(file, await readFile(join(folder, file), "utf8"))),
  );
}

/** @throws ComparisonError when the file's text is not a changeset, or names what is not published: it would wait for ever. */
export function parseChangeset(file: string, text: string): Changeset {
  try {
    const { releases, summary } = parseChangesetFile(text);
    const unknown = releases.find((release) => publishedPackages.every(({ name }) => name !== release.name));
    if (unknown) throw new Error(`${unknown.name} is not a published package.`);
    const known = releases.flatMap(({ name, type }) => (type === "none" ? [] : [[name, type] as const]));
    return { file, bumps: new Map(known), text: summary };
  } catch (cause) {
    throw new ComparisonError(
      oneLine(`.changeset/${file} is not a changeset: ${cause instanceof Error ? cause.message : String(cause)}`),
      { cause },
    );
  }
}

/** The changes that no changeset declares: none names them, or those that do bump too few packages or not far enough. */
export function findUndeclared(
  changes: ApiChange[],
  changesets: Changeset[],
  versions: Map<string, Versions>,
): Undeclared[] {
  return changes.flatMap((change) => {
    if (change.rule === "document-invalid")
      return [{ change, missing: "fix it instead of declaring it: nothing can be generated from it", packages: [] }];
    const naming = changesets.filter(({ text }) => declares(text, change));
    const lacking = releaseRules.filter((one) => {
      if (!one.sees(change)) return false;
      const needed = bumpFor(change, one, versionOf(one.name, versions));
      return !naming.some(({ bumps: given }) => atLeast(given.get(one.name), needed));
    });
    const demanded = lacking.filter((one) => one.demanded);
    if (demanded.length === 0) return [];
    const asked = demanded.map((one) => `"${one.name}": ${bumpFor(change, one, versionOf(one.name, versions))}`);
    const missing = naming.length === 0 ? notNamed(change) : `the changeset that names it must say ${list(asked)}`;
    return { change, missing, packages: lacking.map(({ name }) => name) };
  });
}

function notNamed(change: ApiChange): string {
  const names = namesOf(change);
  if (names.length > 1) return `no changeset has ${list(names)} in one paragraph or list item`;
  return `no changeset names ${names[0]?.includes(".") ? "it in full" : `${list(names)} in backticks`}`;
}

/** `a, b and c`. */
const list = (parts: string[]): string => new Intl.ListFormat("en-GB").format(parts);

export function versionOf(name: string, versions: Map<string, Versions>): string {
  const { base, now } = versions.get(name) ?? {};
  return base ?? now ?? "0.0.0";
}

/** What the package's changelog says since the base: a release commit has no changesets any more. */
export function appliedChangeset(name: string, file: string, versions: Versions, changelog: string): Changeset {
  const bump = bumpOf(versions);
  const [text = ""] = changelog.split(`\n## ${versions.base}\n`);
  return { file, bumps: new Map(bump === undefined ? [] : [[name, bump]]), text };
}

function bumpOf({ base, now }: Versions): Bump | undefined {
  if (base === undefined || now === undefined) return undefined;
  const [from = [], to = []] = [base, now].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const first = from.findIndex((part, index) => part !== to[index]);
  return (to[first] ?? 0) > (from[first] ?? 0) ? bumps[first] : undefined;
}

function atLeast(given: Bump | undefined, needed: Bump): boolean {
  return given !== undefined && bumps.indexOf(given) <= bumps.indexOf(needed);
}
