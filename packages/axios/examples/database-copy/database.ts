/** The copy and the next one in the making, in one SQLite file: readers see the old copy until the new one is whole. */
import { DatabaseSync } from "node:sqlite";
import type { Cursor } from "@court-register/axios";

/** The progress of one list of the next copy. */
export interface Progress {
  cursor: Cursor | undefined;
  done: boolean;
}

/** How many rows of a list are new or gone. */
export interface Change {
  list: string;
  change: "new" | "gone";
  rows: number;
}

// TypeScript does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown };

/** For `JSON.stringify`: fields sorted by name, so that equal rows are equal texts, and integers with all their digits. */
function exactly(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return rawJSON(String(value));
  if (Object(value) !== value || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value as object).sort());
}

/** A later run has taken the next copy over: two runs writing one copy would mix their rows. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";

  constructor() {
    super("A later run has taken this copy over.");
  }
}

export class Database {
  readonly #db: DatabaseSync;
  readonly #run: string = crypto.randomUUID();

  /** Opens a database file, which is created if it does not exist. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL; -- others can read while this one writes
      PRAGMA busy_timeout = 5000;
      PRAGMA legacy_alter_table = ON; -- otherwise a view of yours on a list would block its renaming
      CREATE TABLE IF NOT EXISTS copy (finished TEXT NOT NULL, state TEXT);
      CREATE TABLE IF NOT EXISTS changes (list TEXT NOT NULL, change TEXT NOT NULL, row TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS next_progress (list TEXT PRIMARY KEY, cursor TEXT, done INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS next_run (id TEXT NOT NULL, service TEXT NOT NULL);
    `);
  }

  /** Takes over the next copy from any other run. Starts it over if asked to, or if it is from another service. */
  begin(service: string, lists: readonly string[], anew = false): void {
    this.#transaction(() => {
      const before = this.#one<{ service: string }>("SELECT service FROM next_run");
      this.#db.exec("DELETE FROM next_run");
      this.#db.prepare("INSERT INTO next_run VALUES (?, ?)").run(this.#run, service);
      if (anew || before?.service !== service) this.#discard(lists);
    });
  }

  /** Returns the progress of a list of the next copy. */
  progress(list: string): Progress {
    const found = this.#one<{ cursor: string; done: number }>("SELECT * FROM next_progress WHERE list = ?", list);
    return { cursor: found?.cursor ? JSON.parse(found.cursor) : undefined, done: found?.done === 1 };
  }

  /** The state of the register that the next copy is of, where the service names its states. */
  state(): string | undefined {
    return (
      this.#one<{ state: string | null }>("SELECT max(cursor ->> 'timestamp_id') AS state FROM next_progress")?.state ??
      undefined
    );
  }

  /** Saves rows of the next copy together with the progress of their list. */
  append(list: string, rows: readonly object[], to: Progress): void {
    this.#transaction(() => {
      this.#expectOurs();
      this.#db.exec(`CREATE TABLE IF NOT EXISTS next_${list} (row TEXT NOT NULL)`);
      const insert = this.#db.prepare(`INSERT INTO next_${list} VALUES (?)`);
      for (const row of rows) insert.run(JSON.stringify(row, exactly));
      const cursor = to.cursor ? JSON.stringify(to.cursor) : null;
      this.#db.prepare("REPLACE INTO next_progress VALUES (?, ?, ?)").run(list, cursor, Number(to.done));
    });
  }

  /** Replaces the current copy with the next one, and stores their differences in `changes`. */
  publish(lists: readonly string[], state: string | undefined): void {
    this.#transaction(() => {
      this.#expectOurs();
      this.#db.exec("DELETE FROM changes");
      for (const list of lists) {
        const next = `next_${list}`;
        const indexes = this.#all<{ sql: string }>(
          "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
          list,
        );
        // The first copy has no changes.
        if (this.#one("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", list)) {
          this.#keepDifference(list, "new", next, list);
          this.#keepDifference(list, "gone", list, next);
        }
        this.#db.exec(`DROP TABLE IF EXISTS ${list}; ALTER TABLE ${next} RENAME TO ${list}`);
        // Your own indexes too: they were dropped with the old table.
        for (const { sql } of indexes) this.#db.exec(sql);
        this.#db.exec(`CREATE INDEX IF NOT EXISTS ${list}_mbs ON ${list} (row ->> 'mbs')`);
      }
      this.#db.exec("DELETE FROM next_progress; DELETE FROM copy");
      this.#db.prepare("INSERT INTO copy VALUES (datetime(), ?)").run(state ?? null);
    });
  }

  /** How the current copy differs from the previous one, if there was one. */
  changes(): Change[] {
    return this.#all("SELECT list, change, count(*) AS rows FROM changes GROUP BY list, change");
  }

  /** Discards the next copy. */
  discard(lists: readonly string[]): void {
    this.#transaction(() => {
      this.#expectOurs();
      this.#discard(lists);
    });
  }

  #discard(lists: readonly string[]): void {
    for (const list of lists) this.#db.exec(`DROP TABLE IF EXISTS next_${list}`);
    this.#db.exec("DELETE FROM next_progress");
  }

  #expectOurs(): void {
    if (this.#one<{ id: string }>("SELECT id FROM next_run")?.id !== this.#run) throw new TakenOver();
  }

  #keepDifference(list: string, change: Change["change"], from: string, to: string): void {
    // Equal rows are numbered: EXCEPT alone would not tell two of them from one.
    const numbered = "SELECT row, row_number() OVER (PARTITION BY row) FROM";
    this.#db.exec(`INSERT INTO changes SELECT '${list}', '${change}', row FROM
      (${numbered} ${from} EXCEPT ${numbered} ${to})`);
  }

  #one<Row>(sql: string, ...values: string[]): Row | undefined {
    return this.#all<Row>(sql, ...values)[0];
  }

  #all<Row>(sql: string, ...values: string[]): Row[] {
    return this.#db.prepare(sql).all(...values) as Row[];
  }

  /** Runs it completely or not at all, even if the process is killed. */
  #transaction(change: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      change();
      this.#db.exec("COMMIT");
    } catch (error) {
      // If the disk is full, SQLite has already rolled back.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}
