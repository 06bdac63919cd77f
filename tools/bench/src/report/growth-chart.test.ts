import { expect, test } from "vitest";
import { growthChart } from "./growth-chart.ts";

const points = [30_000, 300_000].map((rows) => ({ rows, seconds: [rows / 1e5], memory: [120] }));

test("a chart of growth names every line, and draws limits as broken lines", async () => {
  const chart = (limit: boolean): Promise<string> =>
    growthChart({ kind: "growth", title: "", lines: [{ name: "a very long name of a line", limit, points }] });
  expect(await chart(false)).toContain(">a very long name of a line<");
  expect(await chart(true)).toContain('stroke-dasharray="5,3"');
  expect(await chart(false)).not.toContain('stroke-dasharray="5,3"');
});
