/** A file that may be a copy in SQLite: what it is, and how it is read without a byte being written, to it or beside it. */
import { accessSync, closeSync, constants, existsSync, openSync, realpathSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { MirrorError } from "../mirror-error.ts";

/**
 * The size of a file; `undefined` if there is none. The file is not opened: who closes a file gives up every lock that the process has
 * on it (sqlite.org/howtocorrupt.html), so that only SQLite may open it.
 *
 * @throws MirrorError of kind `usage` or `unavailable` if it is no file, or cannot be read.
 */
export function sizeOf(file: string): number | undefined {
  try {
    const stats = statSync(file);
    if (stats.isDirectory())
      throw new MirrorError("usage", `${file} is a folder. Name a file in it, such as register.sqlite.`);
    if (!stats.isFile()) throw new MirrorError("usage", `${file} is not an ordinary file. Name another one.`);
    accessSync(file, constants.R_OK);
    return stats.size;
  } catch (error) {
    if (error instanceof MirrorError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new MirrorError(
      "unavailable",
      `The file ${file} cannot be read (${code}). Check the permissions of the file and of its folder.`,
      { cause: error },
    );
  }
}

/**
 * Makes a file that its owner alone may read, if there is none. SQLite would let everybody read one that it makes, and gives the files
 * beside it the mode of this one.
 */
export function makePrivate(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    // SQLite says why.
  }
}

/** A way to open a file for reading. */
export interface Way {
  /** What SQLite opens. */
  readonly location: string;
  readonly readOnly: boolean;
  /** What is set before the first reading. */
  readonly settings: string;
  /** Whether the file is still as it was. Where readers cannot keep writers from changing it, they look afterwards. */
  readonly isUnchanged: () => boolean;
  /** How it goes with others in this process, which share with it what SQLite keeps of a file. */
  readonly manners: Manners;
}

/**
 * - `shares`: takes locks, and may write what readers and writers share.
 * - `only looks`: what they share is opened as something that may only be read, for all of the process: nobody in it may write meanwhile.
 * - `still`: takes no locks, and shares nothing.
 * - `alone`: the same; but closing the file would end the locks that others in the process have on it.
 */
export type Manners = "shares" | "only looks" | "still" | "alone";

/** SQLite's way to files without locks, which also keeps what others would share in memory. */
const withoutLocks = process.platform === "win32" ? "win32-none" : "unix-none";

/**
 * Ways to open a file for reading, the best first. Changes are in a file beside it first, whose name ends with `-wal`; readers and
 * writers meet in one with `-shm`; and SQLite makes both even for readers (sqlite.org/wal.html#readonly). So it depends on what is there.
 *
 * @param brief - Whether the file is only looked at, to see whose it is.
 */
export function waysToRead(file: string, brief: boolean): Way[] {
  const path = realpathSync(file);
  const way = (parameters: string, more: Partial<Way> = {}, watched: string[] = []): Way => {
    const before = stamps(watched);
    return {
      location: `${pathToFileURL(path)}?${parameters}`,
      readOnly: true,
      settings: "",
      isUnchanged: () => stamps(watched) === before,
      manners: "shares",
      ...more,
    };
  };
  const [wal, shm] = [`${path}-wal`, `${path}-shm`];
  // Another program is changing it, or was killed while it did.
  if (existsSync(`${path}-journal`)) return [way("mode=ro")];
  // Another program has the file open, or had it open when it was killed.
  if (existsSync(wal) && existsSync(shm)) {
    const looking = way("mode=ro&readonly_shm=1", { manners: "only looks" });
    // Who may write may do so in this process, at any moment. What a killed program has shared is made anew: it is memory, and no data.
    return brief || !mayWrite(path) || !mayWrite(shm) ? [looking] : [way("mode=ro"), looking];
  }
  // What a killed program has left, without the file that only matters to programs that run.
  if ((sizeOf(wal) ?? 0) > 0)
    return [
      way(`mode=ro&vfs=${withoutLocks}`, { settings: "PRAGMA locking_mode = EXCLUSIVE", manners: "alone" }, [
        path,
        wal,
      ]),
    ];
  // Nobody has the file open.
  const still = way("immutable=1", { manners: "still" }, [path]);
  if (brief || !mayWrite(path)) return [still];
  // Who may write it meets writers that come later: SQLite makes the two files, and removes them at the end.
  return [{ ...writing(path), settings: "PRAGMA query_only = ON" }, still];
}

/** The way to open a file for writing. */
export const writing = (location: string): Way => ({
  location,
  readOnly: false,
  // Readers see the copy as it was when they began, and never wait (sqlite.org/wal.html). A commit survives a kill; after a
  // loss of power, the last ones may have to be copied again.
  settings: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864",
  isUnchanged: () => true,
  manners: "shares",
});

/** What changes whenever a file is written. */
const stamps = (files: readonly string[]): string =>
  files
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : "none"))
    .join();

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
