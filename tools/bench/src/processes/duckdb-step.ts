/**
 * What DuckDB takes with the same rows, in its own process: `duckdb-step.ts STEP EXPORTED PLACE`. Steps:
 *
 * - `load`: reads the exported lists into tables of DuckDB, in the file PLACE
 * - `write`: writes these tables, of the file EXPORTED, as Parquet into the folder PLACE
 * - `read`: reads every value of the exported lists, and keeps nothing
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { ExportRecord } from "../../../../packages/mirror/src/export/record.ts";
import { StepClock } from "./step.ts";

const [, , step = "", from = "", place = ""] = process.argv;
const clock = new StepClock();

/** The lists of an export, each with its files. */
function exportedLists(): [name: string, files: string][] {
  const { lists }: ExportRecord = JSON.parse(readFileSync(join(from, "latest.json"), "utf8"));
  return Object.entries(lists).map(([name, { path }]) => [name, `'${join(from, path)}/*.parquet'`]);
}

/** Runs a statement whose first value is a number of rows. */
async function rowsOf(connection: DuckDBConnection, sql: string): Promise<number> {
  const result = await connection.runAndReadAll(sql);
  return Number(result.getRows()[0]?.[0]);
}

/** Runs a statement for each list. */
async function forEach(database: string, statements: readonly string[]): Promise<number> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  let rows = 0;
  for (const sql of statements) rows += await clock.time(() => rowsOf(connection, sql));
  connection.closeSync();
  instance.closeSync();
  return rows;
}

async function tablesOf(database: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const tables = await connection.runAndReadAll("SELECT table_name FROM duckdb_tables()");
  connection.closeSync();
  instance.closeSync();
  return tables.getRows().map(([name]) => String(name));
}

const steps: Record<string, () => Promise<number>> = {
  load: () =>
    forEach(
      place,
      exportedLists().map(
        ([name, files]) => `CREATE TABLE "${name}" AS SELECT * FROM read_parquet(${files}, hive_partitioning = false)`,
      ),
    ),
  async write() {
    mkdirSync(place);
    const tables = await tablesOf(from);
    return await forEach(
      from,
      tables.map((name) => `COPY "${name}" TO '${join(place, name)}.parquet' (FORMAT parquet)`),
    );
  },
  read: () =>
    forEach(
      ":memory:",
      exportedLists().map(
        ([, files]) =>
          `SELECT count(*), bit_xor(hash(list)) FROM read_parquet(${files}, hive_partitioning = false) AS list`,
      ),
    ),
};
const work = steps[step];
if (!work) throw new Error(`There is no step ${step}.`);
clock.print(await work());
