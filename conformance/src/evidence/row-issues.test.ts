import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../test/support/views.ts";
import { writeJson } from "../checks/body.ts";
import { findingsFor, judges } from "../checks/each.ts";
import { operations, readOperation } from "../contract/operations.ts";
import { schemaErrors } from "../contract/row-schema.ts";
import type { Operation, Schema } from "../contract/shape/operation.ts";
import { registerRequirements } from "../topics/catalogue.ts";
import type { Datum, Show } from "./datum.ts";
import { readJson } from "./json.ts";
import { type IssueKind, rowIssues } from "./row-issues.ts";

const operation = operationNamed("temeljni_kapital");

test.for<[string, IssueKind[]]>([
  ['{"mbs":1,"iznos":1.5,"interno":true}', []],
  ['{"interno":true}', ["name"]],
  ['{"Mbs":1}', ["name"]],
  ['{"Mbs":1,"iznos":1}', ["name"]],
  ['{"mbs":1,"Mbs":2}', []],
  ['{"mbs":1.5}', ["fraction"]],
  ['{"mbs":1.00000000000000000001}', ["fraction"]],
  ['{"mbs":1.0}', ["spelling"]],
  ['{"mbs":9223372036854775808}', ["width"]],
  ['{"valuta":{"sifra":2147483648}}', ["width"]],
  ['{"iznos":1e400}', ["width"]],
  ['{"iznos":-1e400}', ["width"]],
  ['{"iznos":"1e400"}', ["type"]],
  ['{"valuta":{"naziv":1e400}}', ["type"]],
])("the issues of %s are %j", ([text, kinds]) => {
  const row = readJson(text);
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape").map(({ kind }) => kind)).toEqual(kinds);
});

test("an issue says where it is, what belongs there and what was found there, inside a nested object too", () => {
  const row = readJson('{"mbs":"1","valuta":{"naziv":5}}');
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape")).toEqual([
    { kind: "type", at: "/0/mbs", expected: "an integer", found: "a string of 1 character" },
    { kind: "type", at: "/0/valuta/naziv", expected: "a string", found: "an integer of 1 digit" },
  ]);
});

test("there may be more issues than a call may have arguments", () => {
  const row = readJson(`{"valuta":{${Array(200_000).fill('"sifra":1').join()}}}`);
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape")).toHaveLength(199_999);
});

test("a name that the contract does not know is shown only with values", () => {
  const row = readJson('{"Ana":1,"Ana":2,"mbs":1,"mbs":1}');
  if (!row.ok) throw new Error("the row of this test is gone");
  const places = (show: Show): string[] => rowIssues(operation, [row.value], show).map(({ at }) => at);
  expect(places("shape")).toEqual(["/0/…", "/0/mbs"]);
  expect(places("values")).toEqual(["/0/Ana", "/0/mbs"]);
});

test("ajv can judge by the schema of every operation", () => {
  for (const { id, row } of operations) expect([id, schemaErrors(row, 7).length]).toEqual([id, 1]);
});

/** An operation whose rows have this schema. */
const withRow = (row: Schema): Operation => readOperation({ ...operationNamed("jezik"), row });

function issuesOf(properties: Record<string, Schema>, text: string, required: string[] = []): [IssueKind, string][] {
  const row = readJson(text);
  if (!row.ok) throw new Error("the row of this test is no JSON");
  const issues = rowIssues(withRow({ type: "object", properties, required }), [row.value], "shape");
  return issues.map(({ kind, expected }) => [kind, expected]);
}

