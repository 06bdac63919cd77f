import { expect, test } from "vitest";
import type { Bar } from "../harness/result.ts";
import { seededRandom } from "../harness/statistics.ts";
import { growth, judge } from "./decode.ts";

test("a peer is faster only if it is in enough processes", () => {
  const each = (value: number): number[] => Array.from({ length: 20 }, () => value);
  const even = each(1).concat(each(1), each(1));
  const names = ["bare-fetch", "bare-axios", "by-hand", "ours-fetch", "ours-axios", "ours-fetch-bigint"];
  const samples = {
    ...Object.fromEntries(names.map((name) => [name, even])),
    orval: each(0.9).concat(each(0.98), each(1.1)),
  };
  const faster = (processes: number): Bar | undefined => {
    const pages = { samples, processes };
    return judge(pages, pages, pages).at(-1);
  };
  expect(faster(1)?.measured).toBe("orval");
  expect(faster(3)?.measured).toBe("none");
});

test("a line says what ours takes over its baseline at each size", async () => {
  const context = { quick: true, random: seededRandom(1), log() {} };
  const read = async (_: unknown, __: unknown, rows: number) => {
    return { samples: { "bare-fetch": [1, 2], "ours-fetch": [rows, 2 * rows] }, processes: 1 };
  };
  const { note } = await growth(context, "", await read(0, 0, 1_000), "", read);
  expect(note).toBe("ours-fetch over bare-fetch: 10, 100.");
});

test("the page that is judged has one figure: its samples are those of the line, too", async () => {
  const read: number[] = [];
  const context = { quick: false, random: seededRandom(1), log() {} };
  const judged = { samples: { "bare-fetch": [1, 2, 3] }, processes: 1 };
  const { points } = await growth(context, "", judged, "", async (_, names, rows) => {
    read.push(rows);
    return { samples: { [names[0] ?? ""]: [rows] }, processes: 1 };
  });
  expect(read).toEqual([100, 10_000, 100_000]);
  expect(points.map(({ x, y }) => [x, y])).toEqual([
    [100, 100],
    [1_000, 2],
    [10_000, 10_000],
    [100_000, 100_000],
  ]);
});
