/** `pnpm generate` and, with `--check`, `pnpm generate:check`: runs the generation steps, then installs or compares their output. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../arguments.ts";
import { root } from "../repository.ts";
import { turboQuietly } from "../turbo.ts";
import { problemsIn } from "./step.ts";

readArguments(
  `pnpm generate [--check]

Generates files from the specs: row types, operations and documented methods of the clients, their lists of
operations, and the copies of the specs in the server and the suite. Needs Java 11 or newer.

  --check   write nothing, only list the files that do not match the specs (\`pnpm generate:check\`)

Exit code 0: done, or nothing differs. 1: nothing can be generated from the specs, or something differs.
`,
  { check: { type: "boolean" } },
);

console.error("Generating …");
// Files left by an earlier version of the specs would look wanted. Steps that do not run again are restored from turbo's cache.
await rm(join(root, "tools/.generated"), { recursive: true, force: true });
// `--continue`: when one step fails, the others still run, so that all problems are reported at once.
const { code, output } = await turboQuietly("generate", "--continue", "--log-prefix=none");
const problems = problemsIn(output);
if (code === 0) {
  await import("./install.ts");
} else {
  const advice = "\nNothing was generated. Fix the errors above, then run the same command again.";
  console.error(problems.length > 0 ? [...problems, advice].join("\n") : output);
  process.exitCode = 1;
}
