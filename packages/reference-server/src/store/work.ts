import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { generate } from "../data/generate.ts";
import { readDirectory } from "../data/ndjson.ts";
import { explainDatabaseError } from "./database.ts";
import { type LoadHooks, loadRows, type RowSource } from "./load.ts";
import { nextStateId, publish } from "./states.ts";
import { dropTables, type Tables } from "./tables.ts";

/** What to load: generated rows, or the files of a directory. */
export type LoadRequest =
  | {
      /** Number of subjects to generate. */
      readonly rows: number;
      /** The same seed gives the same rows on every machine. */
      readonly seed: number;
      /** Day of the rows: something happens to some subjects and court cases from day to day. @defaultValue `0` */
      readonly day?: number;
    }
  | {
      /** Directory with `<resource>.ndjson` files, one JSON object per line. */
      readonly data: string;
    };

/** A change of the database. */
export type Work =
  | { readonly kind: "load"; readonly request: LoadRequest }
  | { readonly kind: "drop"; readonly states: readonly number[] };

/** Does the work in one transaction: all of it, or nothing. Resolves with the uuid of the state that a load has published. */
export async function performWork(
  database: DatabaseSync,
  tables: Tables,
  work: Work,
  hooks: LoadHooks,
  file?: string,
): Promise<string | undefined> {
  try {
    database.exec("BEGIN IMMEDIATE");
    const published =
      work.kind === "load"
        ? await load(database, tables, await openSource(tables, work.request, hooks), hooks)
        : await drop(database, tables, work.states);
    database.exec("COMMIT");
    return published;
  } catch (error) {
    // SQLite has rolled back by itself after some errors, such as a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw explainDatabaseError(error, file);
  }
}

const openSource = async (tables: Tables, request: LoadRequest, hooks: LoadHooks): Promise<RowSource> =>
  "data" in request ? await readDirectory(request.data, tables, hooks) : generate(request, tables);

async function load(database: DatabaseSync, tables: Tables, source: RowSource, hooks: LoadHooks): Promise<string> {
  const id = nextStateId(database);
  const loaded = await loadRows(database, id, tables, source, hooks);
  const publishedAt = new Date().toISOString();
  const uuid = randomUUID();
  publish(database, { id, uuid, publishedAt, source: source.description, ...loaded });
  return uuid;
}

async function drop(database: DatabaseSync, tables: Tables, states: readonly number[]): Promise<undefined> {
  for (const id of states) {
    database.prepare("DELETE FROM state WHERE id = ?").run(id);
    for (const statement of dropTables(id, tables)) {
      database.exec(statement);
      await setImmediate();
    }
  }
}
