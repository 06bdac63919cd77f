/** A copy as a command that reads it sees it: one moment, whatever is written meanwhile. */
import { lists as contract } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { rowReader } from "../wire/columns.ts";
import type { Column, Interface } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import type { Database, Reading, SqlRow } from "./database.ts";
import { readOpened } from "./format.ts";
import { interfaceOf } from "./generations.ts";
import { openDatabase, type TargetOptions } from "./open.ts";
import { quoted, storedColumnsIn, tablesOf } from "./schema.ts";

/** A generation that is complete. */
export interface GenerationMark {
  generation: number;
  /** When it was complete, such as `2026-01-31T05:12:09.000Z`. */
  completed: string;
}

/** A list that the copy has. */
export interface StoredList {
  readonly name: string;
  /** What it is a list of, such as `Registered seats.`; empty if the contract has lost it. */
  readonly about: string;
  readonly columns: readonly Column[];
  /** Its columns for a query: their quoted names and `extra`. */
  readonly fields: string;
  /** Turns a row of a query back into what the service sent. */
  readonly read: (row: SqlRow) => WireObject;
}

/** The interfaces, as texts name them. */
export const interfaceNames: Readonly<Record<Interface, string>> = {
  register: "the register",
  cases: "the court cases",
};

/** What else is known of a generation. */
interface MoreOfGeneration {
  completed: string;
  of: Interface;
  before: number;
  isFirst: boolean;
}

/** One moment of a copy. */
export class Snapshot {
  readonly reading: Reading;
  readonly database: Database;
  /** Generations that are complete and kept, the oldest first. */
  readonly generations: readonly GenerationMark[];
  readonly newest: GenerationMark;
  readonly #more: ReadonlyMap<number, MoreOfGeneration>;
  /** Lists that the copy has: first those of the contract, in its order. */
  readonly lists: readonly StoredList[];

  private constructor(
    database: Database,
    reading: Reading,
    generations: readonly GenerationMark[],
    newest: GenerationMark,
    more: ReadonlyMap<number, MoreOfGeneration>,
    lists: readonly StoredList[],
  ) {
    this.database = database;
    this.reading = reading;
    this.generations = generations;
    this.newest = newest;
    this.#more = more;
    this.lists = lists;
  }

  /** @throws MirrorError of kind `usage` if no generation is complete. */
  static async of(database: Database, reading: Reading): Promise<Snapshot> {
    const rows = await reading.all(
      "SELECT generation, completed, before, kept, (SELECT min(list) FROM mirror_counts c WHERE c.generation = g.generation) AS list FROM mirror_generations g WHERE completed IS NOT NULL ORDER BY generation",
    );
    const generations = rows
      .filter((row) => Number(row.kept) === 1)
      .map((row) => ({ generation: Number(row.generation), completed: String(row.completed) }));
    const newest = generations.at(-1);
    if (!newest)
      throw new MirrorError(
        "usage",
        "The first copy is not complete yet. Finish it first: court-register-mirror sync TARGET",
      );
    const seen = new Set<Interface>();
    const more = new Map<number, MoreOfGeneration>();
    for (const row of rows) {
      const of = interfaceOf([String(row.list)]);
      more.set(Number(row.generation), {
        completed: String(row.completed),
        of,
        before: Number(row.before),
        isFirst: !seen.has(of),
      });
      seen.add(of);
    }
    return new Snapshot(database, reading, generations, newest, more, storedLists(await storedColumnsIn(reading)));
  }

  /** Generations of one interface that are complete and kept, the oldest first. */
  generationsOf(of: Interface): readonly GenerationMark[] {
    return this.generations.filter(({ generation }) => this.#more.get(generation)?.of === of);
  }

  /** The newest generation of one interface; the newest of the other if there is none. */
  newestOf(of: Interface): GenerationMark {
    return this.generationsOf(of).at(-1) ?? this.newest;
  }

  /** Whether a generation is the first copy of its interface: all in it is new. */
  isFirst({ generation }: Pick<GenerationMark, "generation">): boolean {
    return this.#more.get(generation)?.isFirst ?? false;
  }

  /** The generation that all rows of an interface are kept from; 0 if none of its generations is forgotten. */
  keptFrom(of: Interface): number {
    const all = [...this.#more].filter(([, one]) => one.of === of).map(([generation]) => generation);
    const oldest = this.generationsOf(of)[0]?.generation ?? 0;
    return all[0] === oldest ? 0 : oldest;
  }

  /** When a generation was complete, also one that is not kept any more; null if there was none. */
  completedAt(generation: number): string | null {
    return this.#more.get(generation)?.completed ?? null;
  }

  /** The newest generation when the sync began that made a generation: it may have made two. */
  before({ generation }: GenerationMark): number {
    return this.#more.get(generation)?.before ?? generation - 1;
  }

  /**
   * @param of - The interface whose rows are to be read. Those of one may be kept from an earlier generation than those of the other.
   * @throws MirrorError of kind `usage` if a generation is not kept, or not there yet.
   */
  generation(number: number, of?: Interface): GenerationMark {
    const found = this.generations.find(({ generation }) => generation === number);
    const from = of === undefined ? 0 : this.keptFrom(of);
    if (found && number >= from) return found;
    if (found)
      throw new MirrorError(
        "usage",
        `Generation ${number} has no rows of ${interfaceNames[of ?? "register"]} any more: these are kept from generation ${from} on.`,
      );
    const oldest = this.generations[0] ?? this.newest;
    const why =
      number > this.newest.generation
        ? `There is no generation ${number} yet`
        : `Generation ${number} is not kept any more`;
    throw new MirrorError(
      "usage",
      `${why}. This copy has the generations ${oldest.generation} to ${this.newest.generation}.`,
    );
  }

  /** The list of a name, if the copy has it. */
  list(name: string): StoredList | undefined {
    return this.lists.find((list) => list.name === name);
  }
}

/** Name of the table of a list's rows, for a query. */
export const rowsOf = ({ name }: Pick<StoredList, "name">): string => quoted(tablesOf(name).rows);

/** Whether a list has a column. */
export const hasColumn = ({ columns }: Pick<StoredList, "columns">, name: string): boolean =>
  columns.some((column) => column.name === name);

function storedLists(stored: ReadonlyMap<string, Column[]>): StoredList[] {
  const order = contract.map(({ name }) => name).filter((name) => stored.has(name));
  const others = [...stored.keys()].filter((name) => !order.includes(name)).sort();
  return [...order, ...others].map((name) => {
    const columns = stored.get(name) ?? [];
    return {
      name,
      about: contract.find((list) => list.name === name)?.about ?? "",
      columns,
      fields: [...columns.map((column) => `r.${quoted(column.name)}`), "r.extra"].join(", "),
      read: rowReader(columns),
    };
  });
}

/** Reads a copy, all of it at one moment. The target may be written meanwhile. */
export async function readCopy<T>(
  target: string,
  options: TargetOptions,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(target, "read", options);
  try {
    return await readOpened(database, target, async (reading) => await work(await Snapshot.of(database, reading)));
  } finally {
    await database.close();
  }
}
