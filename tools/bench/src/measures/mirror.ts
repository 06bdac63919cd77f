import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresServer } from "../../../../packages/mirror/test/support/postgres-server.ts";
import { postgresTarget } from "../../../../packages/mirror/test/support/postgres-target.ts";
import { installPostgres, programsOf } from "../../../src/check/postgres/programs.ts";
import type { Context } from "../measure.ts";
import { judge, ratiosOf } from "../mirror-bars.ts";
import { countMissed, findDlt, raceDlt } from "../mirror-peers.ts";
import type { GrowthLine, GrowthPoint, GrowthSection, Result, TableSection } from "../report/result.ts";
import { pairedSamples, type Samples } from "../rounds.ts";
import { startReferenceServer } from "../server-process.ts";
import { runStep, type Step, youngObjects } from "../step.ts";

/** Registers to measure with, by their subjects: about 30,000, 300,000 and 3 million rows. Bars are judged at the middle one. */
const sizes = (quick: boolean) =>
  quick
    ? [20, 80].map((subjects) => ({ subjects, rounds: 1, warmUp: 0 }))
    : [
        { subjects: 3_000, rounds: 5, warmUp: 1 },
        { subjects: 30_000, rounds: 5, warmUp: 1 },
        { subjects: 290_000, rounds: 1, warmUp: 0 },
      ];

/** By target, what is copied or exported and what nobody can go below: each is the sum of some steps of the same round. */
const targets: { title: string; note: string; lines: Record<string, string[]> }[] = [
  {
    title: "A copy in SQLite",
    note: "The limit reads the same pages and inserts their rows into plain tables.",
    lines: {
      "first copy": ["sqlite sync"],
      "unchanged re-sync": ["sqlite again"],
      "walking alone": ["walk"],
      "walking, and inserting into plain tables": ["walk", "sqlite insert"],
    },
  },
  {
    title: "A copy in PostgreSQL",
    note: "The limit reads the same pages and writes each with COPY into plain tables. Memory is that of the client. The server is that of the tests: it does not wait for the disk (`fsync=off`), whoever writes.",
    lines: {
      "first copy": ["postgres sync"],
      "unchanged re-sync": ["postgres again"],
      "walking alone": ["walk"],
      "walking, and COPY into plain tables": ["walk", "postgres insert"],
    },
  },
  {
    title: "An export from SQLite",
    note: "The mirror's writer alone is hyparquet-writer with the same rows, without the time to read them.",
    lines: {
      "as Parquet": ["parquet"],
      "as CSV": ["csv"],
      "as NDJSON": ["ndjson"],
      "the mirror's writer of Parquet alone": ["writer"],
    },
  },
];

/** The steps of one size, each with one sample per round, and the bytes of the mirror's file and of plain tables. */
interface Taken {
  steps: Samples<Step>;
  bytes: [mirror: number, plain: number];
}

/** The server of `pnpm check:postgres`, installed unless the run is a quick one, or why there is none. */
async function startPostgres({ quick }: Context): Promise<{ server?: PostgresServer; said: string }> {
  try {
    if (!quick) await installPostgres();
    const { programs, version } = await programsOf("newest");
    return { server: await PostgresServer.start(programs), said: ` PostgreSQL is ${version}.` };
  } catch (error) {
    const why = quick ? "Only the whole measure installs it." : error instanceof Error ? error.message : error;
    return { said: `PostgreSQL was not measured. ${why}` };
  }
}

