/** The scenario, bundled. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { run } from "../support/process.ts";
import { program } from "./toolbox.ts";

/** What esbuild outputs. */
export type Kind =
  /** ES modules, with the packages external. */
  | "modules"
  /** CommonJS, which requires the packages. */
  | "commonjs"
  /** One file with all dependencies, for Node. */
  | "node"
  /** The same, for browsers. */
  | "browser";

const settings = {
  modules: { format: "esm", platform: "node", packages: "external" },
  commonjs: { format: "cjs", platform: "node", packages: "external" },
  // CommonJS, because axios requires Node's modules, which esbuild's ESM output cannot.
  node: { format: "cjs", platform: "node" },
  browser: { format: "esm", platform: "browser", minify: true },
} as const;

/**
 * Bundles an entry of a project.
 * @throws Error with esbuild's message.
 */
export async function bundleWithEsbuild(kind: Kind, entry: string, output: string): Promise<void> {
  await build({ entryPoints: [entry], outfile: output, bundle: true, logLevel: "silent", ...settings[kind] });
}

/**
 * Builds a page from an entry with Vite, as an application would: `<output>/<name>.html` and its assets.
 * @throws Error with Vite's message.
 */
export async function bundleWithVite(project: string, name: string, output: string): Promise<void> {
  const page = join(project, `${name}.html`);
  const config = join(project, `vite.${name}.config.mjs`);
  await writeFile(page, `<!doctype html><title>${name}</title><script type="module" src="./${name}.ts"></script>`);
  const build = { outDir: output, emptyOutDir: false, rolldownOptions: { input: page } };
  await writeFile(config, `export default ${JSON.stringify({ root: project, base: "./", build })};\n`);
  await run(program("vite"), ["build", "--config", config, "--logLevel", "warn"], { cwd: project });
}
