/** Lists of companies: CSV with a column of OIBs, MBSs or names, as people keep them in spreadsheets. */
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { formatMbs, formatOib, isOib } from "@court-register/fetch/identifiers";
import { CsvError, parse } from "csv-parse";
import { MirrorError } from "../mirror-error.ts";
import { fold } from "../search/fold.ts";
import { type SubjectNumber, subjectNumbers } from "../show/number.ts";

/** What the cells of a column are: an OIB, an MBS or a name. Undefined if only the cell can tell. */
export type ColumnKind = "oib" | "mbs" | "name" | undefined;

/** What a cell asks for: a company by a number, which may be of either kind, or by its name. Neither if it is no number. */
export interface AskedCompany {
  /** What was written. */
  readonly text: string;
  readonly numbers: readonly SubjectNumber[];
  readonly name: string | undefined;
}

/** One line of a list. */
export interface CompanyLine {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The line as it was written, without its end. */
  readonly raw: string;
  /** Undefined for a line whose cells are all empty, such as those that spreadsheets leave at the end. */
  readonly asked: AskedCompany | undefined;
}

/** A list that is being read. */
export interface CompanyList {
  /** The first line, if it names the columns. */
  readonly header: { readonly cells: readonly string[]; readonly raw: string } | undefined;
  readonly delimiter: Delimiter;
  readonly newline: string;
  /** Whether the file begins with a byte order mark. */
  readonly hasBom: boolean;
  /** How many cells a line has. A line with fewer lacks the last ones. */
  readonly width: number;
  /** The column that is read, counted from 0. */
  readonly column: number;
  readonly kind: ColumnKind;
  /** Reads the lines, once. @throws MirrorError of kind `usage` for the first line that is wrong. */
  readonly lines: AsyncIterable<CompanyLine>;
}

/** What is between cells. */
type Delimiter = (typeof delimiters)[number];

/** The first one that the first line has, outside of quotes: where decimals have a comma, spreadsheets write semicolons. */
const delimiters = [";", ",", "\t"] as const;

/** Where a list is: the name of a file, `-` for standard input, or what is in it. */
export type ListSource = string | AsyncIterable<Uint8Array | string>;

/** Bytes of the longest line: a quote that nobody closes makes one of all that follows. */
const longestLine = 1_000_000;

/** Lines that are looked at to find the column by its content. */
const sampleSize = 100;

/** Headers of a column of names, folded. */
const nameHeaders = new Set([
  ...["naziv", "tvrtka", "ime", "skracena tvrtka", "naziv tvrtke", "naziv subjekta", "naziv partnera"],
  ...["name", "company", "company name"],
]);

/**
 * Reads what a cell says. A number may have lost its zeros, and stand between spaces, as `="…"`, or behind the HR of a VAT number.
 * A number of up to nine digits is an MBS, and an OIB too if its check digit is right, unless the column says which.
 */
