import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Copy } from "../../../test/support/copy.ts";
import { ours, type Style, styles } from "./consumers.ts";
import { growDocuments } from "./grown-spec.ts";
import { generatePeer } from "./peers.ts";
import { root } from "./places.ts";

/** A client generated from another spec than ours. */
export interface Client {
  /** The module that exports everything. */
  entry: string;
  /** Packages that are not counted, because users choose the client for having them. */
  external: string[];
  style: Style;
}

export const grownPeers: readonly string[] = [
  "openapi-generator-fetch-plain",
  "openapi-generator-axios",
  "hey-api",
  "openapi-fetch",
  "orval",
];

const exportAll = (path: string): string => `export * from "${path}";`;
const externalOf = (name: string): string[] => (name.endsWith("axios") ? ["axios"] : []);

/** The peers, in folders beside each other, like the ones from the original spec, so that the same consumers find them. */
export function peersIn(folder: string): Record<string, Client> {
  const clients = grownPeers.map((name) => {
    const style = styles[name];
    if (style === undefined) throw new Error(`Nobody knows how ${name} is used.`);
    const module = exportAll(join(folder, name, name === "orval" ? "client.ts" : "index.ts"));
    const entry = name === "openapi-fetch" ? 'export { default } from "openapi-fetch";' : module;
    return [name, { entry, external: externalOf(name), style }] as const;
  });
  return Object.fromEntries(clients);
}

/** Our REST clients, as built in a copy of the repository. */
export function oursIn(copy: Copy): Record<string, Client> {
  const client = (name: string, rows: (call: string) => string): Client => {
    const index = copy.path(`packages/${name}/dist/index.js`);
    return { entry: exportAll(index), external: externalOf(name), style: ours(index, rows) };
  };
  return {
    "ours-fetch": client("fetch", (call) => `(${call})[0]`),
    "ours-axios": client("axios", (call) => `(${call}).data[0]`),
  };
}

/** How each generates its client from a spec. Ours has both REST clients in one run, in a copy of the repository with that spec. */
export function generationsOf(copy: Copy, grown: string, folder: string): Record<string, () => Promise<void>> {
  const peers = grownPeers.map((name) => [name, () => generatePeer(name, grown, join(folder, name))] as const);
  return { "ours, fetch and axios": () => copy.step("rest"), ...Object.fromEntries(peers) };
}

/** Writes what was generated in a copy, and builds packages of it. */
export async function buildIn(copy: Copy, ...folders: string[]): Promise<void> {
  await copy.install();
  for (const folder of folders) {
    const { code, output } = await copy.run(folder, "tsc", "-p", "tsconfig.build.json");
    if (code !== 0) throw new Error(output);
  }
}

/** Repeats the operation documents in a copy under other names. @returns how many there are then. */
export async function repeatDocuments(copy: Copy, times: number): Promise<number> {
  const folder = join(root, "specs/operations");
  const originals: Record<string, string> = {};
  for (const file of await readdir(folder)) {
    originals[basename(file, ".graphql")] = await readFile(join(folder, file), "utf8");
  }
  const documents = Object.entries(growDocuments(originals, times));
  for (const [name, text] of documents) await copy.write(`specs/operations/${name}.graphql`, text);
  return documents.length;
}
