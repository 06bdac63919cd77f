import { describe, expect, test } from "vitest";
import { pairedDifferences, pairedRatios, seededRandom, summarize } from "./statistics.ts";

describe("summarize", () => {
  test("gives the median and the quartiles of samples in any order", () => {
    const { median, quartiles } = summarize([5, 1, 4, 2, 3, 8, 7, 6]);
    expect(median).toBe(4.5);
    expect(quartiles).toEqual([2.75, 6.25]);
  });

  test("the same samples have one interval, whatever was summarized before", () => {
    const samples = Array.from({ length: 30 }, seededRandom(5));
    expect(summarize(samples)).toEqual(summarize(samples));
  });

  test("the interval of equal samples is a point", () => {
    expect(summarize([3, 3, 3, 3]).interval).toEqual([3, 3]);
  });

  test("the interval is narrower than the quartiles, and narrows with more samples", () => {
    const draw = seededRandom(7);
    const width = (count: number): number => {
      const { interval, quartiles } = summarize(Array.from({ length: count }, draw));
      expect(interval[0]).toBeGreaterThan(quartiles[0]);
      expect(interval[1]).toBeLessThan(quartiles[1]);
      return interval[1] - interval[0];
    };
    expect(width(1_600)).toBeLessThan(width(100) / 2);
  });

  test("the interval contains the true median about as often as it claims", () => {
    const draw = seededRandom(42);
    const hits = Array.from({ length: 100 }, () => {
      const { interval } = summarize(Array.from({ length: 101 }, draw));
      return interval[0] <= 0.5 && 0.5 <= interval[1];
    }).filter(Boolean).length;
    expect(hits).toBeGreaterThanOrEqual(88);
    expect(hits).toBeLessThan(100);
  });

  test("refuses empty and non-finite samples", () => {
    expect(() => summarize([])).toThrow("no samples");
    expect(() => summarize([1, Number.NaN])).toThrow("Sample 1 is NaN");
  });
});

describe("summarize, with samples of several processes", () => {
  /** Samples in [0, 2): what each block adds to all of its own is as large as what differs within it. */
  const blocksOf = (blocks: number, size: number, draw: () => number): number[] =>
    Array.from({ length: blocks }, () => {
      const shared = draw();
      return Array.from({ length: size }, () => shared + draw());
    }).flat();

  test("the interval is wider if the blocks differ, and about as wide if they do not", () => {
    const draw = seededRandom(3);
    const widening = (samples: number[]): number => {
      const width = ([low, high]: [number, number]): number => high - low;
      return width(summarize(samples, 10).interval) / width(summarize(samples).interval);
    };
    expect(widening(blocksOf(10, 20, draw))).toBeGreaterThan(2);
    expect(widening(Array.from({ length: 200 }, draw))).toBeLessThan(2);
  });

  test("the median and the quartiles are those of all samples", () => {
    const samples = [5, 1, 4, 2, 3, 8, 7, 6];
    const { interval, ...others } = summarize(samples, 4);
    expect(others).toEqual({ median: 4.5, quartiles: [2.75, 6.25] });
  });

  test("the interval of equal samples is a point", () => {
    expect(summarize([3, 3, 3, 3], 2).interval).toEqual([3, 3]);
  });

  test("the interval contains the true median about as often as it claims", () => {
    const draw = seededRandom(42);
    const hits = Array.from({ length: 100 }, () => {
      const { interval } = summarize(blocksOf(12, 10, draw), 12);
      return interval[0] <= 1 && 1 <= interval[1];
    }).filter(Boolean).length;
    expect(hits).toBeGreaterThanOrEqual(88);
    expect(hits).toBeLessThan(100);
  });

  test("refuses blocks of unequal length", () => {
    expect(() => summarize([1, 2, 3, 4], 3)).toThrow("4 samples are not 3 blocks of equal length");
  });
});

describe("pairs", () => {
  test("are formed within a round", () => {
    expect(pairedRatios([2, 30], [1, 10])).toEqual([2, 3]);
    expect(pairedDifferences([2, 30], [1, 10])).toEqual([1, 20]);
  });

  test("a slow round does not move the ratio", () => {
    const slowdown = [1, 1, 50, 1, 9];
    const ratios = pairedRatios(
      slowdown.map((factor) => 3 * factor),
      slowdown.map((factor) => 2 * factor),
    );
    expect(new Set(ratios)).toEqual(new Set([1.5]));
  });

  test("need the same rounds", () => {
    expect(() => pairedRatios([1, 2], [1])).toThrow("2 samples cannot be paired with 1");
  });
});

test("the same seed gives the same numbers, another seed others, all in [0, 1)", () => {
  const draw = (seed: number): number[] => Array.from({ length: 1_000 }, seededRandom(seed));
  expect(draw(5)).toEqual(draw(5));
  expect(draw(5)).not.toEqual(draw(6));
  expect(draw(5).every((value) => value >= 0 && value < 1)).toBe(true);
});

test("streams of the same seed are different, and each is the same every time", () => {
  const draw = (seed: number, stream?: string): number[] => Array.from({ length: 10 }, seededRandom(seed, stream));
  expect(draw(5, "walk")).toEqual(draw(5, "walk"));
  const streams = [draw(5), draw(5, "walk"), draw(5, "decode"), draw(6, "walk")];
  expect(new Set(streams.map(([first]) => first)).size).toBe(streams.length);
});
