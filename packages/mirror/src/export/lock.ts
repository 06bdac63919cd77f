/** One run at a time exports to a folder. */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { MirrorError } from "../mirror-error.ts";
import { lookAt } from "./place.ts";

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const busy = 5;
/** Permission denied, a file that may only be read, and one that cannot be opened. */
const notWritable: ReadonlySet<number | undefined> = new Set([3, 8, 14]);

/**
 * A lock of the file system, as SQLite takes it: the system ends it with the process, however that ends, so that no lock is left
 * over. It holds between processes, and between machines that share the folder. The file stays, empty: whoever removed it might
 * remove it from under another run that has just opened it.
 */
export class FolderLock implements Disposable {
  readonly #file: DatabaseSync;

  private constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /**
   * Takes the lock.
   *
   * @param path - The file, which is made if there is none.
   * @returns the lock; undefined if another run has it.
   * @throws MirrorError of kind `foreign` if the file is something else, `unavailable` if it cannot be written or locked.
   */
  static take(path: string): FolderLock | undefined {
    make(path);
    let file: DatabaseSync | undefined;
    try {
      file = new DatabaseSync(`${pathToFileURL(path)}?mode=rw`, { timeout: 0 });
      // SQLite opens a file that may only be read all the same, and then locks nobody out: a change tells. It never reaches the file.
      file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
      return new FolderLock(file);
    } catch (error) {
      file?.close();
      const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
      if (code === busy) return undefined;
      throw new MirrorError(
        "unavailable",
        notWritable.has(code)
          ? `${path} cannot be opened for writing, so that other runs cannot be locked out. Nothing was changed. Let this user write the file, or name another folder.`
          : `${path} cannot be locked: ${error instanceof Error ? error.message : error}. Export to a file system that has locks, and copy the folder from there.`,
        { cause: error },
      );
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/** Makes the file if there is none. One that is there is not opened: closing it would end a lock that this process has on it. */
function make(path: string): void {
  const found = lookAt(path);
  const others = ["-journal", "-wal"].filter((end) => lookAt(`${path}${end}`));
  // SQLite would open a database of somebody else, and change it or what is beside it.
  if (others.length > 0 || (found && !(found.isFile() && found.size === 0)))
    throw new MirrorError(
      "foreign",
      `${path}${others[0] ?? ""} is in the way: an export keeps ${path} as an empty file, and nothing beside it. Nothing was changed. Move it away, or name another folder.`,
    );
  if (found) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // Another run was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
