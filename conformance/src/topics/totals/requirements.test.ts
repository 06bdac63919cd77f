import { describe, expect, test } from "vitest";
import { fails, judgePages, type Page, passes, undecided, upTo } from "../../../test/support/pages.ts";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import { totalHeader } from "../../contract/operations.ts";
import type { ProbeName } from "../../evidence/operation-view.ts";
import { totalRequirements } from "./requirements.ts";

test.for<[string, unknown, number, number, number[]]>([
  ["the number of rows", passes, 120, 120, [118, 119]],
  ["one too high", fails, 121, 120, [119]],
  ["one too low", fails, 119, 120, [117, 118, 119]],
  ["fewer than the rows in the response", fails, 20, 120, [18, 19]],
  ["not zero, without rows", fails, 7, 0, []],
  ["zero, without rows", passes, 0, 0, []],
])("a total: %s", ([, expected, total, rows, edge]) => {
  const pages = { json: { rows: upTo(rows), limit: 1000, total }, edge: { rows: edge, offset: total - 2, limit: 5 } };
  expect(judgePages("REG-TOTAL-03", "sjediste", pages)).toEqual(expected);
});

test.for<[unknown, number]>([
  [passes, 3],
  [fails, 2],
  [fails, 4],
])("without pages, a total is the number of rows: %j for %i of 3", ([expected, total]) => {
  expect(judgePages("REG-TOTAL-03", "jezik", { json: { rows: upTo(3), total } })).toEqual(expected);
});

test("with a limit alone, a total cannot be judged: there may be more rows than can be read", () => {
  const gfi = operationNamed("gfi");
  const operation = { ...gfi, paged: false, parameters: gfi.parameters.filter((name) => name !== "offset") };
  const view = viewOf(operation, { json: { body: [{ mbs: 1 }], headers: { [totalHeader]: "2" } } });
  expect(totalRequirements.find(({ id }) => id === "REG-TOTAL-03")?.check(view)).toEqual(undecided);
});

describe("a wrong total of the first response is shown with what the rows show, beside the right ones of others", () => {
  const first = (total: number, edge: number[], limit = 5): Record<ProbeName, Page> => ({
    json: { rows: upTo(100), limit: 100, total },
    edge: { rows: edge, offset: total - 2, limit, total: 120 },
  });
  const at = `header ${totalHeader}`;

  test.for<[string, Record<ProbeName, Page>, string]>([
    ["one too high", first(121, [119]), "120, the number of rows that can be read"],
    ["one too low", first(119, [117, 118, 119]), "120, the number of rows that can be read"],
    ["far too low", first(110, upTo(113, 108)), "at least 113, the number of rows that can be read"],
    ["far too high", first(200, []), "at least 100, the number of rows that can be read"],
    ["below the rows in the response", first(99, upTo(102, 97)), "at least 102, the number of rows that can be read"],
  ])("%s", ([, pages, expected]) => {
    const found = expect.stringMatching(`^${pages.json?.total}\\b`);
    expect(judgePages("REG-TOTAL-03", "sjediste", pages)).toMatchObject({ findings: [{ at, expected, found }] });
    expect(judgePages("REG-TOTAL-02", "sjediste", pages)).toEqual({
      state: "fail",
      findings: [
        { probe: "json", at, expected: "120, as in the response to the last rows", found: `${pages.json?.total}` },
      ],
    });
  });

  test("a total of another response that is wrong is shown there", () => {
    const pages = { ...first(120, [118, 119]), past: { rows: [], offset: 120, limit: 5, total: 0 } };
    expect(judgePages("REG-TOTAL-03", "sjediste", pages)).toEqual(passes);
    expect(judgePages("REG-TOTAL-02", "sjediste", pages)).toEqual({
      state: "fail",
      findings: [{ probe: "past", at, expected: "120, as in the first response", found: "0" }],
    });
  });
});

test("a total is compared with that of another page, if there is one", () => {
  const json = { rows: [1], total: 1 };
  expect(judgePages("REG-TOTAL-02", "sjediste", { json })).toEqual(undecided);
  expect(judgePages("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 1 } })).toEqual(passes);
  expect(judgePages("REG-TOTAL-02", "sjediste", { json, past: { rows: [], total: 0 } })).toEqual(fails);
});

test.for([
  ["640, 640", "the header more than once"],
  ["1,234", "other characters than digits"],
  ["640.0", "other characters than digits"],
  // A whole number, but clients read digits.
  ["+317", "other characters than digits"],
  ["-1", "a negative number"],
] as const)("a total that is no count: %s is %s", ([text, found]) => {
  const view = viewOf(operationNamed("sjediste"), { json: { headers: { [totalHeader]: text } } });
  const total = totalRequirements.find(({ id }) => id === "REG-TOTAL-01");
  expect(total?.check(view)).toMatchObject({ findings: [{ found }] });
});
