/** `pnpm generate`, and with `--check` `pnpm generate:check`: runs the generation steps and installs or compares their output. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../repository.ts";
import { turboQuietly } from "../turbo.ts";
import { problemsIn } from "./step.ts";

console.error("Generating …");
// What an earlier version of the specs left behind would look wanted: what is not made anew comes from turbo's cache.
await rm(join(root, "tools/.generated"), { recursive: true, force: true });
// All steps, also when one fails: what is wrong is said at once.
const { code, output } = await turboQuietly("generate", "--continue", "--log-prefix=none");
const problems = problemsIn(output);
if (code === 0) {
  console.log(output.trim());
  await import("./install.ts");
} else {
  const advice = "\nNothing was generated. Mend what is said above, then run the same command again.";
  console.error(problems.length > 0 ? [...problems, advice].join("\n") : output);
  process.exitCode = 1;
}
