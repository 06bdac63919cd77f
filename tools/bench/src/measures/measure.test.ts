import { expect, test } from "vitest";
import { contextOf } from "./measure.ts";

test("the random numbers of a measure depend on its name and the seed, and on no measure before it", () => {
  const first = (name: string, seed: number): number => contextOf(name, seed, { quick: false, log() {} }).random();
  const walk = first("walk", 1);
  expect(first("decode", 1)).not.toBe(walk);
  expect(first("walk", 2)).not.toBe(walk);
  expect(first("walk", 1)).toBe(walk);
});
