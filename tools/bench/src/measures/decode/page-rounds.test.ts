import { expect, test } from "vitest";
import { bareFetch } from "../../clients/contenders.ts";
import { program } from "../../places.ts";
import { run } from "../../processes/run.ts";
import type { Samples } from "../../rounds/rounds.ts";

const byHand = "by-hand";
const start = (rows: number, rounds: number, ...names: string[]): Promise<string> =>
  run(process.execPath, ["--expose-gc", program("page-rounds"), String(rows), String(rounds), "1", ...names]);

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
  await expect(run(process.execPath, [program("page-rounds"), "20", "3", "1", bareFetch])).rejects.toThrow(
    "--expose-gc",
  );
});

test("the program fails for a contender that does not exist", async () => {
  await expect(start(20, 3, "nobody")).rejects.toThrow("nobody.js");
});
