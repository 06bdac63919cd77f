import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Connection, CreateReadPage, ReadPage } from "../../contenders/contender.ts";
import { bench, generated } from "../places.ts";

/** The baseline of the fetch clients. */
export const bareFetch = "bare-fetch";

/** The baseline of the axios clients. */
export const bareAxios = "bare-axios";

/** The runtime's own `fetch`: orval's functions call the global one, so its contender replaces that. */
export const realFetch: typeof fetch = globalThis.fetch;

/** Modules in that folder that are not contenders. */
const helpers = ["contender.ts", "walker.ts"];

/** Names of all contenders: the modules in `contenders/`. */
export const contenders: readonly string[] = readdirSync(join(bench, "contenders"))
  .filter((file) => file.endsWith(".ts") && !helpers.includes(file))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** Where `buildContenders` puts the modules. */
const built: string = join(generated, "contenders");

/** Path of a contender's module for Node to import, once `buildContenders` has run. */
export const modulePath = (name: string): string => join(built, `${name}.js`);

/**
 * Bundles each contender into a module that Node can import: the peers' generated code does not run unbuilt. Installed packages stay
 * external, so that they run as published.
 */
export async function buildContenders(): Promise<void> {
  await build({
    entryPoints: [...contenders, "walker"].map((name) => join(bench, "contenders", `${name}.ts`)),
    outdir: built,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
  });
}

/** A contender's function that reads a page, connected to the service. */
export async function connect(name: string, connection: Connection): Promise<ReadPage> {
  const module: { createReadPage: CreateReadPage } = await import(modulePath(name));
  return module.createReadPage(connection);
}

/** The readers of several contenders, by name. */
export async function connectAll(names: readonly string[], connection: Connection): Promise<Record<string, ReadPage>> {
  const readers = await Promise.all(names.map(async (name) => [name, await connect(name, connection)] as const));
  return Object.fromEntries(readers);
}
