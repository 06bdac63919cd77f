/** What is judged of the copies and exports of the mirror, and compared with an earlier run. */
import { median } from "simple-statistics";
import type { Ratios } from "./report/ratios.ts";
import {
  atMost,
  type Bar,
  digits,
  type GrowthPoint,
  type GrowthSection,
  round,
  type TableSection,
} from "./report/result.ts";
import { pairedRatios, summarize } from "./rounds.ts";

/** By the names of their lines: what the mirror does, and what nobody can go below. */
type Pair = readonly [line: string, limit: string];

const pairs = {
  sqlite: ["first copy", "walking, and inserting into plain tables"],
  again: ["unchanged re-sync", "walking alone"],
  postgres: ["first copy", "walking, and COPY into plain tables"],
  parquet: ["as Parquet", "the mirror's writer of Parquet alone"],
} satisfies Record<string, Pair>;

/** A line's point at the middle size, or at the largest. */
function pointAt(index: -2 | -1, { lines }: GrowthSection, name: string): GrowthPoint {
  const point = lines.find((line) => line.name === name)?.points.at(index);
  if (!point) throw new Error(`${name} was not measured at two sizes.`);
  return point;
}

/** In each round at the middle size, one line's figure over that of its limit. */
const ratioOf = (section: GrowthSection, [line, limit]: Pair, figure: "seconds" | "processor"): number[] =>
  pairedRatios(pointAt(-2, section, line)[figure], pointAt(-2, section, limit)[figure]);

/** Processor time of each over its limit. That of a database server is not in it. */
export function ratiosOf([sqlite, postgres, files]: readonly GrowthSection[]): Ratios {
  const compared: [GrowthSection | undefined, Pair][] = [
    [sqlite, pairs.sqlite],
    [sqlite, pairs.again],
    [postgres, pairs.postgres],
    [files, pairs.parquet],
  ];
  return Object.fromEntries(
    compared.flatMap(([section, pair]) =>
      section && section.lines.length > 0
        ? [[`${section.title}: ${pair.join(" over ")}`, ratioOf(section, pair, "processor")]]
        : [],
    ),
  );
}

const whyCopies =
  "Beside walking and writing, the mirror keeps every digit, proves that pages join, hashes the canonical form of each row, and reads the ends of each list again";

/** Time over that of the limit. @param what - with an N for the number of rows. */
function timeOver(section: GrowthSection, pair: Pair, what: string, limit: number, because = whyCopies): Bar {
  const { rows } = pointAt(-2, section, pair[0]);
  return atMost({ what: what.replace("N", round(rows)), limit, because }, summarize(ratioOf(section, pair, "seconds")));
}

const later = "The engine collects garbage later where it has room";
/** Tried once, with the larger register. */
const inSmallHeap = `${later}: in a heap of 64 MB (\`--max-old-space-size\`), the same comes to its end too`;

/** Memory that ten times as many rows take more, beside what the limit takes more. */
function memoryMore(section: GrowthSection, [line, limit]: Pair, what: string, because: string): Bar {
  const moreOf = (name: string): number =>
    median(pointAt(-1, section, name).memory) - median(pointAt(-2, section, name).memory);
  const [from, to] = ([-2, -1] as const).map((index) => round(pointAt(index, section, line).rows));
  return atMost(
    {
      what: `Memory that ${what} takes more, from ${from} to ${to} rows`,
      ...{ limit: 64, unit: " MB", peers: `${limit} ${round(moreOf(limit))} MB` },
      because,
    },
    moreOf(line),
  );
}

/** An export over the writer alone, or in rows per second. */
function exportTime(files: GrowthSection): Bar {
  const { rows, seconds } = pointAt(-2, files, pairs.parquet[0]);
  const speed = rows / median(seconds);
  const ratio = median(ratioOf(files, pairs.parquet, "seconds"));
  return {
    what: `An export of ${round(rows)} rows as Parquet: rows per second, or time over the writer alone`,
    bar: "≥ 300,000 or ≤ 2",
    measured: `${round(speed)}; ${digits(ratio)}`,
    met: speed >= 300_000 || ratio <= 2,
    because: "The writer alone is given its rows; to read them from the database takes most of the rest",
  };
}

/** @param size - of the mirror's file, over that of plain tables. @param race - the table beside dlt, if it has samples. */
export function judge(sections: readonly GrowthSection[], size: number, race: TableSection | undefined): Bar[] {
  const [sqlite, postgres, files] = sections as [GrowthSection, GrowthSection, GrowthSection];
  const intoSqlite = "A first copy of N rows into SQLite over walking and inserting the same rows";
  const intoPostgres = "A first copy of N rows into PostgreSQL over walking and COPY of the same rows";
  const exact = `${whyCopies}; it also looks for each row in the target. That is the price of exactness`;
  const indexes = "It has a hash of each row, and indexes to search by";
  const bars = [
    timeOver(sqlite, pairs.sqlite, intoSqlite, 1.5),
    timeOver(sqlite, pairs.again, "An unchanged re-sync of N rows over walking", 1.3, exact),
    atMost({ what: "The file over plain tables with the same rows", limit: 1.8, because: indexes }, size),
    memoryMore(sqlite, pairs.sqlite, "a first copy into SQLite", inSmallHeap),
  ];
  if (postgres.lines.length > 0)
    bars.push(
      timeOver(postgres, pairs.postgres, intoPostgres, 1.5),
      memoryMore(postgres, pairs.postgres, "a first copy into PostgreSQL", later),
    );
  bars.push(exportTime(files), memoryMore(files, pairs.parquet, "an export as Parquet", inSmallHeap));
  const [ours, dlt] = Object.values(race?.samples ?? {}).map((samples) => median(samples));
  if (ours && dlt)
    bars.push({
      ...{ what: "Rows per second over dlt", bar: "> 1", measured: digits(ours / dlt), met: ours > dlt },
      peers: `dlt ${round(dlt)} rows per second`,
      because: "dlt proves nothing of pages, and keeps no history",
    });
  return bars;
}
