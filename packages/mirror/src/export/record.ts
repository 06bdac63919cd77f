/** `latest.json`: what an exported folder holds. */
import type { ExportFormat } from "./row-file.ts";

/** Version of the layout: a folder with a greater one was written by a newer mirror. */
export const layoutVersion = 1;

/** Files of one list, in the newest exported generation. */
export interface ExportedFiles {
  /** A file, or a folder of files, below the exported folder. */
  path: string;
  rows: number;
}

/** The content of `latest.json`. */
export interface ExportRecord {
  layout: number;
  format: ExportFormat;
  /** The newest generation that is exported. */
  generation: number;
  /** State that the service named for it; null if it names none. */
  state: string | null;
  service: string;
  /** When the copy of this generation was complete. */
  completed: string;
  /** Its lists by name, with what changed in each if that was exported. */
  lists: Record<string, ExportedFiles & { changes?: ExportedFiles }>;
  /** Every generation that is exported, the oldest first. */
  generations: number[];
}

/** Reads a record. Returns undefined if the text is not one. */
export function parseRecord(text: string): ExportRecord | undefined {
  let value: Partial<ExportRecord> | null;
  try {
    value = JSON.parse(text) as Partial<ExportRecord> | null;
  } catch {
    return undefined;
  }
  const isRecord =
    typeof value?.layout === "number" && typeof value.generation === "number" && Array.isArray(value.generations);
  return isRecord ? (value as ExportRecord) : undefined;
}
