import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { MirrorError, type MirrorErrorKind } from "../mirror-error.ts";
import type { Access, Database, Dialect, SqlRow, SqlValue, Writing } from "./database.ts";
import { type Manners, makePrivate, type Way, waysToRead, writing } from "./sqlite-file.ts";

const dialect: Dialect = {
  types: { integer: "INTEGER", decimal: "TEXT", text: "TEXT", boolean: "INTEGER", json: "TEXT" },
  hash: { type: "BLOB", from: (hex) => `unhex(${hex})`, to: (hash) => `lower(hex(${hash}))` },
  rowId: "INTEGER",
  keepsOrder: true,
  withoutRowid: " WITHOUT ROWID",
  texts: (parameter) => `(SELECT key AS at, value AS text FROM json_each(${parameter}))`,
  ascending: (column) => column,
};

/** Rows that are read before others get a turn. */
const batchSize = 1_000;

/** What to do, by SQLite's result code: the extended one, else the primary one (sqlite.org/rescode.html). */
const advice: Readonly<Record<number, [MirrorErrorKind, string]>> = {
  5: ["unavailable", "is being written by another program. Run the command again when that is done."],
  6: ["unavailable", "is being written by another program. Run the command again when that is done."],
  8: ["unavailable", "cannot be written. Check the permissions of the file and its folder."],
  10: ["unavailable", "cannot be read or written: the disk reported an error. Check the disk."],
  11: ["damaged", "is damaged. Restore it from a backup, or copy the register into another file."],
  13: ["unavailable", "cannot grow: the disk is full. Nothing is lost. Free some space and run the command again."],
  14: [
    "unavailable",
    "cannot be opened. Check the permissions of its folder, of the file, and of those beside it that end with -wal and -shm.",
  ],
  15: [
    "unavailable",
    "is being opened by many programs at once, or repaired after one was killed. Run the command again.",
  ],
  776: [
    "unavailable",
    "was left in the middle of a change. The program that writes it repairs it, such as court-register-mirror sync.",
  ],
};

/** A table or a column is not there, which has the same code as many another error. */
const isMissing = /\bno such (?:table|column)|\bhas no column named\b/;

const missing = (reason: string): [MirrorErrorKind, string] => [
  "damaged",
  `does not have all that the mirror has written (${reason}). Restore it from a backup, or copy the register into another file.`,
];

const other = (reason: string): [MirrorErrorKind, string] => ["unavailable", `reports an error: ${reason}.`];

/** Where a file cannot be made or written, reading may still go on in another way. */
const notWritten: ReadonlySet<number> = new Set([8, 10, 13, 14]);

/** A program that writes is just beginning, or several want to repair what a killed one has left: it is there in a moment. */
const beginning: ReadonlySet<number> = new Set([15, 264, 520, 1288]);

const codeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;

/** The file is none of SQLite. */
export const notDatabase = (file: string, options?: ErrorOptions): MirrorError =>
  new MirrorError("foreign", `The file ${file} is not a database. Name another file.`, options);

/** Turns an error of SQLite into one that says what to do. Returns any other error as it is. */
function explainSqlite(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === 0) return error;
  if (code === 26) return notDatabase(file, { cause: error });
  const [kind, text] =
    advice[code] ??
    advice[code & 0xff] ??
    (isMissing.test(error.message) ? missing(error.message) : other(error.message));
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

/** Milliseconds that one program waits for another. */
const patience = 10_000;

/** Milliseconds between two attempts. */
const pause = 20;

/** Until when an attempt is made again. An attempt itself may take long. */
const deadline = (): number => performance.now() + patience;

/** What this process has open, by the real path of the file. */
const opened = new Map<string, Set<Sqlite>>();

const openedOf = (file: string): ReadonlySet<Sqlite> => opened.get(realPath(file)) ?? new Set();

/** The path of a file behind all links; as it is if there is no file yet. */
const realPath = (file: string): string => (existsSync(file) ? realpathSync(file) : file);

/**
 * Opens a file of SQLite.
 *
 * @param access - What is done with it; `look` is `read` for a moment.
 * @throws MirrorError of kind `unavailable`, `foreign` or `damaged`.
 */
export async function openSqlite(file: string, access: Access | "look"): Promise<Database> {
  try {
    return access === "write" || access === "create"
      ? await openForWriting(file)
      : await openForReading(file, access === "look");
  } catch (error) {
    throw explainSqlite(error, file);
  }
}

/** Whether somebody in this process only looks at a file, which takes a moment: what is shared could not be written. */
const isLookedAt = (file: string): boolean => [...openedOf(file)].some(({ manners }) => manners === "only looks");

async function openForWriting(file: string): Promise<Database> {
  makePrivate(file);
  for (const end = deadline(); ; await setTimeout(pause)) {
    if (isLookedAt(file) && performance.now() < end) continue;
    try {
      return new Sqlite(file, writing(file));
    } catch (error) {
      if (performance.now() > end || !beginning.has(codeOf(error))) throw error;
    }
  }
}

