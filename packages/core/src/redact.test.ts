import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor, redactValue } from "./redact.ts";

const redact = (text: string, secrets: readonly string[]): string => redactor(secrets)(text);

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, "0");

/** How services encode a character. */
const escapes: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `%${hex(character)}`,
  (character) => `\\u00${hex(character).toUpperCase()}`,
  (character) => `&#x${hex(character)};`,
  (character) => `&#${character.charCodeAt(0)};`,
];

const anySecret = fc.stringMatching(/^[!-~]{4,40}$/);

describe("a secret", () => {
  it("is removed, however each of its characters is escaped", () =>
    fc.assert(
      fc.property(anySecret, fc.constantFrom(...escapes.slice(1)), (secret, encode) => {
        expect(redact(`before ${[...secret].map(encode).join("")} after`, [secret])).toBe("before [redacted] after");
      }),
      { numRuns: 1_000 },
    ));

  it("is removed, whichever of its characters are escaped, each in whatever way", () =>
    fc.assert(
      fc.property(anySecret, fc.infiniteStream(fc.constantFrom(...escapes)), (secret, encoders) => {
        const escaped = [...secret].map((character) => encoders.next().value(character)).join("");
        expect(redact(`<${escaped}>`, [secret])).toBe("<[redacted]>");
      }),
      { numRuns: 1_000 },
    ));

  it("is removed where only the characters are escaped that need it, by the functions that do so", () =>
    fc.assert(
      fc.property(anySecret, (secret) => {
        const html = (text: string): string =>
          text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? "&quot;");
        const written = [
          encodeURIComponent(secret),
          new URLSearchParams({ secret }).toString().slice("secret=".length),
          JSON.stringify(secret).slice(1, -1),
          html(secret),
          Buffer.from(secret).toString("base64url"),
          Buffer.from(secret).toString("base64"),
          Buffer.from(secret).toString("hex"),
          secret.toUpperCase(),
          secret.toLowerCase(),
        ];
        for (const one of written) expect(redact(`<${one}>`, [secret])).toMatch(/^<\[redacted\]=*>$/);
      }),
      { numRuns: 1_000 },
    ));

  it("is removed if it has thousands of characters, whichever of them are escaped", () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~]{49,9000}$/),
        fc.infiniteStream(fc.constantFrom(...escapes)),
        (secret, encoders) => {
          const escaped = [...secret].map((character) => encoders.next().value(character)).join("");
          const all = [
            escaped,
            JSON.stringify(secret).slice(1, -1),
            ...["base64", "base64url", "hex"].map((encoding) =>
              Buffer.from(secret)
                .toString(encoding as BufferEncoding)
                .replace(/=+$/, ""),
            ),
          ];
          for (const one of all) expect(redact(`before ${one}`, [secret])).toBe("before [redacted]");
        },
      ),
    ));

  it("of thousands of characters leaves what follows it", () => {
    const token = "0a".repeat(1_000);
    expect(redact(`token ${token}, and so on`, [token])).toBe("token [redacted], and so on");
  });

  it("is removed in any text around it, and nothing else is", () =>
    fc.assert(
      fc.property(anySecret, fc.string(), fc.string(), (secret, before, after) => {
        const redacted = redact(before + secret + after, [secret]);
        expect(redacted).toContain("[redacted]");
        expect(redacted.toLowerCase()).not.toContain(secret.toLowerCase());
      }),
      { numRuns: 1_000 },
    ));

  it("that overlaps another is removed with it", () => {
    expect(redact("a Bearer abcdef b", ["Bearer abcdef", "abcdef"])).toBe("a [redacted] b");
    expect(redact("xabcdefx", ["abcd", "cdef"])).toBe("x[redacted]x");
  });

  it("of fewer than four letters is none, however they are written: words stay readable", () => {
    const text = "The service at http://primjer.hr/a/e refused the key abc, as %61%62%63 and abcd.";
    for (const secret of ["e", "a", "abc", "%61", "\\u0061", "&#97;&#98;", "&amp;abc", " "])
      expect(redact(text, [secret])).toBe(text);
    expect(redact(text, ["e", "abcd"])).toBe(text.replace("abcd", "[redacted]"));
  });

  it("leaves texts without it as they are", () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redact(text, ["a secret that is not there"])).toBe(text);
        expect(redact(text, [])).toBe(text);
        expect(redact(text, [""])).toBe(text);
      }),
    ));
});

// A search in more than linear time would run into the time limit of the test.
it.each([
  " ",
  "\\",
  ";",
  "&",
  "%",
  "%5",
  "&#",
  "&#x5",
  "\\u",
  "\\u005",
  "a",
  "A",
  "&amp;",
  "%25",
  "\\\\u005c",
  "+",
  "0",
  "&#0000",
])("half a megabyte of %j is read in linear time, whatever the secret", (unit) => {
  const text = unit.repeat(Math.ceil(500_000 / unit.length));
  for (const secret of [`${unit.repeat(20)}x`, `x${unit.repeat(20)}`, "\\;".repeat(20), "a".repeat(4_000)])
    expect(redact(`${text}tajni-kljuc`, [secret, "tajni-kljuc"])).toContain("[redacted]");
});

it("values of JSON are redacted with the names of their properties", () => {
  const value = { "a-kljuc": ["kljuc", 1, null, { b: "no kljuc" }], c: true };
  expect(redactValue(value, (text) => redact(text, ["kljuc"]))).toEqual({
    "a-[redacted]": ["[redacted]", 1, null, { b: "no [redacted]" }],
    c: true,
  });
});
