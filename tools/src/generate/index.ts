/** `pnpm generate`, and with `--check` `pnpm generate:check`: runs the generation steps and installs or compares their output. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../repository.ts";
import { turboQuietly } from "../turbo.ts";
import { javaMissing } from "./rest/java.ts";

console.error("Generating …");
// What an earlier version of the specs left behind would look wanted: what is not made anew comes from turbo's cache.
await rm(join(root, "tools/.generated"), { recursive: true, force: true });
const { code, output } = await turboQuietly("generate");
if (code === 0) {
  console.log(output.trim());
  await import("./install.ts");
} else {
  // Without Java every other line would hide what matters.
  console.error((await javaMissing()) ?? output);
  process.exitCode = 1;
}
