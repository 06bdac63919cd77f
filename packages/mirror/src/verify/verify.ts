/** `verify`: recomputes what is stored. */

import { wrongNames } from "../search/names.ts";
import type { Database, Dialect, Reading, SqlRow } from "../store/database.ts";
import { openCopy } from "../store/format.ts";
import { brokenSeal, type ListRecord, recordsIn, sumText, weigh } from "../store/generations.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { published, quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { type ColumnValue, rowReader, rowStorer } from "../wire/columns.ts";
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
 * Recomputes all that answers rest on: the hash and the columns of every row, the counts and sums of every generation and their
 * seals, what the views show, and the index of names.
 *
 * @throws MirrorError if the target holds no copy, or cannot be read.
 */
export async function verify(target: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  const database = await openDatabase(target, "read", options);
  try {
    await openCopy(database, target, "read");
    const damage = await database.check();
    // One snapshot for all: a sync that publishes meanwhile is no damage.
    const result = await database.read((reading) => verifyIn(reading, database, options));
    if (damage !== undefined) result.problems.unshift({ list: "", message: damage });
    return result;
  } finally {
    await database.close();
  }
}

async function verifyIn(
  reading: Reading,
  { dialect, kind }: Pick<Database, "dialect" | "kind">,
  options: VerifyOptions,
): Promise<VerifyResult> {
  const records = await recordsIn(reading);
  const lists = await storedColumnsIn(reading);
  const problems: Problem[] = [];
  const broken = await brokenSeal(reading);
  if (broken !== undefined) problems.push({ list: "", message: broken });
  // A list whose columns are gone has records all the same.
  for (const name of records.flatMap((record) => record.lists.map(({ list }) => list)))
    if (!lists.has(name)) lists.set(name, []);
  let rows = 0;
  for (const [list, columns] of lists) {
    options.signal?.throwIfAborted();
    const recorded = records.flatMap(({ generation, lists: all }) =>
      all.filter((one) => one.list === list).map((one) => ({ ...one, generation })),
    );
    const verified = await new ListCheck(reading, dialect, recorded, list, columns).run();
    problems.push(...verified.problems.map((message) => ({ list, message })));
    rows += verified.rows;
    await options.onList?.(list, verified.rows);
  }
  const names = await wrongNames(reading, kind, lists);
  if (names !== undefined) problems.push({ list: "", message: names });
  return { generations: records.filter(({ isKept }) => isKept).length, lists: lists.size, rows, problems };
}

/** What is recorded of a list in a generation. */
type Recorded = ListRecord & { generation: number };

/** What the rows of a list add up to in a generation. Until all rows are read, the first two are differences to the one before. */
interface Tally {
  rows: number;
  rowsSum: bigint;
  new: number;
  gone: number;
  goneSum: bigint;
}

/** Verifies one list. */
class ListCheck {
  readonly #reading: Reading;
  readonly #dialect: Dialect;
  readonly #list: string;
  readonly #columns: readonly Column[];
  /** All generations that have copied the list. */
  readonly #copied: ReadonlySet<number>;
  /** Those that are kept, the oldest first. */
  readonly #kept: readonly Recorded[];
  readonly #tallies: readonly Tally[];
  /** For a generation, the place of the first one from it on that is kept. */
  readonly #places = new Map<number, number>();
  /** The first of each kind of problem. */
  readonly #problems = new Map<string, string>();

  constructor(
    reading: Reading,
    dialect: Dialect,
    recorded: readonly Recorded[],
    list: string,
    columns: readonly Column[],
  ) {
    this.#reading = reading;
    this.#dialect = dialect;
    this.#list = list;
    this.#columns = columns;
    this.#copied = new Set(recorded.map(({ generation }) => generation));
    this.#kept = recorded.filter(({ isKept }) => isKept);
    this.#tallies = this.#kept.map(() => ({ rows: 0, rowsSum: 0n, new: 0, gone: 0, goneSum: 0n }));
  }

