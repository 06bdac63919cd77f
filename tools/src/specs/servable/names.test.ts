import { expect, test } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { OpenApi, Parameter, Schema } from "../openapi.ts";
import { refusalsOf } from "./index.ts";

const row: Schema = { type: "object", properties: { naziv: { type: "string" } } };
const withSchemas = (...names: string[]): OpenApi => {
  const document = tinySpec();
  for (const name of names) Object.assign(document.components?.schemas ?? {}, { [name]: structuredClone(row) });
  return document;
};
const taking = (...parameters: [place: string, name: string][]): OpenApi =>
  tinySpec(undefined, {
    parameters: parameters.map(([place, name]): Parameter => ({ name, in: place, schema: { type: "string" } })),
  });

const accepted: [string, OpenApi][] = [
  ["rows that differ in a digit", withSchemas("sud1", "sud2")],
  ["a row in capital letters", withSchemas("SUD")],
  ["a row called by a digit", withSchemas("1")],
  ["a tag that would be a row in code", tinySpec(undefined, { tags: ["st-var"], operationId: "st-var.list" })],
  ["text with a dot", tinySpec({ "a.b": { type: "string" } })],
  ["query parameters that differ in case", taking(["query", "jezik"], ["query", "Jezik"])],
  ["a query parameter that differs in case from a header", taking(["query", "jezik"], ["header", "Jezik"])],
  ["a query parameter with the name of a header that the clients set", taking(["query", "accept"], ["query", "x-key"])],
];
test.each(accepted)("accepts %s", (_, document) => {
  expect(refusalsOf(document)).toEqual([]);
});

const prototype: OpenApi = tinySpec();
Object.defineProperty(prototype.components?.schemas ?? {}, "__proto__", { value: row, enumerable: true });

const refused: [string, OpenApi, string][] = [
  ["a row that sets prototypes", prototype, 'components/schemas/__proto__: "__proto__" has a meaning of its own'],
  [
    "two rows of one type",
    withSchemas("1", "Model1"),
    'schemas/Model1: "Model1" and "1" can give the same name in code',
  ],
  [
    "a row of the type of one that JavaScript has",
    withSchemas("date", "model_date"),
    '"model_date" and "date" can give the same name in code',
  ],
  [
    "a row of the type of parameters",
    withSchemas("stvar_list_params"),
    'paths /stvar get operationId: "stvar.listParams" and "stvar_list_params" can give the same name in code',
  ],
  [
    "a row of the type of parameters of a model",
    {
      ...tinySpec(undefined, { tags: ["model"], operationId: "model.list" }),
      components: withSchemas("model_list_params").components ?? {},
    },
    '"model.listParams" and "model_list_params" can give the same name in code',
  ],
  [
    "a tag that begins with a digit",
    tinySpec(undefined, { tags: ["-1a"], operationId: "-1a.list" }),
    '"-1a" must begin',
  ],
  [
    "a tag without a letter that the generator keeps",
    tinySpec(undefined, { tags: ["č1"], operationId: "č1.list" }),
    '"č1" must',
  ],
  ["a verb that is a walk", tinySpec(undefined, { operationId: "stvar.pages" }), '"pages" has a meaning of its own'],
  ...["Content-Type", "Authorization"].map((name): [string, OpenApi, string] => [
    `the header ${name}, which OpenAPI ignores`,
    taking(["header", name]),
    `the header "${name}" cannot be a parameter`,
  ]),
];
test.each(refused)("refuses %s", (_, document, message) => {
  expect(refusalsOf(document)).toEqual([{ at: expect.any(Array), message: expect.stringContaining(message) }]);
});
