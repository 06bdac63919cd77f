/** Reads Parquet without losing a digit. */
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";

/** What a file of Parquet has. */
export interface ParquetContent {
  /** Type of each column, such as `INT64` or `decimal(22,2)`. */
  types: Record<string, string>;
  /** Integers are bigints, decimals texts without zeros that say nothing. */
  rows: Record<string, unknown>[];
}

/** Reads a file. */
export async function readParquet(path: string): Promise<ParquetContent> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const types: Record<string, string> = {};
  const scales = new Map<string, number>();
  for (const element of metadata.schema.slice(1)) {
    const { name, type, precision, scale = 0 } = element;
    types[name] = element.converted_type === "DECIMAL" ? `decimal(${precision},${scale})` : String(type);
    if (element.converted_type !== "DECIMAL") continue;
    scales.set(name, scale);
    // The reader makes numbers of decimals: without their type, it gives the bytes.
    delete element.converted_type;
  }
  const rows = metadata.num_rows === 0n ? [] : await parquetReadObjects({ file, metadata, utf8: false });
  for (const row of rows)
    for (const [name, scale] of scales)
      if (row[name] != null) row[name] = plain(signed(row[name] as Uint8Array), scale);
  return { types, rows };
}

/** A whole number in two's complement. */
const signed = (bytes: Uint8Array): bigint =>
  BigInt.asIntN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));

function plain(whole: bigint, scale: number): string {
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
  return plainText(`${whole < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

/** A decimal without zeros that say nothing: `-0.50` is `-0.5`. */
export function plainText(decimal: string): string {
  const text = decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
  return text === "-0" ? "0" : text;
}
