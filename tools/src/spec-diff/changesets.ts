/** Reads changesets, finds the changes that they do not declare, and writes changesets for these. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { oneLine } from "../shared/print.ts";
import { publishedPackages } from "../shared/repository.ts";
import { ComparisonError } from "./base.ts";
import { type Bump, bumpFor, bumps, releaseRules } from "./bumps.ts";
import type { Change, Interface } from "./change.ts";

/** How far a changeset, or a release since the base, bumps packages, by their names. */
export type Bumps = ReadonlyMap<string, Bump>;

/** Versions of a package in the base and in the working tree. */
export interface Versions {
  base: string | undefined;
  now: string | undefined;
}

/** A change for which packages lack a bump, and what is missing. */
export interface Undeclared {
  change: Change;
  missing: string;
  /** Names of the packages that no changeset bumps far enough for it; empty if no changeset would help. */
  packages: string[];
}

/**
 * The changesets in `.changeset`.
 *
 * @throws ComparisonError naming a file that is not a changeset.
 */
export async function readChangesets(root: string): Promise<Bumps[]> {
  const folder = join(root, ".changeset");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".md") && file !== "README.md");
  return Promise.all(
    files.sort().map(async (file) => parseChangeset(file, await readFile(join(folder, file), "utf8"))),
  );
}

/** @throws ComparisonError when the file's text is not a changeset, or names what is not published: it would wait for ever. */
export function parseChangeset(file: string, text: string): Bumps {
  try {
    const { releases } = parseChangesetFile(text);
    const unknown = releases.find((release) => publishedPackages.every(({ name }) => name !== release.name));
    if (unknown) throw new Error(`${unknown.name} is not a published package.`);
    return new Map(releases.flatMap(({ name, type }) => (type === "none" ? [] : [[name, type] as const])));
  } catch (cause) {
    throw new ComparisonError(
      oneLine(`.changeset/${file} is not a changeset: ${cause instanceof Error ? cause.message : String(cause)}`),
      { cause },
    );
  }
}

/** The changes that are not declared: an affected package does not get the bump that they need, by any of these. */
export function findUndeclared(changes: Change[], given: Bumps[], versions: Map<string, Versions>): Undeclared[] {
  return changes.flatMap((change) => {
    if (change.rule === "document-invalid")
      return [{ change, missing: "fix it instead of declaring it: nothing can be generated from it", packages: [] }];
    const lacking = releaseRules.filter((one) => {
      const needed = bumpFor(change, one, versionOf(one.name, versions));
      return one.sees(change) && !given.some((bumps) => atLeast(bumps.get(one.name), needed));
    });
    const asked = lacking
      .filter(({ demanded }) => demanded)
      .map((one) => `"${one.name}": ${bumpFor(change, one, versionOf(one.name, versions))}`);
    if (asked.length === 0) return [];
    const missing = `a changeset must say ${new Intl.ListFormat("en-GB").format(asked)}`;
    return [{ change, missing, packages: lacking.map(({ name }) => name) }];
  });
}

function versionOf(name: string, versions: Map<string, Versions>): string {
  const { base, now } = versions.get(name) ?? {};
  return base ?? now ?? "0.0.0";
}

/** What was released since the base: the commit of a release has no changesets any more. */
export function bumpsSince(versions: Map<string, Versions>): Bumps {
  return new Map(
    [...versions].flatMap(([name, { base, now }]) => {
      if (base === undefined || now === undefined) return [];
      const [from = [], to = []] = [base, now].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
      const first = from.findIndex((part, index) => part !== to[index]);
      const bump = (to[first] ?? 0) > (from[first] ?? 0) ? bumps[first] : undefined;
      return bump === undefined ? [] : [[name, bump] as const];
    }),
  );
}

function atLeast(given: Bump | undefined, needed: Bump): boolean {
  return given !== undefined && bumps.indexOf(given) <= bumps.indexOf(needed);
}

/**
 * Writes changesets for undeclared changes, one per interface, so that a client's changelog has only changes of its own API.
 *
 * @returns paths of the files, from the repository's root.
 */
export async function writeChangesets(
  root: string,
  undeclared: Undeclared[],
  versions: Map<string, Versions>,
): Promise<string[]> {
  const written: string[] = [];
  for (const name of ["A", "B"] as const) {
    const own = undeclared.filter(({ change, packages }) => change.interface === name && packages.length > 0);
    const [first] = own;
    if (first === undefined) continue;
    const folder = join(root, ".changeset");
    await mkdir(folder, { recursive: true });
    const file = freeName(await readdir(folder), first.change);
    await writeFile(join(folder, file), changesetText(name, own, versions));
    written.push(`.changeset/${file}`);
  }
  return written;
}

function freeName(taken: string[], { subject, rule }: Change): string {
  const slug = `api-${subject} ${rule}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  let file = `${slug}.md`;
  for (let number = 2; taken.includes(file); number += 1) file = `${slug}-${number}.md`;
  return file;
}

/** A changeset's text: the missing bumps, and the changes of one interface as they will be in the changelog. */
export function changesetText(of: Interface, undeclared: Undeclared[], versions: Map<string, Versions>): string {
  const front = releaseRules.flatMap((one) => {
    const lacking = undeclared.filter(({ packages }) => packages.includes(one.name));
    const needed = lacking.map(({ change }) => bumpFor(change, one, versionOf(one.name, versions)));
    const bump = bumps.find((name) => needed.includes(name));
    return bump === undefined ? [] : [`"${one.name}": ${bump}`];
  });
  const changes = undeclared.map(({ change }) => change);
  const words = changes.filter(({ documentation }) => documentation).map(({ subject }) => `\`${subject}\``);
  const lines = changes.filter(({ documentation }) => !documentation).map(line);
  const title = `The ${lines.length === 0 ? "documentation of the API" : "API"} of the ${of === "B" ? "court cases (GraphQL)" : "register (REST)"} changed.`;
  if (words.length > 0) lines.push(`- The documentation of ${words.join(", ")} changed.`);
  return `---\n${front.join("\n")}\n---\n\n${title}\n\n${lines.join("\n")}\n`;
}

/** A change as a list item. */
function line({ verdict, message, operations, todo }: Change): string {
  const label = verdict === "safe" ? "" : `**${verdict}**: `;
  const hits = operations.length > 0 ? ` (${operations.map((name) => `\`${name}\``).join(", ")})` : "";
  const own = todo.rest ?? todo.graphql ?? "";
  const advice = [!own.startsWith("Nothing") && own, todo.servers && `Servers: ${todo.servers}`]
    .filter(Boolean)
    .join(" ");
  return `- ${label}${message}${hits} ${advice}`.trimEnd();
}
