/** How many digits the decimals of a column need. */
import { MirrorError } from "../mirror-error.ts";
import type { SqlRow } from "../store/database.ts";

/** Digits of a decimal in all, and after the point. */
export interface DecimalSize {
  readonly precision: number;
  readonly scale: number;
}

/** What amounts of the register are: NUMBER(22,2). */
export const usualSize: DecimalSize = { precision: 22, scale: 2 };

/** Digits that engines keep exactly: a wider decimal is a double to some of them. */
const greatestPrecision = 38;

/** The digits of a decimal before and after its point, without zeros that say nothing. */
function digitsOf(decimal: string): { whole: string; fraction: string } {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return { whole: whole.replace(/^0+/, ""), fraction: fraction.replace(/0+$/, "") };
}

/**
 * Finds the size that holds every value of a column: the usual one, or a greater one if a value needs it.
 *
 * @param name - The list and the column, for the message.
 * @throws MirrorError of kind `refused` if no size holds them all: none is ever rounded.
 */
export async function decimalSize(
  name: string,
  column: string,
  batches: AsyncIterable<readonly SqlRow[]>,
): Promise<DecimalSize> {
  let before = usualSize.precision - usualSize.scale;
  let scale = usualSize.scale;
  for await (const rows of batches)
    for (const row of rows) {
      if (row[column] == null) continue;
      const { whole, fraction } = digitsOf(String(row[column]));
      before = Math.max(before, whole.length);
      scale = Math.max(scale, fraction.length);
    }
  if (before + scale > greatestPrecision)
    throw new MirrorError(
      "refused",
      `${name} has amounts with up to ${before} digits before and ${scale} after the point. No decimal of Parquet that engines read has room for ${before + scale} digits, and none is rounded. Export it as csv or ndjson, which keep every digit.`,
    );
  return { precision: before + scale, scale };
}

/** A decimal as a whole number of its last digits: `12.5` of scale 2 is 1250. */
export function unscaled(decimal: string, scale: number): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
}

/** Bytes that hold every decimal of a precision, in two's complement. */
export function bytesFor(precision: number): number {
  let bytes = 1;
  while (2n ** BigInt(8 * bytes - 1) <= 10n ** BigInt(precision)) bytes += 1;
  return bytes;
}
