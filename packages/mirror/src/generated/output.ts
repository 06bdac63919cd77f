// Copied from tools/src/shared/output.ts by `pnpm generate`. Do not edit.

/**
 * What every command of the project prints, and what becomes of its exit code if it cannot print. `pnpm generate` copies this
 * module to the mirror, the reference server and the suite: a package of its own would be one more that users have to install.
 */
import { randomInt } from "node:crypto";
import { writeSync } from "node:fs";
import { WriteStream } from "node:tty";
import { inspect, stripVTControlCharacters } from "node:util";

/** Control characters, further ends of lines, halves of surrogate pairs, and what changes the direction of other text. */
const steering = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`;

const allSteering = new RegExp(steering, "gu");

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * A text as a terminal may show it, in one line: what would steer the terminal or begin a line is written as an escape, such as
 * `\u001b`. A line of JSON still says the same.
 */
export const printable = (text: string): string => text.replace(allSteering, escaped);

/** A second number in the colours that this process writes: a text of a service cannot know it, so it has no colours. */
const seal = randomInt(2 ** 32);

const ownColoursAndSteering = new RegExp(String.raw`\x1b\[(\d+);${seal}m|\n|${steering}`, "gu");

/** Several lines for a terminal: printable, with the colours that this process has put into them. */
const printableLines = (text: string): string =>
  text.replace(ownColoursAndSteering, (one: string, colour: string | undefined) =>
    colour !== undefined ? `\u001b[${colour}m` : one === "\n" ? one : escaped(one),
  );

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
    return `\u001b[${on};${seal}m${text}\u001b[${off};${seal}m`;
  }
}

/** Columns of help where lines have no end. */
const usualWidth = 80;

/** A description that has fewer columns beside its term stands below it. */
const leastBeside = 20;

/**
 * The help of a command in lines of a terminal's width. A longer line goes on below where its text begins: that of an option below the
 * description. Commands to copy, after `$ `, and longer words stay whole.
 *
 * @param width - That of the terminal; infinite where lines have no end.
 */
export function fitHelp(help: string, width: number): string {
  const columns = Number.isFinite(width) ? width : usualWidth;
  return help
    .split("\n")
    .flatMap((line) => (line.length <= columns || /^\s*\$ /.test(line) ? [line] : fitLine(line, columns)))
    .join("\n");
}

function fitLine(line: string, width: number): string[] {
  const [, term, description = ""] = /^( +\S.*?\S {2,})(\S.*)$/.exec(line) ?? [];
  if (term === undefined) {
    const [indent = "", hanging = ""] = /^Usage: /.test(line)
      ? ["", " ".repeat(7)]
      : Array(2).fill(/^ */.exec(line)?.[0]);
    return broken(line.trim(), width, indent, hanging);
  }
  const longest = Math.max(leastBeside, ...description.split(" ").map(({ length }) => length));
  if (width - term.length >= longest) return broken(description, width, term, " ".repeat(term.length));
  const below = " ".repeat(6);
  return [term.trimEnd(), ...broken(description, width, below, below)];
}

/** Breaks a text at its blanks. The first line begins with `first`, all others with `indent`. A word that is wider than a line stays whole. */
export function broken(text: string, width: number, first: string, indent: string): string[] {
  const length = (shown: string): number => stripVTControlCharacters(shown).length;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && length(line) + 1 + length(word) > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** A bar for a status, such as `██████░░░░`. */
export function bar(share: number, width = 24): string {
  const filled = Math.floor(Math.min(share, 1) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}

/** Options and variables whose value is a secret, or a header with one. */
const secretOption = /^--(?:key|header|graphql-header)$/;
const secretVariable = /^(?:COURT_REGISTER_(?:KEY|HEADERS|GRAPHQL_HEADERS|CLIENT_SECRET|WEBHOOK_SECRET)|PGPASSWORD)$/;

/** The password of a URL, such as that of a database or of a proxy. */
const passwordsIn = (text: string): string[] =>
  [...text.matchAll(/:\/\/[^/@\s]*?:([^/@\s]+)@/g)].map(([, one = ""]) => one);

/** What a process was given that nobody else may see. A part of a header is one, too: an error may quote it alone. */
function secretsGiven(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const options = argv.flatMap((argument, index) => {
    const [, name = "", value] = /^(--[^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    return secretOption.test(name) ? [value ?? argv[index + 1] ?? ""] : passwordsIn(argument);
  });
  const variables = Object.entries(env).flatMap(([name, value = ""]) =>
    secretVariable.test(name) ? [value] : passwordsIn(value),
  );
  const whole = [...options, ...variables];
  const parts = [/\r?\n/, /\s+/, /[\s;,="]+/].flatMap((between) => whole.flatMap((secret) => secret.split(between)));
  return [...whole, ...parts].filter(({ length }) => length >= 4);
}

/**
 * A text about something that nobody expected, such as a stack, without what this process was given as a secret: as it is, or as
 * URLs, JSON and base64 have it.
 */
export function withoutSecrets(
  text: string,
  argv: readonly string[] = process.argv,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const spelled = secretsGiven(argv, env).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),

    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  ]);
  // A part would leave the rest of the whole.
  return spelled
    .sort((one, other) => other.length - one.length)
    .reduce((left, one) => left.replaceAll(one, "[redacted]"), text);
}

/** The flags of Node that allow what `--permission` has refused, by what Node calls it. */
const allowing: Readonly<Record<string, string>> = {
  FileSystemRead: "--allow-fs-read",
  FileSystemWrite: "--allow-fs-write",
  WorkerThreads: "--allow-worker",
  ChildProcess: "--allow-child-process",
  Net: "--allow-net",
};

/** What to do about an error that `node --permission` has caused, if it is one. */
export function explainDenied(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_ACCESS_DENIED")) return undefined;
  const { permission = "", resource = "" } = error as { permission?: string; resource?: string };
  const flag = allowing[permission] ?? `the flag for ${permission}`;
  return `Node runs with --permission, which does not allow this: give it ${flag}${resource === "" ? "" : `=${resource}`}`;
}

/** Why standard output cannot be written, apart from readers who have seen enough. */
let lost: NodeJS.ErrnoException | undefined;

/**
 * Lets output fail without an end in the middle of something. Who reads standard output may leave (`… | head`): the command ends as
 * it would have ended. If it cannot be written for another reason, such as a full disk, the process ends with `failed`, and says so.
 * What is written on standard error may be lost. An error that nobody expected ends the process with `failed`, too.
 *
 * @param name - Of the command, for messages.
 * @param failed - The exit code of a command that could not do its work, which is no verdict.
 */
export function watchOutput(name: string, failed: 1 | 2 = 2): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") lost ??= error;
  });
  process.stderr.on("error", () => {});
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    // Errors of the system say what is wrong, and where; anything else is a bug.
    const expected = explainDenied(error) ?? (error?.syscall === undefined ? undefined : error.message);
    tell(`${name}: ${withoutSecrets(expected ?? inspect(error))}`);
    process.exit(failed);
  });
  process.once("exit", () => {
    if (lost === undefined) return;
    process.exitCode = failed;
    const why = lost.code === "ENOSPC" ? "ENOSPC): is the disk full?" : `${lost.code}): write it to another place.`;
    tell(`${name}: the output could not be written (${why}`);
  });
}

/** Waits until all that was printed is written: before `process.exit`, which would cut it off. @returns whether it could be written. */
export async function written(): Promise<boolean> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<unknown>((done) => stream.write("", done));
  return lost === undefined;
}

/** Prints lines on standard error at once: the process ends. */
function tell(text: string): void {
  try {
    writeSync(2, `${printableLines(text)}\n`);
  } catch {
    // There is nowhere to say it.
  }
}
