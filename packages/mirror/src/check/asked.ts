/** What a cell of a list asks for. */
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { type SubjectNumber, subjectNumbers } from "../show/number.ts";

/** What the cells of a column are: OIBs, MBSs, numbers of either kind, or names. Undefined if only the cell can tell. */
export type ColumnKind = "oib" | "mbs" | "number" | "name" | undefined;

/** What a cell asks for: a company by a number, which may be of either kind, or by its name. Neither if it is no number. */
export interface AskedCompany {
  /** What was written. */
  readonly text: string;
  readonly numbers: readonly SubjectNumber[];
  readonly name: string | undefined;
}

/**
 * Reads what a cell says. A number may have lost its zeros, and stand between spaces, as `="…"`, or behind the HR of a VAT number. It may have
 * one zero or two behind a point or a comma, as programs write whole numbers that they keep as fractions; three may be thousands.
 * A number of up to nine digits is an MBS, and an OIB too if its check digit is right, unless the column says which.
 */
export function askedFor(text: string, kind?: ColumnKind): AskedCompany {
  const digits = /^(?:HR(?=\d{11}$))?(\d{1,11})(?:[.,]00?)?$/i.exec(
    text.replace(/^\s*=\s*"(.*)"\s*$/, "$1").replace(/^'|[\s\u200b\ufeff]+/g, ""),
  )?.[1];
  const mayBeName = kind === undefined && digits === undefined && !isFigure(text);
  if (kind === "name" || mayBeName) return { text, numbers: [], name: text };
  if (digits === undefined || (kind === "mbs" && digits.length > 9)) return { text, numbers: [], name: undefined };
  const value = BigInt(digits);
  const numbers: readonly SubjectNumber[] =
    kind === "oib"
      ? [{ kind, text: formatOib(digits), value }]
      : kind === "mbs"
        ? [{ kind, text: formatMbs(digits), value }]
        : subjectNumbers(digits);
  return { text, numbers, name: undefined };
}

/** Whether a text has digits and no letters, but for the E of `9,42E+10`: it is no name, whatever number it is. */
export const isFigure = (text: string): boolean =>
  /\d/.test(text) && !/\p{L}/u.test(text.replace(/(?<=\d)\s*E\s*[+-]?\s*(?=\d)/i, ""));

/** Whether a cell may be the number of a company. Fewer than seven digits are more likely an amount, or a place in the list. */
export const isNumber = (text: string): boolean => askedFor(text).numbers.length > 0 && /\d{7}/.test(text);

/** Whether nothing is written in some cells. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
