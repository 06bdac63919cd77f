/** Installs the runtimes that the packages are tried on, into a folder that is kept between runs. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { root } from "../../shared/repository.ts";
import { cache, npmCache } from "../support/packed.ts";
import toolbox from "./toolbox/package.json" with { type: "json" };

const folder = `${cache}/toolbox`;

export const denoCache: string = `${cache}/deno`;

export const load: (name: string) => unknown = createRequire(`${folder}/`);

/** Runtimes are optional: one that cannot be installed here leaves the others. */
const versions: typeof toolbox.dependencies & typeof toolbox.optionalDependencies = {
  ...toolbox.dependencies,
  ...toolbox.optionalDependencies,
};

export const folderOf = (name: keyof typeof versions): string => `${folder}/node_modules/${name}`;

export const versionOf = (name: keyof typeof versions): string => versions[name].replace(/^npm:\w+@/, "");

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

/** Updates the toolbox, with pnpm's own progress on this terminal. @throws Error when it cannot be installed. */
export async function installToolbox(): Promise<void> {
  await cp(new URL("toolbox/", import.meta.url), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  // The package `node` downloads its binary with npm, into npm's cache.
  const env = { ...process.env, npm_config_cache: npmCache, CI: "1" };
  const { status } = spawnSync("pnpm", ["install", "--frozen-lockfile"], { cwd: folder, stdio: "inherit", env });
  if (status !== 0) throw new Error("The runtimes could not be installed. What pnpm says above is the reason.");
}
