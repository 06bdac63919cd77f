/** CSV as people have it: every line of a text, as it was written and cell by cell, or an error with its number. */
import { parse } from "csv-parse/sync";
import { MirrorError } from "../mirror-error.ts";

/** A line of CSV, which may go over several lines of the text. */
export interface CsvRow {
  /** The line of the text where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it was written, without its end. */
  readonly written: string;
}

/** How a text of CSV is written. */
export interface CsvFormat {
  readonly kind: "csv";
  /** What is between cells. */
  readonly delimiter: string;
  /** The end of the first line. */
  readonly newline: string;
  /** Whether it begins with a byte order mark. */
  readonly hasBom: boolean;
  /** Excel's first line that names the delimiter, `sep=;`, if there is one. */
  readonly separatorLine: string | undefined;
}

/** A text of CSV that is being read. */
export interface CsvRows {
  readonly format: CsvFormat;
  /** Every line, once. @throws MirrorError of kind `usage` for the first one that is wrong. */
  readonly rows: AsyncIterableIterator<CsvRow>;
}

/** The first one that the first line has, outside of quotes: where decimals have a comma, spreadsheets write semicolons. */
const delimiters = [";", ",", "\t", "|"] as const;

/** Characters of the longest line: a quote that nobody closes makes one of all that follows. */
const longestLine = 1_000_000;

const lineEnd = /\r\n|\n|\r/;

/**
 * Begins to read CSV.
 *
 * @param name - How it is called in errors.
 * @param chunks - UTF-8, or text.
 */
export async function readCsv(name: string, chunks: AsyncIterable<Uint8Array | string>): Promise<CsvRows> {
  const texts = decoded(name, chunks);
  let head = "";
  // The first line tells what is between cells, and at the end of lines. In any UTF-8, it is in a chunk or two.
  while (!/[\r\n]./s.test(withoutQuoted(head)) && head.length < longestLine) {
    const { value, done } = await texts.next();
    if (done) break;
    head += value;
  }
  const hasBom = head.startsWith("\ufeff");
  if (hasBom) head = head.slice(1);
  // What is UTF-16 without a byte order mark is UTF-8, too, with U+0000 between its letters.
  if (head.slice(0, 1_000).includes("\0")) throw notUtf8(name);
  const [separatorLine, bare, quoted] = /^(?:sep=([^"\r\n])|"sep=([^"\r\n])")(?=[\r\n]|$)/i.exec(head) ?? [];
  const [first = "", newline = "\n"] = withoutQuoted(head).split(/(\r\n|\n|\r)/, 2);
  // The comma of 9,42E+10 is between digits of one cell.
  const between = first.replace(/(?<!\d)\d,\d+E[+-]\d+/gi, "");
  const delimiter = bare ?? quoted ?? delimiters.find((one) => between.includes(one)) ?? ";";
  if (separatorLine !== undefined) head = head.slice(separatorLine.length).replace(/^(?:\r\n|\n|\r)/, "");
  const format: CsvFormat = { kind: "csv", delimiter, newline, hasBom, separatorLine };
  return { format, rows: rowsOf(name, format, head, texts) };
}

async function* rowsOf(
  name: string,
  { delimiter, separatorLine }: CsvFormat,
  head: string,
  texts: AsyncIterable<string>,
): AsyncGenerator<CsvRow> {
  const cut = cutterFor(delimiter);
  let line = separatorLine === undefined ? 1 : 2;
  let text = "";
  for await (const { chunk, isLast } of withLast(head, texts)) {
    text += chunk;
    const whole: { line: number; written: string }[] = [];
    let at = 0;
    while (at < text.length) {
      const { end, next, open } = cut(text, at, isLast);
      if (end === undefined) {
        if (open !== undefined && (isLast || open.isSure || text.length - at > longestLine)) {
          yield* parsed(text.slice(0, at), whole, delimiter);
          throw notClosed(name, line + text.slice(at, open.at).split(lineEnd).length - 1);
        }
        if (text.length - at > longestLine)
          throw new MirrorError("usage", `Line ${line} of ${name} has more than a million characters.`);
        break;
      }
      const written = text.slice(at, end);
      whole.push({ line, written });
      line += written.split(lineEnd).length;
      at = next;
    }
    yield* parsed(text.slice(0, at), whole, delimiter);
    text = text.slice(at);
  }
}

/** The cells of whole rows. */
function* parsed(
  text: string,
  rows: readonly { line: number; written: string }[],
  delimiter: string,
): Generator<CsvRow, void> {
  const records = parse(text, {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    // A quote within a cell is one of its letters: Tvornica "Uzorak" d.o.o.
    relax_quotes: true,
    relax_column_count: true,
  });
  if (records.length !== rows.length) throw new Error(`${rows.length} rows of CSV were read as ${records.length}`);
  for (const [index, row] of rows.entries()) yield { ...row, cells: records[index] as string[] };
}

async function* withLast(
  head: string,
  texts: AsyncIterable<string>,
): AsyncGenerator<{ chunk: string; isLast: boolean }> {
  yield { chunk: head, isLast: false };
  for await (const chunk of texts) yield { chunk, isLast: false };
  yield { chunk: "", isLast: true };
}

const notClosed = (name: string, line: number): MirrorError =>
  new MirrorError(
    "usage",
    `Line ${line} of ${name} has a quote that opens a cell and is not closed at the end of one. Close it, or write the cell in quotes with each of its own quotes twice.`,
  );

/** A row of a text. */
interface Cut {
  /** Where it ends; undefined if it is not whole. */
  end: number | undefined;
  /** Where the next one begins. */
  next: number;
  /** Where a quote opens a cell that is not closed, and whether no more text can close it. */
  open?: { at: number; isSure: boolean };
}

/**
 * Makes a function that finds the end of a row. A cell that begins with a quote is closed by one at its end, with its own quotes twice; or
 * it is read as it is written, `"Uzorak" d.o.o.`, if the next quote is in the same line and no delimiter before it.
 */
function cutterFor(delimiter: string): (text: string, start: number, isLast: boolean) => Cut {
  const d = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const quoted = `"[^"]*(?:""[^"]*)*"(?=[${d}\\r\\n]|$)`;
  const cell = new RegExp(`${quoted}|"[^"${d}\\r\\n]*"(?!")[^${d}\\r\\n]*|[^"${d}\\r\\n][^${d}\\r\\n]*|`, "y");
  const openCell = /"[^"]*(?:""[^"]*)*"?$/y;
  return (text, start, isLast) => {
    for (let at = start; ; ) {
      cell.lastIndex = at;
      cell.test(text);
      const end = cell.lastIndex;
      const after = text[end];
      if (after === delimiter) {
        at = end + 1;
        continue;
      }
      if (after === "\n") return { end, next: end + 1 };
      if (after === "\r" && (isLast || end + 1 < text.length))
        return { end, next: end + (text[end + 1] === "\n" ? 2 : 1) };
      if (after !== '"') return { end: isLast ? end : undefined, next: end };
      openCell.lastIndex = at;
      return { end: undefined, next: at, open: { at, isSure: !openCell.test(text) } };
    }
  };
}

/** The text of bytes, with its byte order mark. */
async function* decoded(name: string, chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of chunks) yield typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw notUtf8(name, { cause: error });
    throw error;
  }
}

const notUtf8 = (name: string, options?: ErrorOptions): MirrorError =>
  new MirrorError("usage", `${name} is not in UTF-8. Save it as CSV UTF-8, or convert it.`, options);

/** A text without what is between quotes. */
const withoutQuoted = (text: string): string => text.replace(/"[^"]*(?:"|$)/g, "");
