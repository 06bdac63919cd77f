import { expect, test } from "vitest";
import { operationNamed, type Seen, viewOf } from "../../test/views.ts";
import { totalHeader } from "../contract/operations.ts";
import type { ProbeName } from "../run/probes.ts";
import { pagingRequirements } from "./reg-paging.ts";

/** A page as the service gave it: the numbers of its rows, what was asked, and the total beside it. */
interface Page {
  rows: readonly number[];
  offset?: number;
  limit?: number;
  total?: number;
}

const upTo = (end: number, from = 0): number[] => Array.from({ length: end - from }, (_, index) => from + index);

/** What a requirement says of an operation with a total and a default limit of 100, or of one without. */
function judge(id: string, name: "sjediste" | "gfi", pages: Partial<Record<ProbeName, Page>>, inOrder = true): unknown {
  const seen = Object.entries(pages).map(([probe, { rows, offset = 0, limit, total }]): [string, Seen] => [
    probe,
    {
      body: rows.map((mbs) => ({ mbs })),
      offset,
      limit,
      headers: total === undefined ? {} : { [totalHeader]: String(total) },
    },
  ]);
  const view = viewOf(operationNamed(name), Object.fromEntries(seen), inOrder);
  return pagingRequirements.find((one) => one.id === id)?.check(view);
}

const fails = expect.objectContaining({ state: "fail" });
const passes = { state: "pass" };
const silent = expect.objectContaining({ state: "not tested" });
const notTestedFor = (reason: string): unknown => ({ state: "not tested", reason: expect.stringContaining(reason) });

