import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Connection, CreateReadPage, ReadPage } from "../../contenders/contender.ts";
import { bench, generated } from "./places.ts";

/** What every ratio of the fetch clients is to. */
export const bareFetch = "bare-fetch";

/** What every ratio of the axios clients is to. */
export const bareAxios = "bare-axios";

/** The `fetch` of the runtime: orval's functions call the global one, so its contender puts another in that place. */
export const realFetch: typeof fetch = globalThis.fetch;

/** Modules of that folder that read no page. */
const helpers = ["contender.ts", "walker.ts"];

/** Names of all contenders: the modules in `contenders/`. */
export const contenders: readonly string[] = readdirSync(join(bench, "contenders"))
  .filter((file) => file.endsWith(".ts") && !helpers.includes(file))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** The module of a contender as Node can import it, once `buildContenders` has run. */
export const modulePath = (name: string): string => join(generated, "contenders", `${name}.js`);

/**
 * Makes each contender one module that Node can import: what the peers' generators print does not run as it is. Installed
 * packages stay imports, so that they run as they were published.
 */
export async function buildContenders({
  names = [...contenders, "walker"],
  outdir = join(generated, "contenders"),
  plugins = [],
}: {
  names?: readonly string[];
  outdir?: string;
  plugins?: Plugin[];
} = {}): Promise<void> {
  await build({
    entryPoints: names.map((name) => join(bench, "contenders", `${name}.ts`)),
    outdir,
    plugins,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
  });
}

/** Puts clients that were made from another spec in the place of those that contenders import: peers' by folder, ours by module. */
export const madeElsewhere = (peers: string, ours: string): Plugin => ({
  name: "made-elsewhere",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/\.generated\// }, ({ path }) => ({
      path: join(peers, path.slice("../.generated/".length)),
    }));
    onResolve({ filter: /^@court-register\/fetch$/ }, () => ({ path: ours, external: true }));
  },
});

/** A contender's page reader, connected. */
export async function connect(name: string, connection: Connection): Promise<ReadPage> {
  const module: { createReadPage: CreateReadPage } = await import(modulePath(name));
  return module.createReadPage(connection);
}

/** The readers of several contenders, by name. */
export async function connectAll(names: readonly string[], connection: Connection): Promise<Record<string, ReadPage>> {
  const readers = await Promise.all(names.map(async (name) => [name, await connect(name, connection)] as const));
  return Object.fromEntries(readers);
}
