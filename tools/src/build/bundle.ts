import { globSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

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
export async function bundleEntries(folder: string): Promise<void> {
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
