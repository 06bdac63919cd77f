/** What is measured at each size. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { postgresTarget } from "../../../../../packages/mirror/test/support/postgres-target.ts";
import { runStep, type Step } from "../../processes/step.ts";
import type { Postgres, SparkReader } from "./engines.ts";

/** Names of the steps. */
export const names = {
  walk: "walking alone",
  sqlitePlain: "inserting into plain tables of SQLite",
  sqliteFirst: "first copy into SQLite",
  sqliteAgain: "unchanged re-sync into SQLite",
  postgresPlain: "COPY into plain tables of PostgreSQL",
  postgresFirst: "first copy into PostgreSQL",
  postgresAgain: "unchanged re-sync into PostgreSQL",
  parquet: "export as Parquet",
  csv: "export as CSV",
  ndjson: "export as NDJSON",
  writer: "the mirror's writer of Parquet alone",
  duckdbWrites: "DuckDB writes Parquet",
  spark: "Spark reads Parquet",
  duckdbReads: "DuckDB reads Parquet",
} as const;

type Steps = Record<string, () => Promise<Step>>;

/** Where a register is measured. */
export interface Place {
  /** The service. */
  url: string;
  /** A folder for everything that is made of it. */
  folder: string;
  postgres: Postgres | undefined;
  spark: SparkReader | undefined;
}

const mirror = (step: string, { url }: Place, target = "none"): Promise<Step> =>
  runStep("mirror-step", step, url, target);

/** Makes what the steps begin with, untimed, and returns the steps: those of every round, and those that are taken once. */
export async function prepareSteps(place: Place): Promise<{ inRounds: Steps; once: Steps }> {
  const copied = join(place.folder, "copied.sqlite");
  await mirror("sync", place, copied);
  const exported = join(place.folder, "exported");
  await runStep("export-step", "parquet", copied, exported);
  const inRounds = {
    [names.walk]: () => mirror("walk", place),
    ...inSqlite(place, copied),
    ...(place.postgres ? await inPostgres(place, place.postgres) : {}),
    ...(await inFiles(place, copied, exported)),
  };
  const { spark } = place;
  return { inRounds, once: spark ? { [names.spark]: () => spark(exported) } : {} };
}

function inSqlite(place: Place, copied: string): Steps {
  const anew = (step: string): Promise<Step> => {
    const file = join(place.folder, "anew.sqlite");
    return removing(file, () => mirror(step, place, file));
  };
  return {
    [names.sqlitePlain]: () => anew("insert"),
    [names.sqliteFirst]: () => anew("sync"),
    [names.sqliteAgain]: () => mirror("again", place, copied),
  };
}

async function inPostgres(place: Place, { server }: Postgres): Promise<Steps> {
  const anew = async (step: string): Promise<Step> => {
    await using database = await postgresTarget(server.url());
    return await mirror(step, place, database.name);
  };
  // Dropped with the server.
  const copied = await postgresTarget(server.url());
  await mirror("sync", place, copied.name);
  return {
    [names.postgresPlain]: () => anew("insert"),
    [names.postgresFirst]: () => anew("sync"),
    [names.postgresAgain]: () => mirror("again", place, copied.name),
  };
}

async function inFiles({ folder }: Place, copied: string, exported: string): Promise<Steps> {
  const [tables, out] = [join(folder, "tables.duckdb"), join(folder, "out")];
  await runStep("duckdb-step", "load", exported, tables);
  const anew = (program: string, step: string, from: string) => () =>
    removing(out, () => runStep(program, step, from, out));
  return {
    [names.parquet]: anew("export-step", "parquet", copied),
    [names.csv]: anew("export-step", "csv", copied),
    [names.ndjson]: anew("export-step", "ndjson", copied),
    [names.writer]: anew("export-step", "writer", copied),
    [names.duckdbWrites]: anew("duckdb-step", "write", tables),
    [names.duckdbReads]: () => runStep("duckdb-step", "read", exported),
  };
}

/** Takes a step, and removes what it has made. */
async function removing(path: string, step: () => Promise<Step>): Promise<Step> {
  try {
    return await step();
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
