import { readdir, readFile } from "node:fs/promises";
import { contract } from "@court-register/tools/fixed-contract";
import { expect, test } from "vitest";
import { registerRequirements } from "../requirements/catalogue.ts";
import type { Operation } from "./operation.ts";
import { readRegisterPath, registerPath } from "./operations.ts";
import { type Document, readOperations } from "./read-operations.ts";

/** A contract that stays as it is, whatever the real one becomes. */
const spec = contract.openapi as unknown as Document; // it is valid, as its own tests show

/** The spec with one more paged operation, whose resource has a nested object and a required date-time. */
function withOneMore(): Document {
  const document = structuredClone(spec);
  const get = structuredClone(document.paths["/prijevod_skracena_tvrtka"]?.get);
  if (get === undefined) throw new Error("the fixed contract has changed");
  const nova = {
    type: "object",
    required: ["datum"],
    properties: {
      datum: { type: "string", format: "date-time" },
      jezik_id: { type: "integer", format: "int64" },
      jezik: { $ref: "#/components/schemas/jezik" },
    },
  };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/novaArray" } } };
  const array = { type: "array", items: { $ref: "#/components/schemas/nova" }, xml: { name: "noveArray" } };
  return {
    paths: {
      ...document.paths,
      "/nova": {
        get: {
          ...get,
          operationId: "nova.list",
          tags: ["nova"],
          responses: { "200": { ...get.responses["200"], content } },
        },
      },
    },
    components: {
      parameters: document.components.parameters,
      schemas: { ...document.components.schemas, nova, novaArray: array },
    },
  };
}

test("a new operation in the spec is judged without new code", () => {
  const nova = readOperations(withOneMore()).find(({ name }) => name === "nova");
  if (nova === undefined) throw new Error("the new operation was not read");
  expect(nova).toMatchObject({
    path: "/nova",
    paged: true,
    defaultLimit: 100,
    declaresTotal: true,
    xmlRoot: "noveArray",
    relations: [{ object: "jezik", id: "jezik_id", hasOwnId: true }],
  });
  const selected = registerRequirements.filter(({ selects }) => selects.test(nova)).map(({ id }) => id);
  for (const id of [
    "REG-STATUS-01",
    "REG-PAGE-04",
    "REG-TOTAL-03",
    "REG-NEST-01",
    "REG-TYPE-04",
    "REG-FIELD-02",
    "REG-XML-02",
    "REG-KEY-01",
  ])
    expect(selected).toContain(id);
  expect(selected).not.toContain("REG-EXPAND-01");
});

test("a required parameter gets the value of the spec's example; without one, the spec is refused", () => {
  const withParameter = (parameter: object): readonly Operation[] => {
    const document = withOneMore();
    document.paths["/nova"]?.get.parameters?.push({ name: "X-Jezik", in: "header", required: true, ...parameter });
    return readOperations(document);
  };
  const given = (parameter: object) => withParameter(parameter).find(({ name }) => name === "nova")?.given;
  expect(given({ required: false })).toEqual([]);
  expect(given({ example: "hr" })).toEqual([{ name: "X-Jezik", in: "header", value: "hr" }]);
  expect(given({ in: "query", schema: { example: 7 } })).toEqual([{ name: "X-Jezik", in: "query", value: "7" }]);
  expect(() => given({})).toThrow(
    "nova.list requires the parameter X-Jezik, for which there is no value to send: give it an `example`",
  );
});

