/**
 * The `build` script of a package: `node tools/src/build/compile.ts` in its folder. Compiles into a folder aside, then moves each file
 * into `dist`, so that whoever reads `dist` meanwhile finds every file, whole: other builds, and programs that run from it. With
 * `--bundle`, each entry point is one module.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { build } from "esbuild";
import { root } from "../shared/repository.ts";
import { hashOfBuild, hashOfInputs, recordBuild } from "./built.ts";

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

/** What a manifest says of an entry point. */
interface Entry {
  "@court-register/source": string;
}

/**
 * Makes one module of each entry point of the package in this folder, from its sources: programs then import one file instead of
 * many, and their first call is faster. Other packages stay imports, so that all clients share one `RegisterError`.
 *
 * @param folder - Where the compiler has put a module for each source. These go, and their declarations stay.
 */
async function bundleEntries(folder: string): Promise<void> {
  const { exports }: { exports: Record<string, Entry> } = JSON.parse(readFileSync("package.json", "utf8"));
  const sources = Object.values(exports).map((entry) => entry["@court-register/source"]);
  const compiled = (source: string): string => join(folder, relative("src", source).replace(/ts$/, "js"));
  // A module of types alone stays as it is: its map would name no source.
  const types = sources.map(compiled).filter((file) => /^export \{\};$/m.test(readFileSync(file, "utf8")));
  for (const file of globSync([`${folder}/**/*.js`, `${folder}/**/*.js.map`]))
    if (!types.some((kept) => file.startsWith(kept))) rmSync(file);
  await build({
    entryPoints: sources.filter((source) => !types.includes(compiled(source))),
    outbase: "src",
    outdir: folder,
    bundle: true,
    // What two entry points share is a module of its own, and exists once.
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "neutral",
    target: "es2023",
    sourcemap: true,
    logLevel: "warning",
  });
}
