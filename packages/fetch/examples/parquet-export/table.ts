/** The exported rows and the walk's cursor, in one DuckDB file: after a crash it has both of a page, or neither. */
import { rename, rm } from "node:fs/promises";
import type { Cursor, Subjekt } from "@court-register/fetch";
import { BIGINT, DuckDBInstance, type DuckDBType, INTEGER, VARCHAR } from "@duckdb/node-api";

/** A column for every field: integers of 64 bits exactly, date-times as the text that the service sends. */
const columns = {
  mbs: BIGINT,
  status: INTEGER,
  sud_id_nadlezan: BIGINT,
  sud_id_sluzba: BIGINT,
  oib: BIGINT,
  ino_podruznica: INTEGER,
  stecajna_masa: INTEGER,
  likvidacijska_masa: INTEGER,
  mbs_brisanog_subjekta: BIGINT,
  glavna_podruznica_rbr: BIGINT,
  datum_osnivanja: VARCHAR,
  datum_brisanja: VARCHAR,
} satisfies Record<keyof Subjekt, DuckDBType>;

const fields = Object.entries(columns) as [keyof Subjekt, DuckDBType][];

export interface SubjectTable {
  /** Where to resume the walk; undefined at the start. */
  cursor(): Promise<Cursor | undefined>;
  /** Saves the rows of a page together with its cursor. */
  append(rows: readonly Subjekt<bigint>[], cursor: Cursor): Promise<void>;
  /** Writes all rows to a Parquet file, and removes the DuckDB file. */
  finish(parquet: string): Promise<void>;
}

/** Opens the table in a DuckDB file, which is created if it does not exist. */
export async function openTable(file: string): Promise<SubjectTable> {
  const database = await DuckDBInstance.create(file);
  const connection = await database.connect();
  const definition = fields.map(([name, type]) => `${name} ${type}`).join(", ");
  await connection.run(`CREATE TABLE IF NOT EXISTS subjekt (${definition})`);
  await connection.run("CREATE TABLE IF NOT EXISTS progress (cursor VARCHAR)");

  return {
    async cursor() {
      const [row] = (await connection.runAndReadAll("SELECT cursor FROM progress")).getRows();
      return row ? JSON.parse(String(row[0])) : undefined;
    },

    async append(rows, cursor) {
      await connection.run("BEGIN");
      const appender = await connection.createAppender("subjekt");
      for (const row of rows) {
        // A value that its column cannot hold raises an error: nothing is rounded or truncated.
        for (const [name, type] of fields) appender.appendValue(row[name] ?? null, type);
        appender.endRow();
      }
      appender.closeSync();
      await connection.run("DELETE FROM progress");
      await connection.run("INSERT INTO progress VALUES ($1)", [JSON.stringify(cursor)]);
      await connection.run("COMMIT");
    },

    async finish(parquet) {
      // Renamed when complete: under its own name, the file is never partial.
      const part = `${parquet}.part`;
      await connection.run(`COPY subjekt TO '${part.replaceAll("'", "''")}' (FORMAT parquet)`);
      await rename(part, parquet);
      connection.closeSync();
      database.closeSync();
      await rm(file);
    },
  };
}
