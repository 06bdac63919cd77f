import { median } from "simple-statistics";
import { startProcess } from "../../../../src/shared/server-process.ts";
import { bareFetch } from "../../clients/contenders.ts";
import { program } from "../../places.ts";
import { run } from "../../processes/run.ts";
import { atMost, digits, round, withInterval } from "../../report/result.ts";
import { figureOf, pairedRounds, pairedSamples, type Samples } from "../../rounds/rounds.ts";
import { ratioOf } from "../../rounds/statistics.ts";
import { type Context, type Measure, rounds } from "../measure.ts";
import { walkAll, walkOf } from "./walks.ts";

const ours = "ours, prefetch 8";
/** The cost of a walk that proves nothing: as many pages in flight, but nothing else. */
const ahead = `${bareFetch}, 8 in flight`;
const loops = [bareFetch, "openapi-generator-fetch-plain", "hey-api", "openapi-fetch", "orval"];

interface LongWalk {
  /** Places where rows are missing, duplicated or out of order. */
  wrong: number;
  seconds: number;
  /** Growth of the resident memory after the first rows, in megabytes. */
  growth: number;
  fromStart: number;
  /** Growth of the memory in use after garbage collection, in megabytes. Without `--expose-gc`: before it. */
  inUse: number;
}

async function race(context: Context, names: readonly string[], rows: number, full: number): Promise<Samples> {
  await using server = await startProcess(program("walk-server"), [String(rows)]);
  const walks = await Promise.all(
    names.map(async (name) => {
      const walk = await walkOf(name, server.url);
      const call = async (): Promise<void> => {
        const wrong = await walkAll(walk, rows);
        if (wrong > 0) throw new Error(`${name} gave rows in the wrong place, ${wrong} times.`);
      };
      return [name, call] as const;
    }),
  );
  // Awaited here: the server ends with this function.
  return await pairedRounds(Object.fromEntries(walks), {
    rounds: rounds(context, full),
    warmUp: 1,
    random: context.random,
  });
}

/** One whole walk in its own process. */
async function walkFar(name: string, rows: number, flags: readonly string[] = []): Promise<LongWalk> {
  await using server = await startProcess(program("walk-server"), [String(rows)]);
  const args = [...flags, program("long-walk"), name, server.url, String(rows)];
  const walked: LongWalk = JSON.parse(await run(process.execPath, args));
  // Wrong rows of ours are reported with the targets.
  if (walked.wrong > 0 && name !== ours)
    throw new Error(`${name} gave rows in the wrong place, ${walked.wrong} times.`);
  return walked;
}

/** How many more rows arrive after the caller has told the walk to stop, at each of several rows. */
async function stop(): Promise<number> {
  await using server = await startProcess(program("walk-server"), ["100000"]);
  const walk = await walkOf(ours, server.url);
  let most = 0;
  for (const at of [1, 999, 5_000, 12_345]) {
    const control = new AbortController();
    let after = -1;
    try {
      let count = 0;
      for await (const _ of walk(control.signal)) {
        if (++count === at) control.abort();
        if (control.signal.aborted) after++;
      }
      throw new Error("The walk went on to its end.");
    } catch (error) {
      if (!control.signal.aborted || after >= 90_000) throw error;
    }
    most = Math.max(most, after);
  }
  return most;
}

