import { stripVTControlCharacters } from "node:util";

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
