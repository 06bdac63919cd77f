/** `pnpm generate` and, with `--check`, `pnpm generate:check`: generates all files from the specs, then writes or compares them. */
import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "../specs/contract.ts";
import { readSpec } from "../specs/files.ts";
import { SpecError } from "../specs/spec-error.ts";
import { contractText } from "./contract-text.ts";
import { copies } from "./copies.ts";
import { type Drift, describeDrift, endDrift, findDrift } from "./drift.ts";
import { graphqlClient } from "./graphql/generate.ts";
import { GeneratorError, generateRest } from "./rest/generate.ts";

const { values } = await readArguments(
  `pnpm generate [--check]

Generates files from the specs: row types and documented calls of the clients, their lists of operations, the
lists of the mirror, the copies of the specs in the server and the suite, the suite's pages,
and the tables of specs/README.md. Needs Java 11 or newer.

  --check   write nothing, only list the files that do not match the specs (\`pnpm generate:check\`)

Exit code 0: done, or no file differs. 1: nothing can be generated from the specs, or a file differs. 2: openapi-generator cannot
run, or a file cannot be written.
`,
  { check: { type: "boolean" } },
);

const staged = join(root, "tools/.generated");

/** The patterns of all files that are generated, and no others. */
const code = [
  "{packages/*,conformance}/src/generated/**/*.*",
  "tools/src/generated/*.*",
  "packages/*/api.md",
  "specs/{README.md,register.openapi.json}",
];
const pages = ["conformance/docs/{requirements,coverage}.md"];

/**
 * Stages every file that is generated from the specs.
 *
 * @throws SpecError with everything that the specs are refused for.
 * @throws GeneratorError when openapi-generator cannot run, or fails.
 */
async function generateFiles(): Promise<void> {
  const specs = join(root, "specs");
  const contract = readContract(specs);
  await rm(staged, { recursive: true, force: true });
  const [client] = await Promise.all([graphqlClient(specs), generateRest({ ...contract, output: staged })]);
  const readme: [string, string] = ["specs/README.md", contractText(readSpec(specs, "README.md"), contract)];
  for (const [path, text] of [...client, ...copies(contract), readme]) {
    const file = join(staged, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
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

console.error("Generating …");
try {
  await generateFiles();
  const drifts = [await update(code)];
  generatePages();
  drifts.push(await update(pages));
  const drift = describeDrift(drifts);
  if (values.check && drift.files !== "") {
    console.error(
      `Generated files do not match the specs:\n${drift.files}Run \`pnpm generate\` and commit the result.`,
    );
    process.exitCode = 1;
  } else console.log(values.check ? `${drift.same} generated files match the specs.` : drift.summary);
} catch (error) {
  if (!(error instanceof SpecError || error instanceof GeneratorError)) throw error;
  console.error(`${error.message}\n\nNothing was generated. Fix the errors above, then run the same command again.`);
  // That nothing could be compared is not a difference, as in a checkout that can only be read.
  process.exitCode = error instanceof GeneratorError ? 2 : 1;
}
