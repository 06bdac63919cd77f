import { expect, test } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { Operation, Parameter, Schema } from "../../specs/openapi.ts";
import { prepare } from "./prepare.ts";

/** An operation, prepared, with rows of these fields. */
function prepared(more: Partial<Operation>, fields?: Record<string, Schema>): Operation {
  const document = tinySpec(fields, more);
  Object.assign(document.components?.schemas ?? {}, {
    sud: { type: "object", properties: { "a-b": { type: "integer" } } },
  });
  prepare(document);
  return document.paths?.["/stvar"]?.get as Operation;
}

/** A query parameter, prepared. */
function parameter(schema: Schema, more: Partial<Parameter> = {}): Parameter {
  const one: Parameter = { name: "a", in: "query", description: "A.", schema, ...more };
  prepared({ parameters: [one] });
  return one;
}

test.each([
  [{ type: "integer", format: "int64" }, "number | bigint"],
  [{ type: "integer" }, "number | bigint"],
  [{ type: "integer", format: "int32" }, "number"],
  [{ type: "number" }, "number"],
  [{ type: "boolean" }, "boolean"],
  [{ type: "string" }, "string"],
])("a parameter %j is given as %s", (schema, type) => {
  expect(parameter(schema)["x-type"]).toBe(type);
});

test("the docstring of a parameter has its default in one piece of code, and marks it as deprecated", () => {
  expect(parameter({ type: "string", default: "a`b" }, { deprecated: true })["x-doc"]).toBe(
    "  /**\n   * A.\n   * @defaultValue `a'b`\n   * @deprecated\n   */",
  );
});

test("only query parameters page", () => {
  const parameters = ["header", "query"].map((place, index): Parameter => {
    return { name: ["offset", "limit"][index] ?? "", in: place, schema: { type: "integer" } };
  });
  expect(prepared({ parameters })["x-paged"]).toBe(false);
});

test("an integer of a nested object is read by any name", () => {
  const operation = prepared({}, { sud: { $ref: "#/components/schemas/sud" } });
  expect(operation["x-integers"]).toBe('["sud.a-b"]');
});

test("the table of operations has only what differs from the default", () => {
  expect(prepared({}, { ime: { type: "string" } })).toMatchObject({ "x-path": false, "x-integers": false });
  expect(prepared({ tags: ["stvari"], operationId: "stvari.list" })["x-path"]).toBe('"/stvar"');
});

test("a name is text in the list of operations, whatever it contains", () => {
  const operation = prepared({ tags: ["<b>|[a]"], operationId: "<b>|[a].list" });
  expect(operation).toMatchObject({
    "x-heading": "&lt;b&gt;\\|\\[a\\]",
    "x-call": '`register["<b>|[a]"].list(params, options)`',
  });
});

test("what the spec does not describe is described by its name", () => {
  const document = tinySpec();
  const operation = document.paths?.["/stvar"]?.get as Operation;
  delete document.tags;
  delete operation.summary;
  prepare(document);
  expect(operation).toMatchObject({
    "x-tag-doc": "  /** stvar. */",
    "x-doc": "    /** list of stvar. */",
  });
});
