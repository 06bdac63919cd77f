/** The scenario, bundled. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
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
  | "browser"
  /** The same, for Cloudflare Workers. */
  | "worker";

const settings = {
  modules: { format: "esm", platform: "node", packages: "external" },
  commonjs: { format: "cjs", platform: "node", packages: "external" },
  // CommonJS, because axios requires Node's modules, which esbuild's ESM output cannot.
  node: { format: "cjs", platform: "node" },
  browser: { format: "esm", platform: "browser", minify: true },
  worker: { format: "esm", platform: "browser", conditions: ["workerd", "worker", "browser"] },
} satisfies Record<Kind, BuildOptions>;

/**
 * Bundles an entry of a project.
 * @throws Error with esbuild's message.
 */
export async function bundleWithEsbuild(kind: Kind, entry: string, output: string): Promise<void> {
  await build({ entryPoints: [entry], outfile: output, bundle: true, logLevel: "silent", ...settings[kind] });
}

/**
 * Bundles an entry of a project as a test for workerd, in a folder of its own.
 * @returns the path of workerd's configuration.
 */
export async function bundleForWorkerd(project: string, name: string): Promise<string> {
  const folder = join(project, "out/workerd", name);
  const entry = join(project, `${name}.worker.ts`);
  // Imported late: a worker may send requests only while it handles an event.
  await writeFile(entry, `export default { test: async () => (await import("./${name}.ts")).ended };\n`);
  await bundleWithEsbuild("worker", entry, join(folder, "worker.js"));
  const config = join(folder, "config.capnp");
  await writeFile(config, workerdConfig);
  return config;
}

const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "main", worker = .worker),
  (name = "loopback", network = (allow = ["local"])),
]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  globalOutbound = "loopback",
);
`;

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
