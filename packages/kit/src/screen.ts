import { WriteStream } from "node:tty";
import { inspect } from "node:util";
import { coloured, printable, printableLines } from "./printable.ts";

/** Where a command writes: standard output or standard error, or what takes their place in a test. */
export interface Output {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Text for people on one of a command's outputs. Whatever is in it, it does not steer the terminal. */
export class Screen {
  readonly #output: Output;
  readonly #env: NodeJS.ProcessEnv;
  /** The line that the next one replaces. */
  #status = "";

  constructor(output: Output, env: NodeJS.ProcessEnv = process.env) {
    this.#output = output;
    this.#env = env;
  }

  get isTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  /** Characters in a line: those of the terminal; elsewhere, lines have no end. */
  get width(): number {
    return this.isTerminal ? Math.max(this.#output.columns || 80, 20) : Number.POSITIVE_INFINITY;
  }

  /** Whether a status is shown: on a terminal that can replace a line. Logs would keep them all. */
  get hasStatus(): boolean {
    return this.isTerminal && this.#env.TERM !== "dumb" && this.#env.CI === undefined;
  }

  readonly bold = (text: string): string => this.#paint("bold", text);
  readonly dim = (text: string): string => this.#paint("dim", text);
  readonly red = (text: string): string => this.#paint("red", text);
  readonly green = (text: string): string => this.#paint("green", text);
  readonly yellow = (text: string): string => this.#paint("yellow", text);
  readonly blue = (text: string): string => this.#paint("blue", text);

  /** Prints lines, above the status if there is one. `done` is called once they are written, or cannot be. */
  print(text: string, done?: (error?: Error | null) => void): void {
    this.#output.write(`${this.#clear}${printableLines(text)}\n${this.#status}`, done);
  }

  /**
   * Shows a line until the next one, or nothing.
   * @param forms - The same, from the longest to the shortest: the first that fits is shown.
   */
  status(...forms: readonly string[]): void {
    if (!this.hasStatus) return;
    const shown = printable(forms.find((form) => form.length < this.width) ?? "");
    if (shown === this.#status) return;
    this.#output.write(`${this.#clear}${shown}`);
    this.#status = shown;
  }

  get #clear(): string {
    return this.#status === "" ? "" : "\r\u001b[2K";
  }

  /** Users say whether they want colours with NO_COLOR and FORCE_COLOR (no-color.org, force-color.org). */
  #paint(format: "bold" | "dim" | "red" | "green" | "yellow" | "blue", text: string): string {
    const wanted = this.isTerminal || this.#env.FORCE_COLOR !== undefined;
    if (!wanted || WriteStream.prototype.getColorDepth(this.#env) === 1) return text;
    const [on, off] = inspect.colors[format] ?? [0, 0];
    return coloured(text, on, off);
  }
}

/** A bar for a status, such as `██████░░░░`. */
export function bar(share: number, width = 24): string {
  const filled = Math.floor(Math.min(share, 1) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}