test.for<[string, unknown, { json: number; edge?: Page; without: Page }]>([
  [
    "the default, and more rows than that",
    passes,
    { json: 200, edge: { rows: [199] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, where the cap is as great",
    silent,
    { json: 100, edge: { rows: [99] }, without: { rows: upTo(100, 1) } },
  ],
  [
    "the default, where a limit gives no more, and there are more",
    passes,
    { json: 100, edge: { rows: [99, 100, 101] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, which is all that comes from there, where a limit gives no more",
    notTestedFor("102 rows"),
    { json: 100, edge: { rows: [99, 100] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "all the rows that there are, fewer than the default",
    silent,
    { json: 50, edge: { rows: [49] }, without: { rows: upTo(50, 1) } },
  ],
  [
    "fewer rows than there are, fewer than the default",
    fails,
    { json: 50, edge: { rows: [49] }, without: { rows: upTo(21, 1) } },
  ],
  [
    "exactly as many rows as the default",
    silent,
    { json: 101, edge: { rows: [100] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "more than the default, where a limit gives fewer",
    fails,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(201, 1) } },
  ],
  [
    "more than a limit gives, fewer than the default",
    silent,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(61, 1) } },
  ],
  [
    "as many as a limit gives, where there are more",
    silent,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(41, 1) } },
  ],
  [
    "all the rows that there are, beside a total that is not true",
    silent,
    { json: 50, edge: { rows: [], offset: 998 }, without: { rows: upTo(50, 1) } },
  ],
  [
    "one less than a limit gives, where there are more",
    fails,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(40, 1) } },
  ],
  [
    "the default, where a limit gives fewer, and there are more than either",
    passes,
    { json: 40, edge: { rows: [149], offset: 149 }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, where a limit gives fewer, and no more are seen",
    notTestedFor("fewer than no limit"),
    { json: 40, edge: { rows: [100], offset: 100 }, without: { rows: upTo(101, 1) } },
  ],
  [
    "as many as a limit gives, where the last rows were not answered",
    silent,
    { json: 100, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, beside a total that is too small",
    passes,
    { json: 200, edge: { rows: [5, 6], offset: 5 }, without: { rows: upTo(101, 1) } },
  ],
  ["nothing, where there is nothing", notTestedFor("there are 0"), { json: 0, without: { rows: [] } }],
])("a page without a limit: %s", ([, expected, { json, edge, without }]) => {
  const pages = {
    json: { rows: upTo(json), limit: 1000 },
    default: { ...without, offset: 1 },
    ...(edge === undefined ? {} : { edge: { offset: json - 1, limit: 5, ...edge } }),
  };
  expect(judge("REG-PAGE-04", "sjediste", pages)).toEqual(expected);
});

test("a page without a limit that holds more than the default fails, whether or not the first rows can be read", () => {
  expect(judge("REG-PAGE-04", "sjediste", { default: { rows: upTo(102, 1), offset: 1 } })).toEqual(fails);
});

test.for<[string, unknown, boolean, Partial<Record<ProbeName, Page>>]>([
  ["the rows asked for", passes, true, { page: { rows: [3, 4], offset: 3, limit: 2 } }],
  ["fewer than were asked for", fails, true, { page: { rows: [3], offset: 3, limit: 2 } }],
  ["as few as the service likes without a limit", passes, true, { default: { rows: [1, 2], offset: 1 } }],
  ["a wrong row beyond the default limit", fails, true, { default: { rows: [...upTo(110, 1), 3], offset: 1 } }],
  ["the last row, and the first again", fails, true, { edge: { rows: [119, 0], offset: 119, limit: 5 } }],
  ["the last row, and a further one", passes, true, { edge: { rows: [119, 120], offset: 119, limit: 5 } }],
  ["other rows of the first in another order", silent, false, { page: { rows: [7, 1], offset: 3, limit: 2 } }],
  ["a row that may come later in another order", silent, false, { page: { rows: [500, 1], offset: 3, limit: 2 } }],
  ["fewer than were asked for in another order", fails, false, { page: { rows: [7], offset: 3, limit: 2 } }],
])("a page: %s", ([, expected, inOrder, pages]) => {
  expect(judge("REG-PAGE-01", "gfi", { json: { rows: upTo(120), limit: 1000 }, ...pages }, inOrder)).toEqual(expected);
});

test("a row that no row equals is none of a list that is known as a whole, whatever the order", () => {
  const json = { rows: upTo(120), limit: 1000 };
  const edge = { rows: [5], offset: 119, limit: 5 };
  const page = (row: number) => ({ rows: [row, 1], offset: 3, limit: 2 });
  expect(judge("REG-PAGE-01", "gfi", { json, edge, page: page(500) }, false)).toEqual(fails);
  expect(judge("REG-PAGE-01", "gfi", { json, edge, page: page(50) }, false)).toEqual(silent);
});

test("equal rows are no row that comes twice", () => {
  const json = { rows: [1, 1, 2], limit: 1000 };
  const edge = { rows: [2, 1], offset: 2, limit: 5 };
  expect(judge("REG-PAGE-01", "gfi", { json, edge })).toEqual(passes);
});

test.for<[string, unknown, number, number, number[]]>([
  ["that of the rows", passes, 120, 120, [118, 119]],
  ["one too many", fails, 121, 120, [119]],
  ["one too few", fails, 119, 120, [117, 118, 119]],
  ["fewer than the rows beside it", fails, 20, 120, [18, 19]],
  ["some without rows", fails, 7, 0, []],
  ["none without rows", passes, 0, 0, []],
])("a total: %s", ([, expected, total, rows, edge]) => {
  const pages = { json: { rows: upTo(rows), limit: 1000, total }, edge: { rows: edge, offset: total - 2, limit: 5 } };
  expect(judge("REG-TOTAL-03", "sjediste", pages)).toEqual(expected);
});

test("a page past the end is judged where the total is true", () => {
  const pages = (total: number, past: number[]) => ({
    json: { rows: upTo(120), limit: 1000, total },
    edge: { rows: [118, 119], offset: 118, limit: 5 },
    past: { rows: past, offset: total, limit: 5 },
  });
  expect(judge("REG-PAGE-03", "sjediste", pages(120, []))).toEqual(passes);
  expect(judge("REG-PAGE-03", "sjediste", pages(120, [0]))).toEqual(fails);
  expect(judge("REG-PAGE-03", "sjediste", pages(100, [100]))).toEqual(silent);
});

test("a total is the same as another one, or not tested", () => {
  const json = { rows: [1], total: 1 };
  expect(judge("REG-TOTAL-02", "sjediste", { json })).toEqual(silent);
  expect(judge("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 1 } })).toEqual(passes);
  expect(judge("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 0 } })).toEqual(fails);
});
