/** Lists of companies, as people keep them in spreadsheets: lines with a column of OIBs, MBSs or names. */
import { createReadStream } from "node:fs";
import { MirrorError } from "../mirror-error.ts";
import { type AskedCompany, askedFor, type ColumnKind, isBlank } from "./asked.ts";
import { type Choice, chooseColumn, type FirstLine } from "./column.ts";
import { type ListFormat, type ListRow, openRows } from "./list-rows.ts";

/** One line of a list, and what it asks for. */
export interface CompanyLine extends ListRow {
  /** Undefined for a line whose cells are all empty, such as those that spreadsheets leave at the end. */
  readonly asked: AskedCompany | undefined;
}

/** A list that is being read. */
export interface CompanyList {
  readonly format: ListFormat;
  /** Empty lines before the header. */
  readonly before: readonly ListRow[];
  /** The first line that is not empty, if it names the columns. */
  readonly header: ListRow | undefined;
  readonly firstLine: FirstLine;
  /** How many cells a line has. A line with fewer lacks the last ones. */
  readonly width: number;
  /** The column that is read, counted from 0. */
  readonly column: number;
  readonly kind: ColumnKind;
  /** Reads the lines, once. @throws MirrorError of kind `usage` for the first line that is wrong. */
  readonly lines: AsyncIterable<CompanyLine>;
}

/** Where a list is: the name of a file, `-` for standard input, or what is in it. */
export type ListSource = string | AsyncIterable<Uint8Array | string>;

/** Chooses what to read of a list, by the first line that is not empty and some of those that follow. */
export type Choose = (
  name: string,
  first: readonly string[],
  rest: readonly (readonly string[])[],
) => Choice | Promise<Choice>;

/** Lines that are looked at to find the column by its content. */
const sampleSize = 100;

/**
 * Reads a list of companies.
 *
 * @param column - Header of the column, or its number, counted from 1. If not given, it is found by the header, where OIBs go before
 * MBSs and these before names, or by its content.
 * @throws MirrorError of kind `usage` if the file is neither CSV in UTF-8 nor XLSX, or the column is not certain; `unavailable` if it cannot
 * be read.
 */
export const readCompanyList = (source: ListSource, { column, sheet }: ListOptions = {}): Promise<CompanyList> =>
  readList(source, sheet, (name, first, rest) => chooseColumn(name, first, rest, column));

/** What is read of a list. */
export interface ListOptions {
  /** The header of a column, or its number, counted from 1. */
  column?: string | undefined;
  /** The name of a sheet. */
  sheet?: string | undefined;
}

/** Reads a list whose column is chosen in another way. */
export async function readList(source: ListSource, sheet: string | undefined, choose: Choose): Promise<CompanyList> {
  const name = typeof source !== "string" ? "The list" : source === "-" ? "Standard input" : source;
  const chunks = typeof source === "string" ? bytesOf(source) : source;
  const { format, rows } = await openRows(name, readable(name, chunks), sheet);
  const before: ListRow[] = [];
  const sample: ListRow[] = [];
  while (sample.length <= sampleSize) {
    const { value, done } = await rows.next();
    if (done) break;
    if (sample.length === 0 && isBlank(value.cells)) before.push(value);
    else sample.push(value);
  }
  const [first, ...rest] = sample;
  if (first === undefined) throw new MirrorError("usage", `${name} is empty.`);
  const choice = await choose(name, first.cells, cellsOf(rest));
  const width = first.cells.length;
  const hasHeader = choice.firstLine !== "line";
  return {
    ...choice,
    format,
    before: hasHeader ? before : [],
    header: hasHeader ? first : undefined,
    width,
    lines: linesOf(name, width, choice, hasHeader ? rest : [...before, ...sample], rows),
  };
}

const cellsOf = (rows: readonly ListRow[]): (readonly string[])[] => rows.map(({ cells }) => cells);

async function* linesOf(
  name: string,
  width: number,
  { column, kind }: Choice,
  sampled: readonly ListRow[],
  rows: AsyncIterable<ListRow>,
): AsyncGenerator<CompanyLine> {
  const line = (row: ListRow): CompanyLine => {
    if (row.cells.length > width)
      throw new MirrorError(
        "usage",
        `Line ${row.line} of ${name} has ${row.cells.length} cells, and the first line has ${width}. Put quotes around a cell that has the delimiter in it.`,
      );
    return { ...row, asked: isBlank(row.cells) ? undefined : askedFor(row.cells[column] ?? "", kind) };
  };
  for (const row of sampled) yield line(row);
  for await (const row of rows) yield line(row);
}

const bytesOf = (file: string): AsyncIterable<Uint8Array> => (file === "-" ? process.stdin : createReadStream(file));

/** The same bytes. @throws MirrorError with what to do if they cannot be read. */
async function* readable<T>(name: string, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* chunks;
  } catch (error) {
    throw explainList(error, name);
  }
}

/** What to do about an error of reading. Returns any other as it is. */
function explainList(error: unknown, name: string): unknown {
  const options = { cause: error };
  if (!(error instanceof Error) || error instanceof MirrorError || !("syscall" in error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT")
    return new MirrorError("usage", `There is no file ${name}. Name another, or - for standard input.`, options);
  if (code === "EISDIR") return new MirrorError("usage", `${name} is a folder. Name a file.`, options);
  return new MirrorError("unavailable", `${name} cannot be read: ${error.message}.`, options);
}
