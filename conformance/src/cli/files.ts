import { readFile, stat } from "node:fs/promises";
import { prepareRecording } from "../exchange/recording.ts";
import type { Settings } from "../options/table.ts";
import { parseReport } from "../report/compare.ts";
import type { Report } from "../report/report.ts";
import { removeReports } from "../report/write.ts";
import { printable } from "../shared/text.ts";
import { UsageError } from "../shared/usage-error.ts";
import { isSystemError, prepareFile } from "../shared/whole-file.ts";
import { decoded } from "./configuration.ts";

const notPermitted =
  "writing is not permitted: choose a writable path, change its permissions, or close the program that has it open";

const advice: Record<string, string> = {
  ENOSPC: "the disk is full: free some space, or choose another disk",
  EDQUOT: "the disk quota is used up: free some space, or choose another disk",
  EFBIG: "the file exceeds the allowed size: raise the limit (ulimit -f), or choose another path",
  EROFS: "the file system is read-only: choose a writable path",
  EACCES: notPermitted,
  EPERM: notPermitted,
  EBUSY: notPermitted,
  EINVAL: "the path has characters that are not allowed: choose another (in JSON, a backslash is written twice)",
  EISDIR: "there is a directory where a file belongs: choose another path",
  EEXIST: "there is a file where a directory belongs: choose another path",
  ENOTDIR: "there is a file where a directory belongs: choose another path",
  ENOENT: "there is no such directory: choose another path",
  ENAMETOOLONG: "the name is too long: choose a shorter one",
  ELOOP: "the symbolic links form a loop: choose another path",
};

/** Runs file operations; a system error is reported with the option that gave the path. */
export async function naming<T>(option: string, place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`${option} ${printable(place)}: ${advice[error.code ?? ""] ?? error.message} (${error.code})`);
  }
}

export const defaultReportDir = "conformance-report";

/** Prepares every path that a run writes to before its first request is sent, so that a wrong one costs no run. */
export async function preparePlaces({ reportDir = defaultReportDir, record, writeBaseline }: Settings): Promise<void> {
  if (record !== undefined) await naming("--record", record, () => prepareRecording(record));
  if (writeBaseline !== undefined) await naming("--write-baseline", writeBaseline, () => prepareFile(writeBaseline));
  await naming("--report-dir", reportDir, () => removeReports(reportDir));
}

/** The report that an option names, if it was given. */
export async function readReport(file: string | undefined, option: string): Promise<Report | undefined> {
  if (file === undefined) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch {
    throw new UsageError(`${option}: the file ${file} cannot be read: is the path right?`);
  }
  return parseReport(decoded(bytes, file), file);
}

/** The baseline that --write-baseline will replace: people may have written reasons into it. */
export async function replacedBaseline(file: string | undefined): Promise<Report | undefined> {
  const known = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (known?.isFile() !== true || known.size === 0) return undefined;
  try {
    return await readReport(file, "--write-baseline");
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`--write-baseline would replace a file of another kind, so choose another: ${error.message}`);
  }
}
