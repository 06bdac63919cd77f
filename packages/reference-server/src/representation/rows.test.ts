import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldKind, isScalar, type RowType } from "../contract/fields.ts";
import { columnTypes, toSql } from "../store/values.ts";
import { jsonObject, xmlFields } from "./objects.ts";
import { entities, jsonRow, xmlRow } from "./rows.ts";

const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."&<>\r\n\t\"'\\%*[]a") }));
const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") });

/** Any values of each kind, as a load gets them. */
const values: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  int32: fc.integer(),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  integer: fc.bigInt(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  string: text,
  date: date.map((day) => day.toISOString().slice(0, 10)),
  "date-time": date.map((moment) => moment.toISOString()),
  email: fc.constantFrom("ana&co@primjer.hr", "o'hara@primjer.hr", "info@primjer.hr"),
  boolean: fc.boolean(),
};

const kinds = Object.keys(values) as FieldKind[];
const type: RowType = {
  name: "row",
  fields: kinds.map((kind) => ({ name: `a_${kind.replace("-", "_")}`, kind, required: false })),
  examples: [],
};
const columns = type.fields.filter(isScalar);
const rows = fc.tuple(...kinds.map((kind) => fc.option(values[kind])));

test("SQLite writes any row in the same way as nested objects are written", () => {
  using database = new DatabaseSync(":memory:");
  const defined = columns.map(({ name, kind }) => `"${name}" ${columnTypes[kind]}`);
  database.exec(`CREATE TABLE t (${[...defined, ...entities(columns)].join(", ")})`);
  const insert = database.prepare(`INSERT INTO t VALUES (${columns.map(() => "?").join(", ")})`);
  const written = database.prepare(
    `SELECT ${jsonRow(type, undefined)} AS json, ${xmlRow(type, undefined)} AS xml FROM t`,
  );
  fc.assert(
    fc.property(rows, (given) => {
      const held = given.map((value, index) =>
        value === null ? null : toSql(kinds[index] ?? "string", value, () => {}),
      );
      database.exec("DELETE FROM t");
      insert.run(...held);
      const row = Object.fromEntries(columns.map(({ name }, index) => [name, held[index] ?? null]));
      expect(written.get()).toEqual({
        json: jsonObject(type.fields, row),
        xml: `<row>${xmlFields(type.fields, row)}</row>`,
      });
    }),
    { numRuns: 1_000 },
  );
});

test("a row without text needs no column for entities", () => {
  expect(entities(columns.filter(({ kind }) => kind !== "string" && kind !== "email"))).toEqual([]);
});
