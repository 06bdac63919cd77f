import fc from "fast-check";
import { expect, test } from "vitest";
import { redacted, redactor } from "./redact.ts";

const code = (letter: string): number => letter.charCodeAt(0);
const hexOf = (value: number, digits = 0): string => value.toString(16).padStart(digits, "0");

const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };

/** The spellings of a secret that the suite's `docs/reports.md` promises to find. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  "as it is": (key) => key,
  "percent, where it is needed": encodeURIComponent,
  "percent, every byte": (key) => [...Buffer.from(key)].map((byte) => `%${hexOf(byte, 2)}`).join(""),
  "percent, in a form": (key) => new URLSearchParams({ key }).toString().slice("key=".length),
  "JSON, where it is needed": (key) => JSON.stringify(key).slice(1, -1),
  "JSON, slashes too": (key) => JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
  "JSON, every letter": (key) => key.replace(/./gs, (letter) => `\\u${hexOf(code(letter), 4)}`),
  "JSON, in a shell": (key) => JSON.stringify(key).slice(1, -1).replaceAll("'", "'\\''"),
  "HTML, where it is needed": (key) => key.replace(/[&<>"]/g, (letter) => `&${names[letter]};`),
  "HTML, every letter": (key) => key.replace(/./gs, (letter) => `&#${code(letter)};`),
  "XML, every letter": (key) => key.replace(/./gs, (letter) => `&#x${hexOf(code(letter))};`),
  "XML, what is no letter": (key) => key.replace(/\W/g, (letter) => `&#x${hexOf(code(letter))};`),
  base64: (key) => Buffer.from(key).toString("base64").replace(/=+$/, ""),
  base64url: (key) => Buffer.from(key).toString("base64url"),
  hexadecimal: (key) => Buffer.from(key).toString("hex"),
};

// As a header or a query of GraphQL may carry it.
const secret = fc.string({ unit: fc.constantFrom(..."aZ09-+/=_.~!#$%&'*^`|<>\"\\ čŽ"), minLength: 6, maxLength: 40 });

test.each(Object.entries(spellings))("a secret is redacted %s, in either case, and nothing else is", (_, write) => {
  fc.assert(
    fc.property(secret, (key) => {
      const redact = redactor([key]);
      const written = write(key);
      for (const text of [written, written.toUpperCase(), written.toLowerCase()])
        expect(redact(`{"ključ ${text}\u0000": 1}`)).toBe(`{"ključ ${redacted}\u0000": 1}`);
    }),
  );
});

/** Those that write each letter on its own. */
const ofLetters = Object.entries(spellings).flatMap(([name, write]) =>
  /^(?:as it is|percent|JSON|HTML|XML)/.test(name) && !name.endsWith("shell") ? [write] : [],
);

test("a secret is redacted in whichever way each of its letters is written", () => {
  const ways = fc.array(fc.constantFrom(...ofLetters), { minLength: 1, maxLength: 9 });
  // As a header carries it. What looks like an escape as it is, as in `%41`, is read as one.
  const token = fc.stringMatching(/^[!-~]{6,40}$/).filter((key) => !/[\\%&]/.test(key));
  fc.assert(
    fc.property(token, ways, (key, each) => {
      const written = [...key].map((letter, index) => each[index % each.length]?.(letter)).join("");
      expect(redactor([key])(`{"ključ ${written}\u0000": 1}`)).toBe(`{"ključ ${redacted}\u0000": 1}`);
    }),
  );
});

test("without a secret nothing changes", () => {
  expect(redactor([])("[redacted] a")).toBe("[redacted] a");
  expect(redactor([""])("a")).toBe("a");
  // Nor is a short one looked for, which words have by chance.
  for (const short of ["a", "abc"]) expect(redactor([short])("a cabbage: abc, a")).toBe("a cabbage: abc, a");
});

test("if one secret starts with another, the longer one is redacted as a whole", () => {
  expect(redactor(["abcdef", "abcdefgh"])("x abcdefgh y")).toBe(`x ${redacted} y`);
});

test("of secrets that overlap, nothing is left", () => {
  expect(redactor(["abcdef", "defghi"])("x abcdefghi y")).toBe(`x ${redacted} y`);
});

test("a secret that cannot be sent does not break the message that refuses it", () => {
  for (const text of ["!#", "'\"", "a", "č"])
    expect(redactor([text.repeat(60_000), "another-key"])("another-key is č")).toBe(`${redacted} is č`);
  const half = "tajni-\ud83dkljuc";
  expect(redactor([half, "another-key"])(`${half} another-key`)).toBe(`${redacted} ${redacted}`);
});

// Whatever takes more than linear time runs into the time limit of the test.
test.each(["a", "&", "\\"])("a long text of %j is searched once", (unit) => {
  const text = unit.repeat(200_000);
  for (const key of ["SubscriptionKey-4711", `${unit.repeat(15)}b`, "\\\"<&'".repeat(2_000)])
    expect(redactor([key])(`${text} ${key}`)).toBe(`${text} ${redacted}`);
});
