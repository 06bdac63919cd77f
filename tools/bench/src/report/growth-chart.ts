import { median } from "simple-statistics";
import { svg } from "./charts.ts";
import type { GrowthLine, GrowthSection } from "./result.ts";

/** Ours are whole lines with diamonds, limits broken ones with circles. */
const looks = {
  ours: { colors: ["#d9480f", "#f59f00", "#ae3ec9"], dash: [1, 0], shape: "diamond" },
  limits: { colors: ["#4c78a8", "#2b8a3e", "#74c0fc"], dash: [5, 3], shape: "circle" },
} as const;

function looksOf(lines: readonly GrowthLine[]): { color: string; dash: readonly number[]; shape: string }[] {
  const used = { ours: 0, limits: 0 };
  return lines.map(({ limit }) => {
    const kind = limit ? "limits" : "ours";
    const { colors, dash, shape } = looks[kind];
    return { color: colors[used[kind]++ % colors.length] ?? "", dash, shape };
  });
}

/** Seconds and memory against rows, side by side. Time grows with rows, so both have logarithmic scales; memory begins at zero. */
export function growthChart({ lines }: GrowthSection): Promise<string> {
  const values = lines.flatMap(({ name, points }) =>
    points.map(({ rows, seconds, memory }) => ({ name, rows, seconds: median(seconds), memory: median(memory) })),
  );
  const drawn = looksOf(lines);
  const domain = lines.map(({ name }) => name);
  const legend = {
    title: null,
    orient: "bottom",
    direction: "vertical",
    labelLimit: 0,
    labelColor: "#808080",
    symbolStrokeWidth: 0,
  } as const;
  const named = { field: "name", type: "nominal", sort: null, legend } as const;
  const x = {
    field: "rows",
    type: "quantitative" as const,
    title: "rows",
    scale: { type: "log", nice: false } as const,
    axis: { values: [...new Set(values.map(({ rows }) => rows))], format: ".2~s", labelFlush: false },
  };
  const panel = (field: "seconds" | "memory", title: string) => ({
    width: 270,
    height: 200,
    layer: [
      { mark: { type: "line" } as const },
      { mark: { type: "point", filled: true, size: 60, opacity: 1 } as const },
    ],
    encoding: {
      x,
      y: {
        field,
        type: "quantitative",
        title,
        scale: field === "seconds" ? ({ type: "log" } as const) : ({ zero: true } as const),
        axis: { tickCount: 5 },
      } as const,
      color: { ...named, scale: { domain, range: drawn.map(({ color }) => color) } },
      strokeDash: { ...named, scale: { domain, range: drawn.map(({ dash }) => [...dash]) } },
      shape: { ...named, scale: { domain, range: drawn.map(({ shape }) => shape) } },
    },
  });
  return svg({
    data: { values },
    hconcat: [panel("seconds", "seconds"), panel("memory", "greatest memory, MB")],
  });
}
