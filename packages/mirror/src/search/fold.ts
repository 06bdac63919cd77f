/** Names as people type them: without case, accents and punctuation. */
import { MirrorError } from "../mirror-error.ts";

/** Letters that do not come apart into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ς: "σ",
};

/** Changes with the rules below: what was folded by other rules is folded again. */
export const foldVersion = 2;

/**
 * Folds a text to small letters and digits with single spaces between words. Dots and apostrophes vanish, so that `d.o.o.` is `doo`;
 * so do halves of surrogate pairs and U+0000, which nobody types.
 */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Surrogate}\0.'’`´]+/gu, "")
    .replace(/[đðłøßæœıς]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The forms of a text, one or two. People write `đ` as `d` or `dj`: in the second form, every `dj` is a `d`. Two texts that
 * differ in nothing else have a form in common.
 */
export function forms(text: string): string[] {
  const plain = fold(text);
  return [...new Set([plain, plain.replaceAll("dj", "d")])].filter(Boolean);
}

/** Where a company is, in the words of the view `company`. */
export interface CompanyPlace {
  sjediste: string | null;
  zupanija: string | null;
}

/**
 * Makes a test of whether a company is at a place: its seat or its county has the words of a text, whole and one after another, folded as
 * names are. So `Split` is no part of Splitsko-dalmatinska.
 *
 * @throws MirrorError of kind `usage` if the text has no letter and no digit.
 */
export function placeTest(text: string): (place: CompanyPlace) => boolean {
  const wanted = forms(text).map((form) => ` ${form} `);
  if (wanted.length === 0)
    throw new MirrorError("usage", "Name a place: a town, a street or a county. The text needs a letter or a digit.");
  return ({ sjediste, zupanija }) =>
    [sjediste, zupanija].some((one) =>
      forms(one ?? "").some((form) => wanted.some((words) => ` ${form} `.includes(words))),
    );
}

/** The parts of three characters that a folded text has, each once. A text that is a part of another has no others. */
export function trigrams(folded: string): string[] {
  const characters = [...folded];
  return [...new Set(characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`))];
}

/** Keeps most trigrams of small letters, digits and spaces apart. */
const step = 41;

/** The trigrams of a folded text as numbers of 16 bits, each once: an index compares them fast. Two trigrams may share a number. */
export function trigramNumbers(folded: string): number[] {
  const numbers = new Set<number>();
  let first: number | undefined;
  let second: number | undefined;
  for (const character of folded) {
    const third = character.codePointAt(0) ?? 0;
    if (first !== undefined && second !== undefined)
      numbers.add((((first * step + second) * step + third) % 0x1_0000) - 0x8000);
    [first, second] = [second, third];
  }
  return [...numbers];
}
