import { expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import { root } from "../../shared/repository.ts";
import { isObject, type OpenApi, operationsOf, type Schema } from "../../specs/openapi.ts";
import type { Change } from "../change.ts";
import { readSpecs, workingTree } from "../specs.ts";
import { compareOpenApi } from "./compare.ts";

const { openapi } = await readSpecs(workingTree(root));

/** Keys below these are names from the document; all others are OpenAPI's. */
const named = [
  "paths",
  "properties",
  "schemas",
  "parameters",
  "headers",
  "variables",
  "securitySchemes",
  "content",
  "responses",
  "examples",
];

/** One path for every kind of leaf in the document, such as `paths, any, get, summary`. */
function leaves(node: unknown, path: string[], kind: string[], found: Map<string, string[]>): Map<string, string[]> {
  if (typeof node !== "object" || node === null) {
    const name = kind.join("/");
    if (!found.has(name)) found.set(name, path);
    return found;
  }
  for (const [key, value] of Object.entries(node)) {
    const free = Array.isArray(node) || named.includes(path.at(-1) ?? "");
    leaves(value, [...path, key], [...kind, free ? "*" : key], found);
  }
  return found;
}

/** Another value that OpenAPI allows there. */
function other(key: string, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (key === "$ref")
    return String(value).includes("/schemas/") ? "#/components/schemas/valuta" : "#/components/parameters/tvrtka_naziv";
  if (key === "type") return value === "string" ? "integer" : "string";
  if (key === "in") return "cookie";
  return key === "openapi" ? "3.1.1" : `${String(value)}x`;
}

function change(document: OpenApi, path: string[]): OpenApi {
  const copy = structuredClone(document);
  let node: unknown = copy;
  for (const key of path.slice(0, -1))
    node = isObject(node) || Array.isArray(node) ? Reflect.get(node, key) : undefined;
  const last = path.at(-1) ?? "";
  if (isObject(node) || Array.isArray(node)) Reflect.set(node, last, other(last, Reflect.get(node, last)));
  return copy;
}

const kinds = [...leaves(openapi, [], [], new Map())]
  // There is only one header to refer to; its contents are among the other kinds. The version is this project's own.
  .filter(([kind]) => !kind.endsWith("headers/*/$ref") && kind !== "info/version");

test("the document has the kinds of leaves for the next test", () => {
  expect(kinds.length).toBeGreaterThan(35);
});

test.each(kinds)("a change at %s is reported", async (_, path) => {
  expect(await compareOpenApi(openapi, change(openapi, path))).not.toEqual([]);
});

test("refuses what is not an OpenAPI document, with oasdiff's message", async () => {
  await expect(compareOpenApi(openapi, { paths: 5 } as unknown as OpenApi)).rejects.toThrow(); // a spec may be anything before it is read
});

// The names below are those of a contract that stays as it is.
const { openapi: fixed } = contract;

/** The changes reported for a change of the document. */
function changes(edit: (copy: OpenApi) => OpenApi | undefined): Promise<Change[]> {
  const copy = structuredClone(fixed);
  return compareOpenApi(fixed, edit(copy) ?? copy);
}

const set = (node: unknown, keywords: object): unknown => Object.assign(node as object, keywords);

/** What REST users are told to do. */
const told = async (edit: (copy: OpenApi) => OpenApi | undefined): Promise<string[]> =>
  (await changes(edit)).map(({ subject, todo }) => `${subject}: ${todo.rest}`);

test.each([
  ["a step of a field", (copy: OpenApi) => set(copy.components?.schemas?.gfi?.properties?.mbs, { multipleOf: 5 })],
  ["a bound of a list", (copy: OpenApi) => set(copy.components?.schemas?.sudArray, { maxItems: 9 })],
  ["a keyword of a row", (copy: OpenApi) => set(copy.components?.schemas?.sud, { additionalProperties: false })],
  ["a step of a parameter", (copy: OpenApi) => set(copy.components?.parameters?.limit?.schema, { multipleOf: 5 })],
  ["a body of a request", (copy: OpenApi) => set(copy.paths?.["/sud"]?.get, { requestBody: { content: {} } })],
])("what no rule explains asks for a review: %s", async (_, edit) => {
  const found = await changes((copy) => {
    edit(copy);
    return undefined;
  });
  expect(found).not.toEqual([]);
  for (const change of found)
    expect(change).toMatchObject({
      ...{ rule: "unknown", verdict: "risky" },
      ...{ todo: { rest: "Review it by hand.", servers: "Review it by hand." } },
    });
});

test.each([
  ["a value", { $ref: "#/components/schemas/razina" }, "string"],
  ["a list of values", { type: "array", items: { $ref: "#/components/schemas/razina" } }, "list of string"],
  ["an object", { $ref: "#/components/schemas/drzava" }, "object"],
])("a new field that refers to %s has the type of that", async (_, field, type) => {
  const found = await changes((copy) => {
    set(copy.components?.schemas, { razina: { type: "string", enum: ["niža", "viša"] } });
    set(copy.components?.schemas?.sud?.properties, { razina: field });
    return undefined;
  });
  const [added] = found.filter(({ rule }) => rule === "field-added");
  expect(added).toMatchObject({ subject: "sud.razina", message: expect.stringContaining(`(${type})`) });
});

test("names an inline schema after its operation", async () => {
  const withRow = (properties: Record<string, Schema>): OpenApi => {
    const copy = structuredClone(fixed);
    const answer = operationsOf(copy).find(({ id }) => id === "jezik.list")?.operation.responses?.["200"];
    for (const one of Object.values(answer?.content ?? {}))
      one.schema = { type: "array", items: { type: "object", properties } };
    return copy;
  };
  const [before, after] = [
    withRow({ id: { type: "string" }, naziv: { type: "string" } }),
    withRow({ id: { type: "string" } }),
  ];
  const found = (await compareOpenApi(before, after)).map(({ subject }) => subject);
  expect([...new Set(found)]).toEqual(["jezik.list.naziv"]);
});

/** Another name, path and all, and another type of the field `naziv`. */
const renamedWith = (field: Schema) => (copy: OpenApi) => {
  const { naziv: _, ...fields } = copy.components?.schemas?.jezik?.properties ?? {};
  Object.assign(copy.components?.schemas?.jezik ?? {}, { properties: { naziv: field, ...fields } });
  return JSON.parse(JSON.stringify(copy).replaceAll("jezik", "govor"));
};

test.each([
  ["fields in another order", renamedWith({ type: "string" }), "If it was renamed"],
  ["a field of another type", renamedWith({ type: "boolean" }), "Remove"],
])("a renamed resource is recognized by names and types of its fields: %s", async (_, edit, start) => {
  const lines = (await told(edit)).filter((line) => line.startsWith("jezik"));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain(`: ${start}`);
});

test("what is gone is not taken for what there was before, though it has the same fields", async () => {
  const alike = { properties: fixed.components?.schemas?.drzava?.properties };
  const before = structuredClone(fixed);
  Object.assign(before.components?.schemas?.jezik ?? {}, alike);
  const after = structuredClone(before);
  delete after.paths?.["/jezik"];
  for (const name of ["jezikArray", "jezik"]) delete after.components?.schemas?.[name];
  const gone = (await compareOpenApi(before, after)).map(({ subject, todo }) => `${subject}: ${todo.rest}`);
  expect(gone).toContain("jezik: Remove it from your code.");
  expect(gone).toContainEqual(expect.stringMatching(/^jezik.list: Remove calls /));
});

test("an operation without rows is not taken for another one without rows", async () => {
  const withoutRows = (path: string): OpenApi => {
    const copy = structuredClone(fixed);
    const { "/jezik": _, ...paths } = copy.paths ?? {};
    return { ...copy, paths: { ...paths, [path]: { get: { operationId: `${path.slice(1)}.list`, responses: {} } } } };
  };
  const todo = (await compareOpenApi(withoutRows("/jezik"), withoutRows("/jezici"))).map((change) => change.todo.rest);
  expect(todo).toContainEqual(expect.stringMatching(/^Remove calls of `jezik.list`/));
});
