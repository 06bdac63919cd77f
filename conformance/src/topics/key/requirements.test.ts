import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import type { ResultState } from "../../evidence/outcome.ts";
import { keyRequirements } from "./requirements.ts";

const rows = [{ id: 1, sifra: 191, naziv: "Hrvatska" }];

test.for<[state: ResultState, valid: [number, readonly unknown[]], without: [number, readonly unknown[]]]>([
  ["pass", [200, rows], [401, []]],
  ["pass", [200, rows], [200, []]],
  ["fail", [200, rows], [200, rows]],
  ["pass", [200, []], [401, []]],
  // What valid keys get as well is no refusal, nor is a list that may be empty for everybody.
  ["not tested", [200, []], [200, []]],
  ["not tested", [401, []], [401, []]],
  ["not tested", [500, []], [200, []]],
])("%s: with a valid key %j, without one %j", ([state, [status, body], [refusal, shown]]) => {
  const view = viewOf(operationNamed("drzava"), { json: { status, body }, noKey: { status: refusal, body: shown } });
  const noKey = keyRequirements.find(({ id }) => id === "REG-KEY-01");
  expect(noKey?.check(view).state).toBe(state);
});
