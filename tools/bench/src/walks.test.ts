import { expect, test } from "vitest";
import { walkAll } from "./walks.ts";

const walked = (...positions: number[]): Promise<void> =>
  walkAll(async function* () {
    for (const mbs of positions) yield { mbs };
  }, 4);

test("a walk is complete if and only if every row comes once and in order", async () => {
  await expect(walked(0, 1, 2, 3)).resolves.toBeUndefined();
  for (const wrong of [[], [0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 3, 4]])
    await expect(walked(...wrong)).rejects.toThrow(/^(Row \d+ came|\d rows came)/);
});
