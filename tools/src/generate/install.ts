/**
 * Installs the output of the generation steps (`pnpm generate`) or, with `--check`, names the committed files that differ from it
 * (`pnpm generate:check`).
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../repository.ts";
import { findDrift } from "./drift.ts";

const { differs, missing, stale, same, sources } = await findDrift(join(root, "tools/.generated"), root);

if (process.argv.includes("--check")) {
  const list = (state: string, paths: string[]): string =>
    paths.map((path) => `  ${state.padEnd(8)} ${path}\n`).join("");
  if (differs.length + missing.length + stale.length > 0) {
    const files = list("differs", differs) + list("missing", missing) + list("stale", stale);
    console.error(`Generated files do not match the specs:\n${files}Run \`pnpm generate\` and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(`${same.length} generated files match the specs.`);
  }
} else {
  for (const path of stale) await rm(join(root, path));
  for (const path of [...differs, ...missing]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(sources.get(path) ?? "", join(root, path));
  }
  const written = differs.length + missing.length;
  console.log(`Generated files: ${written} written, ${stale.length} removed, ${same.length} up to date.`);
}
