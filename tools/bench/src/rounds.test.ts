import { expect, test } from "vitest";
import { pairedRatios, pairedSamples, seededRandom, summarize } from "./rounds.ts";

test("every contender is measured once per round, in an order that changes; rounds to warm up give no sample", async () => {
  const calls: string[] = [];
  const measure = (name: string) => async () => calls.push(name);
  const contenders = { a: measure("a"), b: measure("b") };
  const samples = await pairedSamples(contenders, { rounds: 40, warmUp: 2 });
  const rounds = Array.from({ length: 42 }, (_, round) => calls.slice(2 * round, 2 * round + 2).join(""));
  expect([...new Set(rounds)].sort()).toEqual(["ab", "ba"]);
  expect([samples.a?.length, samples.b?.length]).toEqual([40, 40]);
  expect(Math.min(...(samples.a ?? []), ...(samples.b ?? []))).toBe(5);
});

test("a summary has the median and the quartiles of samples in any order, whatever took them", () => {
  const { interval, ...others } = summarize([5, 1, 4, 2, 3, 8, 7, 6]);
  expect(others).toEqual({ median: 4.5, quartiles: [2.75, 6.25] });
  expect(summarize([5, 1, 4, 2, 3, 8, 7, 6], 4)).toMatchObject(others);
  expect(interval).toEqual(summarize([5, 1, 4, 2, 3, 8, 7, 6]).interval);
});

test("broken samples are no figures", () => {
  expect(() => summarize([])).toThrow("0 samples");
  expect(() => summarize([1, Number.NaN])).toThrow("finite");
  expect(() => summarize([1, 2, 3, 4], 3)).toThrow("4 samples are not 3 equal blocks");
  expect(() => pairedRatios([1, 2], [1])).toThrow("2 samples cannot be paired with 1");
});

/** Samples with a median of 1: what a block adds to all of its own is as large as what differs within it. */
const blocksOf = (blocks: number, size: number, draw: () => number): number[] =>
  Array.from({ length: blocks }, () => {
    const shared = draw();
    return Array.from({ length: size }, () => shared + draw());
  }).flat();

test.each([[1], [12]])("with %i blocks, the interval has the true median about as often as it claims", (blocks) => {
  const draw = seededRandom(42);
  const hits = Array.from({ length: 100 }, () => {
    const samples = blocks === 1 ? Array.from({ length: 101 }, () => 2 * draw()) : blocksOf(blocks, 10, draw);
    const [low, high] = summarize(samples, blocks).interval;
    return low <= 1 && 1 <= high;
  }).filter(Boolean).length;
  expect(hits).toBeGreaterThanOrEqual(88);
  expect(hits).toBeLessThan(100);
});

test("a round that is slow for all does not move the ratio", () => {
  const slowdown = [1, 1, 50, 1, 9];
  const [three, two] = [3, 2].map((each) => slowdown.map((factor) => each * factor));
  expect(new Set(pairedRatios(three, two))).toEqual(new Set([1.5]));
});
