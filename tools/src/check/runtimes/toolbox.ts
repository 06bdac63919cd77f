/** Installs the runtimes that the packages are tried on, once: the folder survives between runs. */
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { root } from "../../repository.ts";
import { cache, npmCache, sizeOf } from "../support/cache.ts";
import { start } from "../support/process.ts";
import toolbox from "./toolbox/package.json" with { type: "json" };

const folder = `${cache}/toolbox`;

/** What Deno keeps. */
export const denoCache: string = `${cache}/deno`;

/** Loads a package of the toolbox. */
export const load: (name: string) => unknown = createRequire(`${folder}/`);

/** Where a package of the toolbox is. */
export const folderOf = (name: keyof typeof toolbox.dependencies): string => `${folder}/node_modules/${name}`;

/** The version of a package of the toolbox. */
export const versionOf = (name: keyof typeof toolbox.dependencies): string =>
  toolbox.dependencies[name].replace(/^npm:\w+@/, "");

/** Path of a program that a package of the toolbox brings. */
export const program = (name: string): string => `${folder}/node_modules/.bin/${name}`;

/** The version of a package that the workspace has installed in a folder. */
export const workspaceVersion = (name: string, installedIn = "tools"): string =>
  JSON.parse(readFileSync(`${root}/${installedIn}/node_modules/${name}/package.json`, "utf8")).version;

/** What Chromium is unpacked to. */
export const browserFolder: string = `${cache}/chromium-${versionOf("@sparticuz/chromium")}`;

/** A program in a certain version. */
export interface Versioned {
  version: string;
  path: string;
}

/** The lines of Node, by the folder that has `node`. The one in the middle is the workspace's own. */
export const nodes: readonly [Versioned, Versioned, Versioned] = [
  { version: versionOf("node-22"), path: `${folderOf("node-22")}/bin` },
  { version: workspaceVersion("node", "."), path: `${root}/node_modules/node/bin` },
  { version: versionOf("node-26"), path: `${folderOf("node-26")}/bin` },
];

/** Path of the newest compiler, the workspace's own. */
export const newestCompiler: string = `${root}/tools/node_modules/typescript/bin/tsc`;

/** The compilers. The last is the newest. */
export const compilers: readonly Versioned[] = [
  { version: versionOf("typescript-5"), path: `${folderOf("typescript-5")}/bin/tsc` },
  { version: versionOf("typescript-6"), path: `${folderOf("typescript-6")}/bin/tsc` },
  { version: workspaceVersion("typescript"), path: newestCompiler },
];

interface PnpmEvent {
  name?: string;
  packageId?: string;
  status?: string;
  size?: number;
  downloaded?: number;
}

/** Bytes that pnpm has fetched, as its reporter's lines tell. */
export function fetchedBytes(lines: readonly string[]): number {
  const bytes = new Map<string, number>();
  for (const line of lines) {
    if (!line.startsWith('{"') || !line.includes('"pnpm:fetching-progress"')) continue;
    const { packageId = "", size, downloaded }: PnpmEvent = JSON.parse(line);
    bytes.set(packageId, Math.max(bytes.get(packageId) ?? 0, size ?? 0, downloaded ?? 0));
  }
  return [...bytes.values()].reduce((sum, one) => sum + one, 0);
}

/**
 * Brings the toolbox up to date. `onProgress` is told how many bytes have been fetched until now.
 * @returns bytes that were fetched.
 * @throws Error with pnpm's own words when it cannot be installed.
 */
export async function installToolbox(onProgress: (bytes: number) => void): Promise<number> {
  await cp(new URL("toolbox/", import.meta.url), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  const before = await sizeOf(npmCache);
  const bytes = (): number => fetchedBytes(pnpm.output().split("\n").slice(0, -1));
  // The package `node` fetches its program by npm, into npm's cache.
  const pnpm = start(
    "pnpm",
    ["install", "--frozen-lockfile", "--reporter=ndjson"],
    { cwd: folder, env: { npm_config_cache: npmCache, CI: "1" }, timeout: 600_000 },
    () => onProgress(bytes()),
  );
  if ((await pnpm.ended) !== 0) throw new Error(`The runtimes could not be installed:\n${lastWords(pnpm.output())}`);
  return bytes() + (await sizeOf(npmCache)) - before;
}

/** What pnpm said of an error, its progress left out. */
function lastWords(output: string): string {
  const lines = output.split("\n").filter((line) => !line.startsWith("{") || line.includes('"level":"error"'));
  return lines.slice(-15).join("\n");
}