export function askedFor(text: string, kind?: ColumnKind): AskedCompany {
  const digits = /^(?:HR(?=\d{11}$))?(\d{1,11})$/i.exec(
    text.replace(/^\s*=\s*"(.*)"\s*$/, "$1").replace(/^'|[\s\u200b\ufeff]+/g, ""),
  )?.[1];
  if (kind === "name" || (kind === undefined && digits === undefined)) return { text, numbers: [], name: text };
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

/**
 * Reads a list of companies.
 *
 * @param column - Header of the column, or its number, counted from 1. If not given, it is found by the header, where OIBs go before
 * MBSs and these before names, or by its content.
 * @throws MirrorError of kind `usage` if the file is no CSV in UTF-8, or the column is not certain; `unavailable` if it cannot be read.
 */
export async function readCompanyList(source: ListSource, column?: string): Promise<CompanyList> {
  const name = typeof source !== "string" ? "The list" : source === "-" ? "Standard input" : source;
  const records = new Records(name, typeof source === "string" ? bytesOf(source) : source);
  const [first, ...rest] = await records.sample(sampleSize + 1);
  if (first === undefined) throw wrongList(`${name} is empty`);
  const choice = chooseColumn(name, first, rest, column);
  const width = first.cells.length;
  const sampled = choice.hasHeader ? rest : [first, ...rest];
  return {
    ...choice,
    header: choice.hasHeader ? first : undefined,
    delimiter: records.delimiter,
    newline: records.newline,
    hasBom: records.hasBom,
    width,
    lines: linesOf(name, width, choice, sampled, records),
  };
}

async function* linesOf(
  name: string,
  width: number,
  { column, kind }: Choice,
  sampled: readonly CsvRecord[],
  records: Records,
): AsyncGenerator<CompanyLine> {
  const line = (record: CsvRecord): CompanyLine => {
    if (record.cells.length > width)
      throw wrongList(
        `Line ${record.line} of ${name} has ${record.cells.length} cells, and the first line has ${width}. Put quotes around a cell that has the delimiter in it`,
      );
    const isEmpty = record.cells.every((cell) => cell.trim() === "");
    return { ...record, asked: isEmpty ? undefined : askedFor(record.cells[column] ?? "", kind) };
  };
  for (const record of sampled) yield line(record);
  for await (const record of records.rest()) yield line(record);
}

const wrongList = (text: string, options?: ErrorOptions): MirrorError => new MirrorError("usage", `${text}.`, options);

const bytesOf = (file: string): AsyncIterable<Uint8Array> => (file === "-" ? process.stdin : createReadStream(file));

/** A line of CSV. */
interface CsvRecord {
  line: number;
  cells: string[];
  raw: string;
}

/** What the parser gives for a line. */
interface Parsed {
  record: string[];
  raw: string;
}

/** The lines of a file, one after another. */
class Records {
  delimiter: Delimiter = ";";
  newline = "\n";
  hasBom = false;
  readonly #name: string;
  readonly #bytes: AsyncIterable<Uint8Array | string>;
  #records: AsyncGenerator<CsvRecord> | undefined;

  constructor(name: string, bytes: AsyncIterable<Uint8Array | string>) {
    this.#name = name;
    this.#bytes = bytes;
  }

  /** The first lines. */
  async sample(size: number): Promise<CsvRecord[]> {
    this.#records = this.#read();
    const found: CsvRecord[] = [];
    while (found.length < size) {
      const { value, done } = await this.#records.next();
      if (done) break;
      found.push(value);
    }
    return found;
  }

  /** The lines that follow. */
  rest(): AsyncIterable<CsvRecord> {
    return this.#records as AsyncGenerator<CsvRecord>;
  }

  async *#read(): AsyncGenerator<CsvRecord> {
    try {
      const texts = this.#texts();
      let head = "";
      // The first line tells what is between cells, and at the end of lines.
      while (!/[\r\n]./s.test(withoutQuoted(head)) && head.length < longestLine) {
        const { value, done } = await texts.next();
        if (done) break;
        head += value;
      }
      // What is UTF-16 without a byte order mark is UTF-8, too, with U+0000 between its letters.
      if (head.slice(0, 1_000).includes("\0")) throw notUtf8(this.#name);
      const [line = "", newline = "\n"] = withoutQuoted(head).split(/(\r\n|\n|\r)/, 2);
      this.newline = newline;
      this.delimiter = delimiters.find((one) => line.includes(one)) ?? ";";
      yield* this.#parse(head, texts);
    } catch (error) {
      throw explain(error, this.#name);
    }
  }

  async *#parse(head: string, texts: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
    const parser = parse({
      delimiter: this.delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      raw: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: longestLine,
    });
    const all = async function* (): AsyncGenerator<string> {
      yield head;
      yield* texts;
    };
    // An error shows where the parser is read.
    pipeline(Readable.from(all()), parser, () => {});
    let line = 1;
    for await (const { record, raw } of parser as AsyncIterable<Parsed>) {
      // Of the end of the line, it has nothing or a part.
      const text = raw.replace(/[\r\n]+$/, "");
      yield { line, cells: record, raw: text };
      // The parser counts two lines for each end of line within quotes.
      line += text.split(/\r\n|\n|\r/).length;
    }
  }

  /** The text of the file, without its byte order mark. */
  async *#texts(): AsyncGenerator<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let isFirst = true;
    for await (const chunk of this.#bytes) {
      let text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      if (isFirst && text !== "") {
        this.hasBom = text.startsWith("\ufeff");
        if (this.hasBom) text = text.slice(1);
        isFirst = false;
      }
      yield text;
    }
    yield decoder.decode();
  }
}

const notUtf8 = (name: string, options?: ErrorOptions): MirrorError =>
  wrongList(`${name} is not in UTF-8. Save it as CSV UTF-8, or convert it`, options);

/** A text without what is between quotes. */
const withoutQuoted = (text: string): string => text.replace(/"[^"]*(?:"|$)/g, "");

/** What to do about an error of reading. Returns any other as it is. */
function explain(error: unknown, name: string): unknown {
  const options = { cause: error };
  if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
    return notUtf8(name, options);
  if (error instanceof CsvError)
    return wrongList(
      error.code === "CSV_MAX_RECORD_SIZE" || error.code === "CSV_QUOTE_NOT_CLOSED"
        ? `${name} has a quote that is not closed, in or after line ${error.lines}`
        : `${name} is no CSV: ${error.message}`,
      options,
    );
  if (!(error instanceof Error) || error instanceof MirrorError || !("syscall" in error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return wrongList(`There is no file ${name}. Name another, or - for standard input`, options);
  if (code === "EISDIR") return wrongList(`${name} is a folder. Name a file`, options);
  return new MirrorError("unavailable", `${name} cannot be read: ${error.message}.`, options);
}

/** Which column is read, and whether the first line has names. */
interface Choice {
  column: number;
  kind: ColumnKind;
  hasHeader: boolean;
}

function chooseColumn(name: string, first: CsvRecord, rest: readonly CsvRecord[], asked: string | undefined): Choice {
  const kinds = first.cells.map(kindOf);
  const hasNumber = first.cells.some((cell) => isNumber(cell));
  if (asked !== undefined) {
    const column = named(name, first.cells, asked);
    const isName = first.cells[column]?.trim() === asked.trim();
    return { column, kind: kinds[column], hasHeader: isName || kinds[column] !== undefined || !hasNumber };
  }
  for (const kind of ["oib", "mbs", "name"] as const) {
    const found = kinds.flatMap((one, column) => (one === kind ? [column] : []));
    const exact = found.filter((column) => fold(first.cells[column] ?? "") === kind);
    const [column, other] = exact.length === 1 ? exact : found;
    if (column === undefined) continue;
    if (other !== undefined) throw uncertain(name, "Several columns of it may be meant", first.cells);
    return { column, kind, hasHeader: true };
  }
  const hasHeader = !hasNumber;
  const column = byContent(name, first.cells, hasHeader ? rest : [first, ...rest]);
  return { column, kind: undefined, hasHeader };
}

/** The column of a header, or of a number counted from 1. */
function named(name: string, header: readonly string[], asked: string): number {
  const same = (one: (text: string) => string): number[] =>
    header.flatMap((cell, column) => (one(cell) === one(asked) ? [column] : []));
  const [column, other] = [(text: string) => text.trim(), fold].map(same).find((found) => found.length > 0) ?? [];
  if (column !== undefined && other === undefined) return column;
  const position = Number(asked);
  if (column === undefined && Number.isInteger(position) && position >= 1 && position <= header.length)
    return position - 1;
  throw uncertain(
    name,
    `${column === undefined ? "No column" : "More than one column"} of it is called ${asked}`,
    header,
  );
}

const uncertain = (name: string, why: string, cells: readonly string[]): MirrorError =>
  wrongList(
    `${name}: ${why}. Name the column by --column, with its header or its number from 1. The first line has ${cells.map((cell, index) => `${index + 1} ${cell.slice(0, 40)}`).join(", ")}`,
  );

/** What a header says of its column. */
function kindOf(header: string): ColumnKind {
  const folded = fold(header.replaceAll("_", " "));
  const words = folded.split(" ");
  if (words.includes("oib")) return "oib";
  if (words.includes("mbs") || folded === "maticni broj subjekta") return "mbs";
  return nameHeaders.has(folded) ? "name" : undefined;
}

const isNumber = (cell: string): boolean => askedFor(cell).name === undefined && /\d{7}/.test(cell);

/** The column most of whose cells are OIBs with a right check digit; if there is none, that of most numbers of companies. */
function byContent(name: string, header: readonly string[], records: readonly CsvRecord[]): number {
  const isRight = (cell: string): boolean =>
    isNumber(cell) && askedFor(cell).numbers.some(({ kind, text }) => kind === "oib" && isOib(text));
  const isPossible = (cell: string): boolean =>
    isNumber(cell) && askedFor(cell).numbers.some(({ kind, text }) => kind === "mbs" || isOib(text));
  for (const fits of [isRight, isPossible]) {
    const [column, other] = header.flatMap((_, at) => {
      const cells = records.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
      return cells.filter(fits).length * 2 > cells.length ? [at] : [];
    });
    if (other !== undefined) throw uncertain(name, "Several columns of it have numbers", header);
    if (column !== undefined) return column;
  }
  throw uncertain(name, "No column of it has the header oib, mbs or naziv, and none has numbers of companies", header);
}
