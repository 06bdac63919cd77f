import { describe, expect, test } from "vitest";
import { operationNamed, type Seen, viewOf } from "../../test/support/views.ts";
import { totalHeader } from "../contract/operations.ts";
import type { ProbeName } from "../evidence/probes.ts";
import { pagingRequirements } from "./reg-paging.ts";

/** A page of a service: the numbers of its rows, the parameters of its request, and the total in its header. */
interface Page {
  rows: readonly number[];
  offset?: number;
  limit?: number;
  total?: number;
}

const upTo = (end: number, from = 0): number[] => Array.from({ length: end - from }, (_, index) => from + index);

/** Judges an operation with a total and a default limit of 100, one without, or one without pages. */
function judge(id: string, name: "sjediste" | "gfi" | "jezik", pages: Partial<Record<ProbeName, Page>>): unknown {
  const seen = Object.entries(pages).map(([probe, { rows, offset = 0, limit, total }]): [string, Seen] => [
    probe,
    {
      body: rows.map((mbs) => ({ mbs })),
      offset,
      limit,
      headers: total === undefined ? {} : { [totalHeader]: String(total) },
    },
  ]);
  const view = viewOf(operationNamed(name), Object.fromEntries(seen));
  return pagingRequirements.find((one) => one.id === id)?.check(view);
}

const fails = expect.objectContaining({ state: "fail" });
const passes = { state: "pass" };
const undecided = expect.objectContaining({ state: "not tested" });
const notTestedFor = (reason: string): unknown => ({ state: "not tested", reason: expect.stringContaining(reason) });

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
  expect(judge("REG-PAGE-04", "sjediste", pages)).toEqual(expected);
});

test("a page without a limit that has more rows than the default fails, even if the first rows cannot be read", () => {
  expect(judge("REG-PAGE-04", "sjediste", { default: { rows: upTo(102, 1), offset: 1 } })).toEqual(fails);
});

test.for<[string, unknown, Partial<Record<ProbeName, Page>>]>([
  ["the requested rows", passes, { page: { rows: [3, 4], offset: 3, limit: 2 } }],
  ["fewer than requested", fails, { page: { rows: [3], offset: 3, limit: 2 } }],
  ["any number without a limit", passes, { default: { rows: [1, 2], offset: 1 } }],
  ["a wrong row beyond the default limit", fails, { default: { rows: [...upTo(110, 1), 3], offset: 1 } }],
  ["the last row, and the first again", fails, { edge: { rows: [119, 0], offset: 119, limit: 5 } }],
  ["the last row, and a new one", passes, { edge: { rows: [119, 120], offset: 119, limit: 5 } }],
])("a page: %s", ([, expected, pages]) => {
  expect(judge("REG-PAGE-01", "gfi", { json: { rows: upTo(120), limit: 1000 }, ...pages })).toEqual(expected);
});

test("two equal rows are not a row that is repeated", () => {
  const json = { rows: [1, 1, 2], limit: 1000 };
  const edge = { rows: [2, 1], offset: 2, limit: 5 };
  expect(judge("REG-PAGE-01", "gfi", { json, edge })).toEqual(passes);
});

test.for<[string, unknown, number, number, number[]]>([
  ["the number of rows", passes, 120, 120, [118, 119]],
  ["one too high", fails, 121, 120, [119]],
  ["one too low", fails, 119, 120, [117, 118, 119]],
  ["fewer than the rows in the response", fails, 20, 120, [18, 19]],
  ["not zero, without rows", fails, 7, 0, []],
  ["zero, without rows", passes, 0, 0, []],
])("a total: %s", ([, expected, total, rows, edge]) => {
  const pages = { json: { rows: upTo(rows), limit: 1000, total }, edge: { rows: edge, offset: total - 2, limit: 5 } };
  expect(judge("REG-TOTAL-03", "sjediste", pages)).toEqual(expected);
});

test.for<[unknown, number]>([
  [passes, 3],
  [fails, 2],
  [fails, 4],
])("without pages, a total is the number of rows: %j for %i of 3", ([expected, total]) => {
  expect(judge("REG-TOTAL-03", "jezik", { json: { rows: upTo(3), total } })).toEqual(expected);
});

