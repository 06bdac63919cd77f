import fc from "fast-check";
import { expect, test } from "vitest";
import { fitHelp } from "./lines.ts";

test("help fits the terminal: a description goes on where it begins, or below its term; a command to copy stays whole", () => {
  const help = [
    "Usage: a-command with-arguments [options] <target>",
    "",
    "  --one <name>  a description of this",
    "  --another-one  short",
    "A paragraph that is long enough.",
    "  $ a command that nobody wants to have broken",
  ].join("\n");
  expect(fitHelp(help, 36).split("\n")).toEqual([
    "Usage: a-command with-arguments",
    "       [options] <target>",
    "",
    "  --one <name>  a description of",
    "                this",
    "  --another-one  short",
    "A paragraph that is long enough.",
    "  $ a command that nobody wants to have broken",
  ]);
  expect(fitHelp(help, 32).split("\n").slice(3, 5)).toEqual(["  --one <name>", "      a description of this"]);
  expect(
    fitHelp("x ".repeat(60).trim(), Number.POSITIVE_INFINITY)
      .split("\n")
      .map(({ length }) => length),
  ).toEqual([79, 39]);
});

test("fitted help has the same words in the same order, and no line that is too wide but for one long word", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "č", "-", "<", "1"), minLength: 1, maxLength: 14 });
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(" "));
  const line = fc.oneof(
    words,
    fc.tuple(word, words).map(([term, text]) => `  ${term}  ${text}`),
    fc.constant(""),
  );
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 20, max: 100 }), (lines, width) => {
      const fitted = fitHelp(lines.join("\n"), width);
      expect(fitted.split(/\s+/)).toEqual(lines.join("\n").split(/\s+/));
      for (const one of fitted.split("\n")) expect(one.length).toBeLessThanOrEqual(width);
    }),
  );
});
