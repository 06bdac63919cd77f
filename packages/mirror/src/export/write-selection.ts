import type { Reading } from "../store/database.ts";
import { csvFile } from "./csv.ts";
import { ndjsonFile } from "./ndjson.ts";
import type { OutputFile } from "./output-file.ts";
import type { ExportFormat, RowFile } from "./row-file.ts";
import { type Selection, withSubjects } from "./selection.ts";

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
  const file = await begin(selection, output, format);
  let count = 0;
  for (const query of selection.queries)
    for await (const rows of reading.batches(query)) {
      signal?.throwIfAborted();
      await file.write(selection.subjects ? await withSubjects(rows, selection.subjects) : rows);
      count += rows.length;
    }
  await file.end();
  return count;
}

async function begin({ list, columns }: Selection, output: OutputFile, format: ExportFormat): Promise<RowFile> {
  if (format === "csv") return await csvFile(output, columns);
  if (format === "ndjson") return ndjsonFile(output, columns);
  const { parquetFile } = await import("./parquet.ts");
  return parquetFile(output, list, columns);
}
