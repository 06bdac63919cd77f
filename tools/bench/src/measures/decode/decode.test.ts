import { expect, test } from "vitest";
import type { Bar } from "../../report/result.ts";
import { judge } from "./index.ts";

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
