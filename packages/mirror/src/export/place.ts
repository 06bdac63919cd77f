/**
 * What is where an export has its files. Everything is looked at before anything is opened or moved: whoever opens a pipe waits, and a
 * move that fails leaves the others done.
 */
import { accessSync, constants, lstatSync, type Stats, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { MirrorError } from "../mirror-error.ts";

/**
 * Makes a folder and those that it is in, if they are not there: their owner alone may look into them. `mkdir` with `recursive` never ends where the system lets nobody make
 * a folder, as in `/proc`.
 *
 * @throws MirrorError if it has no name that a folder can have.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (folder === "" || folder.includes("\0"))
    throw new MirrorError("usage", `${JSON.stringify(folder)} is no name of a folder. Name another one.`);
  const path = resolve(folder);
  if (lookAt(path)?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path, 0o700);
  } catch (error) {
    // Another run may have been faster.
    if (!lookAt(path)?.isDirectory()) throw error;
  }
}

/** What is at a path, or where the link there leads; a link that leads nowhere is told as itself. Undefined if nothing is there. */
export function lookAt(path: string): Stats | undefined {
  return looked(statSync, path) ?? looked(lstatSync, path);
}

function looked(look: (path: string) => Stats, path: string): Stats | undefined {
  try {
    return look(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(code)) return undefined;
    throw error;
  }
}

/** How many bytes a file has; undefined if there is none. */
export function sizeOf(path: string): number | undefined {
  const found = lookAt(path);
  return found?.isFile() ? found.size : undefined;
}

/** Whether there is a file. @throws MirrorError if something else is there. */
export function isFileAt(path: string): boolean {
  const found = lookAt(path);
  if (found && !found.isFile()) throw inTheWay(path, "file");
  return found !== undefined;
}

/**
 * Looks whether a file can be moved to a path in a folder: its own folder may not be there yet, or the file be there already.
 *
 * @throws MirrorError if something else is in the way, or the place is on another disk. Error if this user may not write there.
 */
export function refuseObstacle(folder: string, path: string): void {
  const names = path.split("/");
  let place = folder;
  for (const name of names.slice(0, -1)) {
    const next = join(place, name);
    const found = lookAt(next);
    if (!found) break;
    if (!found.isDirectory()) throw inTheWay(next, "folder");
    place = next;
  }
  isFileAt(join(folder, path));
  accessSync(place, constants.W_OK | constants.X_OK);
  if (statSync(place).dev !== statSync(folder).dev)
    throw new MirrorError(
      "usage",
      `${place} is on another disk than ${folder}, so that no file can be moved there at once. This run has changed nothing there. Have all of the folder on one disk, or name another folder.`,
    );
}

const inTheWay = (path: string, expected: "file" | "folder"): MirrorError =>
  new MirrorError(
    "foreign",
    `${path} is in the way: an export has a ${expected} there. This run has changed nothing there. Move it away, or name another folder.`,
  );
