/** `pnpm check`: every check that is not a test. Each is one for Vitest, in a project of its own. */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { makeCommandFolder } from "../shared/command-folder.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { buildPackages } from "../shared/turbo.ts";
import { loadVitest } from "../shared/vitest.ts";
import { conclude, countRuns } from "../test/count.ts";

/** What each check finds out. The names of its tests begin with its own. */
const checks: Record<string, string> = {
  lint: "lint and format",
  specs: "the specs: structure, examples, names; what is published of them can be imported",
  cache: "turbo runs again what reads an edited file, and no other test",
  unused: "no file, export or dependency is unused",
  types: "the types of every package",
  packages: "what would be published is complete and can be imported, and no client weighs too much in a browser",
  release: "what a release would publish can be installed and used",
  examples: "each example does what its README says, with the packages as they would be published",
  recipes: "what other generators make of the packed specs reads every row, as specs/README.md shows",
  engines: "DuckDB and PyArrow read what the mirror exports, digit for digit, and spreadsheets its workbooks",
  docs: "all links resolve, and all code blocks compile and run (tools/src/check/docs/README.md has the rules)",
  "contract-change": "what changes in the contract is everywhere after `pnpm generate`, with no edit by hand",
  runtimes: "the packages, as they would be published, do the same on every supported runtime",
  pages: "axe finds nothing on the pages of the mirror, the server and a report, whatever the screen",
  benchmarks: "the benchmarks run",
};

const width = Math.max(...Object.keys(checks).map((name) => name.length));
const { words } = await readArguments(
  `pnpm check [CHECK or PART …]

Checks what the tests do not. Each check or part of one is a line; the last line counts them. Without arguments, all:
${Object.entries(checks)
  .map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`)
  .join("")}
PART is the beginning of a word in the name of a part, such as \`pnpm check runtimes bun\` or \`pnpm check docs packages/fetch\`.
\`pnpm check:docs\`, \`check:engines\`, \`check:examples\` and \`check:runtimes\` are \`pnpm check docs\`, and so on. \`check:postgres\` and
\`check:spark\` are no part of it: they install much, and take minutes.

Exit code 0: all passed. 1: one did not. 2: there is no such check or part.
`,
  {},
  () => true,
);
endWithLauncher();

const chosen = words.filter((word) => word in checks);
const parts = words.filter((word) => !(word in checks));
const names = chosen.length > 0 ? chosen : Object.keys(checks);

/** Matches the full names of the chosen checks' tests; if words are given, of those that have a word that begins with one of them. */
const matching = (beginnings: readonly string[]): RegExp =>
  new RegExp(
    `^(${names.join("|")})${beginnings.length > 0 ? `.* (${beginnings.map(RegExp.escape).join("|")})` : "( |$)"}`,
    "i",
  );

const folder = join(root, "tools");
const hasFile = (name: string): boolean => existsSync(join(folder, `src/check/${name}/${name}.check.ts`));
const files = names.map((name) => `src/check/${hasFile(name) ? name : "commands"}`);
const { createVitest } = await loadVitest();
const options = { root: folder, config: join(folder, "vitest.check.config.ts"), watch: false };

/** The names of all parts of the chosen checks. */
async function listParts(): Promise<string[]> {
  const vitest = await createVitest("test", options);
  const { testModules } = await vitest.collect(files, { staticParse: false });
  await vitest.close();
  return testModules.flatMap(({ children }) => [...children.allTests()].map(({ fullName }) => fullName));
}

if (parts.length > 0) {
  const all = (await listParts()).filter((name) => matching([]).test(name));
  const unknown = parts.filter((part) => !all.some((name) => matching([part]).test(name)));
  if (unknown.length > 0) {
    console.error(`Unknown argument '${unknown.join("', '")}'. There are:\n${all.join("\n")}`);
    process.exit(2);
  }
}

// Checks install packages, also where `npx --offline` has started them.
delete process.env.npm_config_offline;
await buildPackages();
// Vitest kills the process that the checks run in, which cannot remove its folders then.
const folders = makeCommandFolder("checks");
chmodSync(folders, 0o755); // tests of the mirror run as another user
process.env.COURT_REGISTER_CHECK_FOLDERS = folders;
const vitest = await createVitest("test", { ...options, testNamePattern: matching(parts) });
await vitest.start(files);
process.exitCode = conclude(await countRuns([vitest], true));
