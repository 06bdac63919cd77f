import { expect, test } from "vitest";
import { type RegisterDocument, readRegister } from "./register.ts";

const responses = (schema: string): object => ({
  "200": {
    content: {
      "application/json": { schema: { $ref: `#/components/schemas/${schema}` } },
      "application/xml": { schema: { $ref: `#/components/schemas/${schema}` } },
    },
  },
});

const document = (paths: RegisterDocument["paths"]): RegisterDocument => ({
  servers: [{ url: "{base_url}/v1" }, { url: "https://registar.primjer.hr" }],
  paths,
  components: {
    schemas: {
      list: { type: "array", items: { $ref: "#/components/schemas/row" }, xml: { name: "rootName" } },
      rootless: { type: "array", items: { $ref: "#/components/schemas/row" } },
      oddList: { type: "array", items: { $ref: "#/components/schemas/odd" }, xml: { name: "odds" } },
      row: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", format: "int64" },
          court_id_above: { type: "integer" },
          court_above: { $ref: "#/components/schemas/inner" },
          ready: { type: "boolean" },
          day: { type: "string", format: "date" },
        },
      },
      inner: { type: "object", properties: { name: { type: "string" } } },
      odd: { type: "object", properties: { matrix: { type: "array" } } },
    },
    securitySchemes: { key: { name: "X-Key" } },
  },
});

test("an operation is read with its row, its parameters and its root", () => {
  const parameters = [{ name: "limit", in: "query", schema: { type: "integer", default: 7 } }];
  const contract = readRegister(
    document({ "/rows": { get: { operationId: "rows.list", parameters, responses: responses("list") } } }),
  );
  expect(contract.unserved).toEqual([]);
  expect(contract).toMatchObject({ basePath: "/v1", keyHeader: "X-Key" });
  expect(contract.operations[0]).toMatchObject({ path: "/rows", xmlRoot: "rootName", totals: false });
  expect(contract.operations[0]?.parameters.get("limit")).toEqual({ name: "limit", required: false, default: 7 });
  expect(contract.rows[0]?.fields).toMatchObject([
    { name: "id", kind: "int64", required: true },
    { name: "court_id_above", kind: "integer", required: false },
    { name: "court_above", kind: "object", schema: "inner", idField: "court_id_above" },
    { name: "ready", kind: "boolean" },
    { name: "day", kind: "date" },
  ]);
});

test.each([
  ["POST", { post: { responses: responses("list") } }, "only GET is served"],
  ["GET", { get: { responses: responses("row") } }, "the response is not an array of a named resource"],
  ["GET", { get: {} }, "the response is not an array of a named resource"],
  ["GET", { get: { responses: responses("rootless") } }, "the response has no XML root name"],
  ["GET", { get: { responses: responses("oddList") } }, "the field matrix is of a type this server does not know"],
  [
    "GET",
    { get: { parameters: [{ name: "sort", in: "query" }], responses: responses("list") } },
    "it takes the parameter sort, which this server does not know",
  ],
])("what it cannot serve is reported: %s, %o", (method, item, reason) => {
  const contract = readRegister(document({ "/new": item, "/rows": { get: { responses: responses("list") } } }));
  expect(contract.unserved).toEqual([`${method} /new: ${reason}`]);
  expect(contract.operations.map(({ path }) => path)).toEqual(["/rows"]);
});

test("the rows of an operation are known even if it is not served", () => {
  const parameters = [{ name: "X-Other", in: "header" }];
  const contract = readRegister(document({ "/rows": { get: { parameters, responses: responses("list") } } }));
  expect(contract.operations).toEqual([]);
  expect(contract.unserved).toEqual(["GET /rows: it takes the parameter X-Other, which this server does not know"]);
  expect(contract.rows.map(({ name }) => name)).toEqual(["row"]);
});

test("a document without a server below the base URL, or without a key, is refused", () => {
  const sound = document({});
  const message = "register.openapi.json needs a server below {base_url}, and a key.";
  for (const servers of [[], [{ url: "https://registar.primjer.hr/v1" }]])
    expect(() => readRegister({ ...sound, servers })).toThrow(message);
  const components = { ...sound.components, securitySchemes: {} };
  expect(() => readRegister({ ...sound, components })).toThrow(message);
});
