import { expect, test } from "vitest";
import { printable } from "./text.ts";

test("a text of megabytes is cut, and is in one line", () => {
  expect(printable(`\n${"a".repeat(5_000_000)}`)).toBe(`\\u000a${"a".repeat(9_999)}…`);
});
