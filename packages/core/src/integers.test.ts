import fc from "fast-check";
import { expect, it } from "vitest";
import { denotesInteger, keepExact, mayDropFraction } from "./integers.ts";

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

/** An integer, as text, or nothing. */
const digits = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String),
  fc.constantFrom("0", "7.0", "1e2", "null", "9007199254740993"),
);
const object = (fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc.record(fields).map((values) => `{${Object.entries(values).map(([name, text]) => `"${name}":${text}`)}}`);
const array = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(items, { maxLength: 3 }).map((texts) => `[${texts}]`);
const details = object({
  ...{ mbs: digits, sudovi: array(digits), sudac: fc.constant("null"), oznake: array(fc.constant('"a"')) },
  ...{ clanovi: array(object({ oib: digits, uloge: array(array(digits)) })), iznosi: array(fc.constant("2.5")) },
});

it("integers are exact wherever they are in lists and objects, in rows and in one object", () => {
  const names = ["mbs", "sudovi[]", "sudac.id", "clanovi[].oib", "clanovi[].uloge[][]"];
  // As the digits are: `7.0` and `1e2` are integers, too.
  const wanted = (text: string): unknown =>
    JSON.parse(text, (_, value, context?: { source: string }) =>
      typeof value === "number" && value !== 2.5
        ? BigInt(/^-?\d+$/.test(context?.source ?? "") ? (context?.source ?? "") : value)
        : value,
    );
  const fail = (kind: string, what: string, _advice?: string, _cause?: unknown, path?: string): never => {
    throw Object.assign(new Error(what), { kind, path });
  };
  fc.assert(
    fc.property(fc.oneof(details, array(details)), (text) => {
      const data = JSON.parse(text);
      keepExact(data, names, "bigint", text, fail);
      expect(data).toEqual(wanted(text));
      const unsafe = /\d{16,}/.test(text) && text.match(/\d{16,}/g)?.some((one) => Number(one) >= 2 ** 53);
      const asNumbers = (): void => keepExact(JSON.parse(text), names, "number", text, fail);
      if (unsafe)
        expect(asNumbers).toThrow(/^(\[\d\]\.)?(mbs|sudovi\[\d\]|clanovi\[\d\]\.(oib|uloge\[\d\]\[\d\])) does not fit/);
      else expect(asNumbers).not.toThrow();
    }),
  );
});
