/** Parquet by hyparquet-writer: integers of 64 bits, exact decimals, texts; absent values are null. */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { MirrorError } from "../mirror-error.ts";
import type { SqlRow } from "../store/database.ts";
import type { Column } from "../wire/list.ts";
import type { OutputFile } from "./output-file.ts";
import type { RowFile } from "./row-file.ts";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

/** A group of rows is written when it has so many rows, or texts of so many characters: memory holds one of them. */
const groupRows = 20_000;
const groupCharacters = 8_000_000;

/**
 * The type of every amount in every file. Engines take the type of the first file for all that they read together, and round what
 * another file has more of: so it is one, whatever a generation holds. 38 digits are the most that DuckDB, Arrow and Spark keep
 * exactly. NUMBER(22,2), which amounts are, leaves eight of them before the point for sums, and eight after it for what comes.
 */
const amounts = { precision: 38, scale: 10 };
const amountType = `decimal(${amounts.precision},${amounts.scale})`;
/** Bytes that hold 38 digits, in two's complement. */
const amountBytes = 16;
const greatestAmount = 10n ** BigInt(amounts.precision) - 1n;

function elementOf({ name, type }: Column): SchemaElement {
  const element = { name, repetition_type: "OPTIONAL" } as const;
  if (type === "integer") return { ...element, type: "INT64" };
  if (type === "boolean") return { ...element, type: "BOOLEAN" };
  if (type === "decimal")
    return {
      ...element,
      ...amounts,
      type: "FIXED_LEN_BYTE_ARRAY",
      type_length: amountBytes,
      converted_type: "DECIMAL",
    };
  return { ...element, type: "BYTE_ARRAY", converted_type: "UTF8" };
}

/** An amount as a whole number of its last digits: `12.5` is 125,000,000,000. Undefined if it has more digits than the type. */
function unscaled(amount: string): bigint | undefined {
  const [whole = "", fraction = ""] = amount.split(".");
  const further = fraction.slice(amounts.scale);
  if (/[1-9]/.test(further)) return undefined;
  const value = BigInt(whole + fraction.slice(0, amounts.scale).padEnd(amounts.scale, "0"));
  return value <= greatestAmount && value >= -greatestAmount ? value : undefined;
}

/** A value as the writer takes it. A bigint is a decimal's unscaled value there, so that no digit is lost. */
function cell(row: SqlRow, { name, type }: Column, list: string): unknown {
  const value = row[name];
  if (value == null) return null;
  if (type === "decimal") return unscaled(String(value)) ?? refuseAmount(row, name, list);
  if (type === "integer") return typeof value === "bigint" ? value : BigInt(String(value));
  if (type === "boolean") return value === true || Number(value) === 1;
  return value;
}

function refuseAmount(row: SqlRow, name: string, list: string): never {
  const amount = String(row[name]);
  const subject = row.mbs == null ? "" : `, of the MBS ${row.mbs},`;
  throw new MirrorError(
    "refused",
    `Row ${row._row} of ${list}${subject} has the ${name} ${amount.length > 80 ? `${amount.slice(0, 80)}…` : amount}. In Parquet, every ${name} is ${amountType}, which does not hold it, and none is rounded. Nothing of this export has appeared. Export it as csv or ndjson, which keep every digit.`,
  );
}

/**
 * Writes a file of Parquet.
 *
 * @throws MirrorError of kind `refused` for an amount that its type does not hold.
 */
export function parquetFile(file: OutputFile, list: string, columns: readonly Column[]): RowFile {
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
          const value = cell(row, column, list);
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
