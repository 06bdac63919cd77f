import { expect, test } from "vitest";
import { observedOf, operationNamed, type SeenPage, viewOf } from "../../../test/support/views.ts";
import { eachAnswer } from "../../checks/each.ts";
import { searchRequirements } from "../search/requirements.ts";
import { answerRequirements } from "./requirements.ts";

test("there may be more findings than a call may have arguments", () => {
  const view = viewOf(operationNamed("jezik"), { json: { body: [] } });
  const finding = { probe: "json", at: "/0/id", expected: "an integer", found: "a string" } as const;
  const outcome = eachAnswer(view, ["json"], () => Array(200_000).fill(finding));
  expect(outcome).toMatchObject({ state: "fail", findings: { length: 200_000 } });
});

test.for([
  ['{"statusCode":429,"message":"slow down"}', "a JSON object with statusCode, message"],
  ['{"1":{},"2":{},"3":{},"4":{}}', "a JSON object"],
  ['{"12345678901":{}}', "a JSON object"],
  ["{}", "a JSON object"],
  ["null", "null"],
  ['"[]"', "a JSON string"],
] as const)(
  "what there is instead of an array is named, without a number that may identify somebody: %s",
  ([body, found]) => {
    const view = viewOf(operationNamed("subjekt"), { json: { body }, named: { body } });
    const json = answerRequirements.find(({ id }) => id === "REG-JSON-02");
    const search = searchRequirements.find(({ id }) => id === "REG-SEARCH-02");
    for (const one of [json, search]) expect(one?.check(view)).toMatchObject({ findings: [{ found }] });
  },
);

const upTo = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ mbs: index + 1 }));

const rowsOf = (body: readonly unknown[] | string): { json: SeenPage } => ({ json: { body } });

test("a content type is quoted as received", () => {
  const pages = { json: { headers: { "content-type": "text/json" } }, xml: { status: 406 } };
  expect(observedOf("REG-INFO-09", "jezik", pages)).toBe("asked for JSON: text/json; asked for XML: no content type");
});

test.for<[string, json: SeenPage, timestamp: SeenPage]>([
  ["200, the same 3 rows as without it", { body: upTo(9) }, { body: upTo(3), limit: 3 }],
  ["200, the same 2 rows as without it", { body: upTo(2) }, { body: upTo(2), limit: 3 }],
  ["200, 0 rows, different from those without it", { body: upTo(9) }, { body: [], limit: 3 }],
  ["200, 2 rows, different from those without it", { body: upTo(9) }, { body: upTo(2), limit: 3 }],
  ["200, 3 rows, different from those without it", { body: upTo(9) }, { body: upTo(4).slice(1), limit: 3 }],
  ["200, 3 rows, different from those without it", { status: 500 }, { body: upTo(3), limit: 3 }],
  ["400, an object with poruka", { body: upTo(9) }, { status: 400, body: '{"poruka":1}' }],
])("a timestamp_id: %s", ([expected, json, timestamp]) => {
  expect(observedOf("REG-INFO-10", "gfi", { json, timestamp })).toBe(
    `a timestamp_id that matches no published state returns status ${expected}`,
  );
});

test("headers about a rate limit and a state are named", () => {
  const headers = { "x-ratelimit-remaining": "5", "retry-after": "1", etag: "a", "x-timestamp-id": "b", date: "c" };
  expect(observedOf("REG-INFO-11", "jezik", { json: { headers } })).toBe("headers: retry-after, x-ratelimit-remaining");
  expect(observedOf("REG-INFO-11", "jezik", rowsOf([]))).toBe("no rate-limit header");
  expect(observedOf("REG-INFO-12", "jezik", { json: { headers } })).toBe(
    "headers that may name the published state: etag, x-timestamp-id",
  );
  expect(observedOf("REG-INFO-12", "jezik", rowsOf([]))).toBe("no header names the published state");
});
