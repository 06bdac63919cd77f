/** The chart at the top of the repository's README: our fetch client beside its peers, by size and by time. */
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { pairedRatios, summarize } from "../rounds/statistics.ts";
import type { Result } from "./result.ts";

/** A client generated from the same spec. */
interface Peer {
  name: string;
  ours: boolean;
  /** What it adds to a browser's bundle, minified and gzipped. */
  kilobytes: number;
  /** The time to read a page of 1,000 rows, over bare fetch. */
  ratio: number;
}

const ours = { inSizes: "@court-register/fetch, whole", inTimes: "ours-fetch", shown: "@court-register/fetch" };

/** The clients that both measures have: those over fetch. Without one of the two measures, none. */
export function peersOf(results: readonly Result[]): Peer[] {
  const firstOf = (measure: string) => results.find((result) => result.measure === measure)?.sections[0];
  const [sizes, times] = [firstOf("size"), firstOf("decode")];
  if (sizes?.kind !== "table" || times?.kind !== "paired") return [];
  const base = times.samples[times.baseline] ?? [];
  return sizes.rows.flatMap(([inSizes = "", kilobytes]): Peer[] => {
    const isOurs = inSizes === ours.inSizes;
    const samples = times.samples[isOurs ? ours.inTimes : inSizes];
    if (samples === undefined) return [];
    const ratio = summarize(pairedRatios(samples, base), times.processes).median;
    return [{ name: isOurs ? ours.shown : String(inSizes), ours: isOurs, kilobytes: Number(kilobytes), ratio }];
  });
}

type Panel = Extract<TopLevelSpec, { hconcat: unknown }>["hconcat"][number];

/** For a light page and for a dark one. */
export const themes = {
  light: { text: "#1f2328", ours: "#d9480f", others: "#7a93b5" },
  dark: { text: "#e6edf3", ours: "#ff8a4c", others: "#5f7897" },
} as const;

/** Both figures as bars that begin at zero, the smallest client first. */
export async function besidePeersChart(peers: readonly Peer[], theme: keyof typeof themes): Promise<string> {
  const colors = themes[theme];
  const spec: TopLevelSpec = {
    data: { values: peers.toSorted((a, b) => a.kilobytes - b.kilobytes) },
    hconcat: [
      panel("kilobytes", ["Added to a browser's bundle", "kB, minified and gzipped"], ".1f", true),
      panel("ratio", ["Reading a page of 1,000 rows", "time over bare fetch"], ".2f", false),
    ],
    spacing: 30,
    config: {
      background: "transparent",
      font: "system-ui, sans-serif",
      view: { stroke: null },
      title: { color: colors.text, subtitleColor: colors.text, anchor: "start", fontSize: 13, subtitleFontSize: 12 },
      axis: { domain: false, ticks: false, grid: false, labelColor: colors.text, labelFontSize: 12, labelLimit: 0 },
      text: { color: colors.text, fontSize: 12 },
    },
  };
  const view = new View(parse(compile(spec).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }

  function panel(field: keyof Peer, [text, subtitle]: [string, string], format: string, named: boolean): Panel {
    const y = { field: "name", type: "nominal", sort: null, title: null, axis: named ? {} : null } as const;
    const x = { field, type: "quantitative", axis: null } as const;
    const color = { condition: { test: "datum.ours", value: colors.ours }, value: colors.others };
    return {
      title: { text, subtitle },
      width: 230,
      height: { step: 24 },
      layer: [
        { mark: { type: "bar", height: 15 }, encoding: { y, x, color } },
        {
          mark: { type: "text", align: "left", dx: 5 },
          encoding: { y, x, text: { field, type: "quantitative", format } },
        },
      ],
    };
  }
}
