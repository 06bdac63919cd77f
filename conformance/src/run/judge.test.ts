import { expect, test } from "vitest";
import type { Fetch } from "../exchange/send.ts";
import { runConformance } from "./run.ts";
import type { RunOptions } from "./run-options.ts";

/** A service whose lists have so many rows, of which it returns ten at once. */
const lists =
  (count: number): Fetch =>
  async (url) => {
    const asked = new URL(url).searchParams;
    const offset = Number(asked.get("offset"));
    const end = Math.min(count, offset + Math.min(10, Number(asked.get("limit") ?? 10)));
    const rows = Array.from({ length: Math.max(0, end - offset) }, (_, index) => ({ mbs: offset + index + 1 }));
    return Response.json(rows, { headers: { "x-total-count": String(count) } });
  };

const judge = (count: number, operation: string, options: Partial<RunOptions>) =>
  runConformance({
    baseUrl: "https://registar.primjer.hr",
    fetch: lists(count),
    operations: [operation],
    ...options,
  });

test.for([
  // With a total, the last two rows are asked for.
  ["sjediste", 0, 0, 0],
  ["sjediste", 9, 9, 9],
  ["sjediste", 11, 11, 11],
  ["sjediste", 12, 12, 12],
  ["sjediste", 30, 12, 30],
  // Without one, the rows from the last one seen.
  ["gfi", 0, 0, 0],
  ["gfi", 10, 10, 10],
  ["gfi", 12, 12, undefined],
  ["gfi", 30, 14, undefined],
] as const)("%s with %d rows: %d were seen, of %s", async ([operation, count, rows, total]) => {
  const { subjects } = await judge(count, operation, { only: ["REG-PAGE-03"] });
  expect(subjects).toEqual([expect.objectContaining({ name: operation, rows })]);
  expect(subjects[0]?.total).toBe(total);
});

test.for([
  ["a list without pages", "jezik", "live"],
  ["a mock, whatever total its example promises", "sjediste", "mock"],
] as const)("what was seen is all that there is: %s", async ([, operation, kind]) => {
  const { subjects } = await judge(30, operation, { only: ["REG-STATUS"], kind });
  expect(subjects).toEqual([expect.objectContaining({ rows: 10, total: 10 })]);
});

test("if one operation keeps no order, the order of another is no failure either", async () => {
  let count = 0;
  const page = lists(30);
  const fetch: Fetch = async (url, init) => {
    count += 1;
    const rows: unknown[] = await (await page(url, init)).json();
    const isShort = rows.length < 10;
    // One list sorts its short pages in another way; the other sorts every second response in another way.
    const isTurned = url.includes("/gfi") ? count % 2 === 0 : isShort;
    return Response.json(isTurned ? rows.map((_, index) => ({ mbs: 30 - index })) : rows);
  };
  const stateOf = async (operations: string[]) => {
    const { results } = await judge(30, "", { fetch, operations, only: ["REG-PAGE-01"], seed: 7 });
    return results.find(({ subject }) => subject === "predmet_poslovanja")?.state;
  };
  expect(await stateOf(["predmet_poslovanja"])).toBe("fail");
  expect(await stateOf(["predmet_poslovanja", "gfi"])).toBe("not tested");
});

test("a name can neither control the terminal, nor start a line, nor fill the report", async () => {
  const names = ["\u001b[2J\n::stop-commands::x", "a".repeat(20_000)].map((name) => JSON.stringify(name));
  const fetch: Fetch = async () => new Response(`[${names.map((name) => `{${name}:1,${name}:2}`)}]`);
  const { results } = await judge(30, "sjediste", { fetch, only: ["REG-JSON-04"], evidence: "values" });
  const places = results.flatMap((result) => result.places ?? []);
  expect(places[0]).toBe("/*/\\u001b[2J\\u000a::stop-commands::x");
  expect(places[1]).toHaveLength("/*/".length + 9_997 + "…".length);
});
