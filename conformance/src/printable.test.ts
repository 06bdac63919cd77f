import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test.for<[text: string, shown: string]>([
  ["čćđšž ŠĐ \u00ad😀 \\u001b", "čćđšž ŠĐ \u00ad😀 \\u001b"],
  ["\u001b]8;;https://primjer.hr\u0007", "\\u001b]8;;https://primjer.hr\\u0007"],
  ["a\r\n\t::error::b\u2028c\u2029", "a\\u000d\\u000a\\u0009::error::b\\u2028c\\u2029"],
  ["\u007f\u009b31m\u202e\ud800", "\\u007f\\u009b31m\\u202e\\ud800"],
])("%j is shown as %j", ([text, shown]) => {
  expect(printable(text)).toBe(shown);
});

test("a text of megabytes is cut", () => {
  expect(printable("a".repeat(5_000_000))).toBe(`${"a".repeat(10_000)}…`);
});
