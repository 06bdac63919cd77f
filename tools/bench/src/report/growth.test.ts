import { describe, expect, test } from "vitest";
import type { LinesSection } from "../harness/result.ts";
import { growths, growthText } from "./growth.ts";

const section = (points: LinesSection["points"]): LinesSection => {
  return { kind: "lines", title: "", x: "rows", y: "ms", points };
};
const line = (series: string, ...costs: number[]): LinesSection["points"] =>
  costs.map((y, index) => ({ series, x: 10 ** (index + 1), y }));

describe("growthText", () => {
  test("names the fastest-growing series if none grows faster than its input", () => {
    const points = [...line("a", 1, 5, 80), ...line("b", 1, 5, 99)];
    expect(growthText(section(points))).toBe("Nothing grows faster than its input: rows × 100 makes at most b × 99.");
  });

  test("names all that grow faster, and no other", () => {
    const points = [...line("a", 1, 5, 200), ...line("b", 1, 5, 99), ...line("c", 2, 9, 300)];
    expect(growthText(section(points))).toBe("Faster than its input (rows × 100) grows: a × 200, c × 150.");
  });

  test("a difference that any two runs have does not count as growth", () => {
    expect(growthText(section(line("a", 1, 10.4)))).toBe(
      "Nothing grows faster than its input, or by less than 5 %: rows × 10 makes at most a × 10.4.",
    );
    expect(growthText(section(line("a", 1, 10.6)))).toContain("Faster than its input");
  });

  test("says nothing about single points", () => {
    expect(growthText(section(line("a", 1)))).toBe("");
  });
});

test("growth is from the smallest to the largest input, whatever the order of the points", () => {
  expect(growths(section(line("a", 1, 5, 200).reverse()))).toEqual([{ series: "a", input: 100, cost: 200 }]);
});
