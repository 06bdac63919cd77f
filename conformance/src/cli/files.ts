import { readFile, stat } from "node:fs/promises";
import { prepareRecording } from "../exchange/recording.ts";
import { type Baseline, BaselineError, parseBaseline } from "../report/baseline.ts";
import { removeReports } from "../report/write.ts";
import { isSystemError, prepareFile } from "../whole-file.ts";
import { type Settings, UsageError } from "./settings.ts";

const advice: Record<string, string> = {
  ENOSPC: "the disk is full: make room on it, or name a place on another",
  EDQUOT: "the disk quota is used up: make room, or name a place on another disk",
  EFBIG: "the file becomes greater than is allowed: raise the limit (ulimit -f), or name another place",
  EROFS: "nothing can be written there: name a place that is not read-only",
  EACCES: "it may not be written: name a place that may, or change its permissions",
  EPERM: "it may not be written: name a place that may, or change its permissions",
  EISDIR: "a directory stands where a file belongs: name another place",
  EEXIST: "a file stands where a directory belongs: name another place",
  ENOTDIR: "a file stands where a directory belongs: name another place",
  ENOENT: "there is no such directory: name another place",
  ENAMETOOLONG: "the name is too long: give a shorter one",
  ELOOP: "links lead in a circle: name another place",
};

/** Does something with files; what the system refuses is told with the option that named the place. */
export async function naming<T>(option: string, place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`${option} ${place}: ${advice[error.code ?? ""] ?? error.message} (${error.code})`);
  }
}

export const defaultReportDir = "conformance-report";

/** Makes every place that a run writes to before its first request is sent: a wrong path then costs no run. */
export async function preparePlaces({ reportDir = defaultReportDir, record, writeBaseline }: Settings): Promise<void> {
  if (record !== undefined) await naming("--record", record, () => prepareRecording(record));
  if (writeBaseline !== undefined) await naming("--write-baseline", writeBaseline, () => prepareFile(writeBaseline));
  await naming("--report-dir", reportDir, () => removeReports(reportDir));
}

export async function readText(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new UsageError(`${option}: the file ${file} cannot be read: is its path right?`);
  }
}

/** The baseline that stands where one is to be written: people may have written reasons into it. */
export async function replacedBaseline(file: string | undefined): Promise<Baseline | undefined> {
  const known = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || known?.isFile() !== true || known.size === 0) return undefined;
  try {
    return parseBaseline(await readText(file, "--write-baseline"), file);
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    throw new UsageError(`--write-baseline would replace ${file}, which is no baseline: name another file`);
  }
}
