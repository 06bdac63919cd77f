/** The packages as they would be published, and throw-away folders and projects to use them in. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../repository.ts";
import { npmCache } from "./cache.ts";
import { run } from "./process.ts";

/** Makes a folder in the system's own place for such, which is removed when the check ends, however it ends. */
export async function makeFolder(check: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `court-register-${check}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Packs a package of the workspace, as it would be published. Resolves to the tarball's path. */
export async function pack(folder: string, destination: string): Promise<string> {
  const cwd = join(root, folder);
  const output = await run("pnpm", ["pack", "--json", "--pack-destination", destination], { cwd });
  const { filename }: { filename: string } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  return filename;
}

/**
 * Makes a project and installs packages in it, with npm alone. Nothing but npm and its cache is shared with the workspace.
 *
 * @param packages - what npm takes: paths of tarballs, or names with versions.
 */
export async function makeProject(path: string, packages: readonly string[]): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--cache", npmCache];
  await run("npm", ["install", ...options, ...packages], { cwd: path, timeout: 300_000 });
}
