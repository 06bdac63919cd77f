import { beforeAll, expect, test } from "vitest";
import { bareFetch, buildContenders, built } from "./contenders.ts";
import { program } from "./places.ts";
import type { Samples } from "./rounds.ts";
import { run } from "./run.ts";

const byHand = "by-hand";
beforeAll(() => buildContenders({ names: [bareFetch, byHand] }));

const start = (rows: number, rounds: number, ...names: string[]): Promise<string> =>
  run(process.execPath, ["--expose-gc", program("page-rounds"), built, String(rows), String(rounds), "1", ...names]);

test("the program prints a sample per round of every contender that it is given", async () => {
  for (const rows of [0, 20]) {
    const samples: Samples = JSON.parse(await start(rows, 3, bareFetch, byHand));
    expect(Object.keys(samples).sort()).toEqual([bareFetch, byHand]);
    for (const values of Object.values(samples)) {
      expect(values).toHaveLength(3);
      for (const value of values) expect(value).toBeGreaterThan(0);
    }
  }
});

test("the program fails if it cannot collect garbage", async () => {
  await expect(run(process.execPath, [program("page-rounds"), built, "20", "3", "1", bareFetch])).rejects.toThrow(
    "--expose-gc",
  );
});

test("the program fails for a contender that does not exist", async () => {
  await expect(start(20, 3, "nobody")).rejects.toThrow("nobody.js");
});
