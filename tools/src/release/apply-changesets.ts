import { spawn } from "node:child_process";
import { once } from "node:events";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { git, needsGit } from "../shared/git.ts";
import { publishedPackages } from "../shared/repository.ts";
import { readChangesets } from "../spec-diff/changesets.ts";
import { addressOf, readAddress } from "./address.ts";

/**
 * Applies the changesets of the repository in `root`: bumps versions, writes changelogs, sets the OpenAPI document's version to that of
 * the clients, updates the versions in examples, and copies the project's address into each manifest.
 *
 * The first release, before any tag, needs no changesets: the versions are released as they stand.
 *
 * @returns the version of the clients.
 * @throws Error when there is nothing to release, or changesets cannot be applied; the reason has been printed.
 */
export async function applyChangesets(root: string): Promise<string> {
  const address = await readAddress(root);
  const waiting = (await readChangesets(root)).length > 0;
  if (waiting || (await releases(root)) !== "") await runChangesets(root);
  const manifest: { version: string } = JSON.parse(await readFile(join(root, "packages/core/package.json"), "utf8"));
  const file = join(root, "specs/register.openapi.yaml");
  await writeFile(file, withVersion(await readFile(file, "utf8"), manifest.version));
  await updateExamples(root);
  await Promise.all(publishedPackages.map(({ name, folder }) => beginChangelog(root, name, folder)));
  await Promise.all(publishedPackages.map(({ folder }) => writeAddress(root, folder, address)));
  return manifest.version;
}

/** The tags of all releases. */
function releases(root: string): Promise<string> {
  return git(root, "tag", "--list", "v[0-9]*").catch((cause: unknown) => {
    throw new Error(needsGit("A release is known by its tag", cause), { cause });
  });
}

async function runChangesets(root: string): Promise<void> {
  const program = join(fileURLToPath(import.meta.resolve("@changesets/cli/package.json")), "../bin.js");
  const child = spawn(process.execPath, [program, "version"], { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The changesets were not applied.");
}

/** Gives a package that has no changelog one, which begins with the version that stands in its manifest. */
async function beginChangelog(root: string, name: string, folder: string): Promise<void> {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  const text = `# ${name}\n\n## ${version}\n\nThe first release.\n`;
  await writeFile(join(root, folder, "CHANGELOG.md"), text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function writeAddress(root: string, folder: string, address: string): Promise<void> {
  const file = join(root, folder, "package.json");
  const manifest: object = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify({ ...manifest, ...addressOf(address, folder) }, null, 2)}\n`);
}

/** The OpenAPI document with another version under `info`; all other lines stay the same. */
export function withVersion(document: string, version: string): string {
  const line = /^(info:\n(?:[ #].*\n)*? {2}version: ).*$/m;
  if (!line.test(document))
    throw new Error(
      "specs/register.openapi.yaml has no `version` under `info`, which a release sets: add `version: 0.0.0` there.",
    );
  return document.replace(line, `$1${version}`);
}

/** Updates the examples to the package versions in the repository in `root`. */
async function updateExamples(root: string): Promise<void> {
  const versions = new Map<string, string>();
  for (const { name, folder } of publishedPackages) {
    const manifest: { version: string } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    versions.set(name, manifest.version);
  }
  // Not deeper: an example's node_modules are not ours.
  for await (const path of glob("{packages/*,conformance}/examples/*/*.{json,yml,md}", { cwd: root })) {
    const file = join(root, path);
    await writeFile(file, withVersions(await readFile(file, "utf8"), versions));
  }
}

/**
 * The text with the package's version in each `"<package>": "1.2.3"`, in ranges such as `^1.2.3`, and where a lockfile says which
 * version is installed.
 */
function withVersions(text: string, versions: ReadonlyMap<string, string>): string {
  return text.replace(
    /(@court-register\/[\w-]+)("\s*:\s*"\^?|@\^?|": \{\n\s*"version": ")\d+\.\d+\.\d+/g,
    (whole, name, between) => {
      const version = versions.get(name);
      return version === undefined ? whole : `${name}${between}${version}`;
    },
  );
}
