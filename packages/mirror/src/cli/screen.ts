/** Longer text for people: paragraphs in lines of a terminal's width, tables, and lines in such numbers that they must not pile up. */
import { fdatasyncSync, fstatSync } from "node:fs";
import { broken } from "#kit/lines";
import { type Output, Screen } from "#kit/screen";

/**
 * Breaks a text into lines of a screen's width, which all begin with `indent`; the first one with `first`, if given. A word that is
 * longer stays whole, and a space that does not break becomes one that may.
 */
export function wrap({ width }: Screen, text: string, indent: string, first: string = indent): string {
  return text
    .split("\n")
    .flatMap((paragraph, index) => broken(paragraph, width, index === 0 ? first : indent, indent))
    .join("\n")
    .replaceAll("\u00a0", " ");
}

/** A table of text: numbers to the right, all else to the left. Where the screen is too narrow, each row is a paragraph with the names of its columns. */
export function table({ width }: Screen, header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  if (widths.reduce((sum, one) => sum + one + 2, -2) > width)
    return rows
      .map((row) =>
        header
          .map((name, column) => `${name}: ${row[column]}`)
          .filter((_, column) => row[column])
          .join("\n"),
      )
      .join("\n\n");
  const isNumber = header.map((_, column) => rows.every((row) => /^[\d,]*$/.test(row[column] ?? "")));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((one) => "-".repeat(one))), ...rows.map(line)].join("\n");
}

/** Nobody takes more of the output, because the reader has left or the disk is full: what goes on only to print may end. */
export class OutputEnded extends Error {
  override readonly name = "OutputEnded";
}

/** Characters that are written together. */
const chunk = 65_536;

/** Prints lines, and waits while the reader is slower, so that however many take little memory. */
export class Lines {
  readonly #screen: Screen;
  #lines: string[] = [];
  #length = 0;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** @throws OutputEnded */
  async print(line: string): Promise<void> {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= chunk) await this.flush();
  }

  /**
   * Prints what is left.
   * @throws OutputEnded
   */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("\n");
    this.#lines = [];
    this.#length = 0;
    await taken((done) => this.#screen.print(text, done));
  }
}

/** Texts that are written together. */
export class Blocks {
  readonly #write: (text: string) => Promise<void>;
  #text = "";

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= chunk) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (text !== "") await this.#write(text);
  }
}

/** Waits until what is printed is written. @throws OutputEnded if it cannot be. */
const taken = (print: (done: (error?: Error | null) => void) => unknown): Promise<void> =>
  new Promise((done, failed) => print((error) => (error ? failed(new OutputEnded()) : done())));

/** Where data goes, which may be bytes. */
export interface DataOutput extends Output {
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
}

/** One run of the command: where it prints, and the exit code that it ends with unless it fails. */
export class Run {
  readonly out: Screen;
  readonly err: Screen;
  readonly #output: DataOutput;
  /** Known before anything is printed: whoever reads may leave (`… | head`). */
  exitCode = 0;

  constructor(output: DataOutput = process.stdout, errors: Output = process.stderr) {
    this.#output = output;
    this.out = new Screen(output);
    this.err = new Screen(errors);
  }

  /**
   * Writes lines of data on standard output as they are, where a file must have them so; on a terminal, nothing in them steers it.
   * @throws OutputEnded
   */
  async write(data: string): Promise<void> {
    if (this.out.isTerminal) await taken((done) => this.out.print(data.replaceAll("\r\n", "\n").trimEnd(), done));
    else await taken((done) => this.#output.write(data, done));
  }

  /**
   * Writes bytes on standard output, which is no terminal.
   * @throws OutputEnded
   */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    await taken((done) => this.#output.write(bytes, done));
  }

  /**
   * Has the disk keep what was written on standard output, if that is a file.
   * @throws OutputEnded
   */
  keep(): void {
    if (this.#output !== process.stdout || !fstatSync(process.stdout.fd).isFile()) return;
    try {
      fdatasyncSync(process.stdout.fd);
    } catch {
      throw new OutputEnded();
    }
  }
}