test("with a limit alone, a total cannot be judged: there may be more rows than can be read", () => {
  const gfi = operationNamed("gfi");
  const operation = { ...gfi, paged: false, parameters: gfi.parameters.filter((name) => name !== "offset") };
  const view = viewOf(operation, { json: { body: [{ mbs: 1 }], headers: { [totalHeader]: "2" } } });
  expect(pagingRequirements.find(({ id }) => id === "REG-TOTAL-03")?.check(view)).toEqual(undecided);
});

describe("a wrong total of the first response is shown with what the rows show, beside the right ones of others", () => {
  const first = (total: number, edge: number[], limit = 5): Partial<Record<ProbeName, Page>> => ({
    json: { rows: upTo(100), limit: 100, total },
    edge: { rows: edge, offset: total - 2, limit, total: 120 },
  });
  const at = `header ${totalHeader}`;

  test.for<[string, Partial<Record<ProbeName, Page>>, string]>([
    ["one too high", first(121, [119]), "120, the number of rows that can be read"],
    ["one too low", first(119, [117, 118, 119]), "120, the number of rows that can be read"],
    ["far too low", first(110, upTo(113, 108)), "at least 113, the number of rows that can be read"],
    ["far too high", first(200, []), "at least 100, the number of rows that can be read"],
    ["below the rows in the response", first(99, upTo(102, 97)), "at least 102, the number of rows that can be read"],
  ])("%s", ([, pages, expected]) => {
    const found = expect.stringMatching(`^${pages.json?.total}\\b`);
    expect(judge("REG-TOTAL-03", "sjediste", pages)).toMatchObject({ findings: [{ at, expected, found }] });
    expect(judge("REG-TOTAL-02", "sjediste", pages)).toEqual({
      state: "fail",
      findings: [
        { probe: "json", at, expected: "120, as in the response to the last rows", found: `${pages.json?.total}` },
      ],
    });
  });

  test("a total of another response that is wrong is shown there", () => {
    const pages = { ...first(120, [118, 119]), past: { rows: [], offset: 120, limit: 5, total: 0 } };
    expect(judge("REG-TOTAL-03", "sjediste", pages)).toEqual(passes);
    expect(judge("REG-TOTAL-02", "sjediste", pages)).toEqual({
      state: "fail",
      findings: [{ probe: "past", at, expected: "120, as in the first response", found: "0" }],
    });
  });
});

test("a page holds at most as many items as its limit, which empty ones do not show", () => {
  const past = { rows: [], offset: 120, limit: 5 };
  expect(judge("REG-PAGE-02", "gfi", { json: { rows: upTo(120), limit: 120 }, past })).toEqual(passes);
  expect(judge("REG-PAGE-02", "gfi", { json: { rows: upTo(120), limit: 119 }, past })).toEqual(fails);
  expect(judge("REG-PAGE-02", "gfi", { json: { rows: [], limit: 120 }, past })).toEqual(undecided);
});

test("a page past the end is judged only if the total is right", () => {
  const pages = (total: number, past: number[]) => ({
    json: { rows: upTo(120), limit: 1000, total },
    edge: { rows: [118, 119], offset: 118, limit: 5 },
    past: { rows: past, offset: total, limit: 5 },
  });
  expect(judge("REG-PAGE-03", "sjediste", pages(120, []))).toEqual(passes);
  expect(judge("REG-PAGE-03", "sjediste", pages(120, [0]))).toEqual(fails);
  expect(judge("REG-PAGE-03", "sjediste", pages(100, [100]))).toEqual(undecided);
});

test("a total is compared with that of another page, if there is one", () => {
  const json = { rows: [1], total: 1 };
  expect(judge("REG-TOTAL-02", "sjediste", { json })).toEqual(undecided);
  expect(judge("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 1 } })).toEqual(passes);
  expect(judge("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 0 } })).toEqual(fails);
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
  expect(judge("REG-PAGE-01", "sjediste", pages)).toEqual(outcome);
});

test.for([
  ["640, 640", "the header more than once"],
  ["1,234", "something else than digits"],
  ["640.0", "something else than digits"],
  // A whole number, but clients read digits.
  ["+317", "something else than digits"],
  ["-1", "a negative number"],
] as const)("a total that is no count: %s is %s", ([text, found]) => {
  const view = viewOf(operationNamed("sjediste"), { json: { headers: { [totalHeader]: text } } });
  const total = pagingRequirements.find(({ id }) => id === "REG-TOTAL-01");
  expect(total?.check(view)).toMatchObject({ findings: [{ found }] });
});
