import fc from "fast-check";
import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("what steers a terminal, begins a line or changes the direction of text is escaped, and all other text is left", () => {
  expect(printable("a\u001b[2J\r\n\t\u007f\u009b31m\u202e\u2066\u200f\u061c\u2028\u2029\ud800")).toBe(
    "a\\u001b[2J\\u000d\\u000a\\u0009\\u007f\\u009b31m\\u202e\\u2066\\u200f\\u061c\\u2028\\u2029\\ud800",
  );
  const text = 'ČĆĐŠŽ "&" <a> \\ \\u001b \u00a0 \u00ad \u{1f600} שלום';
  expect(printable(text)).toBe(text);
});

test("a line of JSON still says the same", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const line = JSON.stringify(value);
      expect(JSON.parse(printable(line))).toEqual(JSON.parse(line));
    }),
  );
});
