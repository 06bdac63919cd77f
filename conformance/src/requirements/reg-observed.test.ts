import { expect, test } from "vitest";
import { operationNamed, type Seen, viewOf } from "../../test/support/views.ts";
import { totalHeader } from "../contract/operations.ts";
import type { ProbeName } from "../evidence/probes.ts";
import { observations } from "./reg-observed.ts";

/** What is observed of an operation from its responses. */
function observed(id: string, name: string, pages: Partial<Record<ProbeName, Seen>>): string {
  const requirement = observations.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`${id} is gone`);
  const outcome = requirement.check(viewOf(operationNamed(name), pages));
  return "note" in outcome ? (outcome.note ?? "") : "reason" in outcome ? `not tested: ${outcome.reason}` : "";
}

const upTo = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ mbs: index + 1 }));
const rowsOf = (body: readonly unknown[] | string): { json: Seen } => ({ json: { body } });

test.for<[string, string, object[]]>([
  [
    "the rows are in ascending order of gfi_rbr, mbs",
    "gfi",
    [1, 2, 3].map((mbs) => ({ mbs, gfi_rbr: mbs, vrsta_dokumenta: 1 })),
  ],
  ["the rows are in ascending order of mbs", "gfi", [1, 1, 2].map((mbs, index) => ({ mbs, gfi_rbr: 3 - index }))],
  ["the rows are not sorted by any single integer field", "gfi", [1, 3, 2].map((mbs) => ({ mbs }))],
  ["the rows are not sorted by any single integer field", "gfi", [{ mbs: 1 }, {}, { mbs: 2 }]],
  ["not tested: it takes 3 rows to see an order, but there are 2", "gfi", upTo(2)],
])("order: %s", ([expected, name, rows]) => {
  expect(observed("REG-INFO-01", name, rowsOf(rows))).toBe(expected);
});

test.for<[string, Seen]>([
  ["limit=1000 returns 2 rows of 7", { body: upTo(2), limit: 1000, headers: { [totalHeader]: "7" } }],
  ["limit=1000 returns 1 row", { body: upTo(1), limit: 1000, headers: { [totalHeader]: "many" } }],
  ["no limit returns 2 rows", { body: upTo(2) }],
])("the maximum limit: %s", ([expected, page]) => {
  expect(observed("REG-INFO-02", "sjediste", { json: page })).toBe(expected);
});

test.for<[string, without: number, first: number]>([
  ["50 rows without a limit", 50, 1000],
  ["at least 50 rows without a limit, or all there are", 50, 51],
  ["102 rows without a limit", 102, 103],
])("the default limit: %s", ([expected, without, first]) => {
  const pages = { json: { body: upTo(first) }, default: { body: upTo(without), offset: 1 } };
  expect(observed("REG-INFO-03", "gfi", pages)).toBe(expected);
});

test.for<[string, Record<string, string>]>([
  ["no x-total-count", {}],
  ["x-total-count is present", { [totalHeader]: "3" }],
  ["x-total-count is present, but not a count", { [totalHeader]: "-3" }],
])("a total: %s", ([expected, headers]) => {
  expect(observed("REG-INFO-04", "gfi", { json: { headers } })).toBe(expected);
});

test.for<[string, readonly unknown[] | string]>([
  ["every field has a value in every row", [{ id: 1, sifra: 1, naziv: "hrvatski" }]],
  [
    "sometimes null: naziv; sometimes omitted: id, sifra",
    [
      { id: 1, naziv: null },
      { sifra: 1, naziv: "" },
    ],
  ],
  ["sometimes omitted: naziv", [{ id: 1, sifra: 1 }]],
  ["sometimes null: naziv", '[{"id":1,"sifra":1,"naziv":"hrvatski","naziv":null}]'],
  ["not tested: the resource has no rows", []],
])("nulls: %s", ([expected, rows]) => {
  expect(observed("REG-INFO-05", "jezik", rowsOf(rows))).toBe(expected);
});

test("each field beyond the contract is named once", () => {
  expect(observed("REG-INFO-06", "jezik", rowsOf([{ id: 1 }]))).toBe("no fields beyond the contract");
  const rows = [{ z: 1 }, { z: 2, id: 3 }, { a: 1 }];
  expect(observed("REG-INFO-06", "jezik", rowsOf(rows))).toBe("fields beyond the contract: a, z");
});

