/** `latest.json`: what an exported folder holds. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MirrorError } from "../mirror-error.ts";
import { changesPath, isExportedFile, rowsPath } from "./layout.ts";
import type { FileMark } from "./output-file.ts";
import { isFileAt } from "./place.ts";
import { type ExportFormat, exportFormats } from "./row-file.ts";

/** Version of the layout: a folder with another one was written by another version of the mirror. */
export const layoutVersion = 2;

/** Files of one list, in the newest exported generation. */
export interface ExportedFiles {
  /** A file, or a folder of files, below the exported folder. */
  path: string;
  rows: number;
}

/** The content of `latest.json`. */
export interface ExportRecord {
  layout: number;
  /** Identity of the copy that is exported here, as `status --json` names it. */
  copy: string;
  format: ExportFormat;
  /** The newest generation that is exported. */
  generation: number;
  /** State that the service named for it; null if it names none. */
  state: string | null;
  service: string;
  /** When the copy of this generation was complete. */
  completed: string;
  /** The copy's seal of it, which covers all generations until then: no other copy has it. */
  seal: string;
  /** Its lists by name, with what changed in each if that was exported. */
  lists: Record<string, ExportedFiles & { changes?: ExportedFiles }>;
  /** Every generation that is exported, the oldest first. */
  generations: number[];
  /** Every file of every generation, by its path below the exported folder. */
  files: Record<string, FileMark & { rows: number }>;
}

/** Name of the record in an exported folder. */
export const recordName = "latest.json";

/**
 * Reads the record in a folder. Undefined if there is none.
 *
 * @throws MirrorError if it is something else, damaged, or of another version of the mirror.
 */
export async function readRecord(folder: string): Promise<ExportRecord | undefined> {
  const path = join(folder, recordName);
  if (!isFileAt(path)) return undefined;
  const value = parsed(await readFile(path, "utf8"));
  if (!isObject(value) || !isCount(value.layout) || !Array.isArray(value.generations))
    throw new MirrorError(
      "foreign",
      `${path} is not the record of an export. Nothing was changed. Restore it if it was one, or name another folder.`,
    );
  if (value.layout > layoutVersion)
    throw new MirrorError(
      "newer",
      `${folder} was exported by a newer version of the mirror. Update @court-register/mirror, or name another folder.`,
    );
  if (value.layout < layoutVersion)
    throw new MirrorError(
      "usage",
      `${folder} was exported by an older version of the mirror, with amounts of other types. Nothing in it was changed. Name another folder, or remove this one and export again.`,
    );
  // Via unknown: every field of it is checked below, each beside the others.
  const record = value as unknown as ExportRecord;
  const wrong = Object.entries(checks).find(([field, isRight]) => !isRight(value[field], record));
  if (wrong)
    throw new MirrorError(
      "damaged",
      `${path} is damaged: what it has as "${wrong[0]}" is nothing that an export writes. Nothing was changed. Restore it, or name another folder and export again.`,
    );
  return record;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isGeneration = (value: unknown): boolean => isCount(value) && value > 0;

/** Whether a value is an object whose entries all are what they should be. */
const all = (value: unknown, isRight: (name: string, entry: Record<string, unknown>) => boolean): boolean =>
  isObject(value) && Object.entries(value).every(([name, entry]) => isObject(entry) && isRight(name, entry));

/** What each field of a record is, by those before it. Paths are where an export has its files, so that none leads out of the folder. */
const checks: Readonly<
  Record<Exclude<keyof ExportRecord, "layout">, (value: unknown, record: ExportRecord) => boolean>
> = {
  copy: isText,
  format: (value) => exportFormats.some((format) => format === value),
  generation: isGeneration,
  state: (value) => value === null || isText(value),
  service: isText,
  completed: isText,
  seal: isText,
  generations: (value) => Array.isArray(value) && value.every(isGeneration),
  files: (value, { format }) =>
    all(
      value,
      (path, { rows, bytes, sha256 }) =>
        isExportedFile(path, format) &&
        isCount(rows) &&
        isCount(bytes) &&
        isText(sha256) &&
        /^[0-9a-f]{64}$/.test(sha256),
    ),
  lists: (value, { format, generation }) =>
    all(value, (list, { path, rows, changes }) => {
      const isChanges =
        changes === undefined ||
        (isObject(changes) && changes.path === changesPath(list, generation) && isCount(changes.rows));
      return path === rowsPath(format, list, generation) && isCount(rows) && isChanges;
    }),
};
