/**
 * The `build` script of a package, in its folder: `tsc`, and with `--bundle`, which makes each entry point one module, esbuild. A command
 * gets what is built of the kit, which is not published. What is built takes the place of all of `dist`: a file that no source makes any
 * more would be packed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { editedMeanwhile } from "../shared/edited-meanwhile.ts";
import { root } from "../shared/repository.ts";

// Beside `dist`: source maps have paths relative to the folder that they are compiled into.
const aside = mkdtempSync(".dist-");
const compiler = spawn("tsc", ["-p", "tsconfig.build.json", "--outDir", aside], { stdio: "inherit" });
process.once("exit", () => {
  compiler.kill();
  rmSync(aside, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const [code] = await once(compiler, "exit");
if (code !== 0) process.exit(1);
if (process.argv.includes("--bundle")) await bundleEntries(aside);
addKit(aside);
const edited = editedMeanwhile();
if (edited !== undefined) {
  console.error(`${edited} Nobody knows which text was compiled: build again.`);
  process.exit(1);
}
// What `prune.ts` leaves.
writeFileSync(".built-files", JSON.stringify(globSync("**", { cwd: aside })));
put(aside);

/** Puts a folder in the place of `dist`, at once, also where another build does so at the same moment. */
function put(folder: string): void {
  const old = mkdtempSync(".dist-");
  try {
    if (existsSync("dist")) renameSync("dist", join(old, "dist"));
    renameSync(folder, "dist");
  } catch (error) {
    // The other one has just taken it away, or put its own there.
    if (!(error instanceof Error && "code" in error && /^(ENOENT|ENOTEMPTY)$/.test(String(error.code)))) throw error;
    put(folder);
  }
  rmSync(old, { recursive: true });
}

/** Adds what is built of the kit to a package that imports it: `#kit/*` of its manifest leads there. */
function addKit(folder: string): void {
  const { imports = {} }: { imports?: Record<string, unknown> } = JSON.parse(readFileSync("package.json", "utf8"));
  if (!("#kit/*" in imports)) return;
  const [list, dist] = [".built-files", "dist"].map((name) => join(root, "packages/kit", name)) as [string, string];
  const built: string[] = JSON.parse(readFileSync(list, "utf8"));
  // Files of another build may be beside them.
  const isBuilt = (path: string): boolean => built.includes(relative(dist, path) || ".");
  cpSync(dist, join(folder, "kit"), { recursive: true, filter: isBuilt });
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
