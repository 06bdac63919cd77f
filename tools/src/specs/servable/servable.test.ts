import { describe, expect, it } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { OpenApi, Operation, Parameter, Schema } from "../openapi.ts";
import { refusalsOf } from "./index.ts";

const query = (name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: "query",
  schema,
  ...more,
});

const refusal = (document: OpenApi): string =>
  refusalsOf(document)
    .map(({ message }) => message)
    .join("\n");

describe("refuses what the clients do not support, with the place and what they do support", () => {
  const object = (properties: Record<string, Schema>): Schema => ({ type: "object", properties });
  const withSchema = (name: string, schema: Schema): OpenApi => {
    const document = tinySpec();
    Object.assign(document.components?.schemas ?? {}, { [name]: schema });
    return document;
  };
  const cases: [string, () => OpenApi, string][] = [
    [
      "another server URL",
      () => ({ ...tinySpec(), servers: [{ url: "https://registar.primjer.hr" }] }),
      "{base_url}/javni",
    ],
    ["a server URL that is code", () => ({ ...tinySpec(), servers: [{ url: '{base_url}/"+x' }] }), "{base_url}/javni"],
    [
      "no key header",
      () => ({ ...tinySpec(), components: { ...tinySpec().components, securitySchemes: {} } }),
      "apiKey in a header",
    ],
    [
      "a key header that is no header name",
      () => {
        const securitySchemes = { key: { type: "apiKey", in: "header", name: "X Key" } };
        return { ...tinySpec(), components: { ...tinySpec().components, securitySchemes } };
      },
      '"X Key" is not a header name',
    ],
    ...[
      { type: "apiKey", in: "query", name: "X-Key" },
      { type: "http", in: "header", name: "X-Key" },
    ].map((key): [string, () => OpenApi, string] => [
      `a key of the type ${key.type} in the ${key.in}`,
      () => ({ ...tinySpec(), components: { ...tinySpec().components, securitySchemes: { key } } }),
      "apiKey in a header",
    ]),
    [
      "two security schemes",
      () => {
        const { components, ...rest } = tinySpec();
        const securitySchemes = { ...components?.securitySchemes, token: { type: "http" } };
        return { ...rest, components: { ...components, securitySchemes } };
      },
      "apiKey in a header",
    ],
    [
      "a required field that is none",
      () => withSchema("a", { ...object({ ulica: { type: "string" } }), required: ["ulica", "ulca"] }),
      'components/schemas/a/required: no field is called "ulca"',
    ],
    ["another method", () => ({ ...tinySpec(), paths: { "/x": { post: {} } } }), "only GET"],
    ["no tag", () => tinySpec(undefined, { tags: [] }), "one tag"],
    ["two tags", () => tinySpec(undefined, { tags: ["stvar", "b"] }), "one tag"],
    ["an id without a verb", () => tinySpec(undefined, { operationId: "stvar" }), 'such as "stvar.list", not "stvar"'],
    ["a verb that the clients reserve", () => tinySpec(undefined, { operationId: "stvar.all" }), "rename it"],
    [
      "a verb that would make a resource a thenable",
      () => tinySpec(undefined, { operationId: "stvar.then" }),
      "rename it",
    ],
    [
      "a tag that would make the client a thenable",
      () => tinySpec(undefined, { operationId: "then.list", tags: ["then"] }),
      "rename it",
    ],
    [
      "a tag with a dot",
      () => tinySpec(undefined, { operationId: "a.b.list", tags: ["a.b"] }),
      "must not contain a dot",
    ],
    ["a parameter in the path", () => tinySpec(undefined, {}, "/stvar/{id}"), "parameters in the path"],
    ["a line break in the path", () => tinySpec(undefined, {}, "/stvar\n"), "parameters in the path"],
    ["a request body", () => tinySpec(undefined, { requestBody: {} }), "request body"],
    [
      "a cookie parameter",
      () => tinySpec(undefined, { parameters: [{ name: "a", in: "cookie", schema: { type: "string" } }] }),
      "only query and header",
    ],
    [
      "a list parameter",
      () => tinySpec(undefined, { parameters: [query("a", { type: "array" })] }),
      'the parameter "a" is not supported: only strings, numbers and booleans are',
    ],
    [
      "the key's header as a parameter",
      () => tinySpec(undefined, { parameters: [{ name: "x-KEY", in: "header", schema: { type: "string" } }] }),
      'the header "x-KEY" cannot be a parameter',
    ],
    [
      "a header that OpenAPI ignores",
      () => tinySpec(undefined, { parameters: [{ name: "Accept", in: "header", schema: { type: "string" } }] }),
      'the header "Accept" cannot be a parameter',
    ],
    ...[
      [query("jezik", { type: "string" }), { name: "jezik", in: "header", schema: { type: "string" } }],
      ["jezik", "Jezik"].map((name) => ({ name, in: "header", schema: { type: "string" } })),
    ].map((parameters): [string, () => OpenApi, string] => [
      "two parameters that would be one in the clients",
      () => tinySpec(undefined, { parameters }),
      "would be the same in the clients",
    ]),
    [
      "an invalid header name",
      () => tinySpec(undefined, { parameters: [{ name: "a b", in: "header", schema: { type: "string" } }] }),
      "is not a header name",
    ],
    [
      "a response that is not an array",
      () => tinySpec(undefined, { responses: { "200": {} } }),
      "an array of a named object",
    ],
    ["a field that sets prototypes", () => tinySpec(JSON.parse('{"__proto__":{"type":"string"}}')), "rename it"],
    [
      "a row that is nothing but underscores",
      () => withSchema("__", object({})),
      '"__" cannot name a type: use letters',
    ],
    ["a list that is not in English letters", () => withSchema("plaće", { type: "array" }), "from a to z"],
    ["a field with a line break", () => tinySpec({ "a\nb": { type: "string" } }), "on one line"],
    ["an object without a name", () => tinySpec({ a: object({}) }), "$ref to a named object"],
    ["a list of exact integers", () => tinySpec({ a: { type: "array", items: { type: "integer" } } }), "in an array"],
    ["an exact integer with a dot", () => tinySpec({ "a.b": { type: "integer" } }), "must not contain a dot"],
    [
      "an object that contains itself",
      () => withSchema("a", object({ id: { type: "integer" }, a: { $ref: "#/components/schemas/a" } })),
      "contains itself",
    ],
    [
      "a $ref to what is no schema",
      () => tinySpec({ a: { $ref: "#/info" } }),
      "points to nothing under components/schemas",
    ],
    [
      "an object without properties",
      () => withSchema("a", { type: "object" }),
      "a row must be an object with properties",
    ],
    ["a field without a name", () => tinySpec({ "": { type: "string" } }), "on one line"],
    ["a $ref to nothing", () => tinySpec({ a: { $ref: "#/components/schemas/none" } }), "points to nothing"],
    [
      "a schema that is only a $ref",
      () => withSchema("a", { $ref: "#/components/schemas/stvar" }),
      "components/schemas/a: a component that is only a $ref is not supported: remove it, and let what refers to it refer to `#/components/schemas/stvar`",
    ],
    [
      "a parameter that is only a $ref",
      () => {
        const document = tinySpec();
        const parameters = { a: query("a", { type: "string" }), b: { $ref: "#/components/parameters/a" } };
        return { ...document, components: { ...document.components, parameters: parameters as never } };
      },
      "components/parameters/b: a component that is only a $ref is not supported: remove it, and let what refers to it refer to `#/components/parameters/a`",
    ],
    ["a row of another type", () => withSchema("a", { type: "string", properties: {} }), "a row must be an object"],
    ["a list without a type", () => tinySpec({ a: { items: { type: "string" } } }), "only text, numbers, booleans"],
    [
      "a response that is no array, even with items",
      () => {
        const schema: Schema = { type: "object", items: { $ref: "#/components/schemas/stvar" } };
        return tinySpec(undefined, { responses: { "200": { content: { "application/json": { schema } } } } });
      },
      "status 200 must return application/json with an array",
    ],
    ["two names that are the same in code", () => withSchema("Stvar_", object({})), "rename one of them"],
  ];
  it.each(cases)("%s", (_, document, words) => {
    expect(refusal(document())).toContain(words);
  });

  it("two operations with the same id", () => {
    const document = tinySpec();
    Object.assign(document.paths ?? {}, tinySpec(undefined, {}, "/search").paths);
    expect(refusal(document)).toContain(
      'paths /search get operationId: "stvar.list" is the operationId of /stvar as well: rename one.',
    );
  });

  it("two tags that are the same in code", () => {
    const document = tinySpec();
    const other = tinySpec(undefined, { tags: ["st-var"], operationId: "st-var.list" }, "/search");
    Object.assign(document.paths ?? {}, other.paths);
    expect(refusal(document)).toContain('paths /search get tags: "st-var" and "stvar" can give the same name in code');
  });

  it("but not two operations of a resource that do not page", () => {
    const document = tinySpec();
    const { get } = tinySpec(undefined, { operationId: "stvar.search" }, "/search").paths?.["/search"] ?? {};
    const body = { schema: { $ref: "#/components/schemas/searchArray" } };
    const responses = { "200": { content: { "application/json": body, "application/xml": body } } };
    Object.assign(document.paths ?? {}, { "/search": { get: { ...(get as Operation), responses } } });
    const xml = { name: "searchArray", wrapped: true };
    Object.assign(document.components?.schemas ?? {}, {
      searchArray: { type: "array", items: { $ref: "#/components/schemas/stvar" }, xml },
    });
    expect(refusal(document)).toBe("");
  });

  it("two paged operations of the same resource", () => {
    const parameters = (): Parameter[] => [query("offset", { type: "integer" }), query("limit", { type: "integer" })];
    const document = tinySpec(undefined, { parameters: parameters() });
    const other = tinySpec(undefined, { parameters: parameters(), operationId: "stvar.search" }, "/search");
    Object.assign(document.paths ?? {}, other.paths);
    expect(refusal(document)).toContain("already has a paged operation, stvar.list");
  });
});
