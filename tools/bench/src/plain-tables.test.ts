import { expect, test } from "vitest";
import { copyLine } from "./plain-tables.ts";

test("a line of COPY keeps absent values, and characters that would end a value", () => {
  expect(copyLine([1, null, "a\tb\nc\\N\r", true])).toBe("1\t\\N\ta\\tb\\nc\\\\N\\r\ttrue\n");
});