export const measure: Measure = {
  name: "walk",
  about: "walking over a million rows of a difficult service",
  async run(context) {
    const [size, short] = context.quick ? [20_000, 2_000] : [1_000_000, 10_000];
    context.log(`walks over ${size} rows, and the same with loops on bare fetch`);
    const far = await pairedSamples(
      {
        [ours]: () => walkFar(ours, size),
        [bareFetch]: () => walkFar(bareFetch, size),
        [ahead]: () => walkFar(ahead, size),
      },
      { rounds: context.quick ? 1 : 7, random: context.random },
    );
    const middle = (name: string, figure: keyof LongWalk): number =>
      median((far[name] ?? []).map((walk) => walk[figure]));
    const range = (name: string): string => {
      const growths = (far[name] ?? []).map(({ growth }) => growth);
      return `${round(Math.min(...growths))} – ${round(Math.max(...growths))}`;
    };
    const wrong = Object.values(far)
      .flat()
      .reduce((sum, walk) => sum + walk.wrong, 0);
    context.log("one more, its memory collected after 50,000 rows and near the end");
    const { inUse } = await walkFar(ours, size, ["--expose-gc"]);
    context.log("told to stop");
    const after = await stop();
    context.log("short walks in rounds");
    const samples = await race(context, [...loops, ahead, "ours, prefetch 0", ours], short, 100);
    const ratio = (name: string) => ratioOf(samples, name, ours);
    const [[fastest, times] = [bareFetch, ratio(bareFetch)]] = loops
      .map((name) => [name, ratio(name)] as const)
      .sort(([, a], [, b]) => a.median - b.median);
    const faster = (name: string): number => middle(name, "seconds") / middle(ours, "seconds");
    const growth = (name: string): string => `${round(middle(name, "growth"))} MB`;
    return {
      measure: "walk",
      title: "Walking over a million rows of a difficult service",
      method:
        "The service is a separate process on the loopback: each response takes 5 ms, one in a hundred is a 429, and one in ten has fewer rows than asked for. Every row is checked: each comes once, in order. Peers have no walk, so they get the loop that one would write by hand, page after page. Ours requests 8 pages ahead, and proves that each page joins the previous one. One loop has as many pages in flight but proves nothing, which shows what that alone costs.",
      bars: [
        {
          what: "places where rows are missing, repeated or out of order",
          bar: "0",
          measured: `${wrong}`,
          met: wrong === 0,
        },
        {
          what: "rows per second of the long walk over a loop on bare fetch, one page in flight",
          bar: "> 1",
          measured: `${digits(faster(bareFetch))}; over that loop with 8 in flight: ${digits(faster(ahead))}`,
          met: faster(bareFetch) > 1,
        },
        {
          what: `the same over ${short.toLocaleString("en")} rows, over the fastest loop of all peers`,
          bar: "> 1",
          measured: `${withInterval(times)}, on ${fastest}; over the one with 8 in flight: ${withInterval(ratio(ahead))}`,
          met: times.median > 1,
        },
        atMost(
          "growth of resident memory in a walk, after the first 50,000 rows",
          32,
          middle(ours, "growth"),
          " MB",
          `On this version of Node a loop on bare fetch grows by ${growth(bareFetch)}, with as many pages in flight by ${growth(ahead)}: most of it is the room that the engine gives young objects (\`--max-semi-space-size\`), not memory in use, which differs by ${round(inUse)} MB after a collection`,
        ),
        atMost("rows that still come after a stop (a page has 1,000)", 1_000, after),
      ],
      sections: [
        {
          kind: "table",
          title: `Walks over ${size.toLocaleString("en")} rows`,
          note: `Medians of ${far[ours]?.length} rounds, each walk in its own process; the promises for the long walk are judged on these.`,
          columns: [
            "",
            "rows per second",
            "seconds",
            "memory growth after 50,000 rows, MB",
            "least – most",
            "from the start, MB",
          ],
          rows: Object.keys(far).map((name) => [
            name,
            Math.round(size / middle(name, "seconds")),
            middle(name, "seconds"),
            middle(name, "growth"),
            range(name),
            middle(name, "fromStart"),
          ]),
          samples: figureOf(far, ({ growth }) => growth),
        },
        {
          kind: "paired",
          title: `Walks over ${short.toLocaleString("en")} rows`,
          unit: "ms",
          baseline: bareFetch,
          samples,
          note: "The service, with 5 ms for each response, is part of this, not only the client.",
        },
      ],
    };
  },
};
