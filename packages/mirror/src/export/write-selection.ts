import type { Reading } from "../store/database.ts";
import { csvFile } from "./csv.ts";
import { decimalSize } from "./decimal-size.ts";
import { ndjsonFile } from "./ndjson.ts";
import type { OutputFile } from "./output-file.ts";
import type { ExportFormat, FileColumn, RowFile } from "./row-file.ts";
import { read, readUntil, type Selection } from "./selection.ts";

/**
 * Writes the rows of a selection into a file. Memory holds a batch of them, whatever their number.
 *
 * @returns how many there were.
 */
export async function writeSelection(
  reading: Reading,
  selection: Selection,
  output: OutputFile,
  format: ExportFormat,
  signal: AbortSignal | undefined,
): Promise<number> {
  const file = await begin(reading, selection, output, format);
  let count = 0;
  for await (const rows of read(reading, selection, selection.columns)) {
    signal?.throwIfAborted();
    await file.write(rows);
    count += rows.length;
  }
  await file.end();
  await output.settle();
  return count;
}

async function begin(
  reading: Reading,
  selection: Selection,
  output: OutputFile,
  format: ExportFormat,
): Promise<RowFile> {
  if (format === "csv") return await csvFile(output, selection.columns);
  if (format === "ndjson") return ndjsonFile(output, selection.columns);
  const { parquetFile } = await import("./parquet.ts");
  return parquetFile(output, await withSizes(reading, selection));
}

/** Columns with the digits that their decimals need, which a file of Parquet states once for all rows. */
async function withSizes(reading: Reading, selection: Selection): Promise<FileColumn[]> {
  const columns: FileColumn[] = [];
  for (const column of selection.columns)
    if (column.type !== "decimal") columns.push(column);
    else {
      const name = `${selection.list}.${column.name}`;
      const size = await decimalSize(name, column.name, readUntil(reading, selection, column.name));
      columns.push({ ...column, size });
    }
  return columns;
}
