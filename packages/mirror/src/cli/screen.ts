/** Text for people: wrapped on a terminal, coloured where colours are wanted, and never steering the terminal. */
import { styleText } from "node:util";
import { printable } from "./printable.ts";

/** Where text is written. */
export type Output = NodeJS.WriteStream;

/** How text is written: what a terminal can show. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  /** Breaks a paragraph into lines, which all begin with `indent`; the first one with `first`, if given. */
  wrap(text: string, indent: string, first?: string): string;
}

/** How text is written to an output: in colours and lines of its width if it is a terminal. Users may forbid colours (no-color.org). */
export function styleOf(output: Output): Style {
  const colour =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      styleText(format, text, { stream: output, validateStream: true });
  const width = output.isTTY ? Math.max(output.columns || 80, 40) : Number.POSITIVE_INFINITY;
  return {
    bold: colour("bold"),
    dim: colour("dim"),
    red: colour("red"),
    green: colour("green"),
    yellow: colour("yellow"),
    wrap: (text, indent, first = indent) => wrap(printable(text), width, indent, first),
  };
}

/** Breaks a paragraph into lines of at most `width` characters. A word that is longer stays whole, and a space that does not break becomes one that may. */
function wrap(text: string, width: number, indent: string, first: string): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = lines.length === 0 ? first : indent;
    let isEmpty = true;
    for (const word of paragraph.split(" ")) {
      if (!isEmpty && line.length + 1 + word.length > width) {
        lines.push(line);
        line = indent;
        isEmpty = true;
      }
      line += isEmpty ? word : ` ${word}`;
      isEmpty = false;
    }
    lines.push(line);
  }
  return lines.join("\n").replaceAll("\u00a0", " ");
}

/** Bytes that are written together. */
const chunk = 65_536;

/** Writes lines, and waits while the reader is slower, so that however many take little memory. */
export class Lines {
  readonly #output: Output;
  #text = "";

  constructor(output: Output) {
    this.#output = output;
  }

  async write(line: string): Promise<void> {
    this.#text += `${line}\n`;
    if (this.#text.length >= chunk) await this.flush();
  }

  /** Writes what is left. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    await new Promise((written) => this.#output.write(text, written));
  }
}
