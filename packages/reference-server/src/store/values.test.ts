import fc from "fast-check";
import { expect, test } from "vitest";
import { toSql } from "./values.ts";

const never = (): never => {
  throw new Error("nothing should be replaced");
};

test("integers keep every digit, and stay within their width", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      expect(toSql("int64", value, never)).toBe(value);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      expect(toSql("integer", value, never)).toBe(String(value));
      const fits = value >= -(2n ** 31n) && value < 2n ** 31n;
      if (fits) expect(toSql("int32", value, never)).toBe(value);
      else expect(() => toSql("int32", value, never)).toThrow("within int32");
    }),
  );
});

test("a double is a number that JSON can write, or refused", () => {
  expect([1, -0.5, 1e21, 10n ** 20n].map((value) => toSql("double", value, never))).toEqual([
    "1",
    "-0.5",
    "1e+21",
    "100000000000000000000",
  ]);
  for (const value of [10n ** 400n, Number.POSITIVE_INFINITY, Number.NaN, "1", null, true])
    expect(() => toSql("double", value, never)).toThrow("must be a number that a double can hold");
});

test("a boolean is true or false, not what stands for it elsewhere", () => {
  expect([true, false].map((value) => toSql("boolean", value, never))).toEqual([1, 0]);
  for (const value of [1, 0, "true", null]) expect(() => toSql("boolean", value, never)).toThrow("true or false");
});

test("text that XML can represent is kept unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(toSql("string", text, never)).toBe(text);
    }),
  );
});

test("a date is a day that exists, without a time", () => {
  expect(toSql("date", "2024-02-29", never)).toBe("2024-02-29");
  for (const text of ["2023-02-29", "1990-10-31T00:00:00Z", "31.10.1990.", "1990-1-1", ""])
    expect(() => toSql("date", text, never)).toThrow("must be a date that exists, such as 1993-10-31, but is");
});

test.each(["2024-02-29T23:59:59Z", "1990-10-31T00:00:00.123+02:00"])("%s is a date-time", (text) => {
  expect(toSql("date-time", text, never)).toBe(text);
});

test.each([
  "2023-02-29T00:00:00Z",
  "1990-10-31T00:00:00",
  "1990-10-31 00:00:00Z",
  "1990-10-31T00:00:00+0200",
  "1990-10-31",
])("%s is not a date-time", (text) => {
  expect(() => toSql("date-time", text, never)).toThrow("date-time with a time zone");
});

test("a message has the value at fault, of a long one the beginning", () => {
  expect(() => toSql("int32", "x".repeat(58), never)).toThrow(/, but is "x{58}"$/);
  expect(() => toSql("int32", "x".repeat(59), never)).toThrow(/, but is "x{59}…$/);
});
