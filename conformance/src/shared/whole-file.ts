import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Reports and recordings tell about a service, and may hold rows: their owner alone may read what is made. */
const ownersAlone = { mode: 0o600 };

/** Makes a folder, and those that it is in, if they are not there. */
export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
};

/** Whether an error comes from the system, such as a full disk: it has a code and a system call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** The real path of a file, a temporary file next to it, and the mode that it has or gets. A device such as `/dev/stdout` has no temporary file. */
function resolveFile(file: string): { target: string; temporary: string | undefined; mode: number } {
  const target = realOf(file);
  const known = statSync(target, { throwIfNoEntry: false });
  const temporary = known === undefined || known.isFile() ? `${target}.${process.pid}` : undefined;
  return { target, temporary, mode: known ? known.mode & 0o777 : ownersAlone.mode };
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Codes of a file that may not be written or, on Windows, that another program has open. */
const inUse: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);

type Move = (from: string, to: string) => void;

/** Moves a file, for up to a second again and again if it is in use: virus scanners open what was just written. */
function patiently(move: Move, from: string, to: string, triesLeft = 10): void {
  try {
    move(from, to);
  } catch (error) {
    if (triesLeft === 0 || !isSystemError(error) || !inUse.has(error.code)) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    patiently(move, from, to, triesLeft - 1);
  }
}

/**
 * Replaces a file as a whole or not at all: a full disk must not truncate what somebody wrote. Synchronous, as is all of this, so
 * that no signal ends the process in between.
 */
export function writeWhole(file: string, text: string, move: Move = renameSync): void {
  const { target, temporary, mode } = resolveFile(file);
  if (temporary === undefined) {
    writeFileSync(target, text);
    return;
  }
  try {
    writeFileSync(temporary, text, { mode });
    patiently(move, temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes new files, by path, all of them or none. */
export function writeAllWhole(texts: Readonly<Record<string, string>>, move: Move = renameSync): void {
  const files = Object.entries(texts).map(([target, text]) => ({
    target,
    text,
    temporary: `${target}.${process.pid}`,
  }));
  const moved: string[] = [];
  try {
    for (const { temporary, text } of files) writeFileSync(temporary, text, ownersAlone);
    for (const { temporary, target } of files) {
      patiently(move, temporary, target);
      moved.push(target);
    }
  } catch (error) {
    for (const file of [...files.map(({ temporary }) => temporary), ...moved]) rmSync(file, { force: true });
    throw error;
  }
}

/** Checks that a file can be written later, and creates its directory; the file stays as it is. */
export async function prepareFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  try {
    await (await open(file, "r+")).close();
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
  const { temporary } = resolveFile(file);
  if (temporary === undefined) return;
  writeFileSync(temporary, "", ownersAlone);
  rmSync(temporary);
}
