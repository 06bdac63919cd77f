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

const isUnsafe = (value: unknown): boolean => typeof value === "number" && (value >= unsafe || value <= -unsafe);

/** The place of an integer that a number may have rounded; undefined if there is none. */
function findUnsafe(rows: readonly Row[], paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const last = path.at(-1) as string;
    const isNested = path.length > 1;
    // A plain loop, which engines run fastest: every row of every page passes here.
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      const value = isNested ? holderIn(row, path)?.[last] : row?.[last];
      if (isUnsafe(value)) return `[${index}].${path.join(".")}`;
    }
  }
  return undefined;
}

/** Whether the text of a number denotes an integer, such as `7`, `7.0` or `70e-1`. */
export function denotesInteger(source: string): boolean {
  if (source.length > maxDigits) return false;
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const decimals = fraction.length - Number(exponent);
  return decimals <= 0 || !/[1-9]/.test((whole + fraction).slice(-decimals));
}

/**
 * Whether a decimal in the text has more digits than a JavaScript number, which may then drop its fraction. The text is not
 * searched by a regular expression, which takes longer than parsing it.
 */
export function mayDropFraction(text: string): boolean {
  for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", dot + 1))
    if (
      isDigit(text, dot - 1) &&
      isDigit(text, dot + 1) &&
      /[\d.]{17}/.test(text.slice(Math.max(0, dot - 16), dot + 17))
    )
      return true;
  return false;
}

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
 * Checks that no integer of the rows was rounded by a plain `JSON.parse`.
 *
 * An integer that is safe after it was safe in the text too, because rounding is monotonic.
 *
 * @throws RegisterError of kind `unsafe-integer`.
 */
export function checkNumbers(rows: readonly Row[], paths: readonly Path[], fail: Fail): void {
  const where = findUnsafe(rows, paths);
  // The number is already rounded, so the message says where it is, not what.
  if (where) throw fail("unsafe-integer", `${where} does not fit a number: use integers: "bigint".`, undefined, where);
}

/**
 * Makes bigints of the integers of the rows, in place.
 *
 * @param text - The text that the rows were parsed from: it is parsed again, for its digits, only if a number may have lost some.
 * @throws RegisterError of kind `unsafe-integer` for a number that is no integer, or whose digits are not known.
 */
export function makeBigints(rows: Row[], paths: readonly Path[], text: string, fail: Fail): void {
  const unsafePlace = findUnsafe(rows, paths);
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
