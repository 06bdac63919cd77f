import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "simple-statistics";
import { startReferenceServer } from "../../clients/reference-server.ts";
import { youngObjects } from "../../processes/step.ts";
import { atMost, type Bar, digits, type GrowthPoint, type GrowthSection, round } from "../../report/result.ts";
import { pairedSamples } from "../../rounds/rounds.ts";
import { pairedRatios, summarize } from "../../rounds/statistics.ts";
import type { Context, Measure } from "../measure.ts";
import { findSparkReader, startPostgres } from "./engines.ts";
import { draw, type Taken } from "./pictures.ts";
import { type Place, prepareSteps } from "./steps.ts";

/** A register to measure with. */
interface Size {
  subjects: number;
  rounds: number;
  warmUp: number;
}

/** About 30,000, 300,000 and 3 million rows. Bars are judged at the middle one; the largest takes minutes a round. */
const fullSizes: readonly Size[] = [
  { subjects: 3_000, rounds: 5, warmUp: 1 },
  { subjects: 30_000, rounds: 5, warmUp: 1 },
  { subjects: 290_000, rounds: 1, warmUp: 0 },
];

const quickSizes: readonly Size[] = [20, 80].map((subjects) => ({ subjects, rounds: 1, warmUp: 0 }));

/** Takes all steps at one size. */
async function take(context: Context, size: Size, place: Omit<Place, "url">): Promise<Taken> {
  context.log(`a register of ${size.subjects} subjects`);
  mkdirSync(place.folder);
  await using server = await startReferenceServer(["--rows", String(size.subjects)]);
  const { inRounds, once } = await prepareSteps({ ...place, url: server.url });
  const { random } = context;
  const taken = {
    ...(await pairedSamples(inRounds, { ...size, random })),
    ...(await pairedSamples(once, { rounds: 1, random })),
  };
  rmSync(place.folder, { recursive: true });
  return taken;
}

/** A line's points at the largest size, and at the one below it. */
function pointsOf({ lines }: GrowthSection, name: string): { middle: GrowthPoint; large: GrowthPoint } {
  const [middle, large] = lines.find((line) => line.name === name)?.points.slice(-2) ?? [];
  if (!middle || !large) throw new Error(`${name} was not measured at two sizes.`);
  return { middle, large };
}

/** How much more memory the largest register takes than one with a tenth of its rows. */
function memoryBar(what: string, section: GrowthSection, name: string): Bar {
  const { middle, large } = pointsOf(section, name);
  return atMost(
    `Memory that ${what} takes more, from ${round(middle.rows)} to ${round(large.rows)} rows`,
    64,
    median(large.memory) - median(middle.memory),
    " MB",
  );
}

function copyBar(section: GrowthSection): Bar {
  const { middle: copy } = pointsOf(section, "first copy");
  const { middle: limit } = pointsOf(section, "walking, and COPY into plain tables");
  const what = `A first copy of ${round(copy.rows)} rows into PostgreSQL over walking and COPY of the same rows`;
  return atMost(what, 1.5, summarize(pairedRatios(copy.seconds, limit.seconds)));
}

function exportBar(section: GrowthSection): Bar {
  const { middle: exported } = pointsOf(section, "as Parquet");
  const { middle: alone } = pointsOf(section, "the mirror's writer of Parquet alone");
  const speed = exported.rows / median(exported.seconds);
  const ratio = median(pairedRatios(exported.seconds, alone.seconds));
  return {
    what: `An export of ${round(exported.rows)} rows as Parquet: rows per second, or time over the writer alone`,
    bar: "≥ 300,000 or ≤ 2",
    measured: `${round(speed)}; ${digits(ratio)}`,
    met: speed >= 300_000 || ratio <= 2,
  };
}

/** Uses a folder, and removes it. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "bench-scale-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const measure: Measure = {
  name: "scale",
  about: "the mirror from 30,000 to 3 million rows: SQLite, PostgreSQL, export and Spark, beside their limits",
  async run(context) {
    const [postgres, spark] = [await startPostgres(context), await findSparkReader(context)];
    await using _ = postgres.engine?.server;
    for (const { missing } of [postgres, spark]) if (missing) context.log(missing);
    const engines = { postgres: postgres.engine, spark: spark.engine };
    const sizes: Taken[] = [];
    await inFolder(async (folder) => {
      for (const size of context.quick ? quickSizes : fullSizes)
        sizes.push(await take(context, size, { folder: join(folder, `${size.subjects}`), ...engines }));
    });
    const sections = {
      sqlite: draw("sqlite", sizes),
      postgres: draw("postgres", sizes, postgres.missing),
      files: draw("files", sizes),
      spark: draw("spark", sizes, spark.missing),
    };
    const version = postgres.engine ? ` PostgreSQL is ${postgres.engine.version}.` : "";
    return {
      measure: "scale",
      title: "The mirror from 30,000 to 3 million rows",
      method: `The reference server has the rows in 24 lists, and runs in a process of its own, as does every step. In each round, every step but that of Spark is taken once, in random order; a limit of two steps is their sum in the same round. Whole lines are what is measured, broken ones the limits beside it. Memory is the greatest that was resident in the step's process; Node runs with ${youngObjects}, the value in Node 22.${version}`,
      bars: [
        ...(postgres.engine ? [copyBar(sections.postgres)] : []),
        exportBar(sections.files),
        memoryBar("a first copy into SQLite", sections.sqlite, "first copy"),
        ...(postgres.engine ? [memoryBar("a first copy into PostgreSQL", sections.postgres, "first copy")] : []),
        memoryBar("an export as Parquet", sections.files, "as Parquet"),
      ],
      sections: Object.values(sections),
    };
  },
};
