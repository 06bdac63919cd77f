/** The packages as they would be published, and throw-away folders and projects to use them in. */
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../repository.ts";
import { npmCache } from "./cache.ts";
import { run } from "./process.ts";

/** Makes a folder in the system's own place for such, which is removed when the check ends, however it ends. */
export async function makeFolder(check: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `court-register-${check}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A packed package. */
export interface Tarball {
  /** Where it is. */
  path: string;
  /** Paths of what it holds. */
  files: string[];
}

/** Packs a package of the workspace, as it would be published. */
export async function pack(folder: string, destination: string): Promise<Tarball> {
  const cwd = join(root, folder);
  const output = await run("pnpm", ["pack", "--json", "--pack-destination", destination], { cwd });
  const packed: { filename: string; files: { path: string }[] } = JSON.parse(
    output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1),
  );
  return { path: packed.filename, files: packed.files.map(({ path }) => path) };
}

/** Copies a folder of the repository, without what was installed in it. */
export function copyFolder(folder: string, path: string): Promise<void> {
  return cp(join(root, folder), path, { recursive: true, filter: (from) => basename(from) !== "node_modules" });
}

/** What npm is told by variables: nothing but its cache is shared with the workspace. */
export const npmSettings: Readonly<NodeJS.ProcessEnv> = {
  npm_config_cache: npmCache,
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
};

/**
 * Makes a project and installs packages in it, with npm alone.
 *
 * @param packages - what npm takes: paths of tarballs, or names with versions. Without any, nothing is installed.
 * @param npm - the project's `.npmrc`, and variables for npm.
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
