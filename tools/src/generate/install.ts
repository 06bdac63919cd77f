/**
 * Puts what the generation steps made in its place (`pnpm generate`) or, with `--check`, says which committed files differ
 * from it (`pnpm generate:check`).
 */
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { root } from "../repository.ts";

const staged = join(root, "tools/.generated");

/** The paths of all files below `folder`, relative to it; none when there is no such folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** What should be in the repository: its path from the root, and the staged file that holds its content. */
async function generatedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const step of await readdir(staged).catch(() => [])) {
    for (const path of await filesBelow(join(staged, step))) files.set(path, join(staged, step, path));
  }
  return files;
}

/** What is in the repository: every file in a `src/generated` folder. */
async function installedFiles(): Promise<string[]> {
  const packages = await readdir(join(root, "packages"));
  const folders = ["conformance", ...packages.map((name) => `packages/${name}`)].map((name) => `${name}/src/generated`);
  return (
    await Promise.all(
      folders.map(async (folder) => (await filesBelow(join(root, folder))).map((file) => join(folder, file))),
    )
  ).flat();
}

const wanted = await generatedFiles();
const installed = await installedFiles();
const stale = installed.filter((path) => !wanted.has(path));
const same = async (path: string, source: string): Promise<boolean> => {
  const [now, then] = await Promise.all([readFile(join(root, path)).catch(() => undefined), readFile(source)]);
  return now?.equals(then) ?? false;
};
const changed: string[] = [];
for (const [path, source] of wanted) if (!(await same(path, source))) changed.push(path);

if (process.argv.includes("--check")) {
  const lines = [
    ...changed.map((path) => `  ${installed.includes(path) ? "differs" : "missing"}  ${path}`),
    ...stale.map((path) => `  stale    ${path}`),
  ];
  if (lines.length > 0) {
    console.error(
      `Generated files are not what the specs give:\n${lines.join("\n")}\nRun \`pnpm generate\` and commit the result.`,
    );
    process.exitCode = 1;
  } else {
    console.log(`${wanted.size} generated files are as the specs give them.`);
  }
} else {
  for (const path of stale) await rm(join(root, path));
  for (const path of changed) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(wanted.get(path) ?? "", join(root, path));
  }
  console.log(
    `${changed.length} files written, ${stale.length} removed, ${wanted.size - changed.length} were up to date.`,
  );
}