  async run(): Promise<{ rows: number; problems: string[] }> {
    const rows = await this.#checkRows();
    this.#checkTallies();
    await this.#checkJoins();
    await this.#checkViews();
    return { rows, problems: [...this.#problems.values()] };
  }

  #found(kind: string, message: string): void {
    if (!this.#problems.has(kind)) this.#problems.set(kind, message);
  }

  async #checkRows(): Promise<number> {
    const hash = this.#dialect.hash.to("_hash");
    const fields = [...this.#columns.map(({ name }) => quoted(name)), "extra"].join(", ");
    const check = this.#rowCheck();
    let rows = 0;
    for await (const batch of this.#reading.batches(
      `SELECT _row, ${hash} AS _hash, _first, _gone, ${fields} FROM ${quoted(tablesOf(this.#list).rows)} WHERE _first <= ${published} ORDER BY _row`,
    ))
      for (const stored of batch) {
        rows++;
        check(stored);
      }
    return rows;
  }

  #rowCheck(): (stored: SqlRow) => void {
    const read = rowReader(this.#columns);
    const store = rowStorer(this.#columns);
    const newest = this.#kept.at(-1)?.generation ?? 0;
    return (stored) => {
      const row = read(stored);
      if (hashRow(row) !== stored._hash)
        this.#found("hash", `row ${stored._row} is not what was copied: it holds ${writeWire(row).slice(0, 300)}`);
      const { values, extra } = store(row);
      const wrong = this.#columns.find(({ name }, index) => !isSame(stored[name], values[index] ?? null));
      if (wrong || (stored.extra ?? null) !== extra)
        this.#found(
          "columns",
          `the columns of row ${stored._row} are not what was copied: ${wrong ? wrong.name : "extra"} is ${String(stored[wrong?.name ?? "extra"]).slice(0, 300)}`,
        );
      const first = Number(stored._first);
      // Gone only in the copy that is being made.
      const gone = stored._gone == null || Number(stored._gone) > newest ? undefined : Number(stored._gone);
      if (gone !== undefined && gone <= first)
        this.#found("interval", `row ${stored._row} came with generation ${first} and was gone in ${gone}`);
      const strange = [first, gone].find((one) => one !== undefined && !this.#copied.has(one));
      if (strange !== undefined)
        this.#found("generation", `row ${stored._row} names generation ${strange}, which did not copy this list`);
      this.#count(weigh(String(stored._hash), Number(stored._row), first), first, gone);
    };
  }

  #placeOf(generation: number): number {
    const known = this.#places.get(generation);
    if (known !== undefined) return known;
    const place = this.#kept.findIndex((one) => one.generation >= generation);
    this.#places.set(generation, place);
    return place;
  }

  /** Counts a row for the generations that have it. */
  #count(weight: bigint, first: number, gone: number | undefined): void {
    const from = this.#tallies[this.#placeOf(first)];
    if (from) {
      from.rows++;
      from.rowsSum += weight;
      if (this.#kept[this.#placeOf(first)]?.generation === first) from.new++;
    }
    if (gone === undefined) return;
    const to = this.#tallies[this.#placeOf(gone)];
    if (!to) return;
    to.rows--;
    to.rowsSum -= weight;
    if (this.#kept[this.#placeOf(gone)]?.generation !== gone) return;
    to.gone++;
    to.goneSum += weight;
  }

  #checkTallies(): void {
    let [rows, rowsSum] = [0, 0n];
    for (const [index, recorded] of this.#kept.entries()) {
      const tally = this.#tallies[index] as Tally;
      rows += tally.rows;
      rowsSum += tally.rowsSum;
      if (rows !== recorded.rows || tally.new !== recorded.new || tally.gone !== recorded.gone)
        this.#found(
          "count",
          `generation ${recorded.generation} has ${rows} rows, ${tally.new} new and ${tally.gone} gone, and was published with ${recorded.rows}, ${recorded.new} and ${recorded.gone}`,
        );
      else if (sumText(rowsSum) !== recorded.rowsSum || sumText(tally.goneSum) !== recorded.goneSum)
        this.#found("sum", `generation ${recorded.generation} does not have the rows that it was published with`);
    }
  }

  /** A row that is gone in a generation, and an equal one that came with it, is a change that never was. */
  async #checkJoins(): Promise<void> {
    const rows = quoted(tablesOf(this.#list).rows);
    const [found] = await this.#reading.all(
      `SELECT a._row AS gone, b._row AS came, a._gone AS generation FROM ${rows} a JOIN ${rows} b ON b._hash = a._hash AND b._first = a._gone WHERE a._gone IS NOT NULL AND a._gone <= ${published} LIMIT 1`,
    );
    if (found)
      this.#found(
        "join",
        `row ${found.gone} is gone in generation ${found.generation}, which the equal row ${found.came} came with`,
      );
  }

  /** Other programs read the views. */
  async #checkViews(): Promise<void> {
    if (this.#kept.length === 0) return;
    const rows = this.#tallies.reduce((sum, tally) => sum + tally.rows, 0);
    const changes = this.#tallies.reduce((sum, tally) => sum + tally.new + tally.gone, 0);
    for (const [view, expected] of [
      [this.#list, rows],
      [`${this.#list}_changes`, changes],
    ] as const) {
      const [shown] = await this.#reading.all(`SELECT count(*) AS n FROM ${quoted(view)}`);
      if (Number(shown?.n) !== expected)
        this.#found("view", `the view ${view} shows ${shown?.n} rows, and the table has ${expected} for it`);
    }
  }
}

/** Whether a column holds a value. Databases give integers as bigints or texts, and booleans as 0 and 1. */
const isSame = (stored: unknown, value: ColumnValue): boolean =>
  stored == null || value === null
    ? (stored ?? null) === value
    : typeof value === "boolean"
      ? (stored === true || String(stored) === "1") === value
      : String(stored) === String(value);