test("a spec with anything that no requirement judges is refused", () => {
  const withField = (name: string, schema: object): (() => readonly Operation[]) => {
    const document = withOneMore();
    Object.assign(document.components.schemas.nova?.properties ?? {}, { [name]: schema });
    return () => readOperations(document);
  };
  expect(withField("oznaka", { type: "string", description: "Mark.", deprecated: true, "x-oznaka": 1 })).not.toThrow();
  expect(withField("aktivan", { type: "boolean" })).not.toThrow();
  expect(withField("dan", { type: "string", format: "date" })).not.toThrow();
  expect(withField("oznake", { type: "array", items: { type: "string" } })).toThrow("is of the type array, which no");
  expect(withField("ime", { type: ["string"] })).toThrow("the field ime is of the type string, which no");
  expect(withField("sat", { type: "string", format: "time" })).toThrow("the field sat is of the format time, which no");
  expect(withField("aktivan", { type: "boolean", format: "bit" })).toThrow("is of the format bit, which no");
  expect(withField("vrsta", { type: "string", enum: ["a"] })).toThrow("the field vrsta has `enum`, which no");
  expect(withField("jezik", { $ref: "#/components/schemas/jezik", minProperties: 1 })).toThrow("has `minProperties`");
  expect(withField("valuta", { $ref: "#/components/schemas/valuta" })).toThrow(
    "the object valuta has no identifier beside it (section 2.1), such as valuta_id",
  );
  const open = withOneMore();
  Object.assign(open.components.schemas.nova ?? {}, { additionalProperties: false });
  expect(() => readOperations(open)).toThrow("the resource of nova.list has `additionalProperties`, which no");
});

test("everything that no requirement judges is named at once, and once", () => {
  const document = withOneMore();
  Object.assign(document.components.schemas.jezik ?? {}, { minProperties: 1 });
  Object.assign(document.components.schemas.nova?.properties ?? {}, {
    oznake: { type: "array", maxItems: 3 },
    jezik_2_id: { type: "integer" },
    jezik_2: { $ref: "#/components/schemas/jezik" },
    valuta: { $ref: "#/components/schemas/jezik" },
  });
  document.paths["/nova"]?.get.parameters?.push({ name: "X-Jezik", in: "header", required: true });
  const paths = { "/nova": document.paths["/nova"] } as typeof document.paths;
  expect(() => readOperations({ ...document, paths })).toThrow(
    expect.objectContaining({
      clauses: [
        "the field jezik has `minProperties`, which no requirement judges",
        "the field oznake has `maxItems`, which no requirement judges",
        "the field oznake is of the type array, which no requirement judges",
        "the field jezik_2 has `minProperties`, which no requirement judges",
        "the field valuta has `minProperties`, which no requirement judges",
        "the object valuta has no identifier beside it (section 2.1), such as valuta_id",
        "nova.list requires the parameter X-Jezik, for which there is no value to send: give it an `example`",
      ],
    }),
  );
});

test("the operations are the contract's", () => {
  const operations = readOperations(spec);
  expect(operations.flatMap(({ given }) => given)).toEqual([]);
  expect(operations).toHaveLength(24);
  expect(operations.filter(({ paged }) => paged)).toHaveLength(14);
  expect(operations.filter(({ defaultLimit }) => defaultLimit === 100)).toHaveLength(7);
  expect(operations.filter(({ declaresTotal }) => declaresTotal)).toHaveLength(5);
  expect(operations.filter(({ expand }) => expand !== undefined).map(({ expand }) => expand?.byDefault)).toEqual([
    false,
    true,
    undefined,
    false,
  ]);
});

test("the path of interface A is the spec's", () => {
  expect(registerPath).toBe("/javni");
  expect(readRegisterPath({ servers: [{ url: "{base_url}/register/v2/" }] })).toBe("/register/v2");
  expect(readRegisterPath({ servers: [{ url: "{base_url}" }] })).toBe("");
  for (const servers of [[], [{ url: "https://registar.primjer.hr/javni" }], [{ url: "/x{base_url}/javni" }]])
    expect(() => readRegisterPath({ servers })).toThrow("does not begin with {base_url}");
});

test("no other source file hard-codes that path", async () => {
  const root = new URL("../", import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("generated"),
  );
  expect(files.length).toBeGreaterThan(50);
  const offenders: string[] = [];
  for (const file of files) {
    const lines = (await readFile(new URL(file, root), "utf8")).split("\n");
    const code = lines.filter((line) => !/^\s*(?:\/\*)?\*|^\s*\/\//.test(line));
    if (code.some((line) => line.includes(registerPath))) offenders.push(file);
  }
  expect(offenders).toEqual([]);
});
