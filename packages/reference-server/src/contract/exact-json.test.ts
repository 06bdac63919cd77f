import fc from "fast-check";
import { expect, test } from "vitest";
import { InexactNumberError, isSameNumber, parseExact } from "./exact-json.ts";

const digits = fc.stringMatching(/^[1-9]\d{0,30}$/);
const exponent = fc.integer({ min: -330, max: 300 });

/** The value of a JSON number, times a power of ten that leaves no fraction. */
function scaled(text: string): bigint {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(Number(power) - fraction.length + 1_000);
}

test("a number is parsed exactly, or refused", () => {
  const written = fc.tuple(fc.constantFrom("", "-"), digits, digits, exponent);
  fc.assert(
    fc.property(written, ([sign, whole, fraction, power]) => {
      const text = `${sign}${whole}.${fraction}e${power}`;
      fc.pre(Number.isFinite(Number(text)));
      const isHeld = scaled(text) % 10n ** 1_000n === 0n || scaled(String(Number(text))) === scaled(text);
      if (isHeld) expect(scaled(String(parseExact(text)))).toBe(scaled(text));
      else expect(() => parseExact(text)).toThrow(InexactNumberError);
    }),
  );
});

test("every double and every integer is parsed exactly", () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
      expect(Number(parseExact(JSON.stringify(value)))).toBe(value + 0);
    }),
  );
  const long = "9".repeat(400);
  expect(parseExact(`[${long},-${long},1e30,9007199254740993.0,1e400]`)).toEqual([
    BigInt(long),
    -BigInt(long),
    10n ** 30n,
    9007199254740993n,
    Number.POSITIVE_INFINITY,
  ]);
});

test.each([
  ["1", "1.0", true],
  ["-0.0", "0e5", true],
  ["1e3", "1000", true],
  ["0.00120", "12E-4", true],
  ["1", "-1", false],
  ["1", "10", false],
])("%s and %s are the same number: %s", (one, other, same) => {
  expect(isSameNumber(one, other)).toBe(same);
});
