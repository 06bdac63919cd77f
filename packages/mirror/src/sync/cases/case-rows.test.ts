/** What a copy takes of court cases, whatever the service answers for them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Followed } from "../../cases/followed.ts";
import { type CaseKey, caseText, isOfCase, Registers } from "../../cases/mark.ts";
import { caseLists } from "../../generated/lists.ts";
import type { WireObject } from "../../wire/wire.ts";
import { readCase } from "./case-answer.ts";
import { lostCases, lostRows, partByPresence } from "./case-loss.ts";
import { type CaseKnowledge, type CaseRows, caseRows, knownCase, listsToKeep, rowsInDocument } from "./case-rows.ts";
import { respellings } from "./case-spelling.ts";

const lists = caseLists.filter(isOfCase).map(({ name }) => name);
const [own = "", ...parts] = lists;
const key: CaseKey = { mark: "P-1/2030", court: 7 };
const asked = { asked_mark: key.mark, asked_court: key.court };

const rows: fc.Arbitrary<WireObject[]> = fc.array(fc.record({ vrsta: fc.constantFrom("a", "b") }), { maxLength: 3 });
/** What is sent for a list of a case: rows, nothing, or something else. */
const sent = fc.oneof(rows, fc.constantFrom(null, undefined, "text", 7));
/** The case as it is sent. */
const sentCase = fc.tuple(...parts.map(() => sent)).map((all) => ({
  ...{ oznakaBroj: key.mark, sudac: "Ana Primjer" },
  ...Object.fromEntries(parts.flatMap((name, index) => (all[index] === undefined ? [] : [[name, all[index]]]))),
}));
const earlier = fc
  .tuple(...lists.map(() => rows))
  .map((all) => new Map(lists.map((name, index) => [name, all[index] ?? []])));
const known: fc.Arbitrary<CaseKnowledge> = fc.oneof(
  sentCase.map((one) => readCase(one as WireObject, key)),
  fc.constantFrom("settled" as const, "missing" as const, { problem: "status 500" }),
);

/** What is kept of a case, with no more of what was before than is to be read. */
function take(one: CaseKnowledge, before: ReadonlyMap<string, WireObject[]>): CaseRows {
  const read = new Map(listsToKeep(one, lists).map((list) => [list, before.get(list) ?? []]));
  return caseRows(key, one, lists, read);
}

describe("the rows of a case", () => {
  test("are those that were sent, and where none were sent those of before; nothing goes away without a word", () => {
    fc.assert(
      fc.property(sentCase, earlier, (one, before) => {
        const { rows, note } = take(readCase(one as WireObject, key), before);
        expect(rows.get(own)).toEqual([expect.objectContaining({ ...asked, sudac: "Ana Primjer" })]);
        for (const list of parts) {
          const of = (one as Record<string, unknown>)[list];
          if (Array.isArray(of)) expect(rows.get(list)).toEqual(of.map((row) => ({ ...asked, ...row })));
          else expect(rows.get(list)).toEqual(before.get(list));
          const isMisshapen = of != null && !Array.isArray(of);
          const isUnanswered = of == null && before.get(list)?.length !== 0;
          expect(note?.problem?.includes(list) ?? false, list).toBe(isMisshapen || isUnanswered);
        }
      }),
    );
  });

  test("stay as they were if the case need not be asked, or fails; and go if there is no such case", () => {
    fc.assert(
      fc.property(earlier, (before) => {
        expect(take("settled", before)).toEqual({ rows: before });
        expect(take({ problem: "status 500" }, before)).toEqual({
          rows: before,
          note: { ...key, problem: "status 500" },
        });
        expect(take("missing", before)).toEqual({ rows: new Map(), note: { ...key, problem: null } });
      }),
    );
  });

  test("are in a document in the order of its cases", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(known, earlier), { maxLength: 4 }), (all) => {
        const taken = all.map(([one, before]) => take(one, before));
        for (const list of lists)
          expect(rowsInDocument(taken, list)).toEqual(taken.flatMap(({ rows }) => rows.get(list) ?? []));
      }),
    );
  });
});

