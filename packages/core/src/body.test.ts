import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCutOff, readBody } from "./body.ts";
import type { Fail } from "./call-report.ts";
import { RegisterError } from "./errors.ts";
import type { WholeResponse } from "./response.ts";

const fail: Fail = (kind, problem, advice = "", _cause, path) =>
  new RegisterError(problem, undefined, { kind, problem, advice, operation: "", url: "", attempts: 1, path });

const read = (body: Uint8Array | string, headers: Record<string, string> = {}, status = 200): string =>
  readBody(body, status, new Headers(headers), 1e9, fail);

/** The text of bytes, or the error. */
const tried = (...given: Parameters<typeof read>): string | RegisterError => {
  try {
    return read(...given);
  } catch (error) {
    return error as RegisterError;
  }
};

const bom = [0xef, 0xbb, 0xbf];
/** Bytes as a service may send them: any, and text with some of them damaged, in parts of a few thousand. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .tuple(fc.string({ unit: "grapheme" }), fc.nat(9_000), fc.option(fc.tuple(fc.nat(), fc.nat(255))), fc.boolean())
    .map(([text, before, damage, hasBom]) => {
      const bytes = Uint8Array.from([...(hasBom ? bom : []), ...Buffer.from("č".repeat(before / 2) + text)]);
      if (damage && bytes.length > 0) bytes[damage[0] % bytes.length] = damage[1];
      return bytes;
    }),
);

const withoutBom = (bytes: Uint8Array): Uint8Array =>
  bom.every((byte, at) => bytes[at] === byte) ? bytes.subarray(3) : bytes;

describe("the text of a body", () => {
  it("has the same bytes in UTF-8, or there is an error with the place of the first byte that is none", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = tried(bytes);
        if (typeof text === "string") {
          expect(Buffer.compare(Buffer.from(text), withoutBom(bytes))).toBe(0);
          return;
        }
        expect(text).toMatchObject({ kind: "decode", path: expect.stringMatching(/^byte \d+$/) });
        const at = Number(text.path?.slice(5));
        // What is before it is text, and with more of the bytes it is not.
        expect(read(bytes.subarray(0, at))).toBe(new TextDecoder().decode(bytes.subarray(0, at)));
        for (const more of [1, 2, 3, 4])
          expect(tried(bytes.subarray(0, Math.min(at + more, bytes.length)))).toBeInstanceOf(Error);
      }),
      { numRuns: 300 },
    );
  });

  it("has the same bytes in any charset that has a place for each", () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom("windows-1250", "iso-8859-2", "windows-1252", "koi8-r"),
        (bytes, charset) => {
          const text = read(bytes, { "content-type": `application/json; charset=${charset}` });
          const table = new TextDecoder(charset).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
          expect([...text].map((character) => table.indexOf(character))).toEqual([...bytes]);
        },
      ),
    );
  });

  it("is found in megabytes without delay, even if the last byte is none", () => {
    const bytes = new Uint8Array(16_000_000).fill(0x61);
    bytes[15_999_999] = 0xff;
    expect(tried(bytes)).toMatchObject({ kind: "decode", path: "byte 15999999" });
  });
});

describe("a body that broke off", () => {
  it.each<[string, string, Record<string, string>]>([
    ["is empty, and said to be compressed", "", { "content-encoding": "gzip" }],
    ["is blank, and said to be compressed", " \n", { "content-encoding": "br" }],
    ["is empty, and said to have bytes", "", { "content-length": "20" }],
  ])("%s", (_, text, headers) => {
    for (const body of [text, Buffer.from(text)]) {
      const error = tried(body, headers);
      expect(error).toBeInstanceOf(Error);
      // Of no kind: to the attempt, there was no response.
      expect(error).not.toBeInstanceOf(RegisterError);
      expect((error as Error).message).toContain("the body broke off");
    }
  });

  it.each<[string, string, Record<string, string>, number]>([
    ["is not one that is empty and says so", "", { "content-length": "0" }, 200],
    ["is not one without a header about it", "", {}, 200],
    ["is not one that is not compressed", "", { "content-encoding": "identity" }, 200],
    ["is not another status, which says what is wrong", "", { "content-encoding": "gzip" }, 503],
    ["is not a redirect", "", { "content-encoding": "gzip", "content-length": "20" }, 302],
  ])("%s", (_, text, headers, status) => expect(read(Buffer.from(text), headers, status)).toBe(text));

  it("is compressed, and its JSON has no end", () => {
    const answer = (text: string, encoding: string): WholeResponse => ({
      status: 200,
      headers: new Headers({ "content-encoding": encoding }),
      text,
    });
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.json())), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const start = text.slice(0, at % text.length);
        expect(isCutOff(answer(start, "gzip"))).toBe(start !== "");
        expect(isCutOff(answer(start, "identity"))).toBe(false);
        expect(isCutOff(answer(text, "gzip"))).toBe(false);
      }),
    );
    for (const other of ["<html>", "null", "}{", '[]"']) expect(isCutOff(answer(other, "br"))).toBe(other === '[]"');
  });

  it("ends in the middle of a character", () => {
    const half = Buffer.from('["\u010d').subarray(0, 3);
    expect(tried(half, { "content-encoding": "gzip" })).not.toBeInstanceOf(RegisterError);
    expect(tried(half)).toMatchObject({ kind: "decode", path: "byte 2" });
  });
});
