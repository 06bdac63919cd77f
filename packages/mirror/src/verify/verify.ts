/** `verify`: recomputes what is stored. */

import { wrongNames } from "../search/names.ts";
import { company, wrongCompany } from "../store/company.ts";
import type { Database, Dialect, Reading, SqlRow } from "../store/database.ts";
import { openCopy, readOpened } from "../store/format.ts";
import { brokenSeal, type ListRecord, recordsIn, sumOf, sumText, weigh } from "../store/generations.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { DriverError } from "../store/postgres/explain.ts";
import {
  published,
  quoted,
  type StoredColumn,
  storedColumnsIn,
  tablesOf,
  viewQueries,
  viewStatement,
  viewsOf,
} from "../store/schema.ts";
import { type ColumnValue, DamagedValue, rowReader, rowStorer } from "../wire/columns.ts";
import { hashRow } from "../wire/hash.ts";
import { writeWire } from "../wire/wire.ts";

/** Something that is not as it was stored. */
export interface VerifyProblem {
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
  problems: VerifyProblem[];
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
    const tables = await database.tables();
    // One snapshot for all: a sync that publishes meanwhile is no damage.
    const result = await readOpened(database, target, (reading) => verifyIn(reading, database, tables, options));
    if (damage !== undefined) result.problems.unshift({ list: "", message: damage });
    return result;
  } finally {
    await database.close();
  }
}

async function verifyIn(
  reading: Reading,
  { dialect, kind }: Pick<Database, "dialect" | "kind">,
  tables: readonly string[],
  options: VerifyOptions,
): Promise<VerifyResult> {
  const records = await recordsIn(reading);
  const lists = await storedColumnsIn(reading);
  const unfinished = await unfinishedIn(reading, records.at(-1)?.generation ?? 0);
  const problems: VerifyProblem[] = [];
  if (unfinished === undefined)
    problems.push({
      list: "",
      message: "what is kept of an unfinished copy does not fit together; the next sync removes it",
    });
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
    const marks = unfinished?.lists.has(list) ? unfinished.generation : undefined;
    const check = new ListCheck(reading, { dialect, kind }, recorded, marks, list, columns);
    const verified = await readPart(
      reading,
      kind,
      () => check.run(),
      (problem) => ({ rows: 0, problems: [problem] }),
    );
    problems.push(...verified.problems.map((message) => ({ list, message })));
    rows += verified.rows;
    await options.onList?.(list, verified.rows);
  }
  if (kind === "sqlite")
    for (const { name } of await reading.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
      problems.push({ list: "", message: `there is a trigger, ${name}, which the mirror has not made` });
  const names = await readPart(reading, kind, () => wrongNames(reading, kind, lists), inIndex);
  if (names !== undefined) problems.push({ list: "", message: names });
  const companies = await readPart(reading, kind, () => wrongCompany(reading, kind, tables), String);
  if (companies !== undefined) problems.push({ list: company, message: companies });
  return { generations: records.filter(({ isKept }) => isKept).length, lists: lists.size, rows, problems };
}

/**
 * Verifies a part of a copy, whose tables or columns may not be there.
 *
 * @param missing - What to return then, of the problem. A server goes on reading behind a savepoint alone.
 */
async function readPart<T>(
  reading: Reading,
  kind: Database["kind"],
  work: () => Promise<T>,
  missing: (problem: string) => T,
): Promise<T> {
  const isServer = kind === "postgresql";
  if (isServer) await reading.all("SAVEPOINT part");
  try {
    return await work();
  } catch (error) {
    if (!isMissingPart(error)) throw error;
    if (isServer) await reading.all("ROLLBACK TO SAVEPOINT part");
    return missing(`it cannot be read: ${error.message}`);
  }
}

/** Whether a database says that a table, a view or a column is not there, or is of another type. */
const isMissingPart = (error: unknown): error is Error =>
  error instanceof DriverError
    ? ["42P01", "42703", "42883", "42804", "42809"].includes(error.code)
    : error instanceof Error && "errcode" in error && error.errcode === 1;

