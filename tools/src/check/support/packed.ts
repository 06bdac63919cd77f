/** The packages as they would be published, and temporary folders and projects to use them in. */
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../repository.ts";
import { npmCache } from "./cache.ts";
import { run } from "./process.ts";

/** Creates a folder in the system's temporary directory, which is removed when the check exits for whatever reason. */
export async function makeFolder(check: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `court-register-${check}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface Tarball {
  path: string;
  files: string[];
}

/** Packs a package of the workspace as for publishing. */
export async function pack(folder: string, destination: string): Promise<Tarball> {
  const cwd = join(root, folder);
  const output = await run("pnpm", ["pack", "--json", "--pack-destination", destination], { cwd });
  const packed: { filename: string; files: { path: string }[] } = JSON.parse(
    output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1),
  );
  return { path: packed.filename, files: packed.files.map(({ path }) => path) };
}

/** Copies a folder of the repository, without its node_modules. */
export function copyFolder(folder: string, path: string): Promise<void> {
  return cp(join(root, folder), path, { recursive: true, filter: (from) => basename(from) !== "node_modules" });
}

/** npm's settings as environment variables: it shares nothing with the workspace but a cache. */
export const npmSettings: Readonly<NodeJS.ProcessEnv> = {
  npm_config_cache: npmCache,
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
};

/**
 * Creates a project and installs packages in it, with npm alone.
 *
 * @param packages - arguments for `npm install`: paths of tarballs, or names with versions. Without any, nothing is installed.
 * @param npm - the project's `.npmrc`, and environment variables for npm.
 */
export async function makeProject(
  path: string,
  packages: readonly string[],
  { npmrc = "", env = npmSettings }: { npmrc?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  await writeFile(join(path, ".npmrc"), npmrc);
  if (packages.length > 0) await run("npm", ["install", ...packages], { cwd: path, env, timeout: 300_000 });
}
