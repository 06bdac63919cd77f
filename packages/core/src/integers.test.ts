import { expect, it } from "vitest";
import { denotesInteger, mayDropFraction } from "./integers.ts";

it.each(["7", "-7", "7.0", "70e-1", "7e3", "0.5e1", "0.00", "-0", "700.00e-2"])("%s denotes an integer", (source) =>
  expect(denotesInteger(source)).toBe(true),
);

it.each(["7.5", "7e-1", "70.1e-1", "4503599627370497.5", "1e-400", "0.50"])("%s denotes none", (source) =>
  expect(denotesInteger(source)).toBe(false),
);

it.each(['[{"mbs":4503599627370497.5}]', '{"a":1.00000000000000000001}', '{"a":1e-400}', '{"a":7E-1}'])(
  "%s may drop a fraction",
  (text) => expect(mayDropFraction(text)).toBe(true),
);

it.each([
  '[{"iznos":20000.55}]',
  '{"ime":"Primjer d.o.o. 1.2"}',
  '{"datum":"1990-10-31T00:00:00"}',
  '{"ulica":"ve-2"}',
])("%s drops none", (text) => expect(mayDropFraction(text)).toBe(false));

it.each([".", "1.", "1.1", "e-", "1e-", "0"])("a megabyte of %j is read in linear time", (unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
  expect(mayDropFraction(text)).toBeTypeOf("boolean");
  expect(denotesInteger(text)).toBeTypeOf("boolean");
});