test.for<[Schema, string, [IssueKind, string][]]>([
  [{ type: "string", enum: ["a", "b"] }, '"c"', [["schema", 'one of "a", "b"']]],
  [{ type: "string", enum: ["a", "b"] }, "7", [["type", "a string"]]],
  [{ type: "integer", enum: [7] }, "7.0", [["spelling", "digits only"]]],
  [{ type: "integer", enum: [0] }, "-0", []],
  [{ type: "integer", enum: [100] }, "1E+2", [["spelling", "digits only"]]],
  [{ type: "integer", const: 7 }, "7.5", [["fraction", "an integer"]]],
  [{ type: "integer", const: 7 }, "8", [["schema", "7"]]],
  [{ type: "integer", maximum: Number.MAX_SAFE_INTEGER }, "9007199254740992", [["schema", "at most 9007199254740991"]]],
  [{ type: "integer", maximum: Number.MAX_SAFE_INTEGER }, "9007199254740991", []],
  [{ type: "integer", minimum: -9 }, "-99999999999999999999", [["schema", "at least -9"]]],
  [{ type: "number", maximum: 5 }, "1e400", [["schema", "at most 5"]]],
  [{ type: "number" }, "1e400", []],
  [
    { type: "number", format: "double", minimum: 0 },
    "-1e400",
    [
      ["schema", "at least 0"],
      ["width", "a number that fits in a double"],
    ],
  ],
  [{ type: "integer", format: "int64" }, "9223372036854775808", [["width", "an integer that fits in 64 bits"]]],
  [{ type: "string", pattern: "^\\p{Lu}$" }, '"č"', [["schema", "text that matches ^\\p{Lu}$"]]],
  [{ type: "string", maxLength: 1 }, '"\ud83d\ude00"', []],
  [{ type: "string", minLength: 2 }, '"\ud83d\ude00"', [["schema", "at least 2 characters"]]],
  [{ type: "string", format: "uri" }, '"a b"', [["schema", "a value of the format uri"]]],
  [{ type: "object", minProperties: 1 }, "{}", [["schema", "a value that must NOT have fewer than 1 properties"]]],
  [{ type: "string", minLength: 1 }, "null", []],
])("of the schema %j, the value %s has the issues %j", ([schema, value, issues]) => {
  expect(issuesOf({ polje: schema }, `{"polje":${value}}`)).toEqual(issues);
});

test.for<[string, [IssueKind, string][]]>([
  [
    '{"x":1,"x":null}',
    [
      ["null", "an integer, because the field is required"],
      ["twice", "the name once"],
    ],
  ],
  ['{"x":null,"x":1}', [["twice", "the name once"]]],
  [
    '{"y":1}',
    [
      ["missing", "a value, because the field is required"],
      ["name", "fields of the resource"],
    ],
  ],
])("of the required field x, %s has the issues %j", ([text, issues]) => {
  expect(issuesOf({ x: { type: "integer" } }, text, ["x"])).toEqual(issues);
});

test("a field may be called like what every object has, and is at its own place", () => {
  const int: Schema = { type: "integer" };
  const names = ["constructor", "toString", "hasOwnProperty", "a/b", "c~d"];
  const row: Schema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, int])),
    required: names,
  };
  const places = (text: string): string[] => {
    const json = readJson(`[${text}]`);
    if (!json.ok || json.value.kind !== "array") throw new Error("the row of this test is no JSON");
    return rowIssues(withRow(row), json.value.items, "shape").map(({ kind, at }) => `${kind} ${at}`);
  };
  const at = ["constructor", "toString", "hasOwnProperty", "a~1b", "c~0d"];
  expect(places('{"__proto__":{"constructor":1},"a":1}')).toEqual([
    ...at.map((name) => `missing /0/${name}`),
    "name /0",
  ]);
  expect(places(JSON.stringify(Object.fromEntries(names.map((name) => [name, "x"]))))).toEqual(
    at.map((name) => `type /0/${name}`),
  );
  expect(places(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))))).toEqual([]);
});

test("a value may be as deep as can be read", () => {
  for (const [start, end] of [
    ["[", "]"],
    ['{"mbs":', "}"],
  ] as const)
    for (const name of ["mbs", "drugo"])
      for (let depth = 100; depth < 10_000; depth += 100) {
        const json = readJson(`{"${name}":${start.repeat(depth)}1${end.repeat(depth)}}`);
        if (!json.ok) break;
        expect(rowIssues(operation, [json.value], "shape").map(({ kind }) => kind)).toEqual(
          name === "mbs" ? ["type"] : ["name"],
        );
      }
});

test("40,000 rows that are wrong in twelve places are judged in a time that grows with their number", () => {
  const names = Array.from({ length: 12 }, (_, index) => `polje_${index}`);
  const operation = withRow({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 3 }])),
  });
  const members = names.map((name) => ({ name, value: { kind: "string", text: "predugo" } as const }));
  const rows = Array.from({ length: 40_000 }, (): Datum => ({ kind: "object", members }));
  // In one list, ajv takes a minute for it.
  expect(rowIssues(operation, rows, "shape")).toHaveLength(480_000);
}, 20_000);

