import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeMarkup } from "../shared/text.ts";
import { redacted, redactor } from "./redact.ts";

const secret = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => text.trim().length > 5);

/** A text as XML serializers write it; some escape quotes too. */
const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text with everything but letters and digits written by its code. */
const escapedBy = (text: string, write: (code: number) => string): string =>
  text.replace(/\W/g, (character) => write(character.charCodeAt(0)));

/** Text that is no part of an escape, which it would be one with what follows or precedes. */
const neighbour = fc.string().map((text) => (text === "" ? "" : ` ${text.replace(/[\\%&~]/g, "")} `));

test("a secret is redacted in every encoding", () => {
  fc.assert(
    fc.property(secret, neighbour, neighbour, (key, before, after) => {
      const redact = redactor([key]);
      for (const written of [
        key,
        encodeURIComponent(key),
        [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
        new URLSearchParams({ key }).toString().slice("key=".length),
        escapeText(key),
        escapeText(key).replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
        escapeText(key).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
        JSON.stringify(key).slice(1, -1),
        Buffer.from(key).toString("base64"),
        Buffer.from(key).toString("base64url"),
        JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
        escapedBy(key, (code) => `\\u${code.toString(16).toUpperCase().padStart(4, "0")}`),
        escapedBy(key, (code) => `&#${code};`),
        escapedBy(key, (code) => `&#x${code.toString(16).toUpperCase()};`),
        key.replaceAll("~", "~0").replaceAll("/", "~1"),
        JSON.stringify(key).slice(1, -1).replaceAll("'", "'\\''"),
        Buffer.from(key).toString("hex"),
        Buffer.from(key).toString("hex").toUpperCase(),
        Buffer.from(key, "utf16le").toString("latin1"),
        Buffer.from(key, "utf16le").swap16().toString("latin1"),
      ]) {
        const cleaned = redact(`${before}${written}${after}`);
        expect(cleaned).toContain(redacted);
        // The text around it may contain it by chance.
        if (!`${before}${after}${redacted}`.includes(written))
          expect(cleaned.split(redacted).some((part) => part.includes(written))).toBe(false);
      }
    }),
  );
});

test.each([
  "G%C5%BE-17/2020",
  "G%c5%be-17%2f2020",
  "G%u017e-17/2020",
  "G&#382;-17/2020",
  "G\\u017E-17\\/2020",
  "G\\\\u017e-17/2020",
])("a case mark that is not ASCII is redacted as %s", (written) =>
  expect(redactor(["Gž-17/2020"])(`/${written}?`)).toBe(`/${redacted}?`),
);

test("what only resembles a case mark that is not ASCII stays", () => {
  expect(redactor(["Gž-17/2020"])("/Gabcdef-17/2020")).toBe("/Gabcdef-17/2020");
});

test("a case mark with a surrogate pair is redacted", () => {
  const mark = "G\u{1f600}-17/2020";
  for (const written of [mark, encodeURIComponent(mark)])
    expect(redactor([mark])(`/${written}?`)).toBe(`/${redacted}?`);
});

test("a secret with half of a surrogate pair does not break the message that refuses it", () => {
  expect(redactor(["tajni-\ud83dkljuc", "another-key"])("tajni-\ud83dkljuc another-key")).toBe(
    `${redacted} ${redacted}`,
  );
});

test("without a secret nothing changes", () => {
  expect(redactor([])("[redacted] a")).toBe("[redacted] a");
  expect(redactor([""])("a")).toBe("a");
  // Nor is a short one looked for, which words have by chance, however it is written.
  for (const short of ["a", "%61", "abc", "\\u0061"])
    expect(redactor([short])("a cabbage: abc, a")).toBe("a cabbage: abc, a");
});

test("if one secret starts with another, the longer one is redacted as a whole", () => {
  expect(redactor(["abcdef", "abcdefgh"])("x abcdefgh y")).toBe(`x ${redacted} y`);
});

test.each(["", "a", "ab", "abc"])(
  "a secret after %j is redacted in base64, and no character of it remains",
  (before) => {
    const key = "tajni+kljuc/4711";
    for (const encoding of ["base64", "base64url"] as const) {
      const whole = Buffer.from(`${before}${key}Kraj`).toString(encoding);
      const other = Buffer.from(`${before}${"\0".repeat(key.length)}Kraj`).toString(encoding);
      const [start, end, ...rest] = redactor([key])(whole).split(redacted);
      expect(rest).toEqual([]);
      expect(other.startsWith(start ?? "?")).toBe(true);
      expect(other.endsWith(end ?? "?")).toBe(true);
    }
  },
);

test.each([
  ["like a token", "Kljuc47/+-".repeat(1_000)],
  ["of letters", "Kljuc4711".repeat(1_200)],
])("a secret of ten thousand characters %s is redacted", (_, key) => {
  expect(redactor([key])(`a ${key} b`)).toBe(`a ${redacted} b`);
});

test.each([3_000, 10_000])("nor does it matter how many special characters a secret has: %i", (count) => {
  const special = (step: number): string =>
    Array.from({ length: count }, (_, index) => "!#$%&*+-.^_`|~/č"[(index * step) % 16]).join("");
  const [key, other] = [special(7), special(5)];
  const redact = redactor([key, other, "another-key"]);
  for (const written of [key, JSON.stringify(key), encodeURIComponent(key), Buffer.from(key).toString("base64")]) {
    const text = `a ${written} b ${other} another-key`;
    // Twice: an expression that is used again is compiled again.
    for (const cleaned of [redact(text), redact(text)])
      expect(cleaned).toMatch(/^a "?\[redacted\]"?=* b \[redacted\] \[redacted\]$/);
  }
});

test("a long secret is redacted as it is, and in markup, if it has characters that JSON and markup escape", () => {
  const key = '\\"<&'.repeat(1_000);
  for (const written of [key, JSON.stringify(key).slice(1, -1), escapeMarkup(key)])
    expect(redactor([key])(`a ${written} b`)).toBe(`a ${redacted} b`);
});

test("a spelling that is too long to be searched for does not keep the others from being redacted", () => {
  const key = `${"č".repeat(3_900)}${"!".repeat(4_000)}`;
  for (const written of [key, Buffer.from(key).toString("base64")])
    expect(redactor([key])(`a ${written} b`)).toMatch(/^a \[redacted\]=* b$/);
});

test("a secret that is too long to be sent does not break the message that refuses it", () => {
  for (const text of ["!#", "'\"", "a", "č"])
    expect(redactor([text.repeat(60_000), "another-key"])("another-key is č")).toBe(`${redacted} is č`);
});

const code = (character: string): number => character.charCodeAt(0);
const hexOf = (character: string, digits: number): string => code(character).toString(16).padStart(digits, "0");

/** The ways to write any character by an escape. */
const escapes: Readonly<Record<string, (character: string) => string>> = {
  "as it is": (character) => character,
  JSON: (character) => `\\u${hexOf(character, 4)}`,
  "JSON, in upper case": (character) => `\\u${hexOf(character, 4).toUpperCase()}`,
  decimal: (character) => `&#${code(character)};`,
  "decimal, with zeros": (character) => `&#000000000${code(character)};`,
  hexadecimal: (character) => `&#x${hexOf(character, 1)};`,
  "hexadecimal, in upper case": (character) => `&#X${hexOf(character, 1).toUpperCase()};`,
  percent: (character) => [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "percent, in UTF-16": (character) => `%u${hexOf(character, 4)}`,
};
const writtenBy = (text: string, write = (character: string): string => character): string =>
  [...text].map(write).join("");

/** What is left of a text without the redacted secret, if nothing is wrong. */
const around = (text: string): string => `{"ključ ${text}": 1}`;

describe.each(Object.keys(escapes))("a secret of which every letter is written by an escape, %s,", (name) => {
  const key = "Tajni-Kljuc+4711=č";

  test("is redacted, and nothing else", () => {
    expect(redactor([key])(around(writtenBy(key, escapes[name])))).toBe(around(redacted));
  });

  test.each(Object.keys(escapes))("and the result again, %s, is redacted", (again) => {
    const once = writtenBy(key, escapes[name]);
    expect(redactor([key])(around(writtenBy(once, escapes[again])))).toBe(around(redacted));
  });

  test("in either case is redacted", () => {
    for (const other of [key.toLowerCase(), key.toUpperCase()])
      expect(redactor([key])(around(writtenBy(other, escapes[name])))).toBe(around(redacted));
  });
});

test("a secret is redacted in whichever way each of its characters is written", () => {
  const ways = fc.array(fc.constantFrom(...Object.values(escapes)), { minLength: 1, maxLength: 40 });
  // As a header may carry it.
  const token = fc.stringMatching(/^[!-~]{6,40}$/);
  fc.assert(
    fc.property(token, ways, (key, each) => {
      const written = [...key].map((character, index) => each[index % each.length]?.(character)).join("");
      // What looks like an escape as it is, as in `%41`, is read as one.
      fc.pre(each.every((write) => write !== escapes["as it is"]) || !/[\\%&~']/.test(key));
      expect(redactor([key])(around(written))).toBe(around(redacted));
    }),
  );
});

test("of secrets that overlap, nothing is left", () => {
  expect(redactor(["abcdef", "defghi"])("x abcdefghi y")).toBe(`x ${redacted} y`);
});

const megabyte = (text: string): string => text.repeat(Math.ceil(1_000_000 / text.length));

// Whatever takes more than linear time runs into the time limit of the test.
test.each([
  ...["\\", "%", "&", "&#", "&#1", "&#x", "~", "'", "'\\''", ";", "+", "=", "/", " ", "\0", "0", "a", "č", "\\u", "%2"],
  ...["\\u0053", "&#83;", "%53", "&amp;", "%25", "~0", "%C4%8D", "\ud83d"],
])("a megabyte of %j is searched once, and stays as it is", (unit) => {
  const text = megabyte(unit);
  for (const key of ["SubscriptionKey-4711", `${unit.repeat(15)}b`, `b${unit.repeat(15)}`, `${";\\&%".repeat(10)}b`])
    expect(redactor([key])(text)).toBe(text);
  const cleaned = redactor(["SubscriptionKey-4711"])(`${text} SubscriptionKey-4711 ${text}`);
  expect(cleaned).toBe(`${text} ${redacted} ${text}`);
});

test("a megabyte of a secret, or of all of it but a letter, is searched once", () => {
  const key = "4f1c0b7a9d3e4c52a6b8d0e1f2a3b4c5";
  expect(redactor([key])(megabyte(key))).toBe(megabyte(key).replaceAll(key, redacted));
  for (const part of [key.slice(1), key.slice(0, -1)]) expect(redactor([key])(megabyte(part))).toBe(megabyte(part));
});

// A regular expression that backtracks exponentially would run into the time limit of the test.
test.each([
  ["+", `${"!".repeat(20)}abc`],
  ["%00", "0-0-0-0-0-0-0-0-1"],
  ["&a;", "&a&a&a&a&a&a&a&b"],
  ["'\\''", `${"'".repeat(20)}abc`],
  ["~1~0", `${"~/".repeat(10)}abc`],
  ["%%%aa", `${"%".repeat(40)}abc`],
  ["%C4%8D", `${"č".repeat(40)}abc`],
  ["&&&amp;", `${"&".repeat(40)}abc`],
])("a secret is searched for quickly in a long text of %s", (text, key) => {
  expect(redactor([key])(text.repeat(200_000))).toBe(text.repeat(200_000));
});