/** Opens a file by the first way that works. The ways change while other programs open and close it. */
async function openForReading(file: string, brief: boolean): Promise<Database> {
  let tried = "";
  for (const end = deadline(); ; await setTimeout(pause)) {
    const ways = waysToRead(file, brief);
    if (ways[0]?.manners === "shares" && isLookedAt(file) && performance.now() < end) continue;
    let code = 0;
    let failure: unknown;
    for (const way of ways) {
      try {
        return Sqlite.reading(file, way);
      } catch (error) {
        failure = error;
        code = codeOf(error);
        if (!notWritten.has(code & 0xff)) break;
      }
    }
    const now = ways.map(({ location }) => location).join();
    if (performance.now() > end || (now === tried && !beginning.has(code))) throw failure;
    tried = now;
  }
}

/** With its first reading, a transaction sees the moment that it keeps to. */
const firstReading = "SELECT 1 FROM sqlite_schema LIMIT 1";

/** Files that are open, whose connections SQLite has made files for. */
const openAtExit = new Set<DatabaseSync>();

/** A command may end in the middle of its output, and leaves nothing beside the file then either. */
function closedAtExit(database: DatabaseSync): void {
  if (openAtExit.size === 0) process.once("exit", closeAll);
  openAtExit.add(database);
}

const closeAll = (): void => {
  for (const database of openAtExit) database.close();
};

class Sqlite implements Database {
  readonly kind = "sqlite";
  readonly dialect: Dialect = dialect;
  readonly #file: string;
  /** Where the process has it among what is open. */
  readonly #path: string;
  readonly #way: Way;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #writing: Writing;
  #isEnded = false;
  /** The end of the last transaction. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string, way: Way) {
    this.#file = file;
    this.#way = way;
    this.#database = new DatabaseSync(way.location, { timeout: patience, readOnly: way.readOnly });
    try {
      this.#database.exec(way.settings);
      this.#database.exec("PRAGMA cache_size = -32000; PRAGMA temp_store = FILE");
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#path = realPath(file);
    opened.set(this.#path, new Set(opened.get(this.#path)).add(this));
    this.#writing = {
      run: async (sql, ...parameters) => {
        const { statement, order } = this.#prepare(sql);
        return Number(statement.run(...order.map((index) => input(parameters[index]))).changes);
      },
      all: async (sql, ...parameters) => {
        const { statement, order } = this.#prepare(sql);
        const rows = statement.all(...order.map((index) => input(parameters[index])));
        this.#refuseChanged();
        return rows;
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

  /** Opens a file for reading, and reads its first page, so that it is known whether that works. */
  static reading(file: string, way: Way): Sqlite {
    const reader = new Sqlite(file, way);
    try {
      reader.#database.exec(firstReading);
      if (!way.readOnly) closedAtExit(reader.#database);
      return reader;
    } catch (error) {
      reader.#end();
      throw error;
    }
  }

  get manners(): Manners {
    return this.#way.manners;
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
      this.#refuseChanged();
      yield batch;
      batch = [];
    }
    this.#refuseChanged();
    if (batch.length > 0) yield batch;
  }

  write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN IMMEDIATE", () => work(this.#writing));
  }

  read<T>(work: (reading: Writing) => Promise<T>): Promise<T> {
    return this.#transaction(`BEGIN; ${firstReading}`, () => work(this.#writing));
  }

  /** Rows of a file that was written meanwhile may be of two moments: none of them is shown. */
  #refuseChanged(): void {
    if (!this.#way.isUnchanged())
      throw new MirrorError(
        "unavailable",
        `The file ${this.#file} was written while it was read, by a program that could not be met beside it: what readers and writers share was not there, or this user may not write it. Run the command again.`,
      );
  }

  /** One transaction after another: there is one connection. */
  #transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      try {
        await this.#begin(begin);
        const value = await work();
        this.#database.exec("COMMIT");
        return value;
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        // What looks like damage may come from the change.
        if (codeOf(error) !== 0) this.#refuseChanged();
        throw explainSqlite(error, this.#file);
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async #begin(begin: string): Promise<void> {
    for (const end = deadline(); ; await setTimeout(pause)) {
      try {
        return this.#database.exec(begin);
      } catch (error) {
        if (performance.now() > end || !beginning.has(codeOf(error))) throw error;
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      }
    }
  }

  /** A file is written anew as a whole: what was deleted may be anywhere in it (sqlite.org/lang_vacuum.html). */
  erase(): Promise<boolean> {
    const result = this.#last.then(() => {
      try {
        this.#database.exec("VACUUM");
        const [checkpoint] = this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
        return Number(checkpoint?.busy) === 0;
      } catch (error) {
        throw explainSqlite(error, this.#file);
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
    this.#end();
    if (openAtExit.delete(this.#database) && openAtExit.size === 0) process.off("exit", closeAll);
  }

  /** Closes the file; without locks, once nobody in this process has any on it: closing would end theirs (sqlite.org/howtocorrupt.html). */
  #end(): void {
    this.#isEnded = true;
    const all = opened.get(this.#path) ?? new Set();
    const isLocked = [...all].some(
      (one) => !one.#isEnded && (one.manners === "shares" || one.manners === "only looks"),
    );
    for (const one of all)
      if (one.#isEnded && (one.manners !== "alone" || !isLocked)) {
        all.delete(one);
        one.#database.close();
      }
    if (all.size === 0) opened.delete(this.#path);
  }
}
