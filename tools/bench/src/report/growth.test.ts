import { describe, expect, test } from "vitest";
import type { LinesSection } from "../harness/result.ts";
import { growths, growthText } from "./growth.ts";

const section = (points: LinesSection["points"]): LinesSection => {
  return { kind: "lines", title: "", x: "rows", y: "ms", points };
};
const line = (series: string, ...costs: number[]): LinesSection["points"] =>
  costs.map((y, index) => ({ series, x: 10 ** (index + 1), y }));

describe("growthText", () => {
  test("names the one that grows fastest where nothing grows faster than its input", () => {
    const points = [...line("a", 1, 5, 80), ...line("b", 1, 5, 99)];
    expect(growthText(section(points))).toBe("Nothing grows faster than its input: rows × 100 makes at most b × 99.");
  });

  test("names all that grow faster, and no other", () => {
    const points = [...line("a", 1, 5, 200), ...line("b", 1, 5, 99), ...line("c", 2, 9, 300)];
    expect(growthText(section(points))).toBe("Faster than its input (rows × 100) grows: a × 200, c × 150.");
  });

  test("a difference that any two runs have is no growth", () => {
    expect(growthText(section(line("a", 1, 10.4)))).toContain("Nothing grows faster");
    expect(growthText(section(line("a", 1, 10.6)))).toContain("Faster than its input");
  });

  test("says nothing of single points", () => {
    expect(growthText(section(line("a", 1)))).toBe("");
  });
});

test("growths are from the least input to the greatest, in whatever order the points come", () => {
  expect(growths(section(line("a", 1, 5, 200).reverse()))).toEqual([{ series: "a", input: 100, cost: 200 }]);
});
