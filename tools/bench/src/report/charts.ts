import { median } from "simple-statistics";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { pairedRatios, summarize } from "../rounds.ts";
import type { GrowthSection, PairedSection, Result } from "./result.ts";

/** Ours stand out: contenders named "ours" or "our …" have this colour and their own mark. */
const isOurs = (name: string): boolean => /\bours?\b/.test(name);
const ourColor = "#d9480f";
const otherColor = "#4c78a8";

const grey = { labelColor: "#808080", titleColor: "#808080", gridColor: "#80808040", domainColor: "#808080" };

/** Transparent, for any page background: grey lines and text are visible on white and on black. */
const config: NonNullable<TopLevelSpec["config"]> = {
  background: "transparent",
  view: { stroke: null },
  axis: { ...grey, tickColor: "#808080" },
  // 0 means no limit: names are never cut off.
  axisY: { labelLimit: 0 },
  title: { color: "#808080" },
};

/** Draws a chart. */
async function svg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile({ config, ...spec }).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

/** Each contender's ratio to the baseline: the median as a dot, its interval as a bar, the quartiles as a thin line. */
export function ratioChart({ samples, baseline, processes }: PairedSection): Promise<string> {
  const values = Object.entries(samples)
    .filter(([name]) => name !== baseline)
    .map(([name, values]) => {
      const { median, interval, quartiles } = summarize(pairedRatios(values, samples[baseline]), processes);
      const [[low, high], [q1, q3]] = [interval, quartiles];
      return { name, ours: isOurs(name), median, low, high, q1, q3 };
    });
  const [least, most] = [Math.min(...values.map(({ q1 }) => q1)), Math.max(...values.map(({ q3 }) => q3))];
  const scale = most / least > 5 ? { type: "log" as const } : { zero: false };
  const x = { type: "quantitative", title: `time over ${baseline} (1 = as fast)`, scale } as const;
  const y = { field: "name", type: "nominal", title: null, sort: { field: "median" } } as const;
  const ours = { test: "datum.ours" };
  const color = { condition: { ...ours, value: ourColor }, value: otherColor };
  const shape = { condition: { ...ours, value: "diamond" }, value: "circle" };
  return svg({
    width: 560,
    data: { values },
    layer: [
      { mark: { type: "rule", strokeDash: [4, 3], color: "#808080" }, encoding: { x: { datum: 1, ...x } } },
      { mark: { type: "rule", strokeWidth: 1 }, encoding: { y, x: { field: "q1", ...x }, x2: { field: "q3" }, color } },
      {
        // Paler than the mark on top of it.
        mark: { type: "rule", strokeWidth: 5, opacity: 0.5 },
        encoding: { y, x: { field: "low", ...x }, x2: { field: "high" }, color },
      },
      {
        mark: { type: "point", filled: true, size: 90, opacity: 1 },
        encoding: { y, x: { field: "median", ...x }, color, shape },
      },
    ],
  });
}

/** Ours are whole lines with diamonds, limits broken ones with circles. */
const looks = {
  ours: { colors: ["#d9480f", "#f59f00", "#ae3ec9"], dash: [1, 0], shape: "diamond" },
  limits: { colors: ["#4c78a8", "#2b8a3e", "#74c0fc"], dash: [5, 3], shape: "circle" },
};

/** Seconds and memory against rows, side by side. Time grows with rows, so both have logarithmic scales; memory begins at zero. */
export function growthChart({ lines }: GrowthSection): Promise<string> {
  const values = lines.flatMap(({ name, points }) =>
    points.map(({ rows, seconds, memory }) => ({ name, rows, seconds: median(seconds), memory: median(memory) })),
  );
  const used = { ours: 0, limits: 0 };
  const drawn = lines.map(({ limit }) => {
    const kind = limit ? "limits" : "ours";
    const { colors, dash, shape } = looks[kind];
    return { color: colors[used[kind]++ % colors.length] ?? "", dash, shape };
  });
  const domain = lines.map(({ name }) => name);
  const look = { title: null, orient: "bottom", direction: "vertical" } as const;
  const legend = { ...look, labelLimit: 0, labelColor: "#808080", symbolStrokeWidth: 0 } as const;
  const named = { field: "name", type: "nominal", sort: null, legend } as const;
  const x = {
    ...({ field: "rows", type: "quantitative", title: "rows", scale: { type: "log", nice: false } } as const),
    axis: { values: [...new Set(values.map(({ rows }) => rows))], format: ".2~s", labelFlush: false },
  };
  const panel = (field: "seconds" | "memory", title: string) => {
    const scale = field === "seconds" ? ({ type: "log" } as const) : ({ zero: true } as const);
    return {
      ...{ width: 270, height: 200 },
      layer: [
        { mark: { type: "line" } as const },
        { mark: { type: "point", filled: true, size: 60, opacity: 1 } as const },
      ],
      encoding: {
        x,
        y: { field, type: "quantitative" as const, title, scale, axis: { tickCount: 5 } },
        color: { ...named, scale: { domain, range: drawn.map(({ color }) => color) } },
        strokeDash: { ...named, scale: { domain, range: drawn.map(({ dash }) => dash) } },
        shape: { ...named, scale: { domain, range: drawn.map(({ shape }) => shape) } },
      },
    };
  };
  return svg({ data: { values }, hconcat: [panel("seconds", "seconds"), panel("memory", "greatest memory, MB")] });
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
