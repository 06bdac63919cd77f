/** What is stored of a list, and what is recorded of it, without a database. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf, sumText, weigh } from "../../store/generations.ts";
import { rowStorer } from "../../wire/columns.ts";
import { hashRow } from "../../wire/hash.ts";
import type { Column } from "../../wire/list.ts";
import { recordOf } from "./list-record.ts";
import { grownLists, shrunkLists } from "./list-size.ts";
import { beginning, hasGone, progressAfter } from "./progress.ts";
import { newRows } from "./store-page.ts";

const columns: Column[] = [{ name: "mbs", type: "integer" }];
const store = rowStorer(columns);
const row = fc.record({ mbs: fc.oneof(fc.nat(5), fc.constantFrom("x", null)), novo: fc.constantFrom(1, null) });

/** What the rows of a list add up to. */
const sums = (rows: readonly { hash: string; row: number; first: number }[]) => ({
  contentSum: sumText(rows.reduce((sum, { hash }) => sum + sumOf(hash), 0n)),
  rowsSum: sumText(rows.reduce((sum, one) => sum + weigh(one.hash, one.row, one.first), 0n)),
});

describe("a list of which some rows were known, some are new and some are gone", () => {
  /** A day, and what comes on the next one: which rows of it, and which new ones. */
  const days = fc.array(fc.record({ row, isGone: fc.boolean() }), { maxLength: 9 });
  const fresh = fc.array(row, { maxLength: 5 });

  /** Copies the second day as a page. */
  function nextDay(
    day: readonly { row: { mbs: number | string | null; novo: number | null }; isGone: boolean }[],
    more: readonly { mbs: number | string | null; novo: number | null }[],
  ) {
    const stored = day.map(({ row, isGone }, index) => ({
      wire: row,
      hash: hashRow(row),
      row: index + 1,
      first: 1,
      isGone,
    }));
    const kept = stored.filter(({ isGone }) => !isGone);
    const rows = [...kept.map(({ wire }) => wire), ...more];
    const known = kept.map(({ wire }) => ({ hasExtra: store(wire).extra !== null }));
    const saved = beginning(stored.length + 1);
    const page = {
      offset: 0,
      hashes: rows.map(hashRow),
      cursor: undefined,
      total: undefined,
      state: undefined,
      isUnnamed: false,
    };
    const { values, ...added } = newRows({ ...page, rows: () => rows }, known, { saved, store }, 2);
    return { stored, kept, rows, values, after: progressAfter(saved, page, added) };
  }

  test("is recorded with what its rows add up to, and what was stored is what was not known", () => {
    fc.assert(
      fc.property(days, fresh, (day, more) => {
        const { stored, kept, rows, values, after } = nextDay(day, more);
        expect(values.map(([row, , first, mbs]) => [row, first, mbs])).toEqual(
          more.map((one, index) => [stored.length + 1 + index, 2, store(one).values[0]]),
        );
        // Values outside their type are told each time, also of rows that were known.
        expect(after.misfits).toBe(rows.filter(({ mbs }) => mbs === "x").length);
        expect(hasGone(after, stored.length)).toBe(kept.length < stored.length);
        const gone = stored.filter(({ isGone }) => isGone);
        const ofGone = sums(gone);
        const left = { rows: gone.length, contentSum: sumOf(ofGone.contentSum), rowsSum: sumOf(ofGone.rowsSum) };
        const earlier = { rows: stored.length, ...sums(stored) };
        const now = [
          ...kept,
          ...more.map((one, index) => ({ hash: hashRow(one), row: stored.length + 1 + index, first: 2 })),
        ];
        expect(recordOf("gfi", after, earlier, left)).toMatchObject({
          ...{ rows: rows.length, new: more.length, gone: gone.length, goneSum: ofGone.rowsSum },
          ...sums(now),
        });
      }),
    );
  });

  test("is damaged if a row that is gone is another one, or is not counted", () => {
    fc.assert(
      fc.property(days, fresh, (day, more) => {
        const { stored, after } = nextDay(day, more);
        const gone = stored.filter(({ isGone }) => isGone);
        fc.pre(gone.length > 0);
        const { contentSum, rowsSum } = sums(gone);
        const earlier = { rows: stored.length, ...sums(stored) };
        const record = (rows: number, content: bigint) => () =>
          recordOf("gfi", after, earlier, { rows, contentSum: content, rowsSum: sumOf(rowsSum) });
        expect(record(gone.length, sumOf(contentSum) + 1n)).toThrow("another program has changed the target");
        expect(record(gone.length - 1, sumOf(contentSum))).toThrow("another program has changed the target");
      }),
    );
  });
});

describe("a list", () => {
  const size = fc.record({
    list: fc.constant("gfi"),
    rows: fc.oneof(fc.nat(5), fc.nat(99_999)),
    before: fc.nat(99_999),
    done: fc.boolean(),
    characters: fc.nat(9),
  });

  test("may lose a tenth of its rows, and as many as it likes before it has come to its end", () => {
    fc.assert(
      fc.property(size, (one) => {
        const isRefused = shrunkLists([one]).length > 0;
        if (!one.done || one.rows >= one.before) expect(isRefused).toBe(false);
        else expect(isRefused).toBe(one.rows < one.before * 0.9);
      }),
    );
  });

  test("may grow to twice its rows and 10,000 more, or to any length that is accepted, up to the bound", () => {
    fc.assert(
      fc.property(size, fc.boolean(), fc.oneof(fc.nat(5), fc.nat(99_999)), (one, acceptGrowth, maxRows) => {
        const isRefused = grownLists([one], { acceptGrowth, maxRows }).length > 0;
        const isGreat = one.before > 0 && one.rows > 2 * one.before + 10_000;
        expect(isRefused).toBe(one.characters > maxRows * 1_000 || one.rows > maxRows || (!acceptGrowth && isGreat));
      }),
    );
  });
});
