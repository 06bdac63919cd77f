import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { EncodedRow } from "../representation/objects.ts";
import type { Representation } from "../representation/representation.ts";
import { DatabaseError, explainDatabaseError, openDatabase } from "./database.ts";
import type { LoadHooks } from "./load.ts";
import { foldName } from "./search.ts";
import { readStates, type State } from "./states.ts";
import { expansionTable, searchTable, type Table, type Tables, tableIn } from "./tables.ts";
import { performInThread } from "./thread.ts";
import { Turns } from "./turns.ts";
import type { SqliteValue } from "./values.ts";
import { type LoadRequest, performWork, type Work } from "./work.ts";

export interface StoreOptions {
  readonly tables: Tables;
  /** Database file. @defaultValue in memory */
  readonly file: string | undefined;
  /** How many states stay readable. */
  readonly keepStates: number;
}

/** Which subjects to search for, and which of the hits to return. */
export interface SubjectSearch {
  readonly name: string | undefined;
  readonly activeOnly: boolean;
  readonly filters: readonly Filter[];
  readonly offset: number;
  readonly limit: number;
}

/** Rows that have one of the values in each of some columns. */
export interface Filter {
  readonly column: string;
  readonly values: readonly SqliteValue[];
}

/** How rows of a table are written as text. */
export interface Wording {
  readonly table: Table;
  /** The name of a row in XML, if it is not that of its resource. */
  readonly element?: string;
  readonly representation: Representation;
  /** Whether ids are expanded. */
  readonly expand: boolean;
}

/** What comes before and after the rows of a text. */
export interface Ends {
  readonly before: string;
  readonly after: string;
}

/** Subjects that a search scans between two turns of the event loop. */
const searchWindow = 10_000;

/** The published states and their rows. Every state has its own tables, so no reader ever sees two mixed. */
export class Store {
  readonly #options: StoreOptions;
  readonly #database: DatabaseSync;
  readonly #newest: StatementSync;
  readonly #statements = new Map<string, StatementSync>();
  /** How many readers hold a state, by its number. */
  readonly #readers = new Map<number, number>();
  /** States that are being removed: no new reader gets them. */
  readonly #retired = new Set<number>();
  readonly #closing = new AbortController();
  #states: readonly State[] = [];
  #loading: Promise<unknown> = Promise.resolve();
  /** Where long reads take their turns. */
  readonly turns: Turns = new Turns();
  /** SQL queries run for readers so far, for tests. */
  queries = 0;

  /** @throws {DatabaseError} when the database cannot be used. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#database = openDatabase(options.file, options.tables, true);
    this.#newest = this.#database.prepare("SELECT count(*) AS n, max(id) AS newest FROM state");
    this.states();
  }

  get tables(): Tables {
    return this.#options.tables;
  }

  /** The states that can be read, newest first. Another process may have published one: the database is queried each time. */
  states(): readonly State[] {
    const { n, newest } = this.#newest.get() ?? {};
    if (n !== this.#states.length || (newest ?? undefined) !== this.#states[0]?.id) {
      this.#states = readStates(this.#database, this.#options.file);
    }
    return this.#retired.size === 0 ? this.#states : this.#states.filter(({ id }) => !this.#retired.has(id));
  }

  /** Keeps the state readable until the result is disposed. */
  hold(state: State): Disposable {
    this.#readers.set(state.id, (this.#readers.get(state.id) ?? 0) + 1);
    return { [Symbol.dispose]: () => this.#readers.set(state.id, (this.#readers.get(state.id) ?? 1) - 1) };
  }

  /**
   * Loads what the request asks for and publishes it, in one transaction. Loads run one after another.
   * @throws {LoadError} when a row does not fit; {DatabaseError} when the database cannot take it. Nothing is changed then.
   * Old states that cannot be removed are no failure: that is reported, and the next load removes them.
   */
  load(request: LoadRequest, hooks: LoadHooks = {}): Promise<State> {
    const run = this.#loading.then(() => this.#load(request, hooks));
    this.#loading = run.catch(() => undefined);
    return run;
  }

  async #load(request: LoadRequest, hooks: LoadHooks): Promise<State> {
    const published = await this.#work({ kind: "load", request }, hooks);
    const state = this.states().find(({ uuid }) => uuid === published);
    if (state === undefined) {
      throw new DatabaseError(
        `The database ${this.#options.file} is no longer the file that the server opened: the server continues with its earlier data. Restart it to serve the new file.`,
      );
    }
    await this.#prune(hooks);
    return state;
  }

