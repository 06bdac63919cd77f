/** Numbers are exact, or an error says where one is not. */
import type { Fail } from "./call-report.ts";

type Row = Record<string, unknown>;

/** The path of an integer in a row, name by name. */
type Path = readonly string[];

/** From here on, a JavaScript number may stand for several integers. */
const unsafe = 2 ** 53;

/** The object that holds an integer: the row itself, or one within it. */
const holderIn = (row: Row | undefined, path: Path): Row | undefined => {
  let holder = row;
  for (let depth = 0; depth < path.length - 1; depth++) holder = holder?.[path[depth] as string] as Row | undefined;
  return holder;
};

const isUnsafe = (value: unknown): value is number =>
  typeof value === "number" && (value >= unsafe || value <= -unsafe);

/** Whether there is such a number in a value, at any depth, an infinite one included. */
function hasUnsafe(value: object): boolean {
  for (const name in value) {
    const inner = (value as Row)[name];
    if (typeof inner === "number") {
      if (isUnsafe(inner)) return true;
    } else if (typeof inner === "object" && inner !== null && hasUnsafe(inner)) return true;
  }
  return false;
}

/** Whether `JSON.parse` may have changed a number of the rows. Every value of every page passes here. */
function mayHaveChanged(rows: readonly Row[]): boolean {
  try {
    // A plain loop: engines take longer to read a list by the names of its places.
    for (let index = 0; index < rows.length; index++) if (hasUnsafe(rows[index] as Row)) return true;
    return false;
  } catch {
    // Thousands of levels.
    return true;
  }
}

/** The numbers of the rows that `JSON.parse` may have changed, with their places, such as `[3].jezik.id`. It takes little memory beside the rows. */
function findChanged(rows: readonly Row[]): { value: number; place: string }[] {
  const found: { value: number; place: string }[] = [];
  for (const [index, row] of rows.entries()) {
    // Not by recursion: there may be thousands of levels.
    const left: { value: object; place: string }[] = [{ value: row, place: `[${index}]` }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { value, place } = next;
      const at = Array.isArray(value) ? (name: string) => `${place}[${name}]` : (name: string) => `${place}.${name}`;
      for (const name in value) {
        const inner = (value as Row)[name];
        if (isUnsafe(inner)) found.push({ value: inner, place: at(name) });
        else if (typeof inner === "object" && inner !== null) left.push({ value: inner, place: at(name) });
      }
    }
  }
  return found;
}

/** Whether the text of a number denotes an integer, such as `7`, `7.0` or `70e-1`. */
export function denotesInteger(source: string): boolean {
  if (source.length > maxDigits) return false;
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const decimals = fraction.length - Number(exponent);
  return decimals <= 0 || !/[1-9]/.test((whole + fraction).slice(-decimals));
}

/**
 * Whether `JSON.parse` may have dropped a fraction: of a decimal with more digits than a JavaScript number, or of one with a negative
 * exponent. The text is not searched by a regular expression, which takes longer than parsing it.
 */
export const mayDropFraction = (text: string): boolean =>
  [".", "e-", "E-"].some((mark) => {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
      if (
        isDigit(text, at - 1) &&
        isDigit(text, at + mark.length) &&
        (mark !== "." || /[\d.]{17}/.test(text.slice(Math.max(0, at - 16), at + 17)))
      )
        return true;
    return false;
  });

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/** Integers with more digits are refused: no field holds one, and millions of digits take seconds to convert. */
const maxDigits = 1_000;

/** For `JSON.parse`: keeps every integer exact, and makes NaN of what is none. Needs a runtime that passes the text of a number. */
function readExactly(_name: string, value: unknown, context?: { source: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined) return value;
  if (source.length > maxDigits) return Number.NaN;
  if (/^-?\d+$/.test(source)) return source.length > 15 ? BigInt(source) : value;
  return denotesInteger(source) ? value : Number.NaN;
}

/**
 * Checks the numbers of rows from a plain `JSON.parse`: that it rounded no integer, or makes bigints of them, in place; and that it
 * made no number infinite.
 *
 * An integer that is safe after it was safe in the text too, because rounding is monotonic.
 *
 * @param objects - The rows.
 * @param names - Paths of the integers in a row, such as `jezik.id`.
 * @param text - The text that the rows were parsed from: it is parsed again, for its digits, only if a number may have lost some.
 * @throws RegisterError of kind `unsafe-integer` or `decode`.
 */
export function keepExact(
  objects: readonly object[],
  names: readonly string[],
  integers: "number" | "bigint",
  text: string,
  fail: Fail,
): void {
  const rows = objects as Row[];
  const paths = names.map((path) => path.split("."));
  const changed = mayHaveChanged(rows) ? findChanged(rows) : [];
  const unsafePlace = changed.find(({ place }) => names.includes(place.replace(/^\[\d+\]\./, "")))?.place;
  if (integers === "bigint") makeBigints(rows, paths, unsafePlace, text, fail);
  // The number is already rounded, so the message says where it is, not what.
  else if (unsafePlace)
    throw fail(
      "unsafe-integer",
      `${unsafePlace} does not fit a number: use integers: "bigint".`,
      undefined,
      unsafePlace,
    );
  const infinitePlace = changed.find(({ value }) => !Number.isFinite(value))?.place;
  if (infinitePlace)
    throw fail(
      "decode",
      `${infinitePlace} is beyond what a JavaScript number can hold. Read it with the option parse.`,
      undefined,
      infinitePlace,
    );
}

/** Makes bigints of the integers of the rows, in place. `unsafePlace` is that of one which may have been rounded. */
function makeBigints(
  rows: Row[],
  paths: readonly Path[],
  unsafePlace: string | undefined,
  text: string,
  fail: Fail,
): void {
  let exact: Row[] = rows;
  if (unsafePlace || mayDropFraction(text)) {
    try {
      exact = JSON.parse(text, readExactly);
    } catch (cause) {
      // Thousands of levels, or millions of digits.
      throw fail(
        "decode",
        `${unsafePlace ?? "a row"} cannot be read exactly: ${cause}. Read it with the option parse.`,
        cause,
      );
    }
  }
  for (const path of paths) {
    const last = path.at(-1) as string;
    for (const [index, row] of rows.entries()) {
      const holder = holderIn(row, path);
      if (!holder || typeof holder[last] !== "number") continue;
      const value = holderIn(exact[index], path)?.[last];
      if (typeof value === "bigint" || Number.isSafeInteger(value)) {
        holder[last] = BigInt(value as number | bigint);
        continue;
      }
      const where = `[${index}].${path.join(".")}`;
      throw fail(
        "unsafe-integer",
        `${where} is no integer, or its digits are hidden by an exponent. Read it with the option parse.`,
        undefined,
        where,
      );
    }
  }
}
