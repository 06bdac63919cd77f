/** Parquet by hyparquet-writer: integers of 64 bits, exact decimals, texts; absent values are null. */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { SqlRow } from "../store/database.ts";
import { bytesFor, unscaled, usualSize } from "./decimal-size.ts";
import type { OutputFile } from "./output-file.ts";
import type { FileColumn, RowFile } from "./row-file.ts";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

/** A group of rows is written when it has so many rows, or texts of so many characters: memory holds one of them. */
const groupRows = 20_000;
const groupCharacters = 8_000_000;

function elementOf({ name, type, size = usualSize }: FileColumn): SchemaElement {
  const element = { name, repetition_type: "OPTIONAL" } as const;
  if (type === "integer") return { ...element, type: "INT64" };
  if (type === "boolean") return { ...element, type: "BOOLEAN" };
  if (type === "decimal")
    return {
      ...element,
      ...size,
      type: "FIXED_LEN_BYTE_ARRAY",
      type_length: bytesFor(size.precision),
      converted_type: "DECIMAL",
    };
  return { ...element, type: "BYTE_ARRAY", converted_type: "UTF8" };
}

/** A value as the writer takes it. A bigint is a decimal's unscaled value there, so that no digit is lost. */
function cell(value: unknown, { type, size = usualSize }: FileColumn): unknown {
  if (value == null) return null;
  if (type === "decimal") return unscaled(String(value), size.scale);
  if (type === "integer") return typeof value === "bigint" ? value : BigInt(String(value));
  if (type === "boolean") return value === true || Number(value) === 1;
  return value;
}

/** Writes a file of Parquet. */
export function parquetFile(file: OutputFile, columns: readonly FileColumn[]): RowFile {
  const bytes = new ByteWriter();
  const schema = [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: "court-register-mirror" });
  let group = columns.map((): unknown[] => []);
  let rowCount = 0;
  let characters = 0;

  const flush = async (): Promise<void> => {
    await file.write(bytes.getBytes());
    bytes.index = 0;
  };
  const writeGroup = async (): Promise<void> => {
    await writer.write({
      columnData: columns.map(({ name, type }, index) => ({
        name,
        data: group[index] ?? [],
        // For engines that skip groups by their numbers. Nobody skips by the order of names.
        statistics: type === "integer",
      })),
      rowGroupSize: rowCount,
    });
    await flush();
    group = columns.map(() => []);
    rowCount = 0;
    characters = 0;
  };

  return {
    async write(rows: readonly SqlRow[]) {
      for (const [index, column] of columns.entries()) {
        const values = group[index] ?? [];
        for (const row of rows) {
          const value = cell(row[column.name], column);
          if (typeof value === "string") characters += value.length;
          values.push(value);
        }
      }
      rowCount += rows.length;
      if (rowCount >= groupRows || characters >= groupCharacters) await writeGroup();
    },
    async end() {
      if (rowCount > 0) await writeGroup();
      await writer.finish();
      await flush();
    },
  };
}
