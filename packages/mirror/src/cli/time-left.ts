import type { Estimate } from "../sync/events.ts";

/** How long the rest of a copy takes, by how fast its rows have come so far. */
export interface TimeLeft {
  /** Milliseconds that the rows take of which it is known that they will come. */
  milliseconds: number;
  /** Whether lists are left of which nobody knows how many rows they have. */
  isLeast: boolean;
}

/** Nothing is told before so many milliseconds: the first pages say little. */
const notBefore = 2_000;

/** What is left of a list: undefined if nobody knows. */
interface Left {
  rows: number;
  expected: number | undefined;
}

/** The lists of a copy that are still to come. */
export class Rest {
  readonly #lists: Map<string, Left>;
  readonly #begun: number;
  #came = 0;

  /** @param now - In milliseconds. */
  constructor(lists: Estimate["lists"], now: number) {
    this.#lists = new Map(lists.map(({ list, rows, expected }) => [list, { rows, expected }]));
    this.#begun = now;
  }

  /** How many rows a list will have, as far as is known. */
  expected(list: string): number | undefined {
    return this.#lists.get(list)?.expected;
  }

  /** So many rows of a list are here. */
  came(list: string, rows: number, total: number | undefined): void {
    const left = this.#lists.get(list);
    if (!left) return;
    this.#came += Math.max(0, rows - left.rows);
    this.#lists.set(list, { rows, expected: total ?? left.expected });
  }

  ended(list: string, rows: number): void {
    this.came(list, rows, rows);
    this.#lists.delete(list);
  }

  /** Undefined if it is too early to say. */
  timeLeft(now: number): TimeLeft | undefined {
    const elapsed = now - this.#begun;
    if (elapsed < notBefore || this.#came === 0) return undefined;
    const all = [...this.#lists.values()];
    // A list that has outgrown what was expected has an end that nobody knows.
    const isUnknown = ({ rows, expected }: Left): boolean => expected === undefined || rows > expected;
    const rows = all.reduce((sum, one) => sum + Math.max(0, (one.expected ?? 0) - one.rows), 0);
    return { milliseconds: (rows / this.#came) * elapsed, isLeast: all.some(isUnknown) };
  }
}
