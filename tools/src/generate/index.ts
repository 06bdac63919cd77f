/** `pnpm generate` and, with `--check`, `pnpm generate:check`: runs the generation steps, then writes or compares the files. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../arguments.ts";
import { root } from "../repository.ts";
import { turboQuietly } from "../turbo.ts";
import { describeDrift, endDrift, findDrift } from "./drift.ts";
import { problemsIn } from "./step.ts";

const { values } = readArguments(
  `pnpm generate [--check]

Generates files from the specs: row types, operations and documented methods of the clients, their lists of
operations, and the copies of the specs in the server and the suite. Needs Java 11 or newer.

  --check   write nothing, only list the files that do not match the specs (\`pnpm generate:check\`)

Exit code 0: done, or nothing differs. 1: nothing can be generated from the specs, or something differs.
`,
  { check: { type: "boolean" } },
);

const staged = join(root, "tools/.generated");

console.error("Generating …");
// Files left by an earlier version of the specs would look wanted. Steps that do not run again are restored from turbo's cache.
await rm(staged, { recursive: true, force: true });
// `--continue`: when one step fails, the others still run, so that all problems are reported at once.
const { code, output } = await turboQuietly("generate", "--continue", "--log-prefix=none");
if (code === 0) {
  const drift = await findDrift(staged, root);
  const difference = values.check ? describeDrift(drift) : undefined;
  if (difference !== undefined) {
    console.error(difference);
    process.exitCode = 1;
  } else {
    console.log(values.check ? `${drift.same.length} generated files match the specs.` : await endDrift(drift, root));
  }
} else {
  const problems = problemsIn(output);
  const advice = "\nNothing was generated. Fix the errors above, then run the same command again.";
  console.error(problems.length > 0 ? [...problems, advice].join("\n") : output);
  process.exitCode = 1;
}
