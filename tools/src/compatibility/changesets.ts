/**
 * Which version bumps the changes ask for, whether the changesets declare them, and the changesets that would.
 *
 * While a package is at 0.x, its minor version takes the part of the major one and its patch version that of the minor one:
 * so `^0.1.0`, which npm writes for everybody, does not reach a 0.2.0 that breaks them. From 1.0.0 on, semver as it is.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import type { ApiChange } from "./compare.ts";
import { ComparisonError } from "./git.ts";

export type Bump = (typeof bumps)[number];

const bumps = ["major", "minor", "patch"] as const;

/** The published packages: where they are, and which changes their users see. */
export const packages: { name: string; folder: string; sees(change: ApiChange): boolean; demanded: boolean }[] = [
  {
    name: "@court-register/core",
    folder: "packages/core",
    sees: (change) => change.interface === "A",
    demanded: false,
  },
  {
    name: "@court-register/fetch",
    folder: "packages/fetch",
    sees: (change) => change.interface === "A",
    demanded: true,
  },
  {
    name: "@court-register/axios",
    folder: "packages/axios",
    sees: (change) => change.interface === "A",
    demanded: true,
  },
  {
    name: "@court-register/graphql",
    folder: "packages/graphql",
    sees: (change) => change.interface === "B",
    demanded: true,
  },
  {
    name: "@court-register/conformance",
    folder: "conformance",
    sees: (change) => change.todo.servers !== undefined,
    demanded: false,
  },
  {
    name: "@court-register/reference-server",
    folder: "packages/reference-server",
    sees: (change) => change.todo.servers !== undefined,
    demanded: false,
  },
];

/** Versions of a package at the base and in the working tree. */
export interface Versions {
  base: string | undefined;
  now: string | undefined;
}

/** A changeset that waits for the next release. */
export interface Changeset {
  bumps: Map<string, Bump>;
  text: string;
}

/** A breaking change that the changesets do not declare, with what is missing. */
export interface Undeclared {
  change: ApiChange;
  missing: string;
}

/** The bump that a change asks of a package at `version`. */
function bumpFor(change: ApiChange, version: string): Bump {
  const ideal = change.verdict === "breaking" ? "major" : change.documentation ? "patch" : "minor";
  if (!version.startsWith("0.")) return ideal;
  return ideal === "major" ? "minor" : "patch";
}

/**
 * The changesets in `.changeset`.
 *
 * @throws ComparisonError naming the file that is none.
 */
export async function readChangesets(root: string): Promise<Changeset[]> {
  const folder = join(root, ".changeset");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".md") && file !== "README.md");
  return Promise.all(files.sort().map(async (file) => parseOne(file, await readFile(join(folder, file), "utf8"))));
}

