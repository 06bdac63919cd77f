import { existsSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { MirrorError, type MirrorErrorKind } from "../mirror-error.ts";
import type { Database, Dialect, SqlRow, SqlValue, Writing } from "./database.ts";

const dialect: Dialect = {
  types: { integer: "INTEGER", decimal: "TEXT", text: "TEXT", boolean: "INTEGER", json: "TEXT" },
  hash: { type: "BLOB", from: (hex) => `unhex(${hex})`, to: (hash) => `lower(hex(${hash}))` },
  rowId: "INTEGER",
  keepsOrder: true,
  withoutRowid: " WITHOUT ROWID",
  texts: (parameter) => `(SELECT key AS at, value AS text FROM json_each(${parameter}))`,
};

/** Rows that are read before others get a turn. */
const batchSize = 1_000;

/** What to do, by SQLite's primary result code (sqlite.org/rescode.html). */
const advice: Readonly<Record<number, [MirrorErrorKind, string]>> = {
  5: ["unavailable", "is being written by another program. Run the command again when that is done."],
  6: ["unavailable", "is being written by another program. Run the command again when that is done."],
  8: ["unavailable", "cannot be written. Check the permissions of the file and its folder."],
  10: ["unavailable", "cannot be read or written: the disk reported an error. Check the disk."],
  11: ["damaged", "is damaged. Restore it from a backup, or copy the register into another file."],
  13: ["unavailable", "cannot grow: the disk is full. Nothing is lost. Free some space and run the command again."],
  14: ["unavailable", "cannot be opened. Check that its folder exists and may be written."],
  26: ["foreign", "is not a database. Name another file."],
};

/** Turns an error of SQLite into one that says what to do. Returns any other error as it is. */
function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  const [kind, text] = advice[error.errcode & 0xff] ?? ["unavailable", `reports an error: ${error.message}.`];
  return new MirrorError(kind, `The file ${file} ${text}`, { cause: error });
}

/** A statement, and the parameters in the order that it uses them. */
interface Prepared {
  statement: StatementSync;
  order: number[];
}

const isBoolean = (value: SqlValue): boolean => typeof value === "boolean";

const input = (value: SqlValue | undefined): SQLInputValue =>
  typeof value === "boolean" ? Number(value) : (value ?? null);

/**
 * Opens a file of SQLite.
 *
 * @param create - Whether to create a file that does not exist.
 * @throws MirrorError of kind `unavailable`, `foreign` or `damaged`.
 */
export function openSqlite(file: string, create: boolean): Database {
  if (!create && !existsSync(file))
    throw new MirrorError("usage", `There is no file ${file}. Make the copy first: court-register-mirror sync ${file}`);
  try {
    return new Sqlite(file);
  } catch (error) {
    throw explain(error, file);
  }
}

class Sqlite implements Database {
  readonly kind = "sqlite";
  readonly dialect: Dialect = dialect;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #writing: Writing;
  /** The end of the last transaction. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
    this.#database = new DatabaseSync(file, { timeout: 10_000 });
    try {
      // Readers see the copy as it was when they began, and never wait (sqlite.org/wal.html). A commit survives a kill; after a
      // loss of power, the last ones may have to be copied again.
      this.#database.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864",
      );
      this.#database.exec("PRAGMA cache_size = -32000; PRAGMA temp_store = FILE");
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#writing = {
      run: async (sql, ...parameters) => {
        const { statement, order } = this.#prepare(sql);
        return Number(statement.run(...order.map((index) => input(parameters[index]))).changes);
      },
      all: async (sql, ...parameters) => {
        const { statement, order } = this.#prepare(sql);
        return statement.all(...order.map((index) => input(parameters[index])));
      },
      batches: (sql, ...parameters) => this.#batches(sql, parameters),
      insert: async (table, columns, rows) => {
        const names = columns.map((name) => `"${name}"`).join(", ");
        const { statement } = this.#prepare(
          `INSERT INTO "${table}" (${names}) VALUES (${columns.map((_, index) => this.#slot(index)).join(", ")})`,
        );
        for (const row of rows) statement.run(...(row.some(isBoolean) ? row.map(input) : (row as SQLInputValue[])));
      },
    };
  }

  #slot(index: number): string {
    return `$${index + 1}`;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const order: number[] = [];
    // SQLite binds by position only what has no name.
    const text = sql.replace(/\$(\d+)/g, (_, number) => {
      order.push(Number(number) - 1);
      return "?";
    });
    const statement = this.#database.prepare(text);
    statement.setReadBigInts(true);
    const prepared = { statement, order };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  async *#batches(sql: string, parameters: SqlValue[]): AsyncGenerator<SqlRow[]> {
    const { statement, order } = this.#prepare(sql);
    let batch: SqlRow[] = [];
    for (const row of statement.iterate(...order.map((index) => input(parameters[index])))) {
      batch.push(row as SqlRow);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN IMMEDIATE", () => work(this.#writing));
  }

  read<T>(work: (reading: Writing) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN", () => work(this.#writing));
  }

  /** One transaction after another: there is one connection. */
  #transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      try {
        this.#database.exec(begin);
        const value = await work();
        this.#database.exec("COMMIT");
        return value;
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw explain(error, this.#file);
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async tables(): Promise<string[]> {
    const rows = await this.read((reading) =>
      reading.all("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"),
    );
    return rows.map(({ name }) => String(name));
  }

  async check(): Promise<string | undefined> {
    const [row] = await this.read((reading) => reading.all("PRAGMA integrity_check(1)"));
    return row?.integrity_check === "ok" ? undefined : String(row?.integrity_check);
  }

  async close(): Promise<void> {
    await this.#last;
    this.#database.close();
  }
}
