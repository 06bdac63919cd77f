import fc from "fast-check";
import { expect, test } from "vitest";
import { LineDiff } from "./line-diff.ts";

const [old, now] = ["a\nb\nc\nd\ne\n", "a\nX\nY\nd\nZ\n"];
const whole = { first: 1, last: 9 };

test("a changed line is where the new one is, and a line that is gone where the next one is", () => {
  const replaced = new LineDiff(old, now);
  expect([1, 2, 3, 4, 5].map((line) => replaced.movedTo(line))).toEqual([1, 2, 3, 4, 5]);
  const removed = new LineDiff(old, "a\nd\ne\n");
  expect([1, 2, 3, 4, 5].map((line) => removed.movedTo(line))).toEqual([1, 2, 2, 2, 3]);
  // Nothing follows the last line.
  expect(new LineDiff(old, "a\n").movedTo(5)).toBe(1);
});

test("of a part, the first line that differs counts", () => {
  const diff = new LineDiff(old, now);
  expect(diff.changed(whole)).toBe(2);
  expect(diff.changed({ first: 3, last: 4 })).toBe(3);
  expect(diff.changed({ first: 4, last: 4 })).toBeUndefined();
  expect(new LineDiff(old, "a\nd\ne\n").changed(whole)).toBeUndefined();
  expect(new LineDiff(old, "a\nd\ne\n").removed(whole)).toBe(2);
});

test("a review shows the nearest line that differs, or follows what is gone", () => {
  expect([1, 4, 5].map((line) => new LineDiff(old, now).nearest(line))).toEqual([2, 3, 5]);
  expect([1, 3].map((line) => new LineDiff(old, "a\nd\ne\n").nearest(line))).toEqual([2, 2]);
  expect(new LineDiff(old, old).nearest(3)).toBe(3);
});

test("whatever the texts, a line that stays is found where it is, and what is shown differs", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
    .map((lines) => `${lines.join("\n")}\nend\n`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = new LineDiff(before, after);
      const [olds, news] = [before.split("\n"), after.split("\n")];
      for (const [index, line] of olds.slice(0, -1).entries()) {
        const one = { first: index + 1, last: index + 1 };
        const place = diff.movedTo(index + 1);
        expect(place).toBeGreaterThan(0);
        expect(place).toBeLessThan(news.length);
        if (diff.removed(one) === undefined) expect(news[place - 1]).toBe(line);
      }
      // Without the lines that differ, both texts are the same.
      const rest = (
        lines: string[],
        differs: (part: { first: number; last: number }) => number | undefined,
      ): string[] => lines.filter((_, index) => differs({ first: index + 1, last: index + 1 }) === undefined);
      expect(rest(news, (one) => diff.changed(one))).toEqual(rest(olds, (one) => diff.removed(one)));
      if (before !== after) {
        const shown = diff.nearest(1);
        const isChanged = diff.changed({ first: shown, last: shown }) !== undefined;
        const followsGone = olds.some((_, index) => {
          const one = { first: index + 1, last: index + 1 };
          return diff.removed(one) !== undefined && diff.movedTo(index + 1) === shown;
        });
        expect(isChanged || followsGone).toBe(true);
      }
    }),
  );
});
