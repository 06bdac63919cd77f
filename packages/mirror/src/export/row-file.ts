import type { SqlRow } from "../store/database.ts";

/** What an export is made of. */
export type ExportFormat = "parquet" | "csv" | "ndjson";

/** Every format. */
export const exportFormats: readonly ExportFormat[] = ["parquet", "csv", "ndjson"];

/** A file that is being written. */
export interface RowFile {
  write(rows: readonly SqlRow[]): Promise<void>;
  /** Writes what is left. Without it, the file is incomplete. */
  end(): Promise<void>;
}
