/**
 * The `build` script of a package: `node tools/src/build/compile.ts` in its folder. Compiles into a folder aside, then moves each file
 * into `dist`, so that whoever reads `dist` meanwhile finds every file, whole: other builds, and programs that run from it. With
 * `--bundle`, each entry point is one module.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { root } from "../shared/repository.ts";
import { hashOfBuild, hashOfInputs, recordBuild } from "./built.ts";
import { bundleEntries } from "./bundle.ts";

const folder = relative(root, process.cwd()).replaceAll(sep, "/");
const inputs = hashOfInputs(folder);
// Beside `dist`: source maps have paths relative to the folder that they are compiled into.
const aside = mkdtempSync(".dist-");
const compiler = spawn("tsc", ["-p", "tsconfig.build.json", "--outDir", aside], { stdio: "inherit" });
process.once("exit", () => {
  compiler.kill();
  rmSync(aside, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const [code] = await once(compiler, "exit");
if (code === 0) {
  if (process.argv.includes("--bundle")) await bundleEntries(aside);
  const built = hashOfBuild(inputs, aside);
  replace("dist", aside);
  // If somebody edited a source meanwhile, nobody knows which text was compiled: the next build finds out.
  if (hashOfInputs(folder) === inputs) recordBuild(folder, built);
}
process.exitCode = code ?? 1;

/** Makes a folder the same as another by moving the files of that one. */
function replace(folder: string, other: string): void {
  const files = filesIn(other);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(other, file), join(folder, file));
  }
  const wanted = new Set(files);
  // What no source makes any more would be packed.
  for (const file of filesIn(folder)) if (!wanted.has(file)) rmSync(join(folder, file), { force: true });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
