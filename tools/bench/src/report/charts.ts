import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { LinesSection, PairedSection } from "../harness/result.ts";
import { pairedRatios, type Random, summarize } from "../harness/statistics.ts";

const width = 560;

/** Ours stand out; the baseline is what the eye measures from. */
const isOurs = (name: string): boolean => /\bours?\b|^ours/.test(name);

/** Draws with the page's background, whatever it is: grey lines and text are seen on white and on black. */
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
  legend: { labelColor: "#808080", titleColor: "#808080", labelLimit: 260 },
  title: { color: "#808080" },
};

async function svg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile({ ...spec, config }).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

/** Each contender's ratio to the baseline: the median as a dot, its interval as a bar, the quartiles as a thin line. */
export function ratioChart(section: PairedSection, random: Random): Promise<string> {
  const base = section.samples[section.baseline] ?? [];
  const values = Object.entries(section.samples)
    .filter(([name]) => name !== section.baseline)
    .map(([name, samples]) => {
      const { median, interval, quartiles } = summarize(pairedRatios(samples, base), random);
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
  const color = { condition: { test: "datum.ours", value: "#d9480f" }, value: "#4c78a8" };
  const y = {
    field: "name",
    type: "nominal",
    title: null,
    sort: { field: "median" },
    axis: { labelLimit: 260 },
  } as const;
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
        mark: { type: "rule", strokeWidth: 5 },
        encoding: { y, x: { field: "low", scale, ...x }, x2: { field: "high" }, color },
      },
      { mark: { type: "point", filled: true, size: 70 }, encoding: { y, x: { field: "median", scale, ...x }, color } },
    ],
  });
}

/** How each series grows, both axes logarithmic: a straight line at 45° grows as its input does. */
export function growthChart(section: LinesSection): Promise<string> {
  const values = section.points.map((point) => ({ ...point, ours: isOurs(point.series) }));
  return svg({
    width,
    height: 260,
    data: { values },
    mark: { type: "line", point: true },
    encoding: {
      x: { field: "x", type: "quantitative", title: section.x, scale: { type: "log" } },
      y: { field: "y", type: "quantitative", title: section.y, scale: { type: "log" } },
      color: { field: "series", type: "nominal", title: null, scale: { scheme: "tableau20" } },
      strokeWidth: { condition: { test: "datum.ours", value: 3.5 }, value: 1.2 },
    },
  });
}
