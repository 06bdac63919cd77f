import fc from "fast-check";
import { expect, test } from "vitest";
import { fitsWidth, isIntegral, normalizeNumber, sameNumber } from "./decimal.ts";

const exponentForm = fc.tuple(fc.bigInt(), fc.integer({ min: 0, max: 30 }));

test("a value is the same in any notation", () => {
  fc.assert(
    fc.property(exponentForm, ([digits, zeros]) => {
      const plain = String(digits * 10n ** BigInt(zeros));
      expect(sameNumber(plain, `${digits}e${zeros}`)).toBe(true);
      expect(sameNumber(plain, `${plain}.000`)).toBe(true);
      expect(isIntegral(`${digits}e${zeros}`)).toBe(true);
      expect(sameNumber(plain, String(digits * 10n ** BigInt(zeros) + 1n))).toBe(false);
    }),
  );
});

test("the digits on one side of the decimal point may be missing", () => {
  expect(sameNumber(".5", "0.5")).toBe(true);
  expect(sameNumber("5.", "5")).toBe(true);
});

test("widths are those of two's complement", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => fitsWidth(String(value), 64)),
  );
  fc.assert(fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (value) => fitsWidth(String(value), 32)));
  expect(
    [String(2n ** 63n), String(-(2n ** 63n) - 1n), "1e300", "1e999999999"].map((text) => fitsWidth(text, 64)),
  ).toEqual([false, false, false, false]);
  expect(["1e18", "-9e18"].map((text) => fitsWidth(text, 64))).toEqual([true, true]);
  expect(["2147483648", "-2147483649"].map((text) => fitsWidth(text, 32))).toEqual([false, false]);
});

test("a fraction is found even where a double would round it away", () => {
  expect(["1.5", "1e-1", "1.00000000000000000001", "10e-2"].map(isIntegral)).toEqual([false, false, false, false]);
  expect(["1.5", "1e-400"].map((text) => fitsWidth(text, 64))).toEqual([false, false]);
  expect(["1.0", "10e-1", "-0", "0.0e-5"].map(isIntegral)).toEqual([true, true, true, true]);
});

test("numbers too large to be written out still differ", () => {
  expect(sameNumber("10e999999998", "1e999999999")).toBe(true);
  expect(sameNumber("1e999999998", "1e999999999")).toBe(false);
});

test("text that is not a number is unchanged", () => {
  expect(normalizeNumber("sedam")).toBe("sedam");
  expect(isIntegral("")).toBe(false);
});

test("millions of digits are read in time that grows with their number", () => {
  const nines = "9".repeat(2_000_000);
  expect(sameNumber(`0.${nines}`, `0.${nines}0`)).toBe(true);
  expect(fitsWidth(`${nines}e1`, 64)).toBe(false);
  const zeros = "0".repeat(50_000);
  expect(normalizeNumber(`1${zeros}.${zeros}1`)).toMatch(/^10*1e-50001$/);
});
