/** The rows of a list, whichever format its bytes have. */
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { type Cell, textOfCell } from "../xlsx/cell.ts";
import { compoundError, isCompound, isZip, largestFile, signatureLength } from "../xlsx/signature.ts";
import type { Sheet } from "../xlsx/workbook.ts";
import { type CsvFormat, readCsv } from "./csv-rows.ts";

/** A line of a list, before anything is known of it. */
export interface ListRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it was written: a line of CSV without its end, or the cells of a sheet. */
  readonly written: string | readonly Cell[];
}

/** A list that is a sheet of a workbook. */
export interface SheetFormat {
  readonly kind: "xlsx";
  /** The name of the sheet. */
  readonly sheet: string;
}

export type ListFormat = CsvFormat | SheetFormat;

/** A list that is being read. */
export interface ListRows {
  readonly format: ListFormat;
  /** Every line, once. @throws MirrorError of kind `usage` for the first one that is wrong. */
  readonly rows: AsyncIterableIterator<ListRow>;
}

/**
 * Begins to read a list: its first bytes tell whether it is a workbook.
 *
 * @param name - How it is called in errors.
 * @param sheet - The sheet of a workbook; if not given, the first one.
 */
export async function openRows(
  name: string,
  chunks: AsyncIterable<Uint8Array | string>,
  sheet?: string,
): Promise<ListRows> {
  const all = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let begin = Buffer.alloc(0);
  let text: string | undefined;
  while (begin.length < signatureLength && text === undefined) {
    const { value, done } = await all.next();
    if (done) break;
    if (typeof value === "string") text = value;
    else first.push(value);
    begin = Buffer.concat(first);
  }
  const whole = async function* (): AsyncGenerator<Uint8Array | string> {
    if (begin.length > 0) yield begin;
    if (text !== undefined) yield text;
    yield* { [Symbol.asyncIterator]: () => all };
  };
  if (isZip(begin) || isCompound(begin)) {
    const bytes = await gathered(name, whole());
    if (isCompound(begin)) throw compoundError(name, bytes);
    const { readSheet } = await import("../xlsx/workbook.ts");
    const found = await readSheet(name, bytes, sheet);
    return { format: { kind: "xlsx", sheet: found.name }, rows: rowsOf(found) };
  }
  if (sheet !== undefined)
    throw new MirrorError(
      "usage",
      say`${name} is not XLSX, and has no sheet called ${sheet}. Leave out ${option("sheet")}.`,
    );
  return await readCsv(name, whole());
}

async function gathered(name: string, chunks: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    if (length > largestFile)
      throw new MirrorError(
        "usage",
        `${name} has more than ${largestFile / 2 ** 20} MiB. Save the sheet alone, or as CSV UTF-8.`,
      );
    all.push(bytes);
  }
  return Buffer.concat(all);
}

/** The rows of a sheet, those without a value included. */
async function* rowsOf({ rows, width }: Sheet): AsyncGenerator<ListRow, void> {
  const none = Array.from({ length: width }, () => "");
  let next = 1;
  for (const { line, cells } of rows) {
    for (; next < line; next++) yield { line: next, cells: none, written: [] };
    const texts = none.map((_, column) => textOfCell(cells[column]));
    yield { line, cells: texts, written: cells };
    next = line + 1;
  }
}
