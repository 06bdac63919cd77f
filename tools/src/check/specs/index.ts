/** `pnpm check:specs`: lints the specs, the OpenAPI document with Redocly and everything with the house rules. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readArguments } from "../../shared/arguments.ts";
import { root } from "../../shared/repository.ts";
import { faultsIn } from "../../specs/spec-error.ts";
import { lintGraphql, unpassed } from "./graphql.ts";
import { lintRegister } from "./house-rules.ts";

await readArguments(
  `pnpm check:specs

Lints the specs: structure, examples and names. A part of \`pnpm check\`.

Exit code 0: nothing is wrong. 1: something is.
`,
  {},
);

const folder = join(root, "specs");

/** @returns whether nothing is wrong. */
function lintOpenApi(): boolean {
  const problems: string[] = [];
  // Nothing else is said of a document that is refused: it would be the consequences, and Redocly may end without a word.
  const faults = faultsIn(() => problems.push(...lintRegister(folder)));
  for (const problem of [...faults.map((fault) => fault.join(": ")), ...problems]) console.error(problem);
  if (faults.length > 0) return false;
  const { status, error, stdout, stderr } = spawnSync(
    join(root, "tools/node_modules/.bin/redocly"),
    ["lint", "register.openapi.yaml", "--format=stylish"],
    {
      cwd: folder,
      encoding: "utf8",
      // Linting needs no network: no telemetry, no check for updates.
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  if (error) throw new Error("The linter did not start. Run `pnpm install`.", { cause: error });
  // What it says of a sound document is advice about other tools.
  if (status !== 0) console.error(`${stdout}${stderr}`);
  else if (problems.length === 0) console.log("register.openapi.yaml: valid.");
  return status === 0 && problems.length === 0;
}

const isValid = lintOpenApi();
const problems = lintGraphql(folder);
for (const problem of problems) console.error(problem);
for (const note of unpassed(folder)) console.log(`note: ${note}`);
console.log(
  problems.length === 0
    ? "court-cases.graphql and operations: valid."
    : `\n${problems.length} problem(s) in the GraphQL specs.`,
);
process.exitCode = isValid && problems.length === 0 ? 0 : 1;
