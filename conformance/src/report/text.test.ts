import { expect, test } from "vitest";
import { mergeNumbers } from "./text.ts";

const only = (...counts: number[]): string => mergeNumbers(counts.map((count) => `only ${count} rows of 101`));

test("texts that differ only in numbers are merged", () => {
  expect(only(7)).toBe("only 7 rows of 101");
  expect(only(41, 3)).toBe("only 3 or 41 rows of 101");
  expect(only(41, 3, 7)).toBe("only 3, 7 or 41 rows of 101");
  expect(only(41, 3, 7, 12, 9)).toBe("only 3 to 41 rows of 101");
});

test("numbers inside names are kept", () => {
  expect(mergeNumbers(["see REG-XML-08: oznaka_2 on 5", "see REG-XML-08: oznaka_2 on 6"])).toBe(
    "see REG-XML-08: oznaka_2 on 5 or 6",
  );
});
