import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { printable } from "#kit/printable";
import type { Field } from "../contract/fields.ts";
import { createTables, type Tables } from "./tables.ts";

/** Marks a file as a database of this server, in SQLite's own header ("CREG"). */
const applicationId = 0x43524547;

/** Version of what values mean in the tables, raised when that changes. Changes of the tables show in their definitions. */
const meaningVersion = 3;

/** The database cannot be used. The message says what is wrong and what to do. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError" as const;

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS state (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    published_at TEXT NOT NULL,
    source TEXT NOT NULL,
    counts TEXT NOT NULL,
    example_cases TEXT NOT NULL
  );
  PRAGMA application_id = ${applicationId};`;

/** What the contract demands of values beyond their kind: a file from before may have rows that are not so. */
function demandsOf({ all }: Tables): string {
  const demands = (fields: readonly Field[], above: string): unknown[] =>
    fields.flatMap((field) => {
      const name = `${above} ${field.name}`;
      if (field.kind === "list") return [[name, field.required], ...demands([field.items], name)];
      if (field.kind === "object") return demands(field.fields, name);
      return field.required || field.bounds !== undefined ? [[name, field.required, field.bounds]] : [];
    });
  const text = (_: string, value: unknown): unknown => (value instanceof RegExp ? value.source : value);
  return JSON.stringify(
    all.flatMap(({ name, row }) => demands(row.fields, name)),
    text,
  );
}

/**
 * A number for the layout of the tables, which follow from the contract: once that grows by a field, a file from before has
 * another layout, without the new column.
 */
function layoutOf(tables: Tables): number {
  return (
    hash(
      "sha256",
      [meaningVersion, schema, createTables(0, tables), demandsOf(tables)].join("\n"),
      "buffer",
    ).readUInt32BE() >>> 1
  );
}

/**
 * Opens the database, or creates it.
 * @param file - Where it is; without it, everything stays in memory.
 * @param tables - What its states are made of.
 * @param check - Whether SQLite checks it first, which takes about a second for 100,000 subjects.
 * @throws {DatabaseError} when it cannot be opened, belongs to something else, or fails SQLite's check.
 */
export function openDatabase(file: string | undefined, tables: Tables, check: boolean): DatabaseSync {
  if (file === "" || file?.startsWith(":") || file?.startsWith("file:")) {
    throw new DatabaseError(
      `The database name ${file || '""'} is reserved by SQLite. Give --database a path, such as ./data.db, or leave --database out to keep everything in memory.`,
    );
  }
  const layout = layoutOf(tables);
  const isNew = file === undefined || !existsSync(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file ?? ":memory:", { timeout: 5_000 });
    if (!isNew) refuseForeign(database, file, layout);
    if (!isNew && check) refuseDamaged(database, file);
    // A reader never waits for a load, and a load that is interrupted leaves earlier data intact (sqlite.org/wal.html).
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864");
    database.exec("PRAGMA cache_size = -8000");
    database.exec(`BEGIN IMMEDIATE; ${schema} PRAGMA user_version = ${layout}; COMMIT`);
    return database;
  } catch (error) {
    database?.close();
    throw explainDatabaseError(error, file);
  }
}

function refuseForeign(database: DatabaseSync, file: string, layout: number): void {
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.n;
  if (tables === 0) return;
  if (database.prepare("PRAGMA application_id").get()?.application_id !== applicationId) {
    throw new DatabaseError(
      `The database ${file} belongs to another program. Nothing in it was changed. Give --database another file.`,
    );
  }
  if (database.prepare("PRAGMA user_version").get()?.user_version !== layout) {
    throw new DatabaseError(
      `The database ${file} was written by another version of this server. Give --database a new file.`,
    );
  }
}

/**
 * Finds broken pages, and indexes that differ from their rows. SQLite keeps no checksums: a changed bit of another value is not
 * found.
 */
function refuseDamaged(database: DatabaseSync, file: string): void {
  const found = database.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  if (found !== "ok") throw damaged(file);
}

/** Explanations by SQLite's primary result code (sqlite.org/rescode.html). */
const explanations: Readonly<Record<number, string>> = {
  5: "is being written by another process. Try again when that is done, or give --database another file.",
  6: "is being written by another process. Try again when that is done, or give --database another file.",
  8: "cannot be written. Check the permissions of the file and its folder, or give --database another file.",
  10: "cannot be read or written: the disk reported an error. Check the disk, or give --database another file.",
  11: "is damaged. Restore it from a backup, or remove it and load again.",
  13: "cannot grow: the disk is full. Nothing was changed. Free some space, or give --database a file on another disk.",
  14: "cannot be opened. Check that the folder exists and is writable, or give --database another file.",
  26: "is not a database. Give --database another file, or remove this one.",
};

/** The error for a database with values that this server did not write. */
export const damaged = (file: string | undefined, cause?: unknown): DatabaseError =>
  new DatabaseError(`The database ${file ?? "in memory"} ${explanations[11]}`, { cause });

/** Turns an error of SQLite into one that says what to do; any other error is returned as it is. */
export function explainDatabaseError(error: unknown, file: string | undefined): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  const explanation = explanations[error.errcode & 0xff] ?? `failed: ${error.message}.`;
  return new DatabaseError(`The database ${file ?? "in memory"} ${explanation}`, { cause: error });
}
