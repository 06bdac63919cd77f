import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Applies the changesets of the repository in `root`: version numbers, changelogs, and the version that the OpenAPI document
 * says, which is that of the clients.
 *
 * @returns the version of the clients.
 * @throws Error when there is nothing to release, or changesets cannot be applied; what is wrong has been printed.
 */
export async function applyChangesets(root: string): Promise<string> {
  const program = join(fileURLToPath(import.meta.resolve("@changesets/cli/package.json")), "../bin.js");
  const child = spawn(process.execPath, [program, "version"], { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The changesets were not applied.");
  const manifest: { version: string } = JSON.parse(await readFile(join(root, "packages/core/package.json"), "utf8"));
  const file = join(root, "specs/register.openapi.yaml");
  await writeFile(file, withVersion(await readFile(file, "utf8"), manifest.version));
  return manifest.version;
}

/** The OpenAPI document with another version under `info`; every other line stays as it is. */
export function withVersion(document: string, version: string): string {
  const line = /^(info:\n(?:[ #].*\n)*? {2}version: ).*$/m;
  if (!line.test(document)) throw new Error("register.openapi.yaml has no `version` under `info`.");
  return document.replace(line, `$1${version}`);
}
