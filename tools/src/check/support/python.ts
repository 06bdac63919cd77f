/** Packages of Python, in an environment of their own. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./process.ts";

/**
 * Installs what is not there yet, from the Python package index.
 *
 * @param folder - Where the environment is, which is made if there is none.
 * @param requirements - The file that names the packages.
 * @returns its Python.
 */
export async function installPackages(folder: string, requirements: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const python = join(folder, "venv", "bin", "python");
  if (!existsSync(python)) await run("python3", ["-m", "venv", join(folder, "venv")], { cwd: folder });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
  await run(python, pip, { cwd: folder, timeout: 1_200_000 });
  return python;
}
