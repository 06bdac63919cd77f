/** What follows a page, whatever a service sends. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashRows } from "../wire/hash.ts";
import type { WireObject } from "../wire/wire.ts";
import { afterEmptyStart, afterPage, afterReread, restOf, wrongTotal } from "./after-page.ts";
import { Inconsistency } from "./inconsistency.ts";

/** Sizes that pages are cut to, in turn. */
const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
const hash: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d");

describe("a list that is read page by page", () => {
  const rowsOf = (count: number): WireObject[] => Array.from({ length: count }, (_, id) => ({ id }));

  /** Reads a list as `CasesSource` does. */
  function read(send: (offset: number, turn: number) => readonly WireObject[]): WireObject[] {
    let before: Parameters<typeof afterPage>[3];
    const rows: WireObject[] = [];
    for (let turn = 0; ; turn++) {
      const page = send(rows.length, turn);
      if (afterPage("sudovi", rows.length, page, before) === "done") return rows;
      before = { offset: rows.length, page };
      rows.push(...page);
    }
  }

  test("has all rows, wherever pages are cut", () => {
    fc.assert(
      fc.property(fc.nat(20), cuts, (count, sizes) => {
        const all = rowsOf(count);
        expect(read((offset, turn) => all.slice(offset, offset + (sizes[turn % sizes.length] ?? 1)))).toEqual(all);
      }),
    );
  });

  test("is refused if the service does not heed the offset, by the two offsets", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), (count) => {
        expect(() => read(() => rowsOf(count))).toThrow(
          `The service sends the same rows of sudovi at the offsets 0 and ${count}.`,
        );
      }),
    );
  });
});

describe("a page that is read again", () => {
  const total = fc.constantFrom(undefined, 7);

  /** Reads it as `checkAgain` does, from a service that now has these rows, and the totals of its responses. */
  function reread(
    before: readonly string[],
    now: readonly string[],
    sizes: readonly number[],
    totals: readonly (number | undefined)[],
  ) {
    const mark = { offset: 3, rows: before.length, hash: hashRows(before) };
    for (let [read, turn]: [readonly string[], number] = [[], 0]; ; turn++) {
      const { offset } = restOf(mark, read.length);
      // It may send more than it was asked for.
      const hashes = now.slice(offset - 3, offset - 3 + (sizes[turn % sizes.length] ?? 1));
      const sent = { hashes, total: totals[turn % totals.length] };
      const after = afterReread(mark, read, sent, { paged: true, total: 7 });
      if (after.next !== "short page") return after.next;
      read = after.hashes;
    }
  }

  test("is what it was, in however many short pages it comes, and whatever follows it", () => {
    const shuffled = fc
      .array(hash, { maxLength: 9 })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffled, fc.array(hash, { maxLength: 3 }), cuts, total, ([before, now], more, sizes, total) => {
        // Of a page without rows, one that follows is a change.
        fc.pre(before.length > 0 || more.length === 0);
        expect(reread(before, [...now, ...more], sizes, [total])).toBe("done");
      }),
    );
  });

  test("is another one if a row of it is another one, or is gone; or the total is", () => {
    fc.assert(
      fc.property(fc.array(hash, { minLength: 1, maxLength: 9 }), fc.nat(), cuts, (before, at, sizes) => {
        const place = at % before.length;
        expect(reread(before, before.with(place, "another"), sizes, [7])).toBe("rows changed");
        expect(reread(before, before.toSpliced(place, 1), sizes, [7])).toBe("rows changed");
        expect(reread(before, before, sizes, [6])).toBe("total changed");
      }),
    );
  });
});

test("a walk has as many rows as every total that was named, or the first other one is told", () => {
  fc.assert(
    fc.property(fc.nat(3), fc.array(fc.nat(3), { maxLength: 3 }), (rows, totals) => {
      const wrong = wrongTotal("gfi", rows, totals, "says");
      const other = totals.find((total) => total !== rows);
      if (other === undefined) expect(wrong).toBeUndefined();
      else expect(wrong).toBeInstanceOf(Inconsistency);
      if (other !== undefined)
        expect(wrong?.message).toBe(`the service says that gfi has ${other} rows, and has sent ${rows}`);
    }),
  );
});

test("a list that seems empty, and then has rows, is walked over twice more, and not believed then", () => {
  expect([1, 2, 3].map((tries) => afterEmptyStart(5, tries))).toEqual(["walk again", "walk again", "inconsistent"]);
  expect([1, 2, 3].map((tries) => afterEmptyStart(0, tries))).toEqual(["done", "done", "done"]);
});
