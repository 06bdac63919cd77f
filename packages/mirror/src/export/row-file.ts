import type { SqlRow } from "../store/database.ts";
import type { ColumnType } from "../wire/list.ts";
import type { DecimalSize } from "./decimal-size.ts";

/** What an export is made of. */
export type ExportFormat = "parquet" | "csv" | "ndjson";

/** Every format. */
export const exportFormats: readonly ExportFormat[] = ["parquet", "csv", "ndjson"];

/** A column of an exported file. */
export interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Digits that a decimal has room for. */
  readonly size?: DecimalSize;
}

/** A file that is being written. */
export interface RowFile {
  write(rows: readonly SqlRow[]): Promise<void>;
  /** Writes what is left. Without it, the file is incomplete. */
  end(): Promise<void>;
}
