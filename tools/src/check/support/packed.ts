/** The packages as they would be published, and temporary folders and projects to use them in. */
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type PublishedPackage, publishedPackages, root } from "../../shared/repository.ts";
import { run } from "./process.ts";

/** Where the checks cache what they download: a folder that is kept between runs. */
export const cache: string = `${root}/node_modules/.cache/court-register-runtimes`;

/** npm's cache, used only by the checks. */
export const npmCache: string = `${cache}/npm`;

/** Creates a temporary folder, which is removed when the command that makes it ends: `pnpm check`, or another one. */
export async function makeFolder(check: string): Promise<string> {
  const path = await mkdtemp(join(process.env.COURT_REGISTER_CHECK_FOLDERS ?? tmpdir(), `court-register-${check}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Packs a package of the workspace as for publishing. @returns the path of the tarball. */
export async function pack(folder: string, destination: string): Promise<string> {
  const cwd = join(root, folder);
  const output = await run("pnpm", ["pack", "--json", "--pack-destination", destination], { cwd });
  return JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1)).filename;
}

/** A published package, packed. */
export interface Packed extends PublishedPackage {
  /** The tarball. */
  path: string;
}

async function packEach(): Promise<Packed[]> {
  const destination = await makeFolder("tarballs");
  return Promise.all(publishedPackages.map(async (one) => ({ ...one, path: await pack(one.folder, destination) })));
}

let packed: Promise<Packed[]> | undefined;

/** Packs all published packages, once in a run. */
export function packAll(): Promise<Packed[]> {
  packed ??= packEach();
  return packed;
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
