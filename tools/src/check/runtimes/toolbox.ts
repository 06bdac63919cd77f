/** Installs the runtimes that the packages are tried on, into a folder that is kept between runs. */
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { root } from "../../repository.ts";
import { cache, npmCache, sizeOf } from "../support/cache.ts";
import { start } from "../support/process.ts";
import toolbox from "./toolbox/package.json" with { type: "json" };

const folder = `${cache}/toolbox`;

export const denoCache: string = `${cache}/deno`;

export const load: (name: string) => unknown = createRequire(`${folder}/`);

export const folderOf = (name: keyof typeof toolbox.dependencies): string => `${folder}/node_modules/${name}`;

export const versionOf = (name: keyof typeof toolbox.dependencies): string =>
  toolbox.dependencies[name].replace(/^npm:\w+@/, "");

export const program = (name: string): string => `${folder}/node_modules/.bin/${name}`;

/** The version of a package that is installed in a folder of the workspace. */
export const workspaceVersion = (name: string, installedIn = "tools"): string =>
  JSON.parse(readFileSync(`${root}/${installedIn}/node_modules/${name}/package.json`, "utf8")).version;

/** The folder that Chromium is unpacked into. */
export const browserFolder: string = `${cache}/chromium-${versionOf("@sparticuz/chromium")}`;

export interface Versioned {
  version: string;
  path: string;
}

/** The supported Node lines, by the folder that contains `node`. The middle one is the workspace's own. */
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

/** Bytes that pnpm has downloaded, according to its ndjson output. */
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
 * Updates the toolbox. `onProgress` is called with the bytes downloaded so far.
 * @returns bytes that were downloaded.
 * @throws Error with pnpm's message when it cannot be installed.
 */
export async function installToolbox(onProgress: (bytes: number) => void): Promise<number> {
  await cp(new URL("toolbox/", import.meta.url), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  const before = await sizeOf(npmCache);
  const bytes = (): number => fetchedBytes(pnpm.output().split("\n").slice(0, -1));
  // The package `node` downloads its binary with npm, into npm's cache.
  const pnpm = start(
    "pnpm",
    ["install", "--frozen-lockfile", "--reporter=ndjson"],
    { cwd: folder, env: { npm_config_cache: npmCache, CI: "1" }, timeout: 600_000 },
    () => onProgress(bytes()),
  );
  if ((await pnpm.ended) !== 0) throw new Error(`The runtimes could not be installed:\n${lastWords(pnpm.output())}`);
  return bytes() + (await sizeOf(npmCache)) - before;
}

/** The end of pnpm's output, without its progress. */
function lastWords(output: string): string {
  const lines = output.split("\n").filter((line) => !line.startsWith("{") || line.includes('"level":"error"'));
  return lines.slice(-15).join("\n");
}
