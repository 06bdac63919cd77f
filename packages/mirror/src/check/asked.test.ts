import { isOib } from "@court-register/fetch/identifiers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedFor, type ColumnKind } from "./asked.ts";

/** An OIB for any ten digits. */
const oibOf = (ten: string): string => {
  const found = Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`).find((text) => isOib(text));
  return found ?? expect.fail(ten);
};

const numbersOf = (text: string, kind?: ColumnKind): string[] => askedFor(text, kind).numbers.map((one) => one.text);

describe("a cell", () => {
  test.each([
    ["01234567896", ["01234567896"]],
    ["1234567896", ["01234567896"]],
    [' ="01234567896" ', ["01234567896"]],
    ["'012345 67896", ["01234567896"]],
    ["HR01234567896", ["01234567896"]],
    ["1234567896.0", ["01234567896"]],
    ["01234567896,00", ["01234567896"]],
    ["12345678901", ["12345678901"]],
    ["80000001", ["080000001"]],
    ["000000012", ["000000012"]],
    ["000000010", ["000000010", "00000000010"]],
  ])("%s may be %j", (text, numbers) => expect(numbersOf(text)).toEqual(numbers));

  test("is an OIB or an MBS where the column says so", () => {
    expect(numbersOf("80000001", "oib")).toEqual(["00080000001"]);
    expect(numbersOf("80000001", "mbs")).toEqual(["080000001"]);
    for (const text of ["", "abc", "123456789012", "1.23457E+10", "HR123", "-1"])
      expect(askedFor(text, "oib"), text).toEqual({ text, numbers: [], name: undefined });
    expect(numbersOf("1234567890", "mbs")).toEqual([]);
    expect(askedFor("080000001", "name")).toEqual({ text: "080000001", numbers: [], name: "080000001" });
    expect(askedFor("Uzorak 2000")).toMatchObject({ numbers: [], name: "Uzorak 2000" });
  });

  test("is no name if it has digits and no letters, whatever the column", () => {
    for (const text of [
      "9,42E+10",
      "9.42e10",
      "1.234,50",
      "123456789012",
      "-5",
      "12345678903.5",
      "80000001/2",
      "80.000",
      "80,000",
    ])
      expect(askedFor(text), text).toEqual({ text, numbers: [], name: undefined });
    for (const text of ["2E d.o.o.", "E+5", "", "…"]) expect(askedFor(text).name, text).toBe(text);
    expect(numbersOf("80000001", "number")).toEqual(["080000001"]);
    expect(askedFor("Primjer", "number").name).toBeUndefined();
  });

  test("is found whatever zeros it has lost", () => {
    const digits = (length: number): fc.Arbitrary<string> =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
    fc.assert(
      fc.property(digits(10).map(oibOf), (oib) => {
        expect(numbersOf(String(BigInt(oib)))).toContain(oib);
        expect(numbersOf(String(BigInt(oib)), "oib")).toEqual([oib]);
      }),
    );
    fc.assert(
      fc.property(digits(9), (mbs) => {
        expect(numbersOf(String(BigInt(mbs)))).toContain(mbs);
      }),
    );
  });
});
