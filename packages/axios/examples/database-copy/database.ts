/** The current copy and the next one, in one SQLite file: readers see the current copy until the next one is complete. */
import { DatabaseSync } from "node:sqlite";
import type { Cursor } from "@court-register/axios";

/** The progress of one list of the next copy. */
export interface Progress {
  cursor: Cursor | undefined;
  done: boolean;
}

/** The number of rows of a list that are new or gone. */
export interface Change {
  list: string;
  change: "new" | "gone";
  rows: number;
}

export class Database {
  readonly #db: DatabaseSync;

  /** Opens a database file, which is created if it does not exist. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL; -- others read while this one writes
      PRAGMA busy_timeout = 5000;
      CREATE TABLE IF NOT EXISTS copy (finished TEXT NOT NULL, state TEXT);
      CREATE TABLE IF NOT EXISTS changes (list TEXT NOT NULL, change TEXT NOT NULL, row TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS next_progress (list TEXT PRIMARY KEY, cursor TEXT, done INTEGER NOT NULL);
    `);
  }

  /** Returns the progress of a list of the next copy. */
  progress(list: string): Progress {
    const found = this.#one<{ cursor: string; done: number }>("SELECT * FROM next_progress WHERE list = ?", list);
    return { cursor: found?.cursor ? JSON.parse(found.cursor) : undefined, done: found?.done === 1 };
  }

  /** Returns the state of the register in the next copy, if the service names its states. */
  state(): string | undefined {
    return (
      this.#one<{ state: string | null }>("SELECT max(cursor ->> 'timestamp_id') AS state FROM next_progress")?.state ??
      undefined
    );
  }

  /** Saves rows of the next copy together with the progress of their list, which must have been at `from` until now. */
  append(list: string, rows: readonly object[], from: Cursor | undefined, to: Progress): void {
    this.#transaction(() => {
      if (this.progress(list).cursor?.offset !== from?.offset)
        throw new Error("Another process is writing this copy too.");
      this.#db.exec(`CREATE TABLE IF NOT EXISTS next_${list} (row TEXT NOT NULL)`);
      const insert = this.#db.prepare(`INSERT INTO next_${list} VALUES (?)`);
      // Fields sorted by name, so that equal rows are equal texts.
      for (const row of rows) insert.run(JSON.stringify(Object.fromEntries(Object.entries(row).sort())));
      const cursor = to.cursor ? JSON.stringify(to.cursor) : null;
      this.#db.prepare("REPLACE INTO next_progress VALUES (?, ?, ?)").run(list, cursor, Number(to.done));
    });
  }

  /** Replaces the current copy with the next one, and records the differences in `changes`. */
  publish(lists: readonly string[], state: string | undefined): void {
    this.#transaction(() => {
      this.#db.exec("DELETE FROM changes");
      for (const list of lists) {
        const next = `next_${list}`;
        // A first copy has no changes.
        if (this.#one("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", list)) {
          this.#recordDifference(list, "new", next, list);
          this.#recordDifference(list, "gone", list, next);
        }
        this.#db.exec(`DROP TABLE IF EXISTS ${list}; ALTER TABLE ${next} RENAME TO ${list};
          CREATE INDEX ${list}_mbs ON ${list} (row ->> 'mbs')`);
      }
      this.#db.exec("DELETE FROM next_progress; DELETE FROM copy");
      this.#db.prepare("INSERT INTO copy VALUES (datetime(), ?)").run(state ?? null);
    });
  }

  /** Returns the changes from the previous copy, if there was one, to the current one. */
  changes(): Change[] {
    const counted = this.#db.prepare("SELECT list, change, count(*) AS rows FROM changes GROUP BY list, change");
    return counted.all() as unknown as Change[];
  }

  /** Discards the next copy. */
  discard(lists: readonly string[]): void {
    this.#transaction(() => {
      for (const list of lists) this.#db.exec(`DROP TABLE IF EXISTS next_${list}`);
      this.#db.exec("DELETE FROM next_progress");
    });
  }

  #recordDifference(list: string, change: Change["change"], from: string, to: string): void {
    this.#db.exec(`INSERT INTO changes SELECT '${list}', '${change}', row FROM
      (SELECT row FROM ${from} EXCEPT SELECT row FROM ${to})`);
  }

  #one<Row>(sql: string, ...values: string[]): Row | undefined {
    return this.#db.prepare(sql).get(...values) as Row | undefined;
  }

  /** Makes all of a change or none of it, even if the process is killed. */
  #transaction(change: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      change();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}
