import type { DatabaseSync } from "node:sqlite";
import { damaged } from "./database.ts";

/** A case in the data, as an example to query. */
export interface ExampleCase {
  readonly oznakaBroj: string;
  /** Identifier of the court, in decimal digits. */
  readonly sud: string;
}

/** A published load: rows that never change again. */
export interface State {
  /** Number of the state in the database; part of its table names. */
  readonly id: number;
  /** The UUID in `timestamp_id` and `x-timestamp-id`. */
  readonly uuid: string;
  /** When it was published, ISO 8601 in UTC. */
  readonly publishedAt: string;
  /** What it was loaded from. */
  readonly source: string;
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly exampleCases: readonly ExampleCase[];
}

/**
 * The states of a database, newest first.
 * @param file - Where the database is, for the message of an error.
 * @throws {DatabaseError} when what says how many rows a state has is no longer JSON.
 */
export function readStates(database: DatabaseSync, file?: string): State[] {
  const rows = database.prepare("SELECT * FROM state ORDER BY id DESC").all();
  try {
    return rows.map(toState);
  } catch (error) {
    throw damaged(file, error);
  }
}

export function publish(database: DatabaseSync, state: State): void {
  database
    .prepare("INSERT INTO state (id, uuid, published_at, source, counts, example_cases) VALUES (?, ?, ?, ?, ?, ?)")
    .run(
      state.id,
      state.uuid,
      state.publishedAt,
      state.source,
      JSON.stringify(state.counts),
      JSON.stringify(state.exampleCases),
    );
}

/** The number of the next state: one that no state had before, so that table names are never reused. */
export function nextStateId(database: DatabaseSync): number {
  const last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'state'").get()?.seq;
  return Number(last ?? 0) + 1;
}

const toState = (row: Record<string, unknown>): State => ({
  id: Number(row.id),
  uuid: String(row.uuid),
  publishedAt: String(row.published_at),
  source: String(row.source),
  counts: JSON.parse(String(row.counts)),
  exampleCases: JSON.parse(String(row.example_cases)),
});