/** Takes all steps at one size, beginning with a copy and an export that are not timed. */
async function take(
  folder: string,
  url: string,
  postgres: PostgresServer | undefined,
  options: Parameters<typeof pairedSamples>[1],
): Promise<Taken> {
  const [copied, plain, anew] = ["copied.sqlite", "plain.sqlite", "anew"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await runStep("sync", url, copied);
  await runStep("insert", url, plain);
  const bytes: Taken["bytes"] = [statSync(copied).size, statSync(plain).size];
  const intoNew = async (step: string, from: string): Promise<Step> => {
    const taken = await runStep(step, from, anew);
    rmSync(anew, { recursive: true });
    return taken;
  };
  const steps: Record<string, () => Promise<Step>> = {
    walk: () => runStep("walk", url, "none"),
    "sqlite insert": () => intoNew("insert", url),
    "sqlite sync": () => intoNew("sync", url),
    "sqlite again": () => runStep("again", url, copied),
  };
  for (const step of ["parquet", "csv", "ndjson", "writer"]) steps[step] = () => intoNew(step, copied);
  if (postgres) {
    // Dropped with the server.
    const again = await postgresTarget(postgres.url());
    await runStep("sync", url, again.name);
    steps["postgres again"] = () => runStep("again", url, again.name);
    for (const step of ["insert", "sync"])
      steps[`postgres ${step}`] = async () => {
        await using database = await postgresTarget(postgres.url());
        return await runStep(step, url, database.name);
      };
  }
  return { steps: await pairedSamples(steps, options), bytes };
}

/** In each round, the sum of the seconds of some steps, and the greatest of their memory. */
function lineOf(name: string, names: readonly string[], taken: readonly Taken[]): GrowthLine {
  const points = taken.map(({ steps }): GrowthPoint => {
    const samples = names.map((step) => steps[step] ?? []);
    const rounds = (samples[0] ?? []).map((_, round) => samples.flatMap((sample) => sample[round] ?? []));
    return {
      rows: rounds[0]?.[0]?.rows ?? 0,
      seconds: rounds.map((round) => round.reduce((sum, { seconds }) => sum + seconds, 0)),
      processor: rounds.map((round) => round.reduce((sum, { processor }) => sum + processor, 0)),
      memory: rounds.map((round) => Math.max(...round.map(({ memory }) => memory))),
    };
  });
  return { name, points };
}

function sectionsOf(taken: readonly Taken[], withPostgres: string | undefined): GrowthSection[] {
  return targets.map(({ title, note, lines }) =>
    withPostgres !== undefined && title.includes("PostgreSQL")
      ? { kind: "growth", title, note: withPostgres, lines: [] }
      : {
          kind: "growth",
          title,
          note,
          lines: Object.entries(lines).map(([name, steps]) => lineOf(name, steps, taken)),
        },
  );
}

export async function measure(context: Context): Promise<Result> {
  const { quick, log } = context;
  const postgres = await startPostgres(context);
  await using _ = postgres.server;
  if (!postgres.server) log(postgres.said);
  const dlt = await findDlt(context);
  const folder = mkdtempSync(join(tmpdir(), "bench-mirror-"));
  try {
    const taken: Taken[] = [];
    const tables: TableSection[] = [];
    for (const { subjects, ...rounds } of sizes(quick)) {
      log(`a register of ${subjects} subjects`);
      const place = join(folder, String(subjects));
      mkdirSync(place);
      await using server = await startReferenceServer(subjects);
      taken.push(await take(place, server.url, postgres.server, rounds));
      // At the middle size.
      if (dlt && taken.length === 2) tables.push(await raceDlt(dlt, server.url, place));
      rmSync(place, { recursive: true });
    }
    tables.push(await countMissed(dlt, folder));
    const sections = sectionsOf(taken, postgres.server ? undefined : postgres.said);
    const [mirror = 0, plain = 1] = taken.at(-2)?.bytes ?? [];
    return {
      title: "The mirror from 30,000 to 3 million rows",
      method: `The reference server has the rows in 24 lists, and runs in a process of its own, as does every step. In each round, every step is taken once, in random order; a limit of two steps is their sum in the same round. Memory is the greatest that was resident in the step's process; Node runs with ${youngObjects}, the value in Node 22.${postgres.server ? postgres.said : ""}`,
      bars: judge(sections, mirror / plain, tables[0]),
      sections: [...sections, ...tables],
      ratios: ratiosOf(sections),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
