/** Numbers are exact, or an error says where one is not. */
import type { Fail } from "./call-report.ts";

/** The path of an integer, name by name. `[]` stands for each item of a list. */
type Path = readonly string[];

/** From here on, a JavaScript number may stand for several integers. */
const unsafe = 2 ** 53;

const isUnsafe = (value: unknown): value is number =>
  typeof value === "number" && (value >= unsafe || value <= -unsafe);

/** Whether there is such a number in a value, at any depth, an infinite one included. */
function hasUnsafe(value: object): boolean {
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === "number") {
      if (isUnsafe(inner)) return true;
    } else if (typeof inner === "object" && inner !== null && hasUnsafe(inner)) return true;
  }
  return false;
}

const rowsOf = (data: object): readonly object[] => (Array.isArray(data) ? data : [data]);

/** Whether `JSON.parse` may have changed a number. Every value of every page passes here. */
function mayHaveChanged(data: object): boolean {
  try {
    // Rows in a plain loop: engines take longer to read a list by the names of its places.
    const rows = rowsOf(data);
    for (let index = 0; index < rows.length; index++) if (hasUnsafe(rows[index] as object)) return true;
    return false;
  } catch {
    // Thousands of levels.
    return true;
  }
}

/** The numbers that `JSON.parse` may have changed, with their places, such as `[3].jezik.id`. It takes little memory beside the rows. */
function findChanged(data: object): { value: number; place: string }[] {
  const found: { value: number; place: string }[] = [];
  for (const [index, row] of rowsOf(data).entries()) {
    // Not by recursion: there may be thousands of levels.
    const left: { value: object; place: string }[] = [{ value: row, place: Array.isArray(data) ? `[${index}]` : "" }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { value, place } = next;
      for (const name in value) {
        const inner = (value as Record<string, unknown>)[name];
        if (isUnsafe(inner)) found.push({ value: inner, place: place + step(value, name, place) });
        else if (typeof inner === "object" && inner !== null)
          left.push({ value: inner, place: place + step(value, name, place) });
      }
    }
  }
  return found;
}

/** How a place goes on, from a value at `place` to one within it. */
const step = (holder: object, key: string | number, place: unknown): string =>
  Array.isArray(holder) ? `[${key}]` : place ? `.${key}` : `${key}`;

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
 * Checks the numbers of what a plain `JSON.parse` returned: that it rounded no integer, or makes bigints of them, in place; and that it
 * made no number infinite.
 *
 * An integer that is safe after it was safe in the text too, because rounding is monotonic.
 *
 * @param data - The rows, or one object.
 * @param names - Paths of the integers in a row, such as `jezik.id`.
 * @param text - The text that it was parsed from: it is parsed again, for its digits, only if a number may have lost some.
 * @throws RegisterError of kind `unsafe-integer` or `decode`.
 */
export function keepExact(
  data: object,
  names: readonly string[],
  integers: "number" | "bigint",
  text: string,
  fail: Fail,
): void {
  const paths = Array.isArray(data) ? names.map((name) => `[].${name}`) : names;
  const changed = mayHaveChanged(data) ? findChanged(data) : [];
  const unsafePlace = changed.find(({ place }) => paths.includes(place.replace(/\[\d+\]/g, "[]")))?.place;
  if (integers === "bigint") {
    const exact = unsafePlace || mayDropFraction(text) ? parseExactly(text, unsafePlace, fail) : data;
    for (const path of paths) {
      const place = makeBigints(data, exact, path.split(/\.|(?=\[)/), 0);
      if (place)
        throw fail(
          "unsafe-integer",
          `${place} is no integer, or its digits are hidden by an exponent. Read it with the option parse.`,
          undefined,
          place,
        );
    }
  }
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

/** The text again, with every digit. `unsafePlace` is that of a number which may have been rounded. */
function parseExactly(text: string, unsafePlace: string | undefined, fail: Fail): unknown {
  try {
    return JSON.parse(text, readExactly);
  } catch (cause) {
    // Thousands of levels, or millions of digits.
    throw fail(
      "decode",
      `${unsafePlace ?? "a row"} cannot be read exactly: ${cause}. Read it with the option parse.`,
      cause,
    );
  }
}

/**
 * Makes bigints of the integers at a path, in place.
 *
 * @param exact - The same value with every digit.
 * @param depth - How many names of the path lead to the value.
 * @returns the place of the first that is no integer.
 */
function makeBigints(value: unknown, exact: unknown, path: Path, depth: number): string | undefined {
  const name = path[depth] as string;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== (name === "[]")) return undefined;
  const holder = value as Record<string | number, unknown>;
  for (const key of Array.isArray(value) ? value.keys() : [name]) {
    const inner = holder[key];
    const digits = (exact as typeof holder)[key];
    let place: string | undefined;
    if (depth < path.length - 1) place = makeBigints(inner, digits, path, depth + 1);
    else if (typeof inner !== "number") continue;
    else if (typeof digits === "bigint" || Number.isSafeInteger(digits))
      holder[key] = BigInt(digits as number | bigint);
    else place = "";
    if (place !== undefined) return step(holder, key, depth) + place;
  }
  return undefined;
}
