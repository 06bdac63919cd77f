/** Where checks cache what they download. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../repository.ts";

/** A folder that is kept between runs. */
export const cache: string = `${root}/node_modules/.cache/court-register-runtimes`;

/** npm's cache, used only by the checks, so that they can tell how much was downloaded. */
export const npmCache: string = `${cache}/npm`;

/** Size of all files in a folder, in bytes. */
export async function sizeOf(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
