/** `verify`: recomputes what is stored. */

import type { Dialect, Reading } from "../store/database.ts";
import { openCopy } from "../store/format.ts";
import { type GenerationSummary, generationsIn } from "../store/generations.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { rowReader } from "../wire/columns.ts";
import { hashRow } from "../wire/hash.ts";
import type { Column } from "../wire/list.ts";
import { writeWire } from "../wire/wire.ts";

/** Something that is not as it was stored. */
export interface Problem {
  list: string;
  /** What is wrong, with the first row that is. */
  message: string;
}

/** What was verified. */
export interface VerifyResult {
  generations: number;
  lists: number;
  /** Rows whose hash was computed again. */
  rows: number;
  /** What is wrong: at most one of a kind for each list. */
  problems: Problem[];
}

/** Options of {@link verify}. */
export interface VerifyOptions extends TargetOptions {
  /** Called when a list is done; the next one waits for it. */
  onList?: ((list: string, rows: number) => void | Promise<void>) | undefined;
  /** Stops it. */
  signal?: AbortSignal | undefined;
}

/**
 * Recomputes the hash of every row, the counts of every generation, and the joins of the history.
 *
 * @throws MirrorError if the target holds no copy, or cannot be read.
 */
export async function verify(target: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  const database = await openDatabase(target, "read", options);
  try {
    await openCopy(database, target, "read");
    const damage = await database.check();
    // One snapshot for all: a sync that publishes meanwhile is no damage.
    const result = await database.read((reading) => verifyIn(reading, database.dialect, options));
    if (damage !== undefined) result.problems.unshift({ list: "", message: damage });
    return result;
  } finally {
    await database.close();
  }
}

async function verifyIn(reading: Reading, dialect: Dialect, options: VerifyOptions): Promise<VerifyResult> {
  const complete = await generationsIn(reading);
  const lists = await storedColumnsIn(reading);
  const problems: Problem[] = [];
  let rows = 0;
  for (const [list, columns] of lists) {
    options.signal?.throwIfAborted();
    const verified = await new ListCheck(reading, dialect, complete, list, columns).run();
    problems.push(...verified.problems.map((message) => ({ list, message })));
    rows += verified.rows;
    await options.onList?.(list, verified.rows);
  }
  return { generations: complete.length, lists: lists.size, rows, problems };
}

/** How many rows came and went in a generation. */
interface Tally {
  came: number;
  went: number;
}

/** Verifies one list. */
class ListCheck {
  readonly #reading: Reading;
  readonly #dialect: Dialect;
  readonly #generations: readonly GenerationSummary[];
  readonly #list: string;
  readonly #columns: readonly Column[];
  /** The first of each kind of problem. */
  readonly #problems = new Map<string, string>();

  constructor(
    reading: Reading,
    dialect: Dialect,
    complete: readonly GenerationSummary[],
    list: string,
    columns: readonly Column[],
  ) {
    this.#reading = reading;
    this.#dialect = dialect;
    this.#generations = complete;
    this.#list = list;
    this.#columns = columns;
  }

  async run(): Promise<{ rows: number; problems: string[] }> {
    const tally = new Map<number, Tally>();
    const rows = await this.#checkRows(tally);
    this.#checkCounts(tally);
    await this.#checkJoins();
    return { rows, problems: [...this.#problems.values()] };
  }

  #found(kind: string, message: string): void {
    if (!this.#problems.has(kind)) this.#problems.set(kind, message);
  }

  async #checkRows(tally: Map<number, Tally>): Promise<number> {
    const newest = this.#generations.at(-1)?.generation ?? 0;
    const read = rowReader(this.#columns);
    const hash = this.#dialect.hash.to("_hash");
    const fields = [...this.#columns.map(({ name }) => quoted(name)), "extra"].join(", ");
    let rows = 0;
    for await (const batch of this.#reading.batches(
      `SELECT _row, ${hash} AS _hash, _first, _gone, ${fields} FROM ${quoted(tablesOf(this.#list).rows)} WHERE _first <= $1 ORDER BY _row`,
      newest,
    ))
      for (const stored of batch) {
        rows++;
        const row = read(stored);
        if (hashRow(row) !== stored._hash)
          this.#found("hash", `row ${stored._row} is not what was copied: it holds ${writeWire(row).slice(0, 300)}`);
        const first = Number(stored._first);
        const gone = stored._gone == null ? undefined : Number(stored._gone);
        if (gone !== undefined && gone <= first)
          this.#found("interval", `row ${stored._row} came with generation ${first} and was gone in ${gone}`);
        count(tally, first, "came");
        if (gone !== undefined) count(tally, gone, "went");
      }
    return rows;
  }

  #checkCounts(tally: ReadonlyMap<number, Tally>): void {
    for (const { generation, lists } of this.#generations) {
      const counted = lists.find(({ list }) => list === this.#list);
      if (!counted) continue;
      const until = [...tally].filter(([number]) => number <= generation);
      const rows = until.reduce((sum, [, { came, went }]) => sum + came - went, 0);
      const { came, went } = tally.get(generation) ?? { came: 0, went: 0 };
      if (rows !== counted.rows || came !== counted.new || went !== counted.gone)
        this.#found(
          "count",
          `generation ${generation} has ${rows} rows, ${came} new and ${went} gone, and was published with ${counted.rows}, ${counted.new} and ${counted.gone}`,
        );
    }
  }

  /** A row that is gone in a generation, and an equal one that came with it, is a change that never was. */
  async #checkJoins(): Promise<void> {
    const rows = quoted(tablesOf(this.#list).rows);
    const [found] = await this.#reading.all(
      `SELECT a._row AS gone, b._row AS came, a._gone AS generation FROM ${rows} a JOIN ${rows} b ON b._hash = a._hash AND b._first = a._gone WHERE a._gone IS NOT NULL LIMIT 1`,
    );
    if (found)
      this.#found(
        "join",
        `row ${found.gone} is gone in generation ${found.generation}, which the equal row ${found.came} came with`,
      );
  }
}

function count(tally: Map<number, Tally>, generation: number, what: keyof Tally): void {
  const entry = tally.get(generation) ?? { came: 0, went: 0 };
  entry[what]++;
  tally.set(generation, entry);
}