test("the names of XML items are observed", () => {
  expect(observed("REG-INFO-07", "jezik", { xml: { body: "<a><i/><i/></a>" } })).toBe("item elements are named i");
  expect(observed("REG-INFO-07", "jezik", { xml: { body: "<a/>" } })).toBe("not tested: the XML has no items");
});

test("a refusal shows its shape, or that the connection was closed", () => {
  const pages = {
    noKey: { status: 401, body: '{"statusCode":401,"message":"taj"}' },
    emptyKey: { problem: "the connection was reset" },
    wrongKey: { status: 403, body: "<html></html>" },
  };
  expect(observed("REG-INFO-08", "jezik", pages)).toBe(
    "without a key: 401, an object with message, statusCode; with an empty key: no response, the connection was reset; " +
      "with a key that was never issued: 403, an HTML page",
  );
  const others = { noKey: { body: "[]" }, emptyKey: { body: '"a"' }, wrongKey: { body: "" } };
  expect(observed("REG-INFO-08", "jezik", others)).toMatch(/200, a JSON array; .* a JSON string; .* an empty body/);
});

test("a content type is quoted as received", () => {
  const pages = { json: { headers: { "content-type": "text/json" } }, xml: { status: 406 } };
  expect(observed("REG-INFO-09", "jezik", pages)).toBe("asked for JSON: text/json; asked for XML: no content type");
});

test.for<[string, json: Seen, timestamp: Seen]>([
  ["200, the same 3 rows as without it", { body: upTo(9) }, { body: upTo(3), limit: 3 }],
  ["200, the same 2 rows as without it", { body: upTo(2) }, { body: upTo(2), limit: 3 }],
  ["200, 0 rows, different from those without it", { body: upTo(9) }, { body: [], limit: 3 }],
  ["200, 2 rows, different from those without it", { body: upTo(9) }, { body: upTo(2), limit: 3 }],
  ["200, 3 rows, different from those without it", { body: upTo(9) }, { body: upTo(4).slice(1), limit: 3 }],
  ["200, 3 rows, different from those without it", { status: 500 }, { body: upTo(3), limit: 3 }],
  ["400, an object with poruka", { body: upTo(9) }, { status: 400, body: '{"poruka":1}' }],
])("a timestamp_id: %s", ([expected, json, timestamp]) => {
  expect(observed("REG-INFO-10", "gfi", { json, timestamp })).toBe(
    `a timestamp_id that matches no published state returns status ${expected}`,
  );
});

test("headers about a rate limit and a state are named", () => {
  const headers = { "x-ratelimit-remaining": "5", "retry-after": "1", etag: "a", "x-timestamp-id": "b", date: "c" };
  expect(observed("REG-INFO-11", "jezik", { json: { headers } })).toBe("headers: retry-after, x-ratelimit-remaining");
  expect(observed("REG-INFO-11", "jezik", rowsOf([]))).toBe("no rate-limit header");
  expect(observed("REG-INFO-12", "jezik", { json: { headers } })).toBe(
    "headers that may name the published state: etag, x-timestamp-id",
  );
  expect(observed("REG-INFO-12", "jezik", rowsOf([]))).toBe("no header names the published state");
});

test("a search is observed with the number of its rows, and their maximum", () => {
  const pages = { active: { body: upTo(3), limit: 20 }, named: { status: 500, limit: 20 } };
  const note = observed("REG-INFO-13", "subjekt", pages);
  expect(note).toContain("only_active=true: 3 of at most 20 rows");
  expect(note).toContain("common in company names: no readable rows");
});

test.for<[string, Seen]>([
  ["a limit below 5 is accepted", { limit: 2 }],
  ["limit=5 is accepted", { limit: 5 }],
  ["limit=4 is refused, limit=10 is accepted", { limit: 10, refusedLimit: 4 }],
  ["limit=4 is refused, a page without a limit is returned", { refusedLimit: 4 }],
])("small limits: %s", ([expected, page]) => {
  expect(observed("REG-INFO-14", "gfi", { page })).toBe(expected);
});