function parseOne(file: string, text: string): Changeset {
  try {
    const { releases, summary } = parseChangesetFile(text);
    const known = releases.flatMap(({ name, type }) => (type === "none" ? [] : [[name, type] as const]));
    return { bumps: new Map(known), text: summary };
  } catch (cause) {
    throw new ComparisonError(
      `.changeset/${file} is no changeset: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** The breaking changes that no changeset declares: none names them, or its bump is too small. */
export function findUndeclared(
  changes: ApiChange[],
  changesets: Changeset[],
  versions: Map<string, Versions>,
): Undeclared[] {
  return changes
    .filter(({ verdict }) => verdict === "breaking")
    .flatMap((change) => {
      const missing = whatIsMissing(change, changesets, versions);
      return missing === undefined ? [] : [{ change, missing }];
    });
}

function whatIsMissing(
  change: ApiChange,
  changesets: Changeset[],
  versions: Map<string, Versions>,
): string | undefined {
  const hit = packages.filter(({ sees, demanded }) => demanded && sees(change));
  const open = hit.filter(({ name }) => !alreadyBumped(change, versions.get(name)));
  if (open.length === 0) return undefined;
  const naming = changesets.filter(({ text }) => namesOf(change).some((name) => mentions(text, name)));
  if (naming.length === 0) return "no changeset names it";
  const small = open.filter(({ name }) => {
    const needed = bumpFor(change, versionOf(name, versions));
    return !naming.some(({ bumps: given }) => atLeast(given.get(name), needed));
  });
  if (small.length === 0) return undefined;
  const asked = small.map(({ name }) => `"${name}": ${bumpFor(change, versionOf(name, versions))}`);
  return `the changeset that names it must say ${asked.join(" and ")}`;
}

/** The version that was released last. */
function versionOf(name: string, versions: Map<string, Versions>): string {
  const { base, now } = versions.get(name) ?? {};
  return base ?? now ?? "0.0.0";
}

/** Whether the version already moved far enough since the base: the changesets went into the changelog. */
function alreadyBumped(change: ApiChange, versions: Versions | undefined): boolean {
  const { base, now } = versions ?? {};
  if (base === undefined || now === undefined) return false;
  const [from = [], to = []] = [base, now].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const first = from.findIndex((part, index) => part !== to[index]);
  return first >= 0 && (to[first] ?? 0) > (from[first] ?? 0) && atLeast(bumps[first], bumpFor(change, base));
}

function atLeast(given: Bump | undefined, needed: Bump): boolean {
  return given !== undefined && bumps.indexOf(given) <= bumps.indexOf(needed);
}

/** Names that a changeset may call a change by: the subject, its last part, or, for what has no name of its own, what it is about. */
function namesOf({ subject, message }: ApiChange): string[] {
  const nameless = ["servers", "security"].includes(subject) || subject.startsWith("/");
  const quoted = [...message.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return nameless ? quoted : [subject, subject.split(".").at(-1) ?? subject];
}

function mentions(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text);
}

/** The changes that a new changeset has to tell of: undeclared ones, and others that no changeset names. */
export function findUntold(
  changes: ApiChange[],
  changesets: Changeset[],
  versions: Map<string, Versions>,
): ApiChange[] {
  const undeclared = new Set(findUndeclared(changes, changesets, versions).map(({ change }) => change));
  const named = (change: ApiChange): boolean =>
    changesets.some(({ text }) => namesOf(change).some((name) => mentions(text, name)));
  return changes.filter((change) => (change.verdict === "breaking" ? undeclared.has(change) : !named(change)));
}

/**
 * Writes changesets for `changes`, one an interface, so that a client's changelog tells of its own API alone.
 *
 * @returns paths of the files, from the repository's root.
 */
export async function writeChangesets(
  root: string,
  changes: ApiChange[],
  versions: Map<string, Versions>,
): Promise<string[]> {
  const written: string[] = [];
  for (const name of ["A", "B"] as const) {
    const own = changes.filter((change) => change.interface === name);
    const [first] = own;
    if (first === undefined) continue;
    const folder = join(root, ".changeset");
    await mkdir(folder, { recursive: true });
    const file = freeName(await readdir(folder), first);
    await writeFile(join(folder, file), changesetText(own, versions));
    written.push(`.changeset/${file}`);
  }
  return written;
}

function freeName(taken: string[], { subject, rule }: ApiChange): string {
  const slug = `api-${subject} ${rule}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const number = [...Array(taken.length + 2).keys()]
    .slice(1)
    .find((n) => !taken.includes(n === 1 ? `${slug}.md` : `${slug}-${n}.md`));
  return number === 1 ? `${slug}.md` : `${slug}-${number}.md`;
}

/** The changeset as a file: the bumps, and the changes as the changelog will tell them. */
function changesetText(changes: ApiChange[], versions: Map<string, Versions>): string {
  const front = packages.flatMap(({ name, sees }) => {
    const seen = changes.filter(sees).map((change) => bumpFor(change, versionOf(name, versions)));
    const bump = bumps.find((one) => seen.includes(one));
    return bump === undefined ? [] : [`"${name}": ${bump}`];
  });
  const breaking = changes.filter(({ verdict }) => verdict === "breaking").length;
  const of = changes[0]?.interface === "B" ? "court cases (GraphQL)" : "register (REST)";
  const count = breaking === 0 ? "" : breaking === 1 ? "; 1 change is breaking" : `; ${breaking} changes are breaking`;
  const title = `The API of the ${of} changed${count}.`;
  const words = changes.filter(({ documentation }) => documentation).map(({ subject }) => `\`${subject}\``);
  const lines = changes.filter(({ documentation }) => !documentation).map(line);
  if (words.length > 0) lines.push(`- The documentation of ${words.join(", ")} changed.`);
  return `---\n${front.join("\n")}\n---\n\n${title}\n\n${lines.join("\n")}\n`;
}

function line({ verdict, message, operations, todo }: ApiChange): string {
  const label = verdict === "safe" ? "" : `**${verdict}**: `;
  const hits = operations.length > 0 ? ` (${operations.map((name) => `\`${name}\``).join(", ")})` : "";
  const own = todo.rest ?? todo.graphql ?? "";
  const advice = [!own.startsWith("Nothing") && own, todo.servers && `Servers: ${todo.servers}`]
    .filter(Boolean)
    .join(" ");
  return `- ${label}${message}${hits} ${advice}`.trimEnd();
}
