/** What differs between two texts, by lines: what a review shows. */
import { diffArrays } from "diff";

/** A part of a file: its lines, from 1, and the one that names it, which may follow its description. */
export interface Part {
  first: number;
  last: number;
  named: number;
  /** Whether it is what was looked for, and not something around that. */
  exact: boolean;
}

/** The lines of two texts, one beside the other. */
export class LineDiff {
  /** Lines of the new text that are new or changed. */
  readonly #added = new Set<number>();
  /** Lines of the old text that are gone or changed. */
  readonly #removed = new Set<number>();
  /** Where each line of the old text is in the new one. What is gone is where another line is in its place, or follows. */
  readonly #moved = new Map<number, number>();
  /** Lines of the new text that a review shows: those that are new or changed, and those that follow what is gone. */
  readonly #shown = new Set<number>();

  constructor(old: string, now: string) {
    // What follows the last line is shown at it.
    const last = now.trimEnd().split("\n").length;
    let [before, after] = [1, 1];
    const replace = (removed: number, added: number): void => {
      for (let index = 0; index < removed; index++) {
        this.#removed.add(before + index);
        this.#moved.set(before + index, Math.min(after + Math.min(index, Math.max(0, added - 1)), last));
      }
      for (let index = 0; index < added; index++) this.#added.add(after + index);
      for (let index = 0; index < (removed > 0 ? Math.max(1, added) : added); index++)
        this.#shown.add(Math.min(after + index, last));
      before += removed;
      after += added;
    };
    let removed = 0;
    for (const part of diffArrays(old.split("\n"), now.split("\n"))) {
      // What is added in its place comes next.
      if (part.removed) removed = part.count;
      else {
        replace(removed, part.added ? part.count : 0);
        removed = 0;
        if (!part.added)
          for (let index = 0; index < part.count; index++) this.#moved.set(before++, Math.min(after++, last));
      }
    }
    replace(removed, 0);
  }

  /** The first line of a part of the new text that is new or changed. */
  changed({ first, last }: Pick<Part, "first" | "last">): number | undefined {
    return firstIn(this.#added, first, last);
  }

  /** The first line of a part of the old text that is gone or changed. */
  removed({ first, last }: Pick<Part, "first" | "last">): number | undefined {
    return firstIn(this.#removed, first, last);
  }

  /** The line of the new text where an old one is, or was. */
  movedTo(line: number): number {
    return this.#moved.get(line) ?? line;
  }

  /** The line of the new text, nearest to this one, that is new or changed, or beside which lines are gone. */
  nearest(line: number): number {
    return [...this.#shown].sort((one, other) => Math.abs(one - line) - Math.abs(other - line))[0] ?? line;
  }
}

function firstIn(lines: ReadonlySet<number>, first: number, last: number): number | undefined {
  for (let line = first; line <= last; line++) if (lines.has(line)) return line;
  return undefined;
}
