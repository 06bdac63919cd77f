import fc from "fast-check";
import { expect, test } from "vitest";
import { foldMark, isCaseText, Registers, splitCase, tidyMark } from "./mark.ts";

/** Names of registers as services may have them: with hyphens, blanks and digits in them, and letters of any language. */
const register = fc
  .tuple(
    fc.constantFrom("K", "P", "Pp", "Ovr", "Gž", "đ", "Straße"),
    fc.array(fc.constantFrom("-Us", "-Ž", " Ž", "-1", "7", "-a/1", " R", "-ǆ"), { maxLength: 3 }),
  )
  .map(([first, rest]) => [first, ...rest].join(""));
const number = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom("2015", "20", "2031"))
  .map(([one, year]) => `-${one}/${year}`);
const disguises: readonly ((mark: string) => string)[] = [
  (mark) => mark,
  (mark) => mark.toUpperCase(),
  (mark) => mark.toLowerCase(),
  (mark) => mark.replaceAll("-", " \u2011 ").replaceAll("/", " / "),
  (mark) => `\u200b${mark.normalize("NFD")} `,
];

test("a mark is asked for as the service writes its register, and is one case however it is written", () => {
  fc.assert(
    fc.property(fc.uniqueArray(register, { minLength: 1, maxLength: 5 }), number, fc.nat(), (names, rest, at) => {
      const registers = new Registers(names);
      const asSent = (names[at % names.length] as string) + rest;
      const alike = names.map((name) => name + rest).filter((mark) => foldMark(mark) === foldMark(asSent));
      for (const disguise of disguises) {
        const written = tidyMark(disguise(asSent));
        expect(isCaseText(`${disguise(asSent)}@7`)).toBe(true);
        const spellings = registers.spellings(written);
        if (alike.length > 1) expect(alike).toEqual(expect.arrayContaining(spellings));
        else expect(spellings).toEqual([asSent]);
        if (alike.length === 1) expect(registers.idOf(written)).toBe(registers.idOf(asSent));
      }
    }),
  );
});

test("registers that differ in letter case alone are told apart where a mark is written as one of them", () => {
  const registers = new Registers(["Kž", "KŽ", "P"]);
  expect(registers.spellings("kž-1/2020")).toEqual(["Kž-1/2020", "KŽ-1/2020"]);
  expect(registers.spellings("KŽ-1/2020")).toEqual(["KŽ-1/2020"]);
  expect(registers.idOf("KŽ-1/2020")).not.toBe(registers.idOf("Kž-1/2020"));
  expect(registers.idOf("p-1/2020")).toBe(registers.idOf("P-1/2020"));
});

test("what is written otherwise is no case", () => {
  for (const text of ["", "oznaka/broj", "e-mail@sud", "P-1", "1/2020", "P/2020", "60000001", "Ovr-1/", "12-3/7"])
    expect(isCaseText(text), text).toBe(false);
  expect(splitCase("P-1/2020 @ Sud @ 7 ")).toEqual({ mark: "P-1/2020 @ Sud ", court: "7" });
});
