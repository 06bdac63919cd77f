import { median } from "simple-statistics";
import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import { atMost, digits, type Result, round } from "../report/result.ts";
import { pairedSamples } from "../rounds.ts";
import { startProcess } from "../server-process.ts";

/** Our own walk, the loop that users of a client without one write, and that loop with as many pages in flight. */
const walks = ["ours, prefetch 8", "bare-fetch", "bare-fetch, 8 in flight"] as const;

/** A walk in its own process, as `long-walk.ts` prints it. */
interface LongWalk {
  seconds: number;
  /** Growth of the resident memory after the first rows, in MiB. */
  growth: number;
  fromStart: number;
}

async function walkFar(name: string, rows: number): Promise<LongWalk> {
  await using server = await startProcess(program("walk-server"), [String(rows)]);
  return JSON.parse(await run(process.execPath, [program("long-walk"), name, server.url, String(rows)]));
}

export async function measure({ quick }: Context): Promise<Result> {
  const size = quick ? 20_000 : 1_000_000;
  const rounds = quick ? 1 : 7;
  const contenders = walks.map((name) => [name, () => walkFar(name, size)] as const);
  const far = await pairedSamples(Object.fromEntries(contenders), { rounds });
  const figures = walks.map((name) => {
    const middle = (figure: keyof LongWalk): number => median((far[name] ?? []).map((walk) => walk[figure]));
    const growths = (far[name] ?? []).map(({ growth }) => growth);
    const [seconds, growth, fromStart] = [middle("seconds"), middle("growth"), middle("fromStart")];
    return { name, seconds, growth, growths, fromStart };
  });
  const [ours, bare, ahead] = figures as [(typeof figures)[0], (typeof figures)[0], (typeof figures)[0]];
  const [faster, fasterAhead] = [bare.seconds / ours.seconds, ahead.seconds / ours.seconds];
  return {
    title: "Walking over a million rows of a difficult service",
    method:
      "The service is a separate process on the loopback: each response takes 5 ms, one in a hundred is a 429, and one in ten has fewer rows than asked for. Every row is checked: each comes once, in order, or nothing is measured. Peers have no walk: bare fetch gets the loop that one would write by hand, page after page. Ours requests 8 pages ahead, and proves that each page joins the previous one. One loop has as many pages in flight but proves nothing, which shows what that alone costs.",
    bars: [
      {
        what: "rows per second of the long walk over a loop on bare fetch, one page in flight",
        ...{ bar: "> 1", met: faster > 1 },
        measured: `${digits(faster)}; over that loop with 8 in flight: ${digits(fasterAhead)}`,
      },
      atMost(
        ...(["growth of resident memory in a walk, after the first 50,000 rows", 32, ours.growth, " MB"] as const),
        `On this version of Node a loop on bare fetch grows by ${round(bare.growth)} MB, with as many pages in flight by ${round(ahead.growth)} MB: most of it is the room that the engine gives young objects (\`--max-semi-space-size\`), not memory in use`,
      ),
    ],
    sections: [
      {
        ...{ kind: "table", title: `Walks over ${size.toLocaleString("en")} rows` },
        note: `Medians of ${rounds} rounds, each walk in its own process.`,
        columns: [
          "",
          "rows per second",
          "seconds",
          "memory growth after 50,000 rows, MB",
          "least – most",
          "from the start, MB",
        ],
        rows: figures.map(({ name, seconds, growth, growths, fromStart }) => {
          const range = `${round(Math.min(...growths))} – ${round(Math.max(...growths))}`;
          return [name, Math.round(size / seconds), seconds, growth, range, fromStart];
        }),
        samples: Object.fromEntries(figures.map(({ name, growths }) => [name, growths])),
      },
    ],
  };
}