const inIndex = (problem: string): string => `the index of names: ${problem}`;

/** The copy that is being made, and its lists; undefined if what is kept of it does not fit together. */
async function unfinishedIn(
  reading: Reading,
  newest: number,
): Promise<{ generation: number; lists: ReadonlySet<string> } | undefined> {
  const generations = await reading.all("SELECT generation FROM mirror_generations WHERE completed IS NULL");
  const progress = await reading.all("SELECT list FROM mirror_progress");
  const fits =
    generations.length === 0
      ? progress.length === 0
      : generations.length === 1 && Number(generations[0]?.generation) === newest + 1;
  return fits ? { generation: newest + 1, lists: new Set(progress.map(({ list }) => String(list))) } : undefined;
}

/** What is recorded of a list in a generation. */
type Recorded = ListRecord & { generation: number };

/** What the rows of a list add up to in a generation. Until all rows are read, the first three are differences to the one before. */
interface Tally {
  rows: number;
  contentSum: bigint;
  rowsSum: bigint;
  new: number;
  gone: number;
  goneSum: bigint;
}

/** Verifies one list. */
class ListCheck {
  readonly #reading: Reading;
  readonly #dialect: Dialect;
  readonly #kind: Database["kind"];
  readonly #list: string;
  readonly #columns: readonly StoredColumn[];
  /** The generation that is being made, if it has the list. */
  readonly #unfinished: number | undefined;
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
    { dialect, kind }: Pick<Database, "dialect" | "kind">,
    recorded: readonly Recorded[],
    unfinished: number | undefined,
    list: string,
    columns: readonly StoredColumn[],
  ) {
    this.#reading = reading;
    this.#dialect = dialect;
    this.#kind = kind;
    this.#unfinished = unfinished;
    this.#list = list;
    this.#columns = columns;
    this.#copied = new Set(recorded.map(({ generation }) => generation));
    this.#kept = recorded.filter(({ isKept }) => isKept);
    this.#tallies = this.#kept.map(() => ({ rows: 0, contentSum: 0n, rowsSum: 0n, new: 0, gone: 0, goneSum: 0n }));
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
      `SELECT _row, ${hash} AS _hash, _first, _gone, ${fields} FROM ${quoted(tablesOf(this.#list).rows)} ORDER BY _row`,
    ))
      for (const stored of batch) if (check(stored)) rows++;
    return rows;
  }

  /** Makes a function that checks a row, and says whether it is published. */
  #rowCheck(): (stored: SqlRow) => boolean {
    const read = rowReader(this.#columns);
    const store = rowStorer(this.#columns);
    const isUnfinished = (generation: number): boolean => generation === this.#unfinished;
    return (stored) => {
      const first = Number(stored._first);
      const gone = stored._gone == null ? undefined : Number(stored._gone);
      if (isUnfinished(first) && gone === undefined) return false;
      this.#checkContent(stored, read, store);
      const left = gone !== undefined && isUnfinished(gone) ? undefined : gone;
      const strange = [first, left].find((one) => one !== undefined && !this.#copied.has(one));
      if (strange !== undefined) {
        this.#found("generation", `row ${stored._row} names generation ${strange}, which did not copy this list`);
        return true;
      }
      if (left !== undefined && left <= first)
        this.#found("interval", `row ${stored._row} came with generation ${first} and was gone in ${left}`);
      if (isHash(stored._hash)) this.#count(stored._hash, Number(stored._row), first, left);
      return true;
    };
  }

  /** Compares the hash and the columns of a row with what it holds. */
  #checkContent(stored: SqlRow, read: ReturnType<typeof rowReader>, store: ReturnType<typeof rowStorer>): void {
    try {
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
    } catch (error) {
      if (!(error instanceof DamagedValue)) throw error;
      this.#found("value", `row ${stored._row} cannot be read: its ${error.field} is ${error.value}`);
    }
  }

  #placeOf(generation: number): number {
    const known = this.#places.get(generation);
    if (known !== undefined) return known;
    const place = this.#kept.findIndex((one) => one.generation >= generation);
    this.#places.set(generation, place);
    return place;
  }

  /** Counts a row for the generations that have it. */
  #count(hash: string, row: number, first: number, gone: number | undefined): void {
    const [content, weight] = [sumOf(hash), weigh(hash, row, first)];
    const from = this.#tallies[this.#placeOf(first)];
    if (from) {
      from.rows++;
      from.contentSum += content;
      from.rowsSum += weight;
      if (this.#kept[this.#placeOf(first)]?.generation === first) from.new++;
    }
    if (gone === undefined) return;
    const to = this.#tallies[this.#placeOf(gone)];
    if (!to) return;
    to.rows--;
    to.contentSum -= content;
    to.rowsSum -= weight;
    if (this.#kept[this.#placeOf(gone)]?.generation !== gone) return;
    to.gone++;
    to.goneSum += weight;
  }

  #checkTallies(): void {
    let [rows, contentSum, rowsSum] = [0, 0n, 0n];
    for (const [index, recorded] of this.#kept.entries()) {
      const tally = this.#tallies[index] as Tally;
      rows += tally.rows;
      contentSum += tally.contentSum;
      rowsSum += tally.rowsSum;
      const sums = [contentSum, rowsSum, tally.goneSum].map(sumText).join();
      if (rows !== recorded.rows || tally.new !== recorded.new || tally.gone !== recorded.gone)
        this.#found(
          "count",
          `generation ${recorded.generation} has ${rows} rows, ${tally.new} new and ${tally.gone} gone, and was published with ${recorded.rows}, ${recorded.new} and ${recorded.gone}`,
        );
      else if (sums !== [recorded.contentSum, recorded.rowsSum, recorded.goneSum].join())
        this.#found("sum", `generation ${recorded.generation} does not have the rows that it was published with`);
    }
  }

  /** A row that is gone in a generation, and an equal one that came with it, is a change that never was. */
  async #checkJoins(): Promise<void> {
    const rows = quoted(tablesOf(this.#list).rows);
    const joined = `FROM ${rows} a JOIN ${rows} b ON b._hash = a._hash AND b._first = a._gone WHERE a._gone IS NOT NULL AND a._gone <= ${published}`;
    const [least] = await this.#reading.all(`SELECT min(a._row) AS gone ${joined}`);
    if (least?.gone == null) return;
    const [found] = await this.#reading.all(
      `SELECT a._gone AS generation, min(b._row) AS came ${joined} AND a._row = $1 GROUP BY a._gone`,
      Number(least.gone),
    );
    this.#found(
      "join",
      `row ${least.gone} is gone in generation ${found?.generation}, which the equal row ${found?.came} came with`,
    );
  }

  /** Other programs read the views. */
  async #checkViews(): Promise<void> {
    // PostgreSQL keeps no statements: there, views are only counted.
    const queries = await viewQueries(this.#reading);
    if (this.#kind === "sqlite")
      for (const view of viewsOf({ name: this.#list, columns: this.#columns }).keys()) {
        const query = queries.get(view);
        const [stored] = await this.#reading.all(
          "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = $1",
          view,
        );
        if (query === undefined || stored?.sql !== viewStatement(this.#kind, view, query))
          this.#found("view", `the view ${view} is not the one that the mirror has made`);
      }
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

/** Whether it is a hash, whatever was compared with it. */
const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{32}$/.test(value);

/** Whether a column holds a value. Databases give integers as bigints or texts, and booleans as 0 and 1. */
const isSame = (stored: unknown, value: ColumnValue): boolean =>
  stored == null || value === null
    ? (stored ?? null) === value
    : typeof value === "boolean"
      ? (stored === true || String(stored) === "1") === value
      : String(stored) === String(value);
