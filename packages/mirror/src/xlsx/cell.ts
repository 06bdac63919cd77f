/** A cell of a spreadsheet: what is stored, and how it reads. */

/** What a number looks like: the number of a format that every program knows, or the text of one. */
export type NumberFormat = number | string;

/** A value that is no text. */
export interface TypedValue {
  readonly type: "number" | "date" | "boolean" | "error";
  /** As it is stored. */
  readonly stored: string;
  /** As a text: a number with all its digits, a date and a time as in ISO 8601. */
  readonly text: string;
  /** How numbers and dates look, where that is said. */
  readonly format: NumberFormat | undefined;
}

/** What a cell holds: a text, another value, or nothing. */
export type Cell = string | TypedValue | undefined;

export const textOfCell = (cell: Cell): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : cell.text;

/** The greatest row and column that a sheet can have. */
export const maxRows = 1_048_576;
export const maxColumns = 16_384;

/** Characters of the longest text. */
export const longestText = 32_767;

/** The letters of a column, counted from 0. */
export const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/** The place of a cell such as `B7`, counted from 0; undefined if it is written in another way. */
export function readPlace(text: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text) ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Characters that a text of XML cannot hold, and what looks like one that was written so: `_x0000_`, as Excel does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\0-\x08\x0b-\x1f\ufffe\uffff\p{Surrogate}]|_(?=x[\dA-Fa-f]{4}_)/gu;

export const escapeCharacters = (text: string): string =>
  text.replace(unwritable, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);

export const unescapeCharacters = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The formats of dates and times that every program knows by their number. */
const isDateNumber = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 58 && format !== 48 && format !== 49);

/** Whether a number of this format is a date or a time. */
export const isDateFormat = (format: NumberFormat): boolean =>
  typeof format === "number"
    ? isDateNumber(format)
    : /[dmyhs]/i.test(bare(format).replace(/General/gi, "")) || isDuration(format);

/** A format without what is only shown: texts, escaped letters, conditions, colours. */
const bare = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").split(";")[0] ?? "";

/** Whether a time may have more than 24 hours. */
const isDuration = (format: NumberFormat): boolean =>
  format === 46 || (typeof format === "string" && /\[(?:h+|m+|s+)\]/i.test(format));

const day = 86_400_000;
const two = (number: number): string => String(number).padStart(2, "0");

/** A number of days since the end of 1899 as a date, a time or both. */
export function dateText(days: number, format: NumberFormat): string {
  // To the millisecond, which is as far as these numbers are exact.
  const time = Math.round(days * day);
  const seconds = Math.floor(Math.abs(time) / 1_000);
  const fraction = Math.abs(time) % 1_000;
  const clock = (hours: number): string =>
    `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction === 0 ? "" : `.${String(fraction).padStart(3, "0")}`}`;
  if (isDuration(format)) return (time < 0 ? "-" : "") + clock(Math.floor(seconds / 3_600));
  if (time >= 0 && time < day) return clock(Math.floor(seconds / 3_600));
  // 29 February 1900 is a day in spreadsheets alone.
  const since = time < 60 * day ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  const date = new Date(since + time);
  if (Number.isNaN(date.valueOf())) return String(days);
  return date.toISOString().replace(/(?:T00:00:00\.000|\.000)?Z$/, "");
}

/** A number with all its digits. More than 15 of them were lost when it was stored, so that it stays in the form of a double. */
export const numberText = (stored: string): string => String(Number(stored));
