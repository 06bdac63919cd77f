import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { pairedRatios, summarize } from "../rounds.ts";
import type { Result } from "./result.ts";

/** Draws a chart. */
async function svg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile(spec).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

/** For a light page and for a dark one. */
const themes = {
  light: { text: "#1f2328", ours: "#d9480f", others: "#7a93b5" },
  dark: { text: "#e6edf3", ours: "#ff8a4c", others: "#5f7897" },
};

const names = { inSizes: "@court-register/fetch, whole", inTimes: "ours-fetch", shown: "@court-register/fetch" };

/**
 * The charts at the top of the repository's README, by theme: our fetch client beside its peers, by size and by time, the smallest
 * first. They have the clients that both measures have; without one of the two, there are none.
 */
export async function besidePeersCharts(
  size: Result | undefined,
  decode: Result | undefined,
): Promise<Record<string, string>> {
  const [sizes, times] = [size?.sections[0], decode?.sections[0]];
  if (sizes?.kind !== "table" || times?.kind !== "paired") return {};
  const peers = sizes.rows.flatMap(([name = "", kilobytes = 0]) => {
    const ours = name === names.inSizes;
    const samples = times.samples[ours ? names.inTimes : name];
    if (samples === undefined) return [];
    const ratio = summarize(pairedRatios(samples, times.samples[times.baseline]), times.processes).median;
    return [{ name: ours ? names.shown : name, ours, kilobytes: Number(kilobytes), ratio }];
  });
  peers.sort((a, b) => a.kilobytes - b.kilobytes);
  const charts = Object.entries(themes).map(async ([name, colors]) => [name, await svg(besidePeers(peers, colors))]);
  return Object.fromEntries(await Promise.all(charts));
}

/** Both figures as bars that begin at zero. */
function besidePeers(values: object[], colors: typeof themes.light): TopLevelSpec {
  const panel = (field: string, [text, subtitle]: [string, string], format: string, named: boolean) => {
    const y = { field: "name", type: "nominal", sort: null, title: null, axis: named ? {} : null } as const;
    const x = { field, type: "quantitative", axis: null } as const;
    const color = { condition: { test: "datum.ours", value: colors.ours }, value: colors.others };
    const figure = { field, type: "quantitative", format } as const;
    return {
      ...{ title: { text, subtitle }, width: 230, height: { step: 24 } },
      layer: [
        { mark: { type: "bar", height: 15 } as const, encoding: { y, x, color } },
        { mark: { type: "text", align: "left", dx: 5 } as const, encoding: { y, x, text: figure } },
      ],
    };
  };
  return {
    data: { values },
    hconcat: [
      panel("kilobytes", ["Added to a browser's bundle", "kB, minified and gzipped"], ".1f", true),
      panel("ratio", ["Reading a page of 1,000 rows", "time over bare fetch"], ".2f", false),
    ],
    spacing: 30,
    config: {
      ...{ background: "transparent", font: "system-ui, sans-serif", view: { stroke: null } },
      title: { color: colors.text, subtitleColor: colors.text, anchor: "start", fontSize: 13, subtitleFontSize: 12 },
      axis: { domain: false, ticks: false, grid: false, labelColor: colors.text, labelFontSize: 12, labelLimit: 0 },
      text: { color: colors.text, fontSize: 12 },
    },
  };
}
