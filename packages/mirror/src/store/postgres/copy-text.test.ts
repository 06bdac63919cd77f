import { expect, test } from "vitest";
import { copyText } from "./copy-text.ts";

test("each row is a line, whatever is in its texts", () => {
  expect(copyText([["a\tb", "c\nd\re", "\\N", "\\.", ""], [null]])).toBe("a\\tb\tc\\nd\\re\t\\\\N\t\\\\.\t\n\\N\n");
});

test("numbers keep their digits, and bytes are hexadecimal", () => {
  expect(copyText([[9007199254740993n, 7, true, false, Buffer.from([0, 255])]])).toBe(
    "9007199254740993\t7\ttrue\tfalse\t\\\\x00ff\n",
  );
});