  /** A file is written by a thread of its own, so that requests are served meanwhile and its memory is freed afterwards. */
  #work(work: Work, hooks: LoadHooks): Promise<string | undefined> {
    const { file, tables } = this.#options;
    if (file === undefined) return performWork(this.#database, tables, work, hooks);
    return performInThread(file, work, hooks, this.#closing.signal);
  }

  /** Removes states beyond the number kept, except those that are being read. */
  async #prune({ onNote }: LoadHooks): Promise<void> {
    const old = this.states().slice(this.#options.keepStates);
    const states = old.map(({ id }) => id).filter((id) => (this.#readers.get(id) ?? 0) === 0);
    if (states.length === 0) return;
    for (const id of states) this.#retire(id);
    try {
      await this.#work({ kind: "drop", states }, {});
    } catch (error) {
      for (const id of states) this.#retired.delete(id);
      onNote?.(`Older data could not be removed yet: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #retire(id: number): void {
    this.#retired.add(id);
    for (const key of [...this.#statements.keys()]) if (key.startsWith(`${id} `)) this.#statements.delete(key);
  }

  /** Rows of a table from a position on, as bytes to send. Costs the same at any position, which is the key. */
  text(state: State, wording: Wording, from: number, count: number, ends: Ends): Uint8Array<ArrayBuffer> {
    return this.#text(state, wording, ends, "pos >= ? AND pos < ?", BigInt(from), BigInt(from + count));
  }

  /** All rows of a table, in order of position. */
  rows(state: State, table: Table): EncodedRow[] {
    return this.#query(state, `SELECT * FROM ${tableIn(state.id, table.name)} ORDER BY pos`);
  }

  /** Rows of a table whose column holds one of the values, in order of position. */
  rowsWhere(state: State, table: Table, column: string, values: readonly string[]): EncodedRow[] {
    const marks = values.map(() => "?").join(", ");
    const sql = `SELECT * FROM ${tableIn(state.id, table.name)} WHERE "${column}" IN (${marks}) ORDER BY pos`;
    return this.#query(state, sql, ...values);
  }

  /** How many rows of a table some filters let through. */
  count(state: State, table: Table, filters: readonly Filter[]): number {
    const { where, values } = whereOf(filters);
    const [row] = this.#query(
      state,
      `SELECT count(*) AS n FROM ${tableIn(state.id, table.name)} WHERE ${where}`,
      ...values,
    );
    return Number(row?.n ?? 0);
  }

  /** The rows that filters let through, from the `offset`th on, as bytes to send. */
  find(
    state: State,
    wording: Wording,
    filters: readonly Filter[],
    { offset, limit }: { readonly offset: number; readonly limit: number },
    ends: Ends,
  ): Uint8Array<ArrayBuffer> {
    const { where, values } = whereOf(filters);
    const found = `SELECT pos FROM ${tableIn(state.id, wording.table.name)} WHERE ${where} ORDER BY pos LIMIT ? OFFSET ?`;
    return this.#text(state, wording, ends, `pos IN (${found})`, ...values, BigInt(limit), BigInt(offset));
  }

  /**
   * Subjects that a search finds, from the `offset`th on, as bytes to send. Scans a slice at a time, so that others are
   * served meanwhile.
   */
  async findSubjects(
    state: State,
    wording: Wording,
    ends: Ends,
    search: SubjectSearch,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { offset, limit, activeOnly } = search;
    const { where, values } = whereOf(search.filters);
    const selected =
      search.filters.length === 0
        ? ""
        : ` AND pos IN (SELECT pos FROM ${tableIn(state.id, wording.table.name)} WHERE ${where})`;
    const name = search.name === undefined ? null : foldName(search.name);
    const sql = `SELECT pos FROM ${tableIn(state.id, searchTable)} WHERE pos >= ? AND pos < ?
      AND (? = 0 OR active = 1) AND (? IS NULL OR instr(names, ?) > 0)${selected} ORDER BY pos`;
    const total = state.counts[wording.table.name] ?? 0;
    const found: number[] = [];
    let skip = offset;
    using _ = this.hold(state);
    for (let from = 0; from < total && found.length < limit; from += searchWindow) {
      signal.throwIfAborted();
      await this.turns.run(() => {
        const active = activeOnly ? 1n : 0n;
        const hits = this.#query(state, sql, BigInt(from), BigInt(from + searchWindow), active, name, name, ...values);
        const wanted = hits.slice(skip, skip + limit - found.length);
        skip = Math.max(0, skip - hits.length);
        for (const { pos } of wanted) found.push(Number(pos));
      });
    }
    return this.#text(state, wording, ends, "pos IN (SELECT value FROM json_each(?))", JSON.stringify(found));
  }

  #text(
    state: State,
    wording: Wording,
    { before, after }: Ends,
    where: string,
    ...values: SqliteValue[]
  ): Uint8Array<ArrayBuffer> {
    const { table, representation, expand, element = table.row.name } = wording;
    const key = `${table.name} ${element} ${representation.name} ${expand} ${where}`;
    const sql = (): string => {
      const row = representation.row(
        { ...table.row, name: element },
        expand ? tableIn(state.id, expansionTable) : undefined,
      );
      // SQLite keeps the order of a subquery for group_concat; sorting there would need a temporary table.
      const rows = `SELECT ${row} AS item FROM ${tableIn(state.id, table.name)} WHERE ${where} ORDER BY pos`;
      return `SELECT CAST(concat(?, group_concat(item, '${representation.between}'), ?) AS BLOB) AS text FROM (${rows})`;
    };
    return this.#run(
      () => this.#statement(state, key, sql).get(before, after, ...values)?.text as Uint8Array<ArrayBuffer>,
    );
  }

  #query(state: State, sql: string, ...values: SqliteValue[]): EncodedRow[] {
    return this.#run(() => this.#statement(state, sql, () => sql).all(...values) as EncodedRow[]);
  }

  /** A statement, prepared once for each state and `key`. */
  #statement(state: State, key: string, sql: () => string): StatementSync {
    const name = `${state.id} ${key}`;
    let statement = this.#statements.get(name);
    if (statement === undefined) {
      statement = this.#database.prepare(sql());
      statement.setReadBigInts(true);
      this.#statements.set(name, statement);
    }
    return statement;
  }

  #run<T>(query: () => T): T {
    this.queries += 1;
    try {
      return query();
    } catch (error) {
      throw explainDatabaseError(error, this.#options.file);
    }
  }

  /** Closes the database. Unfinished loads into a file are cancelled, in memory they finish first; published states stay. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loading;
    if (this.#database.isOpen) this.#database.close();
  }
}

/** The condition for rows that filters let through, and the values in it. */
function whereOf(filters: readonly Filter[]): { readonly where: string; readonly values: readonly SqliteValue[] } {
  const conditions = filters.map(({ column, values }) => `"${column}" IN (${values.map(() => "?").join(", ")})`);
  return { where: conditions.join(" AND ") || "1", values: filters.flatMap(({ values }) => values) };
}
