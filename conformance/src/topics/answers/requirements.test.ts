import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
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