test("a case has the answer to its own question, whichever of them were asked", () => {
  const keys = Array.from({ length: 6 }, (_, index) => ({
    mark: `P-${index}/2030`,
    court: 7,
    missing: index % 2 ? "2030" : null,
  }));
  fc.assert(
    fc.property(fc.subarray(keys), (open) => {
      const answers = open.map(({ mark }) => ({ problem: mark }));
      for (const one of keys) {
        const expected = open.includes(one) ? { problem: one.mark } : one.missing ? "missing" : "settled";
        expect(knownCase(one, open, answers)).toEqual(expected);
      }
    }),
  );
});

/** A case that is followed. */
const followed = (mark: string, more: Partial<Followed> = {}): Followed => ({
  ...{ mark, court: 7, since: "2030", asked: 1, missing: null, problem: null, note: null },
  ...more,
});

describe("a loss", () => {
  const marks = fc.uniqueArray(
    fc.integer({ min: 1, max: 99 }).map((number) => `P-${number}/2030`),
    { maxLength: 30 },
  );

  test("of a tenth of the cases or one of them is believed, and of more is not", () => {
    fc.assert(
      fc.property(marks, fc.nat(), (marks, seed) => {
        const count = marks.length === 0 ? 0 : seed % (marks.length + 1);
        const notes = marks.slice(0, count).map((mark) => ({ mark, court: 7, problem: null }));
        // One that was missing already is no loss.
        const all = [...marks.map((mark) => followed(mark)), followed("K-1/2030", { missing: "2030" })];
        const { gone, there } = partByPresence(all, [...notes, { mark: "K-1/2030", court: 7, problem: null }]);
        expect([gone.length, there.length]).toEqual([count, marks.length - count]);
        expect(lostCases(gone, marks.length)).toHaveLength(count > 1 && count > marks.length * 0.1 ? 1 : 0);
      }),
    );
  });

  test("of rows is that of each case by itself, and of cases that are still there alone", () => {
    const one = fc.record({ before: fc.nat(9), now: fc.nat(9), isThere: fc.boolean() });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 9 }), (all) => {
        const cases = all.map((one, index) => ({ ...one, mark: `P-${index}/2030`, court: 7 }));
        const there = cases.filter(({ isThere }) => isThere);
        const lost = there.reduce((sum, { before, now }) => sum + Math.max(0, before - now), 0);
        const had = there.reduce((sum, { before }) => sum + before, 0);
        const [sentence, ...others] = lostRows("pismena", cases, there);
        expect(others).toEqual([]);
        if (lost > 4 && lost > had * 0.1) expect(sentence).toContain(`has lost ${lost} of the ${had} rows`);
        else expect(sentence).toBeUndefined();
      }),
    );
  });
});

test("marks are spelled as the service does, unless it could mean several; two that become one are told apart by nothing else", () => {
  const registers = new Registers(["Ovr", "Pž", "PŽ"]);
  const marks = fc.subarray(["OVR-1/2030", "ovr-1/2030", "Ovr-1/2030", "pž-1/2030", "X-1/2030"]);
  fc.assert(
    fc.property(marks, (marks) => {
      const all = marks.map((mark) => followed(mark));
      const found = respellings(all, all, registers);
      expect(found.map(({ spelled }) => spelled)).toEqual(found.map(() => "Ovr-1/2030"));
      expect(found.map(({ mark }) => mark)).toEqual(marks.filter((mark) => /^(OVR|ovr)-/.test(mark)));
      // The first one is renamed if there is none of that spelling yet; what comes then is one of it.
      const isThere = marks.includes("Ovr-1/2030");
      expect(found.map(({ isFollowed }) => isFollowed)).toEqual(found.map((_, index) => isThere || index > 0));
      const left = new Set([...all, ...found.map(({ spelled, court }) => ({ mark: spelled, court }))].map(caseText));
      for (const { mark, court } of found) left.delete(caseText({ mark, court }));
      expect(left.size).toBeLessThanOrEqual(marks.length);
    }),
  );
});
