import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("what steers a terminal or the direction of text is escaped, and all other text is left", () => {
  expect(printable("a\u001b[2J\n\t\u007f\u009b31m\u202e\u2066\u200f\u061c\u2028")).toBe(
    "a\\u001b[2J\\u000a\\u0009\\u007f\\u009b31m\\u202e\\u2066\\u200f\\u061c\\u2028",
  );
  const text = 'ČĆĐŠŽ "&" <a> \\ \u00a0 \u{1f600} שלום';
  expect(printable(text)).toBe(text);
  // Of a line of JSON, it changes only how text is written, not what it says.
  const line = JSON.stringify({ text: "\u009b\u202e\u001b" });
  expect(JSON.parse(printable(line))).toEqual(JSON.parse(line));
});
