/** What the templates are given, where no test of what they print says it: those need Java. */
import { expect, test } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { Operation, Parameter, Schema } from "../../specs/openapi.ts";
import { parameterType } from "../../specs/operations.ts";
import { prepared } from "./prepare.ts";

/** An operation, prepared, with rows of these fields; `sud` is a schema that they may refer to. */
function operationOf(more: Partial<Operation>, fields?: Record<string, Schema>): Operation {
  const document = tinySpec(fields, more);
  Object.assign(document.components?.schemas ?? {}, {
    sud: { type: "object", properties: { "a-b": { type: "integer", format: "int64" }, naziv: { type: "string" } } },
  });
  return prepared(document).paths?.["/stvar"]?.get as Operation;
}

const query = (name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter => {
  return { name, in: "query", description: "A.", schema, ...more };
};

test.each<[name: string, schema: Schema, type: string]>([
  ["a", { type: "integer", format: "int64" }, "number | bigint"],
  ["a", { type: "integer" }, "number | bigint"],
  ["a", { type: "integer", format: "int32" }, "number"],
  ["a", { type: "number" }, "number"],
  ["a", { type: "boolean" }, "boolean"],
  ["a", { type: "string" }, "string"],
  ["offset", { type: "string" }, "number | string"],
])("a parameter %s, %j, is given as %s", (name, schema, type) => {
  expect(parameterType({ name, schema })).toBe(type);
});

test("the docstring of a parameter has its default in one piece of code, and marks it as deprecated", () => {
  const parameter = query("a", { type: "string", default: "a`b" }, { deprecated: true });
  expect(operationOf({ parameters: [parameter] }).parameters).toEqual([
    expect.objectContaining({ "x-doc": "  /**\n   * A.\n   * @defaultValue `a'b`\n   * @deprecated\n   */" }),
  ]);
});

test("the docstring of a field says what to expect of a number; none cites a section, which users do not have", () => {
  const types = ["string", "boolean", "number", "integer"];
  const description = "Number (sections 2.2 and 4.1) of a thing.";
  const document = tinySpec(Object.fromEntries(types.map((type) => [type, { type, description }])));
  const { stvar } = prepared(document).components?.schemas ?? {};
  expect([stvar, ...types.map((type) => stvar?.properties?.[type])].map((one) => one?.["x-doc"])).toEqual([
    "/** Thing. */",
    "  /** Number of a thing. */",
    "  /** Number of a thing. */",
    "  /** Number of a thing. Format: number. */",
    "  /** Number of a thing. Format: integer of no stated width. */",
  ]);
});

test("integers that a number may round are read by any name, nested ones included", () => {
  const operation = operationOf(
    {},
    {
      mbs: { type: "integer", format: "int64" },
      status: { type: "integer" },
      sifra: { type: "integer", format: "int32" },
      iznos: { type: "number", format: "double" },
      sud: { $ref: "#/components/schemas/sud" },
    },
  );
  expect(operation["x-integers"]).toBe('["mbs", "status", "sud.a-b"]');
});

test("an operation pages by an offset and a limit in its query; a header has its total", () => {
  const [offset, limit] = [query("offset", { type: "string" }), query("limit", { type: "integer", default: 100 })];
  const paging = (more: Partial<Operation>): unknown[] => {
    const { "x-paged": paged, "x-total": total } = operationOf(structuredClone(more));
    return [paged, total];
  };
  const responses = structuredClone(operationOf({}).responses ?? {});
  Object.assign(responses["200"] ?? {}, { headers: { "X-Total-Count": {} } });
  expect(paging({})).toEqual([false, false]);
  expect(paging({ parameters: [limit] })).toEqual([false, false]);
  expect(paging({ parameters: [{ ...offset, in: "header" }, limit] })).toEqual([false, false]);
  expect(paging({ parameters: [offset, limit] })).toEqual([true, false]);
  expect(paging({ parameters: [offset, limit], responses })).toEqual([true, true]);
});

test("a name is text in the list of operations, whatever it contains", () => {
  const operation = operationOf({ tags: ["<b>|[a]"], operationId: "<b>|[a].list" });
  expect(operation).toMatchObject({
    "x-heading": "&lt;b&gt;\\|\\[a\\]",
    "x-call": '`register["<b>|[a]"].list(params, options)`',
  });
});

test("what the spec does not describe is described by its name", () => {
  const document = tinySpec();
  delete document.tags;
  const bare = document.paths?.["/stvar"]?.get as Operation;
  delete bare.summary;
  delete document.components?.schemas?.stvar?.description;
  const { paths, components } = prepared(document);
  const operation = paths?.["/stvar"]?.get as Operation;
  expect([operation["x-tag-doc"], operation["x-doc-lines"], components?.schemas?.stvar?.["x-doc"]]).toEqual([
    "/** stvar. */",
    "   * list of stvar.",
    "/** stvar. */",
  ]);
});
