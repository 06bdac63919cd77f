import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { pairedRatios, summarize } from "../rounds/statistics.ts";
import type { PairedSection } from "./result.ts";

const width = 560;

/** Ours stand out: contenders named "ours" or "our …" have this colour and their own mark. */
const isOurs = (name: string): boolean => /\bours?\b/.test(name);
const ourColor = "#d9480f";
const otherColor = "#4c78a8";

/** Transparent, for any page background: grey lines and text are visible on white and on black. */
const config: NonNullable<TopLevelSpec["config"]> = {
  background: "transparent",
  view: { stroke: null },
  axis: {
    labelColor: "#808080",
    titleColor: "#808080",
    gridColor: "#80808040",
    domainColor: "#808080",
    tickColor: "#808080",
  },
  // 0 means no limit: names are never cut off.
  axisY: { labelLimit: 0 },
  title: { color: "#808080" },
};

/** Draws a chart. */
export async function svg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile({ ...spec, config }).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

/** Each contender's ratio to the baseline: the median as a dot, its interval as a bar, the quartiles as a thin line. */
export function ratioChart(section: PairedSection): Promise<string> {
  const base = section.samples[section.baseline] ?? [];
  const values = Object.entries(section.samples)
    .filter(([name]) => name !== section.baseline)
    .map(([name, samples]) => {
      const { median, interval, quartiles } = summarize(pairedRatios(samples, base), section.processes);
      return {
        name,
        ours: isOurs(name),
        median,
        low: interval[0],
        high: interval[1],
        q1: quartiles[0],
        q3: quartiles[1],
      };
    });
  const most = Math.max(...values.map(({ q3 }) => q3));
  const least = Math.min(...values.map(({ q1 }) => q1));
  const x = { type: "quantitative", title: `time over ${section.baseline} (1 = as fast)` } as const;
  const scale = most / least > 5 ? { type: "log" as const } : { zero: false };
  const color = { condition: { test: "datum.ours", value: ourColor }, value: otherColor };
  const shape = { condition: { test: "datum.ours", value: "diamond" }, value: "circle" };
  const y = { field: "name", type: "nominal", title: null, sort: { field: "median" } } as const;
  return svg({
    width,
    data: { values },
    layer: [
      { mark: { type: "rule", strokeDash: [4, 3], color: "#808080" }, encoding: { x: { datum: 1, scale, ...x } } },
      {
        mark: { type: "rule", strokeWidth: 1 },
        encoding: { y, x: { field: "q1", scale, ...x }, x2: { field: "q3" }, color },
      },
      {
        // Paler than the mark on top of it.
        mark: { type: "rule", strokeWidth: 5, opacity: 0.5 },
        encoding: { y, x: { field: "low", scale, ...x }, x2: { field: "high" }, color },
      },
      {
        mark: { type: "point", filled: true, size: 90, opacity: 1 },
        encoding: { y, x: { field: "median", scale, ...x }, color, shape },
      },
    ],
  });
}
