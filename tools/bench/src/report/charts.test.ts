import { expect, test } from "vitest";
import { ratioChart } from "./charts.ts";

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
