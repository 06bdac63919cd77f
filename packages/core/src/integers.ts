/** Numbers are exact, or an error says where one is not. */
import type { Fail } from "./call-report.ts";
import type { ErrorKind } from "./errors.ts";

/** From here on, a JavaScript number may stand for several integers. */
const unsafe = 2 ** 53;

const isUnsafe = (value: number): boolean => value >= unsafe || value <= -unsafe;

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

/** The rows of a list, or one object. */
const rowsOf = (data: object): object[] => [data].flat();

/** Whether `JSON.parse` may have changed a number. Every value of every page passes here. */
function mayHaveChanged(data: object): boolean {
  try {
    return rowsOf(data).some(hasUnsafe);
  } catch {
    // Thousands of levels.
    return true;
  }
}

/** The numbers at any depth that are sought, with their places, such as `[3].jezik.id`. It takes little memory beside the rows. */
function findNumbers(data: object, isSought: (value: number) => boolean): { value: number; place: string }[] {
  const found: { value: number; place: string }[] = [];
  for (const [index, row] of rowsOf(data).entries()) {
    // Not by recursion: there may be thousands of levels.
    const left: { value: object; place: string }[] = [{ value: row, place: Array.isArray(data) ? `[${index}]` : "" }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { value: holder, place } = next;
      for (const name in holder) {
        const value = (holder as Record<string, unknown>)[name];
        const here = Array.isArray(holder) ? `[${name}]` : place ? `.${name}` : name;
        if (typeof value === "number" && isSought(value)) found.push({ value, place: place + here });
        else if (typeof value === "object" && value !== null) left.push({ value, place: place + here });
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

const readByParse = "Read it with the option {parse}.";

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
  const changed = mayHaveChanged(data) ? findNumbers(data, isUnsafe) : [];
  const isInteger = ({ place }: { place: string }): boolean =>
    names.includes(place.replace(/^\[\d+\]\.|\d+(?=\])/g, ""));
  const refuse = (kind: ErrorKind, place: string | undefined, what: string, advice = readByParse): void => {
    if (place) throw fail(kind, place + what, advice, undefined, place);
  };
  const unsafePlace = changed.find(isInteger)?.place;
  // The number is already rounded, so the message says where it is, not what.
  if (integers === "number")
    refuse("unsafe-integer", unsafePlace, " does not fit a number", 'Use {integers}: "bigint".');
  else {
    const exact = unsafePlace || mayDropFraction(text) ? parseExactly(text, unsafePlace, fail) : data;
    let left = 0;
    for (const name of names) left += makeBigints(data, exact, name.replaceAll("[]", "").split("."), 0);
    if (left > 0)
      refuse(
        "unsafe-integer",
        findNumbers(data, () => true).find(isInteger)?.place,
        " is no integer, or its digits are hidden by an exponent",
      );
  }
  refuse(
    "decode",
    changed.find(({ value }) => !Number.isFinite(value))?.place,
    " is beyond what a JavaScript number can hold",
  );
}

/** The text again, with every digit. `unsafePlace` is that of a number which may have been rounded. */
function parseExactly(text: string, unsafePlace: string | undefined, fail: Fail): unknown {
  try {
    return JSON.parse(text, readExactly);
  } catch (cause) {
    // Thousands of levels, or millions of digits.
    throw fail("decode", `${unsafePlace ?? "a row"} cannot be read exactly: ${cause}`, readByParse, cause);
  }
}

/**
 * Makes bigints of the integers at a path, in place, through lists at any depth.
 *
 * @param holder - What the name of this depth is in.
 * @param exact - The same with every digit.
 * @returns how many are no integers, which are left as they are.
 */
function makeBigints(holder: unknown, exact: unknown, path: readonly string[], depth: number): number {
  if (typeof holder !== "object" || holder === null) return 0;
  const isList = Array.isArray(holder);
  const below = isList ? depth : depth + 1;
  const [values, sources] = [holder, exact] as [Record<string, unknown>, Record<string, unknown>];
  let left = 0;
  for (const key of isList ? Object.keys(holder) : [path[depth] ?? ""]) {
    const value = values[key];
    const source = sources[key];
    if (typeof value !== "number") left += makeBigints(value, source, path, below);
    else if (below === path.length) {
      if (typeof source === "bigint" || Number.isSafeInteger(source)) values[key] = BigInt(source as number);
      else left++;
    }
  }
  return left;
}