const names = ["a", "b", "constructor", "a/b"];
const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record(
    { type: fc.constant("string"), maxLength: fc.nat(2), pattern: fc.constantFrom("a", "^x") },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "email", "uri") }),
  fc.record(
    { type: fc.constant("integer"), minimum: fc.integer({ min: -1, max: 1 }), enum: fc.constant([0, 7]) },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constant("number"), format: fc.constant("double"), maximum: fc.constant(1) },
    { requiredKeys: ["type"] },
  ),
  fc.constant({ type: "boolean", const: true }),
);
const { schema: anySchema } = fc.letrec<{ field: Schema; schema: Schema }>((tie) => ({
  field: fc.oneof({ depthSize: "small" }, scalar, tie("schema")),
  schema: fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom(...names), tie("field"), { noNullPrototype: true }),
    required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
  }),
}));
const { row: anyRow } = fc.letrec<{ value: Datum; row: Datum }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Datum>({ kind: "null" }, { kind: "boolean", value: true }, { kind: "array", items: [] }),
    fc
      .constantFrom("", "a", "xa", "predugo", "2024-02-29", "2024-02-29T00:00:00", "a@primjer.hr")
      .map((text): Datum => ({ kind: "string", text })),
    fc
      .constantFrom("0", "-0", "1", "7", "1.5", "7.0", "1e2", "1e400", "9007199254740993")
      .map((text): Datum => ({ kind: "number", text })),
    tie("row"),
  ),
  row: fc
    .array(fc.record({ name: fc.constantFrom(...names, "A", "__proto__", "x"), value: tie("value") }), { maxLength: 5 })
    .map((members): Datum => ({ kind: "object", members })),
}));

/** A value without the fields that are null. */
const withoutNull = (text: string): unknown =>
  JSON.parse(text, (_, value) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [name, one] of Object.entries(value)) if (one === null) delete value[name];
    return value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;
  });

test("every issue of any row is a finding of one requirement, and what ajv refuses has an issue", () => {
  const ids = new Set(Object.values(judges).map(({ json }) => json));
  const requirements = registerRequirements.filter(({ id }) => ids.has(id));
  expect(requirements).toHaveLength(ids.size);
  const byText = new Set<IssueKind>(["width", "spelling", "zone", "name", "twice"]);
  let refused = 0;
  const formats = { date: true, email: /@/, uri: /^$/, double: true, "date-time": true } as const;
  const ajv = new Ajv2020({ ownProperties: true, strict: false, meta: false, validateSchema: false, formats });
  fc.assert(
    fc.property(anySchema, fc.array(anyRow, { minLength: 1, maxLength: 3 }), (schema, rows) => {
      const required = (one: Schema): Schema => ({
        ...one,
        ...(one.properties && {
          properties: Object.fromEntries(
            Object.entries(one.properties).map(([name, field]) => [name, required(field)]),
          ),
        }),
        ...(one.required && { required: one.required.filter((name) => Object.hasOwn(one.properties ?? {}, name)) }),
      });
      const row = required(schema);
      const operation = withRow(row);
      const issues = rowIssues(operation, rows, "shape");
      const view = viewOf(operation, { json: { body: `[${rows.map(writeJson)}]` } });
      const found = requirements.flatMap(({ id, selects, check }) => {
        const outcome = selects.test(operation) ? check(view) : undefined;
        expect(outcome?.state === "fail" ? outcome.findings : []).toEqual(findingsFor(id, view, "json"));
        return outcome?.state === "fail" ? outcome.findings : [];
      });
      expect(found.length).toBe(issues.length);
      const judge = ajv.compile(row);
      for (const [index, one] of rows.entries()) {
        if (judge(withoutNull(writeJson(one)))) continue;
        refused += 1;
        expect(issues.some(({ kind, at }) => !byText.has(kind) && `${at}/`.startsWith(`/${index}/`))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
  expect(refused).toBeGreaterThan(100);
});
