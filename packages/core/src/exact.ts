import type { Fail } from "./http.ts";
import type { Fields, Integers } from "./operation.ts";

type Row = Record<string, unknown>;

/** Stands in for a row and everything in it: as a string, it is the path that led to it, such as `drzava.id`. */
export const recorder = (path: string): Fields =>
  new Proxy(
    {},
    { get: (_, name) => (typeof name === "symbol" ? () => path : recorder(path ? `${path}.${name}` : name)) },
  );

/** A reviver that keeps long integers exact, where the runtime passes it their text. */
const keepDigits = (_name: string, value: unknown, context?: { source: string }): unknown =>
  /^-?\d{16,}$/.test(context?.source as string) ? BigInt(context?.source as string) : value;

/**
 * Parses the body of a response: an array of objects.
 *
 * An integer that is safe after JSON.parse was safe in the text too, because rounding is monotonic. So it is enough to check
 * the numbers after a plain parse; the text is parsed again, for its digits, only if one is not safe.
 *
 * @param integers - Returns the integers of a row that a number may round: much faster than reading them by path.
 */
export function decodeRows(text: string, integers: Integers, bigints: boolean, fail: Fail): unknown[] {
  let rows!: Row[];
  try {
    rows = JSON.parse(text);
  } catch {}
  // Anything but an array is checked as one row, and fails.
  for (const row of Array.isArray(rows) ? rows : [text.trim() || "nothing"]) {
    if (Object(row) !== row || Array.isArray(row))
      throw fail("decode", `expected an array of objects, got ${Array.isArray(row) ? "an array" : row}`);
  }
  // A number that has lost digits is at least 2^53.
  if (
    !bigints &&
    !rows.some((row) =>
      integers(row as Fields).some((value) => typeof value === "number" && Math.abs(value) >= 2 ** 53),
    )
  )
    return rows;
  let digits: Row[] | false | undefined;
  for (const path of integers(recorder("")).map(String)) {
    const keys = path.split(".");
    const last = keys.pop() as string;
    /** The object in a row that has the integer. */
    const holderIn = (row: unknown) => keys.reduce((holder, key) => holder?.[key] as Row, row as Row | undefined);
    rows.map(holderIn).forEach((holder, index) => {
      let value = holder?.[last];
      if (typeof value !== "number") return;
      // A fraction stays a number, but does not become a bigint.
      if (Math.abs(value) >= 2 ** 53 || (bigints && value % 1)) {
        const where = `[${index}].${path}`;
        try {
          digits ??= bigints && (JSON.parse(text, keepDigits) as Row[]);
        } catch (cause) {
          // Thousands of levels, or millions of digits.
          throw fail("decode", `${where} cannot be read: ${cause}`, cause);
        }
        value = digits && holderIn(digits[index])?.[last];
        // The number is already rounded, so the message says where it is, not what.
        if (typeof value !== "bigint")
          throw fail(
            "unsafe-integer",
            `${where} does not fit ${bigints ? "an integer" : 'a number: use integers: "bigint"'}`,
            undefined,
            where,
          );
      }
      if (bigints) (holder as Row)[last] = BigInt(value as number);
    });
  }
  return rows;
}
