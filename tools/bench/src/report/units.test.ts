import { describe, expect, test } from "vitest";
import type { PairedSection } from "./result.ts";
import { inReadableUnit } from "./units.ts";

const paired = (unit: string, ...values: number[]): PairedSection => {
  return { kind: "paired", title: "", baseline: "a", unit, samples: { a: values, b: [0.002, 0.003] } };
};

describe("inReadableUnit", () => {
  test("shows figures that are all short in microseconds", () => {
    expect(inReadableUnit(paired("ms", 0.004, 0.006))).toEqual({
      ...paired("µs", 4, 6),
      samples: { a: [4, 6], b: [2, 3] },
    });
  });

  test("leaves longer ones alone, and what is not in milliseconds", () => {
    for (const section of [paired("ms", 0.1, 0.1), paired("s", 0.004, 0.006)])
      expect(inReadableUnit(section)).toBe(section);
  });
});
