/** `pnpm spec:diff`: what changed in the API since the last release, who is affected, and whether changesets declare it. */
import { inspect, parseArgs } from "node:util";
import { GitError } from "../shared/git.ts";
import { publishedPackages } from "../shared/published-packages.ts";
import { SpecError } from "../specs/spec-error.ts";
import { ComparisonError, chooseBase } from "./base.ts";
import {
  bumpsSince,
  findUndeclared,
  readChangesets,
  type Undeclared,
  type Versions,
  writeChangesets,
} from "./changesets.ts";
import { compareSpecs } from "./compare.ts";
import { formats, type Result } from "./report.ts";
import { commit, readSpecs, readVersion, workingTree } from "./specs.ts";

const help = `pnpm spec:diff [--base REF] [--format text|json|markdown] [--write-changeset]

Compares the specs in the working tree with those of the last release (the latest v… tag before the current commit),
and says for each change who is affected, how badly, and what to do. Before the first release, it compares with the last
commit shared with the default branch, and nothing needs a changeset.

  --base REF          compare with this tag, branch or commit instead
  --format FORMAT     text (default), json or markdown
  --write-changeset   write changesets for the changes that no changeset declares yet

Exit code 0: every breaking change is declared: changesets give each affected package the bump that it needs. 1: one is not.
2: the specs could not be compared. A breaking change needs a minor bump while a package is at 0.x, and a major bump from 1.0.0 on.
`;

/** Where the program runs, and where it prints. */
export interface Context {
  root: string;
  out(text: string): unknown;
  err(text: string): unknown;
}

/** @returns the exit code. */
export async function specDiff(args: string[], { root, out, err }: Context): Promise<0 | 1 | 2> {
  try {
    const { base: ref, format, write, help: asked } = parse(args);
    if (asked) {
      out(help);
      return 0;
    }
    const result = await judge(root, ref, write);
    out(format(result));
    return result.undeclared.length > 0 ? 1 : 0;
  } catch (error) {
    const isExpected = error instanceof ComparisonError || error instanceof GitError || error instanceof SpecError;
    // Whatever ends it, nothing was judged: 1 would say that a change is not declared.
    err(`${isExpected ? error.message : inspect(error)}\n`);
    return 2;
  }
}

function parse(args: string[]): {
  base: string | undefined;
  format: (result: Result) => string;
  write: boolean;
  help: boolean;
} {
  const options = {
    base: { type: "string" },
    format: { type: "string" },
    "write-changeset": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    const format = formats[values.format ?? "text"];
    if (format === undefined) throw new Error(`--format must be text, json or markdown, not "${values.format}".`);
    return { base: values.base, format, write: values["write-changeset"] === true, help: values.help === true };
  } catch (cause) {
    throw new ComparisonError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${help}`, { cause });
  }
}

async function judge(root: string, ref: string | undefined, write: boolean): Promise<Result> {
  const base = await chooseBase(root, ref);
  const [before, after] = [commit(root, base.commit), workingTree(root)];
  const changes = await compareSpecs(await readSpecs({ ...before, name: base.ref }), await readSpecs(after));
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
  };
}
