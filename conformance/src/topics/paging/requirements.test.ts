import { expect, test } from "vitest";
import { fails, judgePages, notTestedFor, type Page, passes, undecided, upTo } from "../../../test/support/pages.ts";
import type { ProbeName } from "../../evidence/operation-view.ts";

test.for<[string, unknown, { json: number; edge?: Page; without: Page }]>([
  [
    "the default, and more rows than that",
    passes,
    { json: 200, edge: { rows: [199] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, if the cap is the same",
    undecided,
    { json: 100, edge: { rows: [99] }, without: { rows: upTo(100, 1) } },
  ],
  [
    "the default, if a limit returns no more, and there are more",
    passes,
    { json: 100, edge: { rows: [99, 100, 101] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, which is all from there, if a limit returns no more",
    notTestedFor("102 rows"),
    { json: 100, edge: { rows: [99, 100] }, without: { rows: upTo(101, 1) } },
  ],
  ["all rows, fewer than the default", undecided, { json: 50, edge: { rows: [49] }, without: { rows: upTo(50, 1) } }],
  ["not all rows, fewer than the default", fails, { json: 50, edge: { rows: [49] }, without: { rows: upTo(21, 1) } }],
  [
    "exactly the default, which is all rows",
    undecided,
    { json: 101, edge: { rows: [100] }, without: { rows: upTo(101, 1) } },
  ],
  [
    "more than the default, if a limit returns fewer",
    fails,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(201, 1) } },
  ],
  [
    "more than with a limit, fewer than the default",
    undecided,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(61, 1) } },
  ],
  [
    "as many as with a limit, if there are more",
    undecided,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(41, 1) } },
  ],
  [
    "all rows, with a wrong total",
    undecided,
    { json: 50, edge: { rows: [], offset: 998 }, without: { rows: upTo(50, 1) } },
  ],
  [
    "one less than with a limit, if there are more",
    fails,
    { json: 40, edge: { rows: [39, 40] }, without: { rows: upTo(40, 1) } },
  ],
  [
    "the default, if a limit returns fewer, and there are more than either",
    passes,
    { json: 40, edge: { rows: [149], offset: 149 }, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, if a limit returns fewer, and no more are seen",
    notTestedFor("fewer than no limit"),
    { json: 40, edge: { rows: [100], offset: 100 }, without: { rows: upTo(101, 1) } },
  ],
  [
    "as many as with a limit, without a response for the last rows",
    undecided,
    { json: 100, without: { rows: upTo(101, 1) } },
  ],
  [
    "the default, with a total that is too low",
    passes,
    { json: 200, edge: { rows: [5, 6], offset: 5 }, without: { rows: upTo(101, 1) } },
  ],
  ["no rows, if there are none", notTestedFor("there are 0"), { json: 0, without: { rows: [] } }],
])("a page without a limit: %s", ([, expected, { json, edge, without }]) => {
  const pages = {
    json: { rows: upTo(json), limit: 1000 },
    default: { ...without, offset: 1 },
    ...(edge === undefined ? {} : { edge: { offset: json - 1, limit: 5, ...edge } }),
  };
  expect(judgePages("REG-PAGE-04", "sjediste", pages)).toEqual(expected);
});

test("a page without a limit that has more rows than the default fails, even if the first rows cannot be read", () => {
  expect(judgePages("REG-PAGE-04", "sjediste", { default: { rows: upTo(102, 1), offset: 1 } })).toEqual(fails);
});

test.for<[string, unknown, Record<ProbeName, Page>]>([
  ["the requested rows", passes, { page: { rows: [3, 4], offset: 3, limit: 2 } }],
  ["fewer than requested", fails, { page: { rows: [3], offset: 3, limit: 2 } }],
  ["any number without a limit", passes, { default: { rows: [1, 2], offset: 1 } }],
  ["a wrong row beyond the default limit", fails, { default: { rows: [...upTo(110, 1), 3], offset: 1 } }],
  ["the last row, and the first again", fails, { edge: { rows: [119, 0], offset: 119, limit: 5 } }],
  ["the last row, and a new one", passes, { edge: { rows: [119, 120], offset: 119, limit: 5 } }],
])("a page: %s", ([, expected, pages]) => {
  expect(judgePages("REG-PAGE-01", "gfi", { json: { rows: upTo(120), limit: 1000 }, ...pages })).toEqual(expected);
});

test("two equal rows are not a row that is repeated", () => {
  const json = { rows: [1, 1, 2], limit: 1000 };
  const edge = { rows: [2, 1], offset: 2, limit: 5 };
  expect(judgePages("REG-PAGE-01", "gfi", { json, edge })).toEqual(passes);
});

test("a page holds at most as many items as its limit, which empty ones do not show", () => {
  const past = { rows: [], offset: 120, limit: 5 };
  expect(judgePages("REG-PAGE-02", "gfi", { json: { rows: upTo(120), limit: 120 }, past })).toEqual(passes);
  expect(judgePages("REG-PAGE-02", "gfi", { json: { rows: upTo(120), limit: 119 }, past })).toEqual(fails);
  expect(judgePages("REG-PAGE-02", "gfi", { json: { rows: [], limit: 120 }, past })).toEqual(undecided);
});

test("a page past the end is judged only if the total is right", () => {
  const pages = (total: number, past: number[]) => ({
    json: { rows: upTo(120), limit: 1000, total },
    edge: { rows: [118, 119], offset: 118, limit: 5 },
    past: { rows: past, offset: total, limit: 5 },
  });
  expect(judgePages("REG-PAGE-03", "sjediste", pages(120, []))).toEqual(passes);
  expect(judgePages("REG-PAGE-03", "sjediste", pages(120, [0]))).toEqual(fails);
  expect(judgePages("REG-PAGE-03", "sjediste", pages(100, [100]))).toEqual(undecided);
});

test.for<[string, unknown, readonly number[]]>([
  ["new rows", passes, [1298, 1299]],
  ["a row that equals an earlier one", passes, [1298, 500]],
  ["rows that equal earlier ones here and there", passes, [7, 500]],
  ["the first rows after the last", fails, [1298, 1299, 0, 1, 2]],
  ["the first row after the last", fails, [1298, 0]],
  ["the first rows", fails, [0, 1]],
  ["a run of earlier rows", fails, [995, 996, 997]],
])("beyond the rows that are known: %s", ([, outcome, rows]) => {
  const pages = {
    json: { rows: upTo(1000), limit: 1000, total: 1300 },
    edge: { rows, offset: 1298, limit: 5, total: 1300 },
  };
  expect(judgePages("REG-PAGE-01", "sjediste", pages)).toEqual(outcome);
});
