import { expect, test } from "vitest";
import { PlanError } from "../shared/usage-error.ts";
import { readOptions, refuseUnusable } from "./table.ts";

const baseUrl = "https://registar.primjer.hr";

test("keys, headers and case marks that are too short or too long to redact are refused", () => {
  const long = "!".repeat(10_001);
  expect(() => refuseUnusable({ baseUrl, key: long })).toThrow("has more than 10000 characters");
  expect(() => refuseUnusable({ baseUrl, graphqlHeaders: { a: long } })).toThrow("has more than 10000 characters");
  expect(() => refuseUnusable({ baseUrl, key: "!".repeat(10_000) })).not.toThrow();
  // Fewer characters, but too many bytes.
  expect(() => refuseUnusable({ baseUrl, graphqlHeaders: { a: "ÿ".repeat(9_000) } })).toThrow("or 12000 bytes");
  expect(() => refuseUnusable({ baseUrl, graphqlHeaders: { a: "1" } })).not.toThrow();
  expect(() => refuseUnusable({ baseUrl, key: "abc" })).toThrow(PlanError);
  expect(() => refuseUnusable({ baseUrl, key: "abcd", cases: [{ mark: "P-12", court: "1" }] })).not.toThrow();
  expect(() => refuseUnusable({ baseUrl, cases: [{ mark: "P-1", court: "1" }] })).toThrow(PlanError);
});

test("what the command is given is read into the options of a program, and refused by the names of its flags", () => {
  const given = {
    baseUrl,
    timeout: "2.5",
    rate: 6,
    mock: true,
    operation: ["sud"],
    case: ["P-12/2020@3"],
    xmlBy: "query:format",
  };
  expect(readOptions(given)).toEqual({
    baseUrl,
    timeout: 2_500,
    rate: 6,
    kind: "mock",
    operations: ["sud"],
    cases: [{ mark: "P-12/2020", court: "3" }],
    xmlBy: { by: "query", name: "format", xml: "xml", json: "json" },
  });
  expect(readOptions(given, "judging")).toEqual({ operations: ["sud"] });
  for (const [name, flag] of [
    ["timeout", "--timeout"],
    ["maxRequests", "--max-requests"],
    ["failOn", "--fail-on"],
  ] as const)
    expect(() => readOptions({ [name]: "never" })).toThrow(new RegExp(`^${flag} must be .*, not never$`));
});

test("an empty key, as of an unset variable, is no key, and an empty list of cases names none", () => {
  expect(readOptions({ baseUrl, key: "", case: [], graphqlHeader: [] })).toEqual({
    baseUrl,
    key: undefined,
    cases: [],
    graphqlHeaders: {},
  });
});
