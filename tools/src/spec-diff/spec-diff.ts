/** `pnpm spec:diff`: what changed in the API since the last release, who is affected, and whether changesets declare it. */
import { inspect, type parseArgs } from "node:util";
import { GitError } from "../shared/git.ts";
import { oneLine } from "../shared/print.ts";
import { publishedPackages } from "../shared/repository.ts";
import type { OpenApi } from "../specs/openapi.ts";
import { isCopied, registerOperations } from "../specs/operations.ts";
import { SpecError } from "../specs/spec-error.ts";
import { annotations } from "./annotations.ts";
import { ComparisonError, chooseBase } from "./base.ts";
import { type Change, sortAndMerge } from "./change.ts";
import {
  bumpsSince,
  findUndeclared,
  readChangesets,
  type Undeclared,
  type Versions,
  writeChangesets,
} from "./changesets.ts";
import { compareGraphql } from "./graphql/compare.ts";
import { compareOpenApi } from "./openapi/compare.ts";
import { placesIn } from "./places.ts";
import { type Comparison, formats } from "./report.ts";
import { commit, folder, readSpecs, readVersion, type Specs, workingTree } from "./specs.ts";

export const help = `pnpm spec:diff [--base REF] [--format text|json|markdown|gitlab] [--write-changeset]

Compares the specs in the working tree with those of the last release (the latest v… tag before the current commit),
and says for each change who is affected, how badly, and what to do. Before the first release, it compares with the last
commit shared with the default branch, and nothing needs a changeset.

  --base REF          compare with this tag, branch or commit instead, or with a folder that has the files of specs/
  --format FORMAT     text (default), json, markdown, or gitlab: a code quality report for merge requests
  --write-changeset   write changesets for the changes that no changeset declares yet

With --base, all is as after a release: before the first one too, changes must be declared. On GitHub Actions, each change
is also an annotation of the line in the specs: an error if it must still be declared, a warning if it is breaking or
risky, a notice if it is safe.

Exit code 0: every breaking change is declared: changesets give each affected package the bump that it needs. 1: one is not.
2: the specs could not be compared. A breaking change needs a minor bump while a package is at 0.x, and a major bump from 1.0.0 on.
`;

/** As for `parseArgs`. */
export const options = {
  base: { type: "string" },
  format: { type: "string", default: "text" },
  "write-changeset": { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** What a run prints, and its exit code. */
export interface Printed {
  code: 0 | 1 | 2;
  out: string;
  err: string;
}

/**
 * Compares the specs in the repository at `root`.
 *
 * @param onGitHub - whether to print annotations too, on standard error: the report may go into a file.
 */
export async function specDiff(root: string, values: Values, onGitHub = false): Promise<Printed> {
  try {
    const format = formats[values.format];
    if (format === undefined)
      throw new ComparisonError(`--format must be text, json, markdown or gitlab, not "${values.format}".\n\n${help}`);
    const result = await judge(root, values.base, values["write-changeset"]);
    return {
      code: result.undeclared.length > 0 ? 1 : 0,
      out: format(result),
      err: onGitHub ? annotations(result) : "",
    };
  } catch (error) {
    const isExpected = error instanceof ComparisonError || error instanceof GitError || error instanceof SpecError;
    // Whatever ends it, nothing was judged: 1 would say that a change is not declared.
    return { code: 2, out: "", err: `${isExpected ? error.message : inspect(error)}\n` };
  }
}

/**
 * Every change of the contract from `before` to `after`, worst first.
 *
 * @throws ComparisonError when a spec is invalid.
 */
export async function compareSpecs(before: Specs, after: Specs): Promise<Change[]> {
  try {
    const rest = await compareOpenApi(before.openapi, after.openapi);
    const copied = new Set([before, after].flatMap(({ openapi }) => copiedOperations(openapi)));
    return sortAndMerge([...rest, ...(await compareGraphql(before, after))].map(inLines)).map((change) => ({
      ...change,
      ...(isUncopied(change, copied) && { uncopied: true }),
    }));
  } catch (cause) {
    throw new ComparisonError(
      `The specs cannot be compared: ${oneLine(cause instanceof Error ? cause.message : String(cause))}\n\`pnpm check:specs\` says what is wrong, and where.`,
      { cause },
    );
  }
}

/** The ids of the operations that the mirror copies. */
const copiedOperations = (document: OpenApi): string[] =>
  registerOperations(document)
    .filter(isCopied)
    .map(({ id }) => oneLine(id));

const isUncopied = ({ interface: of, operations }: Change, copied: ReadonlySet<string>): boolean =>
  of === "A" && operations.length > 0 && operations.every((id) => !copied.has(id));

/** Names in a spec may have line breaks and control characters: in reports and changesets they have not. */
function inLines(change: Change): Change {
  return JSON.parse(JSON.stringify(change), (_, value) => (typeof value === "string" ? oneLine(value) : value));
}

async function judge(root: string, ref: string | undefined, write: boolean): Promise<Comparison> {
  const base = await chooseBase(root, ref);
  const before = base.commit === undefined ? folder(base.ref) : { ...commit(root, base.commit), name: base.ref };
  const after = workingTree(root);
  const specs = { before: await readSpecs(before), after: await readSpecs(after) };
  const changes = await compareSpecs(specs.before, specs.after);
  const versions = new Map<string, Versions>();
  for (const { name, folder } of publishedPackages)
    versions.set(name, { base: await readVersion(before, folder), now: await readVersion(after, folder) });
  const undeclared = async (): Promise<Undeclared[]> => {
    const given = [bumpsSince(versions), ...(await readChangesets(root))];
    return base.released ? findUndeclared(changes, given, versions) : [];
  };
  const written = write ? await writeChangesets(root, await undeclared(), versions) : [];
  const open = await undeclared();
  const blocks = ({ change }: Undeclared): boolean => change.verdict === "breaking";
  return {
    base,
    changes,
    undeclared: open.filter(blocks),
    otherUndeclared: open.filter((one) => !blocks(one)),
    written,
    placeOf: placesIn(specs),
  };
}
