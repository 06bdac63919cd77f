import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Whether an error comes from the system, such as a full disk: it has a code and a system call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** The real path of a file, and of a temporary file next to it. A device such as `/dev/stdout` has none. */
function resolveFile(file: string): { target: string; temporary: string | undefined } {
  const target = realOf(file);
  const known = statSync(target, { throwIfNoEntry: false });
  return { target, temporary: known === undefined || known.isFile() ? `${target}.${process.pid}` : undefined };
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
  const { target, temporary } = resolveFile(file);
  if (temporary === undefined) {
    writeFileSync(target, text);
    return;
  }
  try {
    writeFileSync(temporary, text);
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
    for (const { temporary, text } of files) writeFileSync(temporary, text);
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
  await mkdir(dirname(file), { recursive: true });
  try {
    await (await open(file, "r+")).close();
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
  const { temporary } = resolveFile(file);
  if (temporary === undefined) return;
  writeFileSync(temporary, "");
  rmSync(temporary);
}
