import { expect, test } from "vitest";
import { register } from "../contract/contract.ts";
import type { Operation, Parameter } from "../contract/register.ts";
import { readParameters } from "./parameters.ts";

test("a missing required parameter is named, offset with the value for the first page", () => {
  const gfi = register.operations.find(({ path }) => path === "/gfi");
  if (gfi === undefined) throw new Error("there is no such operation");
  const value = { name: "limit", kind: "int32", required: true } as const;
  const limit: Parameter = { name: "limit", in: "query", required: true, default: undefined, value };
  const operation: Operation = { ...gfi, parameters: new Map([...gfi.parameters, ["limit", limit]]) };
  expect(() => readParameters(operation, { query: {} })).toThrow("offset is missing; add offset=0 for the first page.");
  expect(() => readParameters(operation, { query: { offset: "0" } })).toThrow("limit is missing; it is required.");
});
