import type { Fail } from "./http.ts";
import type { Fields, Integers } from "./operation.ts";

type Row = Record<string, unknown>;

/** Stands in for a row, and for all in it: as text it is the path by which it was reached. */
const recorder = (path: string): Fields =>
  new Proxy(
    {},
    { get: (_, name) => (typeof name === "symbol" ? () => path : recorder(path ? `${path}.${name}` : name)) },
  );

/** Paths of the integers, such as `drzava.id`. */
export const pathsOf = (integers: Integers): string[] => integers(recorder("")).map(String);

/** Keeps an integer of many digits as the text has it, where the runtime shows the text. */
const keepDigits = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  /^-?\d{16,}$/.test(source as string) ? BigInt(source as string) : value;

/**
 * Parses the body of an answer: an array of objects.
 *
 * An integer that JSON.parse gives as a safe one was safe in the text too, because rounding is monotonic. So it is enough
 * to look at the numbers after a plain parse; the text is parsed again, with its digits, only where one is not safe.
 *
 * @param integers - Reads the integers of a row that a number may round: fields by name are read much faster than by path.
 */
export function decodeRows(text: string, integers: Integers, bigints: boolean, fail: Fail): unknown[] {
  let rows: unknown;
  let digits: Row[] | undefined;
  let plain = !bigints;
  const expected = (found: unknown) => fail("decode", `expected an array of objects, got ${found}`);
  try {
    rows = JSON.parse(text);
  } catch {}
  if (!Array.isArray(rows)) throw expected(text);
  for (const row of rows) {
    if (typeof row !== "object" || !row || Array.isArray(row)) throw expected(row);
    // A number that has lost digits is 2^53 or more.
    plain &&= !integers(row).some((value) => Math.abs(value as number) >= 2 ** 53);
  }
  if (plain) return rows;
  for (const path of pathsOf(integers)) {
    const keys = path.split(".");
    const last = keys.pop() as string;
    const holderIn = (row: unknown): Row => keys.reduce((at, key) => (at as Row | null)?.[key], row) as Row;
    for (let index = 0; index < rows.length; index++) {
      const holder = keys.length ? holderIn(rows[index]) : rows[index];
      let value = holder?.[last];
      if (typeof value !== "number") continue;
      if (!Number.isSafeInteger(value)) {
        const where = `[${index}].${path}`;
        digits ??= JSON.parse(text, keepDigits) as Row[];
        value = holderIn(digits[index])[last];
        // The number at hand is rounded already: the message says where it is, not what.
        if (!bigints || typeof value !== "bigint")
          throw fail(
            "unsafe-integer",
            `${where} does not fit ${bigints ? "an integer" : 'a number: use integers: "bigint"'}`,
            undefined,
            where,
          );
      }
      if (bigints) holder[last] = BigInt(value as number);
    }
  }
  return rows;
}
