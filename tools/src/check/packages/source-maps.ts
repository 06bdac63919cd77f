/** Checks that a debugger finds a published package's sources through its source maps. */
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

interface SourceMap {
  sources?: (string | null)[];
  sourcesContent?: (string | null)[];
}

/** The comment that names a program's source map. */
const pointer = /^\/\/# sourceMappingURL=(\S+)\s*$/m;

/**
 * Checks that every program in an unpacked package has a source map, and that the text of every source is in the map or beside
 * it.
 *
 * @returns a line for each problem.
 */
export async function brokenSourceMaps(folder: string): Promise<string[]> {
  const problems: string[] = [];
  const maps = new Set<string>();
  for await (const file of glob("dist/**/*.js", { cwd: folder })) {
    const map = pointer.exec(await readFile(join(folder, file), "utf8"))?.[1];
    if (map === undefined) problems.push(`${file} has no source map`);
    else maps.add(join(dirname(file), map));
  }
  for await (const file of glob("dist/**/*.map", { cwd: folder })) maps.add(file);
  for (const file of maps) problems.push(...(await unresolved(folder, file)));
  return problems;
}

async function unresolved(folder: string, file: string): Promise<string[]> {
  const path = join(folder, file);
  if (!existsSync(path)) return [`${file} is referenced as a source map, but does not exist`];
  const { sources = [], sourcesContent = [] }: SourceMap = JSON.parse(await readFile(path, "utf8"));
  if (sources.length === 0) return [`${file} names no source`];
  return sources
    .filter((source, index) => sourcesContent[index] == null && !existsSync(join(dirname(path), source ?? "")))
    .map((source) => `${file} names ${source}, which is neither in it nor in the package`);
}
