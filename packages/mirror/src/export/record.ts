/** `latest.json`: what an exported folder holds. */
import type { FileMark } from "./output-file.ts";
import type { ExportFormat } from "./row-file.ts";

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a record. Returns undefined if the text is not one; one of another layout may have nothing but that. */
export function parseRecord(text: string): Pick<ExportRecord, "layout"> | ExportRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !Number.isInteger(value.layout) || !Array.isArray(value.generations)) return undefined;
  if (value.layout !== layoutVersion) return { layout: Number(value.layout) };
  const isRecord =
    typeof value.copy === "string" &&
    Number.isInteger(value.generation) &&
    Object.values(isObject(value.lists) ? value.lists : [undefined]).every(isObject) &&
    Object.values(isObject(value.files) ? value.files : [undefined]).every(isObject);
  // Checked as far as anything is decided by it: the files themselves are checked when they are relied on.
  return isRecord ? (value as unknown as ExportRecord) : undefined;
}
