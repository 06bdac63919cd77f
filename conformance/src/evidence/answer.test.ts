import fc from "fast-check";
import { expect, test } from "vitest";
import { answer } from "./answer.ts";

const request = { id: "one", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;

const utf8 = Buffer.from('["č"]');
const windows1250 = Buffer.from([0x5b, 0x22, 0xe8, 0x22, 0x5d]);
const utf16 = Buffer.from("\ufeff[]", "utf16le");

test.for<[string, string, Uint8Array, { text: string } | { unreadable: string }]>([
  ["JSON in UTF-8", "application/json; charset=windows-1250", utf8, { text: '["č"]' }],
  [
    "JSON in windows-1250",
    "application/json; charset=windows-1250",
    windows1250,
    { unreadable: "bytes that are not UTF-8, at byte 3" },
  ],
  ["JSON in UTF-16", "application/json", utf16, { unreadable: "bytes that are not UTF-8, at byte 0" }],
  ["JSON that is cut", "application/json", utf8.subarray(0, 3), { unreadable: "bytes that are not UTF-8, at byte 3" }],
  ["text in windows-1250", "text/plain; charset=windows-1250", windows1250, { text: '["č"]' }],
])("JSON is read as UTF-8 whatever the header says, and other text as it says: %s, %s", ([, type, body, expected]) => {
  const { json, ...read } = answer(request, 200, { "content-type": type }, body);
  expect(read).toMatchObject({ text: "", ...expected });
  expect(json().ok).toBe("text" in expected);
});

/** A document with a byte order mark. */
const marked = (declared: string, encoding: "utf8" | "utf16le", isSwapped = false): Uint8Array => {
  const bytes = Buffer.from(
    `\ufeff<?xml version="1.0"${declared && ` encoding="${declared}"`}?><drzavaArray/>`,
    encoding,
  );
  return isSwapped ? bytes.swap16() : bytes;
};

test.for<[declared: string, encoding: "utf8" | "utf16le", isSwapped: boolean, isWellFormed: boolean]>([
  ["", "utf8", false, true],
  ["utf-8", "utf8", false, true],
  ["iso-8859-1", "utf8", false, false],
  ["UTF-16", "utf8", false, false],
  ["X-none", "utf8", false, false],
  ["", "utf16le", false, true],
  ["UTF-16", "utf16le", false, true],
  ["UTF-16", "utf16le", true, true],
  ["utf-8", "utf16le", false, false],
  ["windows-1250", "utf16le", true, false],
])(
  "XML that declares %j, with a byte order mark of %s (swapped: %s), is well-formed: %s",
  ([declared, encoding, isSwapped, isWellFormed]) => {
    const body = marked(declared, encoding, isSwapped);
    const read = answer(request, 200, { "content-type": "application/xml" }, body);
    expect([read.unreadable === undefined, read.text.includes("<drzavaArray/>")]).toEqual([isWellFormed, isWellFormed]);
    if (!isWellFormed && declared !== "UTF-16") expect(read.unreadable).toMatch(/^a byte order mark of UTF-/);
    // What the header says goes before what the document does.
    const { unreadable } = answer(request, 200, { "content-type": "application/xml; charset=utf-8" }, body);
    if (declared !== "UTF-16") expect(unreadable).toBeUndefined();
  },
);

test("text has the bytes that were sent, or there is a problem with the place of one", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), fc.nat(9_000), (bytes, before) => {
      const body = Buffer.concat([Buffer.from("č".repeat(before / 2)), bytes]);
      const { text, unreadable } = answer(request, 200, { "content-type": "application/json" }, body);
      if (unreadable === undefined) {
        expect(Buffer.from(text).equals(body)).toBe(true);
        return;
      }
      const at = Number(/^bytes that are not UTF-8, at byte (\d+)$/.exec(unreadable)?.[1]);
      const read = (length: number, stream: boolean): string =>
        new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(0, length), { stream });
      // Up to there it is text, perhaps without the end of a character; with that byte, or without one more, it is none.
      expect(() => read(at, true)).not.toThrow();
      expect(() => read(at + 1, at < body.length)).toThrow();
    }),
  );
});
