/** One run at a time exports to a folder. */
import { DatabaseSync } from "node:sqlite";
import { MirrorError } from "../mirror-error.ts";

/** Codes of SQLite (sqlite.org/rescode.html). */
const busy = 5;
const notADatabase = 26;

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
   * @returns the lock; `held` if another run has it, `foreign` if the file is something else.
   * @throws MirrorError of kind `unavailable` if the file system has no locks.
   */
  static take(path: string): FolderLock | "held" | "foreign" {
    const file = new DatabaseSync(path, { timeout: 0 });
    try {
      file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return new FolderLock(file);
    } catch (error) {
      file.close();
      const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
      if (code === busy) return "held";
      if (code === notADatabase) return "foreign";
      throw new MirrorError(
        "unavailable",
        `${path} cannot be locked: ${error instanceof Error ? error.message : error}. Export to a file system that has locks, and copy the folder from there.`,
        { cause: error },
      );
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
