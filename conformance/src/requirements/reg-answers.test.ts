import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../test/support/views.ts";
import { eachAnswer } from "./reg-answers.ts";

test("there may be more findings than a call may have arguments", () => {
  const view = viewOf(operationNamed("jezik"), { json: { body: [] } });
  const finding = { probe: "json", at: "/0/id", expected: "an integer", found: "a string" } as const;
  const outcome = eachAnswer(view, ["json"], () => Array(200_000).fill(finding));
  expect(outcome).toMatchObject({ state: "fail", findings: { length: 200_000 } });
});
