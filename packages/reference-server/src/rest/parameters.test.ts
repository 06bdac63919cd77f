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

test("a language that the contract does not list is disregarded: runtimes send one by themselves; another header is refused", () => {
  const [languages] = register.operations.filter(({ path }) => path === "/jezik");
  if (languages === undefined) throw new Error("there is no such operation");
  const read = (header: string, text: string) => {
    const bounds = [{ values: ["hrvatski"], examples: [] }];
    const row = { ...languages.row, fields: [{ name: header, kind: "string", required: false } as const] };
    const value = { name: header, kind: "string", required: true, bounds } as const;
    const selecting: Parameter[] = [{ name: header, in: "header", required: false, default: undefined, value }];
    return readParameters({ ...languages, row, selecting }, { query: {}, headers: { [header.toLowerCase()]: text } })
      .filters;
  };
  expect(read("Accept-Language", "*")).toEqual([]);
  expect(read("Accept-Language", "hr-HR,hr;q=0.9")).toEqual([]);
  expect(read("Accept-Language", "hrvatski")).toEqual([{ column: "Accept-Language", values: ["hrvatski"] }]);
  expect(() => read("X-Jezik", "*")).toThrow('X-Jezik must be one of "hrvatski", but is "*".');
});
