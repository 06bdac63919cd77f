import { mkdir, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Whether an error is one of the system's, as of a full disk: with a code, and the call that met it. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** Where a file truly stands, behind links. What is no file, as `/dev/stdout`, has none beside it. */
async function placeOf(file: string): Promise<{ target: string; beside: string | undefined }> {
  const target = await realpath(file).catch(() => file);
  const known = await stat(target).catch(() => undefined);
  return { target, beside: known === undefined || known.isFile() ? `${target}.${process.pid}` : undefined };
}

/** Writes a file whole, or leaves what was there: a disk that is full must not cut what somebody wrote. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const { target, beside } = await placeOf(file);
  if (beside === undefined) return writeFile(target, text);
  try {
    await writeFile(beside, text);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (known) => known.isDirectory(),
    () => false,
  );

/** Makes a directory and those above it. Node's own way never ends where the system makes none, as in `/proc`. */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDirectory(above);
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isDirectory(path))) throw error;
  }
}

/** Finds out whether a file can be written later, and makes its directory: what was there stays. */
export async function prepareFile(file: string): Promise<void> {
  await makeDirectory(dirname(file));
  try {
    await (await open(file, "r+")).close();
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
  const { beside } = await placeOf(file);
  if (beside === undefined) return;
  await writeFile(beside, "");
  await rm(beside);
}
