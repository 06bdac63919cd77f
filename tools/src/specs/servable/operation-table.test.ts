import { expect, test } from "vitest";
import { contract, suiteOperations } from "../../../test/contract/contract.ts";
import type { OpenApi, Operation as OperationObject, Schema } from "../openapi.ts";
import { type Operation, readOperations } from "./operation-table.ts";

/** The contract of a page with one more paged operation, whose resource has a nested object and a required date-time. */
function withOneMore(): { document: OpenApi; get: OperationObject; nova: Schema } {
  const document = structuredClone(contract.openapi);
  const get = structuredClone(document.paths?.["/sjediste"]?.get) as OperationObject;
  const nova: Schema = {
    type: "object",
    required: ["datum"],
    properties: {
      datum: { type: "string", format: "date-time" },
      jezik_id: { type: "integer", format: "int64" },
      jezik: { $ref: "#/components/schemas/jezik" },
    },
  };
  const novaArray = { type: "array", items: { $ref: "#/components/schemas/nova" }, xml: { name: "novaArray" } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/novaArray" } } };
  Object.assign(get, { operationId: "nova.list", tags: ["nova"] });
  get.responses = { "200": { ...get.responses?.["200"], content } };
  Object.assign(document.paths ?? {}, { "/nova": { get } });
  Object.assign(document.components?.schemas ?? {}, { nova, novaArray });
  return { document, get, nova };
}

const novaIn = (document: OpenApi): Operation | undefined =>
  readOperations(document).operations.find(({ name }) => name === "nova");
const messages = (document: OpenApi): string[] => readOperations(document).unjudged.map(({ message }) => message);

test("the operations are the contract's", () => {
  expect(suiteOperations.flatMap(({ given }) => given)).toEqual([]);
  expect(suiteOperations).toHaveLength(9);
  expect(suiteOperations.filter(({ paged }) => paged)).toHaveLength(5);
  expect(suiteOperations.filter(({ defaultLimit }) => defaultLimit === 100)).toHaveLength(3);
  expect(suiteOperations.filter(({ declaresTotal }) => declaresTotal)).toHaveLength(2);
  expect(suiteOperations.flatMap(({ expand }) => (expand === undefined ? [] : [expand.byDefault]))).toEqual([
    true,
    false,
  ]);
});

test("a new operation needs no new code", () => {
  expect(novaIn(withOneMore().document)).toMatchObject({
    path: "/nova",
    paged: true,
    defaultLimit: 100,
    declaresTotal: true,
    xmlRoot: "novaArray",
    relations: [{ object: "jezik", id: "jezik_id", hasOwnId: true }],
  });
});

test("a required parameter gets the value of the spec's example; without one, the spec is refused", () => {
  const withParameter = (parameter: object): OpenApi => {
    const { document, get } = withOneMore();
    get.parameters?.push({ name: "X-Jezik", in: "header", required: true, ...parameter });
    return document;
  };
  const given = (parameter: object) => novaIn(withParameter(parameter))?.given;
  expect(given({ required: false })).toEqual([]);
  expect(given({ example: "hr" })).toEqual([{ name: "X-Jezik", in: "header", value: "hr" }]);
  expect(given({ in: "query", schema: { example: 7 } })).toEqual([{ name: "X-Jezik", in: "query", value: "7" }]);
  expect(messages(withParameter({}))).toEqual([
    expect.stringContaining(
      "nova.list requires the parameter X-Jezik, for which there is no value to send: give it an `example`.",
    ),
  ]);
});

test("a spec with anything that no requirement judges is refused", () => {
  const withField = (name: string, schema: object): string => {
    const { document, nova } = withOneMore();
    Object.assign(nova.properties ?? {}, { [name]: schema });
    return messages(document).join("\n");
  };
  expect(withField("oznaka", { type: "string", description: "Mark.", deprecated: true, "x-oznaka": 1 })).toBe("");
  expect(withField("aktivan", { type: "boolean" })).toBe("");
  expect(withField("dan", { type: "string", format: "date" })).toBe("");
  expect(withField("oznake", { type: "array", items: { type: "string" } })).toMatch("is of the type array, which no");
  expect(withField("ime", { type: ["string"] })).toMatch("the field ime is of the type string, which no");
  expect(withField("sat", { type: "string", format: "time" })).toMatch("the field sat is of the format time, which no");
  expect(withField("aktivan", { type: "boolean", format: "bit" })).toMatch("is of the format bit, which no");
  expect(withField("vrsta", { type: "string", enum: ["a"] })).toMatch("the field vrsta has `enum`, which no");
  expect(withField("jezik", { $ref: "#/components/schemas/jezik", minProperties: 1 })).toMatch("has `minProperties`");
  expect(withField("valuta", { $ref: "#/components/schemas/valuta" })).toMatch(
    "the object valuta has no identifier beside it (section 2.1), such as valuta_id",
  );
  const { document, nova } = withOneMore();
  Object.assign(nova, { additionalProperties: false });
  expect(messages(document)).toEqual([
    expect.stringContaining("the resource of nova.list has `additionalProperties`, which no"),
  ]);
});

test("everything that no requirement judges is named at once, and once", () => {
  const { document, get, nova } = withOneMore();
  Object.assign(document.components?.schemas?.jezik ?? {}, { minProperties: 1 });
  Object.assign(nova.properties ?? {}, {
    oznake: { type: "array", maxItems: 3 },
    jezik_2_id: { type: "integer" },
    jezik_2: { $ref: "#/components/schemas/jezik" },
    valuta: { $ref: "#/components/schemas/jezik" },
  });
  get.parameters?.push({ name: "X-Jezik", in: "header", required: true });
  document.paths = { "/nova": { get } };
  expect(
    messages(document).map((message) => /this: (the field \w+|the object \w+|nova\.list)/.exec(message)?.[1]),
  ).toEqual([
    ...["the field jezik", "the field oznake", "the field oznake", "the field jezik_2", "the field valuta"],
    ...["the object valuta", "nova.list"],
  ]);
});
