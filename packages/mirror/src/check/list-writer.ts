/** Writes a list again, each of its lines with cells that are added. */
import { stringify } from "csv-stringify/sync";
import { guarded } from "../changes/csv.ts";
import type { Cell } from "../xlsx/cell.ts";
import type { CompanyList } from "./company-list.ts";
import type { CsvFormat } from "./csv-rows.ts";
import type { ListRow } from "./list-rows.ts";

/** A list that is being written. */
export interface ListWriter {
  line(row: ListRow, added: readonly string[]): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
}

/** What a writer needs to know of a list. */
type Written = Pick<CompanyList, "format" | "before" | "header" | "width">;

/** How CSV is written that comes from a workbook: as spreadsheets know it, where decimals have a comma. */
const sheetAsCsv: CsvFormat = {
  kind: "csv",
  delimiter: ";",
  newline: "\r\n",
  hasBom: true,
  separatorLine: undefined,
};

/** Takes texts, and writes them together. */
interface Texts {
  add(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Begins a list as CSV: what was CSV before stays as it was written. */
export async function writeCsvList(list: Written, added: readonly string[], texts: Texts): Promise<ListWriter> {
  const { delimiter, newline, hasBom, separatorLine } = list.format.kind === "csv" ? list.format : sheetAsCsv;
  const cellsOf = (cells: readonly string[]): string =>
    stringify([cells as string[]], { delimiter, eof: false, quoted_match: /[\r\n]/ });
  const own = ({ written, cells }: ListRow): string =>
    typeof written === "string"
      ? written + delimiter.repeat(list.width - cells.length)
      : // What a sheet holds as a text is one, and a program that reads CSV would compute it.
        cellsOf(cells.map((cell, column) => (typeof written[column] === "string" ? guarded(cell) : cell)));
  const line = (row: ListRow, more: readonly string[]): Promise<void> =>
    texts.add(`${own(row)}${delimiter}${cellsOf(more)}${newline}`);
  await texts.add((hasBom ? "\ufeff" : "") + (separatorLine === undefined ? "" : separatorLine + newline));
  for (const row of list.before) await texts.add(`${typeof row.written === "string" ? row.written : ""}${newline}`);
  if (list.header) await line(list.header, added);
  return { line: (row, more) => line(row, more.map(guarded)), end: () => texts.end() };
}

/** Begins a list as XLSX: cells of a sheet stay of their kind, and all others are texts. */
export async function writeSheetList(
  list: Written,
  added: readonly string[],
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<ListWriter> {
  const { SheetWriter } = await import("../xlsx/sheet-writer.ts");
  const sheet = new SheetWriter(list.format.kind === "xlsx" ? list.format.sheet : "checked", write);
  const own = ({ written, cells }: ListRow): readonly Cell[] =>
    typeof written === "string" ? cells.map(asShown) : written;
  const line = (row: ListRow, more: readonly string[]): Promise<void> =>
    sheet.add([...own(row), ...Array<Cell>(list.width - own(row).length), ...more]);
  for (const row of list.before) await sheet.add(own(row));
  if (list.header) await line(list.header, added);
  return { line, end: () => sheet.end() };
}

/** A cell of CSV as a spreadsheet shows it: `="0123"` is how zeros are kept there. */
const asShown = (cell: string): string => cell.replace(/^\s*=\s*"([^"]*)"\s*$/, "$1");
