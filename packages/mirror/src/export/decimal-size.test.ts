import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesFor, decimalSize, unscaled } from "./decimal-size.ts";

async function* batchOf(...amounts: (string | null)[]): AsyncGenerator<Record<string, unknown>[]> {
  yield amounts.map((iznos) => ({ iznos }));
}

const sizeOf = (...amounts: (string | null)[]) => decimalSize("temeljni_kapital.iznos", "iznos", batchOf(...amounts));

test("a column of amounts is decimal(22,2), and wider only if an amount needs it", async () => {
  expect(await sizeOf()).toEqual({ precision: 22, scale: 2 });
  expect(await sizeOf("99999999999999999999.99", "-0.5000", null, "00012")).toEqual({ precision: 22, scale: 2 });
  expect(await sizeOf("1.0001")).toEqual({ precision: 24, scale: 4 });
  expect(await sizeOf("123456789012345678901", "0.125")).toEqual({ precision: 24, scale: 3 });
});

test("amounts that no decimal of 38 digits holds are refused, never rounded", async () => {
  expect(await sizeOf(`${"9".repeat(36)}.99`)).toEqual({ precision: 38, scale: 2 });
  await expect(sizeOf(`1${"0".repeat(36)}`)).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining("temeljni_kapital.iznos has amounts with up to 37 digits before and 2 after"),
  });
});

test("the unscaled value of a decimal has all its digits", () => {
  expect(unscaled("12.5", 2)).toBe(1250n);
  expect(unscaled("-0.05", 2)).toBe(-5n);
  expect(unscaled("7", 4)).toBe(70000n);
  expect(unscaled("1.5000", 2)).toBe(150n);
});

test("there are enough bytes for every precision, and none too many", () => {
  expect([1, 9, 18, 22, 38].map(bytesFor)).toEqual([1, 4, 8, 10, 16]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 38 }), (precision) => {
      const greatest = 10n ** BigInt(precision) - 1n;
      expect(BigInt.asIntN(8 * bytesFor(precision), greatest)).toBe(greatest);
    }),
  );
});
