import { expect, test } from "vitest";
import { figureOf, pairedBlocks, pairedRounds, pairedSamples } from "./rounds.ts";
import { seededRandom } from "./statistics.ts";

test("every contender runs once per round, in warm-up rounds without a sample", async () => {
  const calls: string[] = [];
  const samples = await pairedRounds(
    { a: () => calls.push("a"), b: () => calls.push("b"), c: () => calls.push("c") },
    { rounds: 20, warmUp: 2, random: seededRandom(1) },
  );
  for (let round = 0; round < 22; round++) {
    expect(calls.slice(3 * round, 3 * round + 3).sort()).toEqual(["a", "b", "c"]);
  }
  expect(Object.values(samples).map((values) => values.length)).toEqual([20, 20, 20]);
});

test("the order changes from round to round", async () => {
  const calls: string[] = [];
  await pairedRounds({ a: () => calls.push("a"), b: () => calls.push("b") }, { rounds: 40, random: seededRandom(1) });
  const firsts = calls.filter((_, index) => index % 2 === 0);
  expect(firsts.filter((name) => name === "a").length).toBeGreaterThan(10);
  expect(firsts.filter((name) => name === "b").length).toBeGreaterThan(10);
});

test("a sample is the time of one call, asynchronous work included", async () => {
  let time = 0;
  const samples = await pairedRounds(
    {
      a: async () => {
        await Promise.resolve();
        time += 3;
      },
    },
    { rounds: 2, repeat: 4, random: seededRandom(1), now: () => time },
  );
  expect(samples).toEqual({ a: [3, 3] });
});

test("takes the figure of a contender that measures itself, without its warm-up", async () => {
  let measured = 0;
  const samples = await pairedSamples(
    { a: async () => ++measured, b: async () => 7 },
    { rounds: 3, warmUp: 2, random: seededRandom(1) },
  );
  expect(samples).toEqual({ a: [3, 4, 5], b: [7, 7, 7] });
});

test("one run may give several figures, which stay those of the same rounds", async () => {
  let run = 0;
  const measure = async () => ({ seconds: ++run, requests: 10 * run });
  const samples = await pairedSamples({ a: measure }, { rounds: 3, warmUp: 1, random: seededRandom(1) });
  expect(figureOf(samples, ({ seconds }) => seconds)).toEqual({ a: [2, 3, 4] });
  expect(figureOf(samples, ({ requests }) => requests)).toEqual({ a: [20, 30, 40] });
});

test("the samples of several processes are blocks, one after the other, each measured with a seed of its own", async () => {
  const seeds: number[] = [];
  const measure = async (seed: number) => {
    const block = 10 * seeds.push(seed);
    return { a: [block, block + 1], b: [block + 2, block + 3] };
  };
  const samples = await pairedBlocks(measure, { processes: 3, random: seededRandom(1) });
  expect(samples).toEqual({ a: [10, 11, 20, 21, 30, 31], b: [12, 13, 22, 23, 32, 33] });
  expect(new Set(seeds).size).toBe(3);
  expect(seeds.every(Number.isInteger)).toBe(true);
});

test("what runs before every sample is not timed", async () => {
  let time = 0;
  let prepared = 0;
  const samples = await pairedRounds(
    {
      a() {
        time += 3;
      },
    },
    {
      ...{ rounds: 2, warmUp: 1, repeat: 4, random: seededRandom(1), now: () => time },
      before() {
        prepared += 1;
        time += 100;
      },
    },
  );
  expect(samples).toEqual({ a: [3, 3] });
  expect(prepared).toBe(3);
});
