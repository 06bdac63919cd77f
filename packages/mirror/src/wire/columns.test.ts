import fc from "fast-check";
import { expect, test } from "vitest";
import { anyJson, rendered } from "../../test/support/any-json.ts";
import { plainDecimal, rowReader, rowStorer, type StoredRow } from "./columns.ts";
import type { Column } from "./list.ts";
import { canonical, parseRows, type WireObject } from "./wire.ts";

const columns: readonly Column[] = [
  { name: "mbs", type: "integer" },
  { name: "iznos", type: "decimal" },
  { name: "ime", type: "text" },
  { name: "aktivan", type: "boolean" },
  { name: "drzava", type: "json" },
];
const store = rowStorer(columns);
const row = (text: string): WireObject => parseRows(`[${text}]`)[0] as WireObject;
const stored = (text: string): StoredRow => store(row(text));

test("values of their type are in their columns", () => {
  expect(stored('{"mbs":1,"iznos":20000.00,"ime":"Đ","aktivan":true,"drzava":{"b":1.0}}')).toEqual({
    values: [1, "20000.00", "Đ", true, '{"b":1.0}'],
    extra: null,
    misfits: [],
  });
});

test("a list is in its column with every digit and in its order", () => {
  for (const drzava of ['["b","a"]', '[{"id":9007199254740993,"x":1.10},null,[]]', "[]", "[1e400,-0]"])
    expect(stored(`{"drzava":${drzava}}`)).toEqual({
      values: [null, null, null, null, drzava],
      extra: null,
      misfits: [],
    });
});

test("a value that its column holds, but does not give back as it was sent, is in both", () => {
  expect(stored('{"mbs":7.0,"iznos":1.5E7}')).toMatchObject({
    values: [7n, "15000000", null, null, null],
    extra: '{"mbs":7.0,"iznos":1.5E7}',
    misfits: [],
  });
});

test("a value outside its type is kept as it was sent, and told", () => {
  expect(stored('{"mbs":true,"iznos":"2","ime":3,"aktivan":1,"drzava":"HR"}')).toEqual({
    values: [null, null, null, null, null],
    extra: '{"mbs":true,"iznos":"2","ime":3,"aktivan":1,"drzava":"HR"}',
    misfits: ["mbs", "iznos", "ime", "aktivan", "drzava"],
  });
  for (const mbs of ["9223372036854775808", "-9223372036854775809", "1.5", "1e-1", "1e999999999"])
    expect(stored(`{"mbs":${mbs}}`)).toMatchObject({ extra: `{"mbs":${mbs}}`, misfits: ["mbs"] });
  for (const ime of ['"\\ud800"', '"a\\u0000b"']) expect(stored(`{"ime":${ime}}`).misfits).toEqual(["ime"]);
});

test("a text of digits is outside the type of an integer, but its number has the column", () => {
  expect(stored('{"mbs":"080000001"}')).toMatchObject({
    values: [80_000_001n, null, null, null, null],
    extra: '{"mbs":"080000001"}',
    misfits: ["mbs"],
  });
  for (const mbs of ["", " 1", "1 ", "-1", "1.0", "1e3", "0x1", "9223372036854775808", "0".repeat(20), "١"])
    expect(stored(JSON.stringify({ mbs })), mbs).toMatchObject({
      values: [null, null, null, null, null],
      misfits: ["mbs"],
    });
});

test("what the contract does not know is in extra, and nulls are nowhere", () => {
  expect(stored('{"novo":1.10,"mbs":null,"prazno":null}')).toEqual({
    values: [null, null, null, null, null],
    extra: '{"novo":1.10}',
    misfits: [],
  });
});

test("the bounds of 64 bits are exact", () => {
  for (const mbs of ["9223372036854775807", "-9223372036854775808", "9007199254740993"])
    expect(stored(`{"mbs":${mbs}}`)).toMatchObject({ values: [BigInt(mbs), null, null, null, null], extra: null });
});

test("a decimal is written without exponent", () => {
  const pairs = {
    "1E7": "10000000",
    "1.5e3": "1500",
    "12e-3": "0.012",
    "1.50": "1.50",
    "-0.0": "0.0",
    "-2.5E-1": "-0.25",
    "10e-1": "1.0",
    "0e5": "0",
  };
  for (const [sent, plain] of Object.entries(pairs)) expect(plainDecimal(sent)).toBe(plain);
  expect(plainDecimal("1e401")).toBeUndefined();
});

test("any row comes back from its columns as it was sent", () => {
  const name = fc.constantFrom("mbs", "iznos", "ime", "aktivan", "drzava", "novo", "__proto__", "extra");
  const fields = fc.uniqueArray(fc.tuple(name, anyJson), { maxLength: 8, selector: ([one]) => one });
  fc.assert(
    fc.property(fields, fc.nat(), (pairs, seed) => {
      const sent = { fields: pairs };
      const held = stored(rendered(sent, seed));
      const { values, extra } = held;
      const back = rowReader(columns)({
        ...Object.fromEntries(columns.map((column, index) => [column.name, values[index]])),
        extra,
      });
      expect(canonical(back)).toBe(rendered(sent));
      // So what is stored can be computed again from what is stored.
      expect(store(back)).toEqual(held);
    }),
    { numRuns: 2_000 },
  );
});
