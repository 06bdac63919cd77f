/**
 * Whether a package is built from what is there now. A file beside `dist` holds one hash: of all that the last build read, and of
 * all that it wrote. So whatever makes `dist` another one is noticed: an edit, a switch of branches, a file that is missing, a build
 * that was killed or had an error, two builds that have mixed their files.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages, root } from "../shared/repository.ts";

/** A hash of the sources and settings of a package, of what builds it, and of the same of the packages that it imports. */
export function hashOfInputs(folder: string): string {
  const patterns = [
    `${folder}/{src/**,package.json,tsconfig*.json}`,
    "tsconfig*.json",
    "tools/src/build/*.ts",
    // The versions of the compilers, and of the types that they read.
    "node_modules/.pnpm/lock.yaml",
  ];
  return hash(patterns, root, dependenciesOf(folder).map(hashOfInputs));
}

/** The folders of the packages that a package imports. */
export function dependenciesOf(folder: string): string[] {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  return publishedPackages.filter(({ name }) => name in dependencies).map((dependency) => dependency.folder);
}

/** A hash of a build: of its inputs, and of the folder that it has written. */
export const hashOfBuild = (inputs: string, output: string): string => hash(["**"], output, [inputs]);

const record = (folder: string): string => join(root, folder, ".built");

export const recordBuild = (folder: string, build: string): void => writeFileSync(record(folder), build);

export function isBuilt(folder: string): boolean {
  try {
    return readFileSync(record(folder), "utf8") === hashOfBuild(hashOfInputs(folder), join(root, folder, "dist"));
  } catch {
    return false; // It was never built, or another build removes a file at this moment.
  }
}

/** A hash of files, by their paths and contents, and of what else counts. */
function hash(patterns: string[], cwd: string, others: string[]): string {
  const sum = createHash("sha256").update(others.join());
  const exclude = ["**/*.test.ts", "**/*.test-d.ts"];
  for (const path of globSync(patterns, { cwd, exclude }).sort()) {
    const file = join(cwd, path);
    if (statSync(file).isFile())
      sum.update(`\n${path}\n`).update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return sum.digest("hex");
}
