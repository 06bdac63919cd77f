/** Plain tables with the rows of the register: what a copy would take that keeps no history and proves nothing. */
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import { copyText } from "../../../packages/mirror/src/store/postgres/copy-text.ts";
import type { ColumnType, List } from "../../../packages/mirror/src/wire/list.ts";

export type Row = Record<string, unknown>;

export interface PlainTables {
  /** Makes the table of a list. @returns what writes a page of its rows in a transaction. */
  create(list: List): Promise<(page: readonly Row[]) => Promise<void>>;
  close(): Promise<void>;
}

/** @param target - A file of SQLite that does not exist, or the URL of an empty database of PostgreSQL. */
export const openPlainTables = (target: string): Promise<PlainTables> =>
  target.startsWith("postgres:") ? inPostgres(target) : inSqlite(target);

type Value = string | number | null;

/** A value as both databases take it. */
function plain(value: unknown): Value {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return typeof value === "boolean" ? String(value) : ((value ?? null) as Value);
}

const definitions = ({ columns }: List, types: (type: ColumnType) => string): string =>
  columns.map(({ name, type }) => `"${name}" ${types(type)}`).join(", ");

async function inSqlite(file: string): Promise<PlainTables> {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  // With types: SQLite would keep a number without one in 8 bytes, whatever its size.
  const typeOf = (type: ColumnType): string => (type === "integer" ? "INTEGER" : "TEXT");
  return {
    async create(list) {
      database.exec(`CREATE TABLE "${list.name}" (${definitions(list, typeOf)})`);
      const insert = database.prepare(`INSERT INTO "${list.name}" VALUES (${list.columns.map(() => "?")})`);
      return async (page) => {
        database.exec("BEGIN");
        for (const row of page) insert.run(...list.columns.map(({ name }) => plain(row[name])));
        database.exec("COMMIT");
      };
    },
    async close() {
      database.close();
    },
  };
}

const postgresTypes = {
  integer: "BIGINT",
  decimal: "NUMERIC",
  text: "TEXT",
  boolean: "BOOLEAN",
  json: "JSON",
} as const;

async function inPostgres(url: string): Promise<PlainTables> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    async create(list) {
      await client.query(`CREATE TABLE "${list.name}" (${definitions(list, (type) => postgresTypes[type])})`);
      return async (page) => {
        const rows = page.map((row) => list.columns.map(({ name }) => plain(row[name])));
        await pipeline(Readable.from([copyText(rows)]), client.query(from(`COPY "${list.name}" FROM STDIN`)));
      };
    },
    close: () => client.end(),
  };
}
