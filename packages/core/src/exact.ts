import type { Fail } from "./http.ts";

type Row = Record<string, unknown>;

const isNoObject = (value: unknown): boolean => Object(value) !== value || Array.isArray(value);

/** Keeps an integer that a number would round, where the runtime shows how the text has it. */
const keepIntegers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value;

/**
 * Parses the body of an answer: an array of objects.
 *
 * An integer that JSON.parse gives as a safe one was safe in the text too, because rounding is monotonic. So it is enough
 * to look at the integer fields after a plain parse; the text is parsed again, with its sources, only when one is not.
 *
 * @param integers - Paths of the integers that a number may round, such as `mbs drzava.id`.
 */
export function decodeRows(text: string, integers: string, bigints: boolean, fail: Fail): unknown[] {
  let rows: Row[];
  let exact: Row[] | undefined;
  try {
    rows = JSON.parse(text);
  } catch (cause) {
    // Without what the runtime quotes of the body, which may be half of a secret.
    throw fail("decode", `expected JSON (${`${cause}`.replace(/["'].*["']/s, "…")}), got ${text}`);
  }
  if (!Array.isArray(rows)) throw fail("decode", `expected an array, got ${text}`);
  const odd = rows.findIndex(isNoObject);
  if (odd >= 0) throw fail("decode", `expected objects, got ${rows[odd]} at [${odd}]`);
  for (const path of integers ? integers.split(" ") : []) {
    const keys = path.split(".");
    const last = keys.pop() as string;
    /** The object that holds the integer. */
    const holderIn = (row: Row): Row => keys.reduce((at, key) => (at?.[key] ?? {}) as Row, row);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Row;
      const holder = keys.length ? holderIn(row) : row;
      let value: unknown = holder[last];
      if (value == null) continue;
      if (!Number.isSafeInteger(value)) {
        if (bigints) {
          exact ??= JSON.parse(text, keepIntegers) as Row[];
          value = holderIn(exact[index] as Row)[last];
        }
        if (typeof value !== "bigint") {
          const where = `[${index}].${path}`;
          if (!Number.isInteger(value))
            throw fail("decode", `expected an integer at ${where}, got ${value}`, undefined, where);
          throw fail(
            "unsafe-integer",
            `${where} does not fit a number${bigints ? "" : ': use integers: "bigint"'}`,
            undefined,
            where,
          );
        }
      }
      if (bigints) holder[last] = BigInt(value as number);
    }
  }
  return rows;
}
