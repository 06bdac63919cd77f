import { expect, test } from "vitest";
import { observedOf, operationNamed, viewOf } from "../../../test/support/views.ts";
import type { State } from "../../evidence/outcome.ts";
import { keyRequirements } from "./requirements.ts";

const rows = [{ id: 1, sifra: 191, naziv: "Hrvatska" }];

test.for<[state: State, valid: [number, readonly unknown[]], without: [number, readonly unknown[]]]>([
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

test("a refusal shows its shape, or that the connection was closed", () => {
  const pages = {
    noKey: { status: 401, body: '{"statusCode":401,"message":"taj"}' },
    emptyKey: { problem: "the connection was reset" },
    wrongKey: { status: 403, body: "<html></html>" },
  };
  expect(observedOf("REG-INFO-08", "jezik", pages)).toBe(
    "without a key: 401, an object with message, statusCode; with an empty key: no response, the connection was reset; " +
      "with a key that was never issued: 403, an HTML page",
  );
  const others = { noKey: { body: "[]" }, emptyKey: { body: '"a"' }, wrongKey: { body: "" } };
  expect(observedOf("REG-INFO-08", "jezik", others)).toMatch(/200, a JSON array; .* a JSON string; .* an empty body/);
});
