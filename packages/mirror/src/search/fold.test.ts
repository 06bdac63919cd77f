import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, forms, trigramNumbers, trigrams } from "./fold.ts";

/** Whether people who type one of two texts mean the other. */
const meet = (one: string, other: string): boolean => forms(one).some((form) => forms(other).includes(form));

describe("forms", () => {
  it("đ, dj and d meet, whatever the case", () => {
    const spellings = ["djurdjevac", "đurđevac", "DURDEVAC", "Đurđevac", "ĐURDJEVAC", "DJURĐEVAC", "Đurđevac\u0301"];
    for (const one of spellings) for (const other of spellings) expect(meet(one, other), `${one} ${other}`).toBe(true);
    expect(meet("đurđevac", "durmevac")).toBe(false);
  });

  it.each([
    ["Čačinci, ŠĆEPAN & ŽARKO d.o.o.", "cacinci scepan zarko doo"],
    ["BIO-VITA  »sok«", "bio vita sok"],
    ["O'Brien’s", "obriens"],
    ["Łódź Straße Ærø", "lodz strasse aero"],
    ["ＦＵＬＬ ①", "full 1"],
    ["İSTANBUL", "istanbul"],
    [" --- ", ""],
  ])("folds %s", (text, folded) => expect(fold(text)).toBe(folded));

  it("any spelling of a text finds any other one", () => {
    const spelling: Readonly<Record<string, readonly string[]>> = {
      č: ["č", "c", "Č", "C", "c\u030c"],
      ć: ["ć", "c", "Ć", "c\u0301"],
      š: ["š", "s", "Š"],
      ž: ["ž", "z", "Ž"],
      đ: ["đ", "Đ", "d", "dj", "DJ", "Dj"],
      a: ["a", "A"],
    };
    const letter = fc.constantFrom(...Object.keys(spelling));
    const twoSpellings = fc.array(
      letter.chain((one) =>
        fc.tuple(fc.constantFrom(...(spelling[one] ?? [])), fc.constantFrom(...(spelling[one] ?? []))),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(twoSpellings, (pairs) => {
        const [one, other] = [0, 1].map((at) => pairs.map((pair) => pair[at]).join(""));
        expect(meet(one ?? "", other ?? ""), `${one} ${other}`).toBe(true);
      }),
    );
  });

  it("folding again changes nothing, and leaves small letters and digits, whatever the character", () => {
    for (let code = 0; code < 0x11_0000; code++) {
      const folded = fold(`x${String.fromCodePoint(code)}y`);
      if (fold(folded) !== folded || !/^x(?: ?[\p{L}\p{N}])*$/u.test(folded) || folded !== folded.toLowerCase())
        expect.fail(`U+${code.toString(16)} becomes ${folded}`);
    }
    expect(fold("x \u{1f600} y")).toBe("x y");
  });
});

describe("trigrams", () => {
  it("has every part of three characters once", () => {
    expect(trigrams("banana")).toEqual(["ban", "ana", "nan"]);
    expect(trigrams("ab")).toEqual([]);
    expect(trigrams("😀😁😂")).toEqual(["😀😁😂"]);
  });

  it("of a part of a text are trigrams of the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "č", "😀", " "), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(20), (whole, from, length) => {
        const part = [...whole].slice(from, from + length).join("");
        expect(trigrams(whole)).toEqual(expect.arrayContaining(trigrams(part)));
      }),
    );
  });

  it("have numbers of 16 bits, which a part of a text shares with the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ž", "9", "😀", "\u{10ffff}", " "), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(20), (whole, from, length) => {
        const part = [...whole].slice(from, from + length).join("");
        const numbers = trigramNumbers(whole);
        expect(numbers).toEqual(expect.arrayContaining(trigramNumbers(part)));
        expect(numbers.length > 0).toBe(trigrams(whole).length > 0);
        expect(numbers.filter((number) => !Number.isInteger(number) || number < -0x8000 || number > 0x7fff)).toEqual(
          [],
        );
      }),
    );
    expect(trigramNumbers("banana")).toHaveLength(3);
  });
});
