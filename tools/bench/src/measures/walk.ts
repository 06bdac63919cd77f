import { median } from "simple-statistics";
import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import { atMost, digits, type Result, round } from "../report/result.ts";
import { pairedRatios, pairedSamples, summarize } from "../rounds.ts";
import { startProcess } from "../server-process.ts";

/** Our own walk, the loop that users of a client without one write, that loop with as many pages in flight, and the walk of a peer. */
const walks = ["ours-fetch, 8 in flight", "bare-fetch", "bare-fetch, 8 in flight", "redocly-paged"] as const;

/** A walk in its own process, as `long-walk.ts` prints it. */
interface LongWalk {
  seconds: number;
  /** Seconds of processor time. */
  processor: number;
  /** Growth of the resident memory after the first rows, in MiB. */
  growth: number;
  fromStart: number;
}

/** Medians of a walk, and each round's growth. */
interface Figures extends LongWalk {
  name: string;
  growths: number[];
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
  const figures = walks.map((name): Figures => {
    const middle = (figure: keyof LongWalk): number => median((far[name] ?? []).map((walk) => walk[figure]));
    const growths = (far[name] ?? []).map(({ growth }) => growth);
    return {
      ...{ name, growths, seconds: middle("seconds"), processor: middle("processor") },
      ...{ growth: middle("growth"), fromStart: middle("fromStart") },
    };
  });
  const [ours, bare, ahead, peer] = figures as [Figures, Figures, Figures, Figures];
  const [faster, fasterAhead] = [bare.seconds / ours.seconds, ahead.seconds / ours.seconds];
  const used = (name: (typeof walks)[number]): number[] => (far[name] ?? []).map(({ processor }) => processor);
  return {
    title: "Walking over a million rows of a difficult service",
    method:
      "The service is a separate process on the loopback: each response takes 5 ms, one in a hundred is a 429, and one in ten has fewer rows than asked for. Every row is checked: each comes once, in order, or nothing is measured. Of the peers, Redocly's client has a walk, once its generator is told how lists have pages, and the call to retry; it asks for a page at a time, as does the loop on bare fetch that one would write by hand. Ours requests 8 pages ahead, and proves that each page joins the previous one. One loop has as many pages in flight but proves nothing, which shows what that alone costs.",
    bars: [
      {
        what: "rows per second of the long walk over a loop on bare fetch, one page in flight",
        ...{ bar: "> 1", measured: digits(faster), met: faster > 1 },
        peers: `redocly-paged ${digits(bare.seconds / peer.seconds)}; that loop with 8 in flight ${digits(bare.seconds / ahead.seconds)}`,
        because: `Of the speed of that loop with 8 pages in flight, which proves nothing, it has ${digits(fasterAhead)}`,
      },
      atMost(
        {
          what: "growth of resident memory in a walk, after the first 50,000 rows, over that of a loop with as many pages in flight",
          ...{ limit: 1.25, peers: `that loop ${round(ahead.growth)} MB, ours ${round(ours.growth)} MB` },
          because:
            "Most of what both take is the room that this version of Node gives young objects (`--max-semi-space-size`), not memory in use",
        },
        summarize(pairedRatios(ours.growths, ahead.growths)),
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
          "of processor time",
          "memory growth after 50,000 rows, MB",
          "least – most",
          "from the start, MB",
        ],
        rows: figures.map(({ name, seconds, processor, growth, growths, fromStart }) => {
          const range = `${round(Math.min(...growths))} – ${round(Math.max(...growths))}`;
          return [name, Math.round(size / seconds), seconds, processor, growth, range, fromStart];
        }),
        samples: Object.fromEntries(figures.map(({ name, growths }) => [name, growths])),
      },
    ],
    ratios: {
      "a walk over a loop with as many pages in flight": pairedRatios(
        used("ours-fetch, 8 in flight"),
        used("bare-fetch, 8 in flight"),
      ),
    },
  };
}
