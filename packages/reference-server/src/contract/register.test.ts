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
      word: { type: "string" },
      inner: { type: "object", properties: { name: { type: "string" } } },
      odd: { type: "object", properties: { matrix: { type: "array" } } },
      detail: {
        allOf: [
          { $ref: "#/components/schemas/alias" },
          { type: "object", required: ["marks"], properties: { marks: { type: "array", items: { type: "string" } } } },
        ],
      },
      alias: { $ref: "#/components/schemas/row" },
      all: {
        type: "object",
        required: ["state", "parts"],
        properties: {
          mark: { type: ["string", "null"], format: "uuid" },
          state: { type: "string", enum: ["new", "old"] },
          place: { type: "object", properties: { street: { type: "string" } } },
          above: { anyOf: [{ $ref: "#/components/schemas/inner" }, { type: "null" }] },
          parts: { type: "array", items: { $ref: "#/components/schemas/inner" } },
          sizes: { type: "array", items: { type: "integer", format: "int64" } },
          odd: { type: "string", format: "iban" },
        },
      },
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
  expect(contract.operations[0]?.parameters.get("limit")).toMatchObject({ name: "limit", required: false, default: 7 });
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
  ["GET", { get: { responses: responses("word") } }, "the response is neither an array of a resource nor an object"],
  ["GET", { get: {} }, "the response is neither an array of a resource nor an object"],
  ["GET", { get: { responses: responses("rootless") } }, "the response has no XML root name"],
  ["GET", { get: { responses: responses("oddList") } }, "the field matrix is of a type this server does not know"],
  [
    "GET",
    { get: { parameters: [{ name: "sort", in: "cookie" }], responses: responses("list") } },
    "it takes the parameter sort in cookie, which this server does not know",
  ],
  [
    "GET",
    { parameters: [{ name: "oib", in: "path", schema: { type: "string" } }], get: { responses: responses("row") } },
    "the parameter oib in the path is no field of row with one value, to find rows by",
  ],
])("what it cannot serve is reported: %s, %o", (method, item, reason) => {
  const contract = readRegister(document({ "/new": item, "/rows": { get: { responses: responses("list") } } }));
  expect(contract.unserved).toEqual([`${method} /new: ${reason}`]);
  expect(contract.operations.map(({ path }) => path)).toEqual(["/rows"]);
});

test("the rows of an operation are known even if it is not served", () => {
  const parameters = [{ name: "oib", in: "path", schema: { type: "string" } }];
  const contract = readRegister(document({ "/rows": { get: { parameters, responses: responses("list") } } }));
  expect(contract.operations).toEqual([]);
  expect(contract.unserved).toEqual([
    "GET /rows: the parameter oib in the path is no field of row with one value, to find rows by",
  ]);
  expect(contract.rows.map(({ name }) => name)).toEqual(["row"]);
});

test("a document without a server below the base URL, or without a key, is refused", () => {
  const sound = document({});
  const message = "register.openapi.json needs a server below {base_url}, and a key or tokens.";
  for (const servers of [[], [{ url: "https://registar.primjer.hr/v1" }]])
    expect(() => readRegister({ ...sound, servers })).toThrow(message);
  const components = { ...sound.components, securitySchemes: {} };
  expect(() => readRegister({ ...sound, components })).toThrow(message);
});

test("one object is read with the parameters that find it, those of its path and of its own", () => {
  const item = {
    parameters: [{ name: "id", in: "path", required: true, example: 7, schema: { type: "integer", format: "int64" } }],
    get: {
      parameters: [
        { name: "state", in: "query", explode: false, schema: { type: "array", items: { enum: ["a", "b"] } } },
      ],
      responses: {
        "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/detail" } } } },
      },
    },
  };
  const { unserved, operations, rows } = readRegister(document({ "/rows/{id}": item }));
  expect(unserved).toEqual([]);
  expect(operations[0]).toMatchObject({ answer: "object", xml: false, xmlRoot: "detail", row: { name: "detail" } });
  expect(operations[0]?.selecting).toMatchObject([
    { name: "id", in: "path", required: true, example: 7, value: { kind: "int64" } },
    { name: "state", in: "query", list: { exploded: false }, value: { kind: "string" } },
  ]);
  expect(rows[0]?.examples).toEqual([{ id: 7 }]);
  expect(rows[0]?.fields.map(({ name, required = false }) => `${name} ${required}`)).toEqual([
    ...["id true", "court_id_above false", "court_above false", "ready false", "day false", "marks true"],
  ]);
});

test("fields are read in every form that the contract may give them", () => {
  const schema = { type: "array", items: { $ref: "#/components/schemas/all" }, xml: { name: "alls" } };
  const sound = document({ "/all": { get: { responses: responses("alls") } } });
  const components = { ...sound.components, schemas: { ...sound.components.schemas, alls: schema } };
  const { unserved, rows } = readRegister({ ...sound, components });
  expect(unserved).toEqual([]);
  const inner = [{ name: "name", kind: "string" }];
  expect(rows[0]?.fields).toMatchObject([
    { name: "mark", kind: "string", nullable: true, bounds: [{ format: "uuid" }] },
    { name: "state", kind: "string", required: true, bounds: [{ values: ["new", "old"] }] },
    { name: "place", kind: "object", idField: undefined, fields: [{ name: "street", kind: "string" }] },
    { name: "above", kind: "object", nullable: true, schema: "inner", fields: inner },
    { name: "parts", kind: "list", required: true, items: { kind: "object", fields: inner } },
    { name: "sizes", kind: "list", items: { kind: "int64" } },
    { name: "odd", kind: "string" },
  ]);
});
