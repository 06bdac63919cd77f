import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Bar, LinesSection, PairedSection } from "../harness/result.ts";
import { pairedRatios, summarize } from "../harness/statistics.ts";

const width = 560;

/** Ours stand out: series named "ours" or "our …" have this colour and their own marks in every chart. */
const isOurs = (name: string): boolean => /\bours?\b/.test(name);
const ourColor = "#d9480f";
const ourShapes = ["diamond", "triangle-up", "square"];

/** The others keep their colours across charts. Visible on white and on black. */
const colors: Readonly<Record<string, string>> = {
  "bare-fetch": "#808080",
  "bare-axios": "#b0a08a",
  "by-hand": "#2f9e44",
  "hey-api": "#4c78a8",
  "openapi-fetch": "#9467bd",
  "openapi-generator-fetch": "#17a2a2",
  "openapi-generator-fetch-plain": "#72b7b2",
  "openapi-generator-axios": "#b279a2",
  orval: "#c9a227",
};
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
  legend: { labelColor: "#808080", titleColor: "#808080", labelLimit: 0, symbolSize: 70 },
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

/** Each promise's figure as a part of its bar, the farthest from being kept last, on a logarithmic axis. */
export function promisesChart(bars: readonly Bar[]): Promise<string> {
  const values = bars.filter(({ share }) => share !== undefined).map(({ what, share, met }) => ({ what, share, met }));
  const color = { condition: { test: "datum.met", value: otherColor }, value: ourColor };
  const title = "measured over the bar (left of the dashed line: kept)";
  const axis = { format: "~g", values: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20] };
  const x = { type: "quantitative", title, scale: { type: "log" as const }, axis } as const;
  return svg({
    // Their names are long, and a page is only so wide.
    width: 0.7 * width,
    data: { values },
    layer: [
      { mark: { type: "rule", strokeDash: [4, 3], color: "#808080" }, encoding: { x: { datum: 1, ...x } } },
      {
        mark: { type: "point", filled: true, size: 90, opacity: 1 },
        encoding: {
          y: { field: "what", type: "nominal", title: null, sort: { field: "share" } },
          x: { field: "share", ...x },
          color,
          shape: { condition: { test: "datum.met", value: "circle" }, value: "diamond" },
        },
      },
    ],
  });
}

/** Colour and mark of each series, ours first. */
export function styleOf(series: readonly string[]): { name: string; color: string; shape: string }[] {
  const ours = series.filter(isOurs);
  const others = series.filter((name) => !isOurs(name));
  return [
    ...ours.map((name, index) => ({ name, color: ourColor, shape: ourShapes[index % ourShapes.length] ?? "diamond" })),
    ...others.map((name) => ({ name, color: colors[name] ?? otherColor, shape: "circle" })),
  ];
}

/** Both ends of the line of proportional growth: it starts at the first point of ours, if there is one. */
export function asItsInput({ points }: Pick<LinesSection, "points">): { x: number; y: number }[] {
  const [from = points[0]] = points.filter(({ series }) => isOurs(series)).toSorted((a, b) => a.x - b.x);
  if (from === undefined) return [];
  const to = Math.max(...points.map(({ x }) => x));
  return [
    { x: from.x, y: from.y },
    { x: to, y: (from.y * to) / from.x },
  ];
}

/** How each series grows, on two logarithmic axes, beside the line of proportional growth. */
export function growthChart(section: LinesSection): Promise<string> {
  const values = section.points.map(({ series, x, y }) => ({ series, x, y, ours: isOurs(series) }));
  const styles = styleOf([...new Set(values.map(({ series }) => series))]);
  const inputs = [...new Set(values.map(({ x }) => x))];
  const costs = values.map(({ y }) => y);
  const most = 1.5 * Math.max(...costs);
  const least = Math.min(...costs) / 1.5;
  const field = {
    x: {
      field: "x",
      type: "quantitative",
      title: section.x,
      scale: { type: "log", nice: false },
      axis: { values: inputs, format: "," },
    },
    // The dashed line may leave the chart: only its slope matters, and the measured points need the space.
    y: {
      field: "y",
      type: "quantitative",
      title: section.y,
      scale: { type: "log", domainMin: least, domainMax: most, nice: false },
    },
  } as const;
  const domain = styles.map(({ name }) => name);
  const emphasis = { condition: { test: "datum.ours", value: 3.5 }, value: 1.2 };
  const color = {
    field: "series",
    type: "nominal",
    title: null,
    scale: { domain, range: styles.map((style) => style.color) },
  } as const;
  const shape = { ...color, scale: { domain, range: styles.map((style) => style.shape) } } as const;
  return svg({
    width,
    height: 260,
    data: { values },
    layer: [
      {
        data: { values: asItsInput(section) },
        mark: { type: "line", strokeDash: [6, 4], color: "#808080", clip: true },
        encoding: field,
      },
      { mark: { type: "line" }, encoding: { ...field, color, strokeWidth: emphasis } },
      {
        mark: { type: "point", filled: true, opacity: 1 },
        encoding: { ...field, color, shape, size: { condition: { test: "datum.ours", value: 90 }, value: 35 } },
      },
    ],
  });
}
