/**
 * The end of `pnpm generate` and, with `--check`, of `pnpm generate:check`: makes the committed generated files the same as those that
 * `turbo run generate` has staged, or says how they differ.
 */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "../specs/contract.ts";
import { readSpec } from "../specs/files.ts";
import { contractText } from "./contract-text.ts";
import { type Drift, describeDrift, endDrift, findDrift, staged } from "./drift.ts";

const { values } = await readArguments(
  `pnpm generate [--check]

Generates files from the specs: row types and documented calls of the clients, their lists of operations, the
lists of the mirror, the copies of the specs in the server and the suite, the suite's pages,
and the tables of specs/README.md. Needs Java 11 or newer.

  --check   write nothing, only list the files that do not match the specs (\`pnpm generate:check\`)

Exit code 0: done, or no file differs. 1: nothing can be generated from the specs, or a file differs. 2: openapi-generator cannot run, or
a file cannot be written.
`,
  { check: { type: "boolean" } },
);

/** The patterns of all files that are generated, and no others. */
const code = [
  "{packages/*,conformance}/src/generated/**/*.*",
  "tools/src/generated/*.*",
  "packages/*/api.md",
  "specs/{README.md,register.openapi.json}",
];
const pages = ["conformance/docs/{requirements,coverage}.md"];

/** Its tables are generated into what is written by hand, which the next generation reads: turbo would never find it unchanged. */
async function stageReadme(): Promise<void> {
  const specs = join(root, "specs");
  await writeFile(join(staged, "specs/README.md"), contractText(readSpec(specs, "README.md"), readContract(specs)));
}

/** The suite's own program writes them, because they show the contract as the suite reads it: from its generated code. */
function generatePages(): void {
  const program = join(root, "conformance/test/write-pages.ts");
  const folder = join(staged, "conformance/docs");
  execFileSync(process.execPath, ["--conditions=@court-register/source", program, folder], { stdio: "inherit" });
}

/** Makes the committed files the same as the generated ones, unless they are only to be checked. @returns how they differed. */
async function update(patterns: string[]): Promise<Drift> {
  const drift = await findDrift(patterns, staged, root);
  if (!values.check) await endDrift(drift, root);
  return drift;
}

await stageReadme();
const drifts = [await update(code)];
generatePages();
drifts.push(await update(pages));
const drift = describeDrift(drifts);
if (values.check && drift.files !== "") {
  console.error(`Generated files do not match the specs:\n${drift.files}Run \`pnpm generate\` and commit the result.`);
  process.exitCode = 1;
} else console.log(values.check ? `${drift.same} generated files match the specs.` : drift.summary);
