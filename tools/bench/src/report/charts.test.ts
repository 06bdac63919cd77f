import { describe, expect, test } from "vitest";
import { asItsInput, growthChart, promisesChart, ratioChart, styleOf } from "./charts.ts";

describe("styleOf", () => {
  test("ours share a colour that no other has, have their own marks, and come first", () => {
    const styles = styleOf(["orval", "ours-fetch", "bare node:http, XML", "our server, JSON"]);
    expect(styles.map(({ name }) => name)).toEqual(["ours-fetch", "our server, JSON", "orval", "bare node:http, XML"]);
    const [first, second, ...others] = styles;
    expect(second?.color).toBe(first?.color);
    expect(second?.shape).not.toBe(first?.shape);
    for (const { color, shape } of others) {
      expect(color).not.toBe(first?.color);
      expect(shape).toBe("circle");
    }
  });

  test("a contender has the same colour whatever it is compared with", () => {
    const colorOf = (...series: string[]) => styleOf(series).find(({ name }) => name === "hey-api")?.color;
    expect(colorOf("hey-api", "orval")).toBe(colorOf("by-hand", "ours-fetch", "hey-api"));
  });
});

describe("asItsInput", () => {
  test("grows in proportion to its input, from the first point of ours", () => {
    const points = [
      { series: "orval", x: 10, y: 1 },
      { series: "ours", x: 1_000, y: 90 },
      { series: "ours", x: 10, y: 2 },
    ];
    expect(asItsInput({ points })).toEqual([
      { x: 10, y: 2 },
      { x: 1_000, y: 200 },
    ]);
  });
});

const long = "ours, with a name that is longer than any other in all of these charts";

test("a chart of ratios shows whole names", async () => {
  const samples = { base: [1, 1], [long]: [2, 2] };
  const chart = await ratioChart({ kind: "paired", title: "", baseline: "base", unit: "ms", samples });
  expect(chart).toContain(`>${long}<`);
});

test("the intervals in a chart of ratios cover what differs between processes", async () => {
  const each = (value: number): number[] => Array.from({ length: 20 }, () => value);
  const samples = { base: each(1).concat(each(1), each(1)), ours: each(2).concat(each(2.5), each(3)) };
  const section = { kind: "paired", title: "", baseline: "base", unit: "ms", samples } as const;
  const chart = await ratioChart({ ...section, processes: 3 });
  expect(chart).not.toBe(await ratioChart(section));
});

test("the chart of promises marks the missed ones, and leaves out those without a figure to compare", async () => {
  const bar = { bar: "≤ 1", measured: "", because: "" };
  const chart = await promisesChart([
    { ...bar, what: long, met: true, share: 0.5 },
    { ...bar, what: "sizes", met: false, share: 1.5 },
    { ...bar, what: "faults", met: true },
  ]);
  expect(chart).toContain(`>${long}<`);
  expect(chart).not.toContain(">faults<");
  expect(chart.match(/fill="#d9480f"/g)).toHaveLength(1);
});

test("a chart of growth shows whole names and has a dashed line", async () => {
  const points = [1, 10].map((x) => ({ series: long, x, y: x }));
  const chart = await growthChart({ kind: "lines", title: "", x: "rows", y: "ms", points });
  expect(chart).toContain(`>${long}<`);
  expect(chart).toContain("stroke-dasharray");
});
