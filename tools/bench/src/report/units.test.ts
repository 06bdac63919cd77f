import { describe, expect, test } from "vitest";
import type { LinesSection, PairedSection } from "../harness/result.ts";
import { inReadableUnit } from "./units.ts";

const paired = (unit: string, ...values: number[]): PairedSection => {
  return { kind: "paired", title: "", baseline: "a", unit, samples: { a: values, b: [0.002, 0.003] } };
};
const lines = (y: string, ...values: number[]): LinesSection => {
  return { kind: "lines", title: "", x: "rows", y, points: values.map((value, x) => ({ series: "a", x, y: value })) };
};

describe("inReadableUnit", () => {
  test("shows figures that are all short in microseconds", () => {
    expect(inReadableUnit(paired("ms", 0.004, 0.006))).toEqual({
      ...paired("µs", 4, 6),
      samples: { a: [4, 6], b: [2, 3] },
    });
    expect(inReadableUnit(lines("ms", 0.004, 0.006))).toEqual(lines("µs", 4, 6));
  });

  test("leaves longer ones alone, and what is not in milliseconds", () => {
    for (const section of [
      paired("ms", 0.1, 0.1),
      lines("ms", 0.004, 0.1),
      paired("s", 0.004, 0.006),
      lines("MB", 0.004),
    ])
      expect(inReadableUnit(section)).toBe(section);
  });
});
