import type { Fail } from "./http.ts";

type Row = Record<string, unknown>;

/** Keeps an integer of many digits as the text has it, where the runtime shows the text. */
const keepDigits = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  /^-?\d{16,}$/.test(`${source}`) ? BigInt(source as string) : value;

/**
 * Parses the body of an answer: an array of objects.
 *
 * An integer that JSON.parse gives as a safe one was safe in the text too, because rounding is monotonic. So it is enough
 * to look at the numbers after a plain parse; the text is parsed again, with its digits, only where one is not safe.
 *
 * @param integers - Paths of the integers that a number may round, such as `mbs drzava.id`.
 */
export function decodeRows(text: string, integers: string, bigints: boolean, fail: Fail): unknown[] {
  let rows!: Row[];
  let digits: Row[] | undefined;
  try {
    rows = JSON.parse(text);
  } catch {}
  const odd: unknown = Array.isArray(rows)
    ? rows.find((row) => Object(row) !== row || Array.isArray(row))
    : text || "nothing";
  if (odd !== undefined) throw fail("decode", `expected an array of objects, got ${odd}`);
  for (const path of integers.split(" ")) {
    const keys = path.split(".");
    const last = keys.pop() as string;
    const holderIn = (row: unknown): Row => keys.reduce((at, key) => (at as Row | null)?.[key], row) as Row;
    for (let index = 0; index < rows.length; index++) {
      const holder = keys.length ? holderIn(rows[index]) : (rows[index] as Row);
      let value = holder?.[last];
      if (typeof value === "number" && (bigints || Math.abs(value) >= 2 ** 53)) {
        if (!Number.isSafeInteger(value)) {
          digits ??= JSON.parse(text, keepDigits) as Row[];
          value = holderIn(digits[index])[last];
          const where = `[${index}].${path}`;
          // The number at hand is rounded already: the message says where it is, not what.
          if (!bigints || typeof value !== "bigint")
            throw fail(
              "unsafe-integer",
              `${where} does not fit ${bigints ? "an integer" : 'a number: use integers: "bigint"'}`,
              undefined,
              where,
            );
        }
        holder[last] = BigInt(value as number);
      }
    }
  }
  return rows;
}
