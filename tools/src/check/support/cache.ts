/** Where everything is kept that checks need not fetch again. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../repository.ts";

/** The folder that survives between runs. */
export const cache: string = `${root}/node_modules/.cache/court-register-runtimes`;

/** npm's cache of the checks alone, so that it can be told what has been downloaded. */
export const npmCache: string = `${cache}/npm`;

/** Bytes of all files in a folder. */
export async function sizeOf(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
