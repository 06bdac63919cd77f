/** What was measured, as one picture for each target with its limits beside it. */
import type { Step } from "../../processes/step.ts";
import type { GrowthLine, GrowthPoint, GrowthSection } from "../../report/result.ts";
import { names } from "./steps.ts";

/** The steps of one size, each with one sample per round. */
export type Taken = Readonly<Record<string, readonly Step[]>>;

interface Picture {
  title: string;
  note: string;
  /** Lines by name: each is the sum of some steps of the same round. */
  ours: Record<string, readonly string[]>;
  limits: Record<string, readonly string[]>;
}

const walk = { "walking alone": [names.walk] };

export type Target = "sqlite" | "postgres" | "files" | "spark";

const pictures: Readonly<Record<Target, Picture>> = {
  sqlite: {
    title: "A copy in SQLite",
    note: "The limit reads the same pages and inserts their rows into plain tables.",
    ours: { "first copy": [names.sqliteFirst], "unchanged re-sync": [names.sqliteAgain] },
    limits: { ...walk, "walking, and inserting into plain tables": [names.walk, names.sqlitePlain] },
  },
  postgres: {
    title: "A copy in PostgreSQL",
    note: "The limit reads the same pages and writes each with COPY into plain tables. Memory is that of the client. The server is that of the tests: it does not wait for the disk (`fsync=off`), whoever writes.",
    ours: { "first copy": [names.postgresFirst], "unchanged re-sync": [names.postgresAgain] },
    limits: { ...walk, "walking, and COPY into plain tables": [names.walk, names.postgresPlain] },
  },
  files: {
    title: "An export from SQLite",
    note: "The mirror's writer alone is hyparquet-writer with the same rows, without the time to read them. DuckDB writes tables of its own as Parquet, and uses all cores.",
    ours: { "as Parquet": [names.parquet], "as CSV": [names.csv], "as NDJSON": [names.ndjson] },
    limits: {
      "the mirror's writer of Parquet alone": [names.writer],
      "DuckDB's own writer of Parquet": [names.duckdbWrites],
    },
  },
  spark: {
    title: "Reading the exported lists with Spark",
    note: "Every value of every list, on this machine's cores, after Spark has started. DuckDB reads the same files for comparison.",
    ours: { Spark: [names.spark] },
    limits: { DuckDB: [names.duckdbReads] },
  },
};

function samplesOf(taken: Taken, step: string): readonly Step[] {
  const samples = taken[step];
  if (!samples) throw new Error(`The step '${step}' was not taken.`);
  return samples;
}

/** A line of a picture: in each round, the sum of the seconds of some steps, and the greatest of their memory. */
function lineOf(name: string, limit: boolean, steps: readonly string[], sizes: readonly Taken[]): GrowthLine {
  const points = sizes.map((taken): GrowthPoint => {
    const samples = steps.map((step) => samplesOf(taken, step));
    const rounds = (samples[0] ?? []).map((_, round) => samples.flatMap((sample) => sample[round] ?? []));
    return {
      rows: rounds[0]?.[0]?.rows ?? 0,
      seconds: rounds.map((round) => round.reduce((sum, { seconds }) => sum + seconds, 0)),
      memory: rounds.map((round) => Math.max(...round.map(({ memory }) => memory))),
    };
  });
  return { name, limit, points };
}

/**
 * Draws a target.
 *
 * @param sizes - The smallest first.
 * @param missing - Why the target was not measured, if it was not.
 */
export function draw(target: Target, sizes: readonly Taken[], missing?: string): GrowthSection {
  const { title, note, ours, limits } = pictures[target];
  if (missing !== undefined) return { kind: "growth", title, note: missing, lines: [] };
  const lines = (named: Picture["ours"], limit: boolean): GrowthLine[] =>
    Object.entries(named).map(([name, steps]) => lineOf(name, limit, steps, sizes));
  return { kind: "growth", title, note, lines: [...lines(ours, false), ...lines(limits, true)] };
}
