import { mkdir, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Whether an error comes from the system, such as a full disk: it has a code and a system call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** The real path of a file, and of a temporary file next to it. A device such as `/dev/stdout` has none. */
async function resolveFile(file: string): Promise<{ target: string; temporary: string | undefined }> {
  const target = await realpath(file).catch(() => file);
  const known = await stat(target).catch(() => undefined);
  return { target, temporary: known === undefined || known.isFile() ? `${target}.${process.pid}` : undefined };
}

/** Codes of a file that may not be written or, on Windows, that another program has open. */
const inUse: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);

type Move = (from: string, to: string) => Promise<void>;

/** Moves a file, for up to a second again and again if it is in use: virus scanners open what was just written. */
async function patiently(move: Move, from: string, to: string, triesLeft = 10): Promise<void> {
  try {
    await move(from, to);
  } catch (error) {
    if (triesLeft === 0 || !isSystemError(error) || !inUse.has(error.code)) throw error;
    await setTimeout(100);
    await patiently(move, from, to, triesLeft - 1);
  }
}

/** Replaces a file as a whole or not at all: a full disk must not truncate what somebody wrote. */
export async function writeWhole(file: string, text: string, move: Move = rename): Promise<void> {
  const { target, temporary } = await resolveFile(file);
  if (temporary === undefined) return writeFile(target, text);
  try {
    await writeFile(temporary, text);
    await patiently(move, temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (known) => known.isDirectory(),
    () => false,
  );

/** Creates a directory and its parents. Node's `recursive` option never returns where none can be created, as in `/proc`. */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDirectory(above);
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!(await isDirectory(path))) throw error;
  }
}

/** Checks that a file can be written later, and creates its directory; the file stays as it is. */
export async function prepareFile(file: string): Promise<void> {
  await makeDirectory(dirname(file));
  // Windows opens one like a file.
  if (await isDirectory(file)) throw Object.assign(new Error("is a directory"), { code: "EISDIR", syscall: "open" });
  try {
    await (await open(file, "r+")).close();
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
  const { temporary } = await resolveFile(file);
  if (temporary === undefined) return;
  await writeFile(temporary, "");
  await rm(temporary);
}
