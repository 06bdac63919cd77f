/** Which column of a list has the companies, and whether the first line names the columns. */
import { isOib } from "@court-register/fetch/identifiers";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { fold } from "../search/fold.ts";
import { askedFor, type ColumnKind, isFigure, isNumber } from "./asked.ts";

/**
 * What is known of the first line:
 * - `header`: it names the columns
 * - `taken for header`: it has no number where the lines that follow have some, so that it is told
 * - `line`: it is a line as the others
 */
export type FirstLine = "header" | "taken for header" | "line";

/** Which column is read, and what the first line is. */
export interface Choice {
  /** Counted from 0. */
  column: number;
  kind: ColumnKind;
  firstLine: FirstLine;
}

/** Headers of a column of names, folded. */
const nameHeaders = new Set([
  ...["naziv", "tvrtka", "ime", "skracena tvrtka", "naziv tvrtke", "naziv subjekta", "naziv partnera"],
  ...["name", "company", "company name"],
]);

/**
 * Chooses the column: that of a header, or of a number counted from 1; if none is asked for, by its header, where OIBs go before MBSs and
 * these before names, or by its content.
 *
 * @param name - How the list is called in errors.
 * @throws MirrorError of kind `usage` if it is not certain which one is meant.
 */
export function chooseColumn(
  name: string,
  first: readonly string[],
  rest: readonly (readonly string[])[],
  asked?: string,
): Choice {
  const kinds = first.map(kindOf);
  const isHeader = kinds.some((kind) => kind !== "none");
  const kindAt = (column: number): ColumnKind => (kinds[column] === "none" ? undefined : (kinds[column] as ColumnKind));
  if (asked !== undefined) {
    const { column, isNamed } = askedColumn(name, first, asked);
    const firstLine = isNamed || isHeader ? "header" : likelyFirstLine(column, first, rest);
    return { column, kind: kindAt(column), firstLine };
  }
  for (const kinds of [["oib"], ["number"], ["mbs"], ["name", undefined]] as const) {
    const found = first.flatMap((cell, column) => (kinds.some((kind) => kind === kindOf(cell)) ? [column] : []));
    const exact = found.filter((column) => kinds.some((kind) => fold(first[column] ?? "") === kind));
    const [column, other] = exact.length === 1 ? exact : found;
    if (column === undefined) continue;
    if (other !== undefined) throw uncertain(name, "Several columns of it may be meant", first);
    return { column, kind: kindAt(column), firstLine: "header" };
  }
  const column = byContent(name, first, rest);
  return { column, kind: undefined, firstLine: likelyFirstLine(column, first, rest) };
}

/** What the first line is if no cell of it is known as a header: a line unless most others have a number where it has a word. */
function likelyFirstLine(
  column: number,
  first: readonly string[],
  rest: readonly (readonly string[])[],
): "taken for header" | "line" {
  const cell = first[column] ?? "";
  const isWord = /\p{L}/u.test(cell) && !isFigure(cell) && !isNumber(cell);
  return isWord && most(cellsAt(column, rest), isNumber) ? "taken for header" : "line";
}

const cellsAt = (column: number, rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) => cells[column] ?? "").filter((cell) => cell.trim() !== "");

const most = (cells: readonly string[], fits: (cell: string) => boolean): boolean =>
  cells.filter(fits).length * 2 > cells.length;

/** The column of a header, or of a number counted from 1. @throws MirrorError of kind `usage` if it is none or not certain. */
export function askedColumn(
  name: string,
  first: readonly string[],
  asked: string,
): { column: number; isNamed: boolean } {
  const same = (one: (text: string) => string): number[] =>
    first.flatMap((cell, column) => (one(cell) === one(asked) ? [column] : []));
  const [column, other] = [(text: string) => text.trim(), fold].map(same).find((found) => found.length > 0) ?? [];
  if (column !== undefined && other === undefined) return { column, isNamed: true };
  const position = Number(asked);
  if (column === undefined && Number.isInteger(position) && position >= 1 && position <= first.length)
    return { column: position - 1, isNamed: false };
  throw uncertain(
    name,
    `${column === undefined ? "No column" : "More than one column"} of it is called ${asked}`,
    first,
  );
}

const uncertain = (name: string, why: string, cells: readonly string[]): MirrorError =>
  new MirrorError(
    "usage",
    say`${name}: ${why}. Name the column by ${option("column")}, with its header or its number from 1. The first line has ${cells.map((cell, index) => `${index + 1} ${cell.slice(0, 40)}`).join(", ")}.`,
  );

/** What a header says of its column; `none` if it is not known as a header. One that says several things, such as OIB/MBS, has any of these. */
function kindOf(header: string): ColumnKind | "none" {
  const parts = header.split("/");
  const kinds = new Set(parts.map(kindOfPart).filter((kind) => kind !== "none"));
  const [kind = "none", ...others] = kinds;
  if (others.length === 0) return kind;
  return kinds.has("name") ? undefined : "number";
}

function kindOfPart(header: string): ColumnKind | "none" {
  const folded = fold(header.replaceAll("_", " "));
  const words = folded.split(" ");
  const isMbs = words.includes("mbs") || folded === "maticni broj subjekta";
  if (words.includes("oib")) return isMbs ? "number" : "oib";
  if (isMbs) return "mbs";
  return nameHeaders.has(folded) ? "name" : "none";
}

/** The column most of whose cells are OIBs with a right check digit; if there is none, that of most numbers of companies. */
function byContent(name: string, first: readonly string[], rest: readonly (readonly string[])[]): number {
  const isRight = (cell: string): boolean =>
    isNumber(cell) && askedFor(cell).numbers.some(({ kind, text }) => kind === "oib" && isOib(text));
  const isPossible = (cell: string): boolean =>
    isNumber(cell) && askedFor(cell).numbers.some(({ kind, text }) => kind === "mbs" || isOib(text));
  // Of one column alone, a single number says what it is.
  if ([first, ...rest].every(({ length }) => length === 1) && [first, ...rest].some(([cell = ""]) => isPossible(cell)))
    return 0;
  // The first line may be a header, and does not count unless it decides.
  for (const rows of [rest, [first, ...rest]])
    for (const fits of [isRight, isPossible]) {
      const [column, other] = first.flatMap((_, at) => (most(cellsAt(at, rows), fits) ? [at] : []));
      if (other !== undefined) throw uncertain(name, "Several columns of it have numbers", first);
      if (column !== undefined) return column;
    }
  throw uncertain(name, "No column of it has the header oib, mbs or naziv, and none has numbers of companies", first);
}
