/** `pnpm generate` and, with `--check`, `pnpm generate:check`: runs the generation steps, then writes or compares the files. */
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { turboQuietly } from "../shared/turbo.ts";
import { type Drift, describeDrift, endDrift, findDrift } from "./drift.ts";
import { problemsIn } from "./step.ts";

const { values } = readArguments(
  `pnpm generate [--check]

Generates files from the specs: row types, operations and documented methods of the clients, their lists of
operations, the copies of the specs in the server and the suite, and the suite's pages. Needs Java 11 or newer.

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
  if (values.check) check(drift);
  else {
    console.log(await endDrift(drift, root));
    // In a process of its own, which reads the files that were just written.
    const pages = ["--conditions=@court-register/source", join(root, "tools/src/generate/pages.ts")];
    execFileSync(process.execPath, pages, { stdio: "inherit" });
  }
} else {
  const problems = problemsIn(output);
  const advice = "\nNothing was generated. Fix the errors above, then run the same command again.";
  console.error(problems.length > 0 ? [...problems, advice].join("\n") : output);
  process.exitCode = 1;
}

function check(drift: Drift): void {
  const difference = describeDrift(drift);
  if (difference === undefined) console.log(`${drift.same.length} generated files match the specs.`);
  else {
    console.error(difference);
    process.exitCode = 1;
  }
}
