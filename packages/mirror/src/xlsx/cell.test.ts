import fc from "fast-check";
import { expect, test } from "vitest";
import {
  columnLetters,
  dateText,
  escapeCharacters,
  isDateFormat,
  maxColumns,
  maxRows,
  numberText,
  readPlace,
  unescapeCharacters,
} from "./cell.ts";

/** Any of the units of UTF-16, those of XML and halves of pairs more often than others. */
const anyUnit = fc.oneof(fc.nat(0xffff), fc.nat(0x7f)).map((unit) => String.fromCharCode(unit));

test("a cell has a place of letters and digits", () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  fc.assert(
    fc.property(fc.nat(maxColumns - 1), fc.nat(maxRows - 1), (column, row) => {
      expect(readPlace(`${columnLetters(column)}${row + 1}`)).toEqual({ row, column });
    }),
  );
  for (const text of ["", "A", "1", "A0", "a1", "AAAA1", "A1:B2", "A99999999"])
    expect(readPlace(text), text).toBeUndefined();
});

test("a text with whatever characters is written so that XML can hold it, and read again", () => {
  expect(escapeCharacters("a\0_x0041_\r\n\ud800")).toBe("a_x0000__x005F_x0041__x000D_\n_xD800_");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyUnit }),
        fc.array(fc.constantFrom("_", "x", "0041", "\ud83d", "\ude00", "\r")).map((all) => all.join("")),
      ),
      (text) => {
        const written = escapeCharacters(text);
        expect(Buffer.from(written).toString()).toBe(written);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(written).not.toMatch(/[\0-\x08\x0b-\x1f\ufffe\uffff]/);
        expect(unescapeCharacters(written)).toBe(text);
      },
    ),
  );
});

test.each([
  [14, true],
  [22, true],
  [47, true],
  [0, false],
  [49, false],
  ["dd.mm.yyyy.", true],
  ["[$-41A]d. mmmm yyyy;@", true],
  ["[h]:mm", true],
  ["General", false],
  ["00000000000", false],
  ['#,##0.00 "dana"', false],
  ["#,##0.00\\ [$€-1]", false],
  ["[Red]0.00;[Blue]-0.00", false],
  ["0.00E+00", false],
])("a number of the format %j is a date: %j", (format, expected) => expect(isDateFormat(format)).toBe(expected));

test.each([
  [46_053, 14, "2026-01-31"],
  [46_053.520_896_064_8, 22, "2026-01-31T12:30:05.420"],
  [46_053.25, "yyyy", "2026-01-31T06:00:00"],
  [0.043_090_277_777_777_8, "h:mm", "01:02:03"],
  [1.25, "[h]:mm", "30:00:00"],
  [-1.5, 46, "-36:00:00"],
  [1, 14, "1900-01-01"],
  [61, 14, "1900-03-01"],
  [1e300, 14, "1e+300"],
])("%d days in the format %j are %s", (days, format, text) => expect(dateText(days, format)).toBe(text));

test.each([
  ["12345678903", "12345678903"],
  ["1.2345678903E10", "12345678903"],
  ["1.23456789012346E+019", "12345678901234600000"],
  ["0.10000000000000001", "0.1"],
  ["-5", "-5"],
])("the number %s is %s", (stored, text) => expect(numberText(stored)).toBe(text));
