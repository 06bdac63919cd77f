import { expect, test } from "vitest";
import { walkAll } from "./walks.ts";

const walked = (...positions: number[]): Promise<number> =>
  walkAll(async function* () {
    for (const mbs of positions) yield { mbs };
  }, 4);

test("a walk is complete if and only if every row comes once and in order", async () => {
  expect(await walked(0, 1, 2, 3)).toBe(0);
  expect(
    await Promise.all([walked(), walked(0, 1, 2), walked(1, 2, 3), walked(0, 2, 3), walked(0, 1, 1, 2, 3)]),
  ).toEqual([1, 1, 1, 1, 1]);
  expect(await walked(0, 2, 1, 3)).toBe(3);
});
