import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson } from "../checks/body.ts";
import { readJson } from "./json.ts";

test("every JSON text is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const json = readJson(text);
      expect(json.ok).toBe(true);
      // Compared as text: JSON.parse distinguishes -0 from 0.
      if (json.ok) expect(JSON.stringify(JSON.parse(writeJson(json.value)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test("a text, even a corrupted one, is JSON exactly if JSON.parse accepts it", () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const pieces = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "1",
    "-",
    "e",
    " ",
    "null",
    "",
    "\n",
    "\t",
    "\u0001",
    "\u007f",
    "\u2028",
    "\\u",
    "\\x",
  );
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      fc.nat(),
      fc.nat(3),
      pieces,
      (value, place, length, piece) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + piece + text.slice(at + length);
        expect(readJson(changed).ok).toBe(parses(changed));
      },
    ),
    { numRuns: 500 },
  );
});

test("the text of numbers and duplicate names are kept", () => {
  expect(readJson('{"a":9007199254740993,"a":1.50}')).toEqual({
    ok: true,
    value: {
      kind: "object",
      members: [
        { name: "a", value: { kind: "number", text: "9007199254740993" } },
        { name: "a", value: { kind: "number", text: "1.50" } },
      ],
    },
  });
});

test("a problem says where, and quotes nothing", () => {
  expect(readJson('[{"ime":"taj\u0001na"}]')).toEqual({
    ok: false,
    problem: "text that starts like JSON, not valid JSON at line 1, column 13",
  });
  const json = readJson('[{"ime": tajna}]');
  expect(json).toEqual({ ok: false, problem: "text that starts like JSON, not valid JSON at line 1, column 10" });
});

test.for([
  ["", "an empty body"],
  [" \n", "an empty body"],
  ["\uFEFF[]", "a byte order mark before the JSON text (RFC 8259, section 8.1)"],
  ["<!DOCTYPE html><p>", "an HTML page, not valid JSON at line 1, column 1"],
  ["\n <HTML>", "an HTML page, not valid JSON at line 2, column 2"],
  ["<a/>", "markup, not valid JSON at line 1, column 1"],
  ["zauzeto", "plain text, not valid JSON at line 1, column 1"],
  ['[{"a":1},\n{"b":}]', "text that starts like JSON, not valid JSON at line 2, column 6"],
  [`[${"\n".repeat(11)}"\u0001"]`, "text that starts like JSON, not valid JSON at line 12, column 2"],
  ["{]", "text that starts like JSON, not valid JSON at line 1, column 2"],
] as const)("%j is reported as %s", ([text, problem]) => {
  expect(readJson(text)).toEqual({ ok: false, problem });
});
