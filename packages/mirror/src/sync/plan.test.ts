/** What a run is to do, and that a copy which is resumed at any point ends as one that nobody stopped. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lists as allLists, caseLists, registerLists } from "../generated/lists.ts";
import { sumOf, sumText } from "../store/generations.ts";
import { rowStorer } from "../wire/columns.ts";
import { rowHasher } from "../wire/hash.ts";
import type { Column } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import { beginning, progressAfter, type SavedProgress } from "./copy/progress.ts";
import { newRows } from "./copy/store-page.ts";
import { generationInState, planList, planLists, planOrder, planUnfinished, type Wanted } from "./plan.ts";

const names = fc.subarray(allLists.map(({ name }) => name));
const url = fc.constantFrom(undefined, "", "https://registar.primjer.hr");

describe("the lists to copy", () => {
  test("are of those that are named, of an interface that has an address, and never none", () => {
    fc.assert(
      fc.property(names, fc.constantFrom(undefined, "register" as const, "cases" as const), url, url, (...asked) => {
        const [lists, only, baseUrl, graphqlUrl] = asked;
        let planned: ReturnType<typeof planLists>;
        try {
          planned = planLists({ lists, only, baseUrl, graphqlUrl });
        } catch (error) {
          expect(error).toMatchObject({ kind: "usage" });
          return;
        }
        const all = [...planned.register, ...planned.cases];
        expect(all.length).toBeGreaterThan(0);
        const isAsked = ({ name, of }: (typeof all)[number]) =>
          (lists.length === 0 || lists.includes(name)) && (only ?? of) === of;
        expect(all.every(isAsked)).toBe(true);
        // All of an interface, or none of it.
        expect(planned.register).toEqual(planned.register.length > 0 ? registerLists.filter(isAsked) : []);
        expect(planned.cases).toEqual(graphqlUrl ? caseLists.filter(isAsked) : []);
        // Without the register, its client could not say what is missing.
        if (planned.register.length === 0) expect(planned.cases.length).toBeGreaterThan(0);
      }),
    );
  });

  test("an unknown one is refused by its name", () => {
    expect(() => planLists({ lists: ["sjediste", "nema_ga"], baseUrl: "https://registar.primjer.hr" })).toThrow(
      "There is no list nema_ga.",
    );
  });
});

describe("the order", () => {
  const [register, cases] = [{ of: "register" as const }, { of: "cases" as const }];
  const parts = fc.subarray([register, cases], { minLength: 1 });
  const unfinished = fc.constantFrom(undefined, "register" as const, "cases" as const);

  test("begins with what is unfinished, and has every part once; only what would drop the register is refused", () => {
    fc.assert(
      fc.property(parts, unfinished, fc.boolean(), fc.boolean(), (parts, of, isKept, anew) => {
        const order = () => planOrder(parts, of, { target: "copy.sqlite", isKept, anew });
        if (of === "register" && isKept && !anew && !parts.includes(register)) {
          expect(order).toThrow("Finish it");
          return;
        }
        expect(new Set(order())).toEqual(new Set(parts));
        if (parts.some((part) => part.of === of)) expect(order()[0]?.of).toBe(of);
      }),
    );
  });
});

describe("an unfinished copy", () => {
  const wanted: Wanted = { of: "register", service: "https://registar.primjer.hr", lists: registerLists.slice(0, 3) };
  const copied = wanted.lists.map(({ name }) => name);
  const copy = { service: wanted.service, state: "danas", lists: copied };

  test("goes on, in whatever order its lists are", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(copied, { minLength: 3 }), (lists) => {
        expect(planUnfinished({ ...copy, lists }, wanted, { isRefused: false })).toBe("resume");
      }),
    );
  });

  test.each<[string, Parameters<typeof planUnfinished>[0], Parameters<typeof planUnfinished>[2]]>([
    ["of another service", { ...copy, service: "https://drugdje.primjer.hr" }, { isRefused: false }],
    ["without a named state", { ...copy, state: undefined }, { isRefused: false }],
    ["of fewer lists", { ...copy, lists: copied.slice(1) }, { isRefused: false }],
    ["of more lists", { ...copy, lists: [...copied, "jezik"] }, { isRefused: false }],
    ["that was refused", copy, { isRefused: true }],
    ["that nobody wants", copy, { isRefused: false, anew: true }],
  ])("%s is dropped", (_, unfinished, options) => {
    expect(planUnfinished(unfinished, wanted, options)).toBe("drop");
  });
});

test("a state is here only if the newest copy of every list is of it, and of that service", () => {
  const lists = ["sjediste", "subjekt"];
  const one = fc.record({ lists: fc.subarray(lists, { minLength: 1 }), state: fc.constantFrom("A", "a", "b") });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 5 }), fc.constantFrom("a", "B", undefined), (history, state) => {
      const all = history.map(({ lists, state }, index) => ({
        ...{
          generation: index + 1,
          of: "register" as const,
          service: "https://registar.primjer.hr",
          state,
          before: index,
        },
        ...{ proof: "state", started: "", completed: "" },
        lists: lists.map((list) => ({ list, rows: 1, new: 1, gone: 0, misfits: 0 })),
      }));
      const wanted: Wanted = {
        of: "register",
        service: "https://registar.primjer.hr",
        lists: lists.map((name) => ({ name })),
      };
      const newest = lists.map((name) => all.findLast((one) => one.lists.some(({ list }) => list === name))?.state);
      const isHere = state !== undefined && newest.every((one) => one?.toLowerCase() === state.toLowerCase());
      expect(generationInState(all, wanted, state)).toBe(isHere ? all.length : undefined);
      expect(generationInState(all, { ...wanted, service: "https://drugdje.primjer.hr" }, state)).toBeUndefined();
    }),
  );
});

describe("a copy that is stopped at any point, and goes on", () => {
  const columns: Column[] = [
    { name: "mbs", type: "integer" },
    { name: "ulica", type: "text" },
  ];
  const [store, hash] = [rowStorer(columns), rowHasher(columns)];
  const row = fc.record({ mbs: fc.oneof(fc.nat(9), fc.constant("x")), ulica: fc.constantFrom("a", "b", null) });
  /** What a page is cut to at each offset: the same wherever a run begins. */
  const cuts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });

  /** What is kept from run to run: of each list, its place as text and the rows in its table. */
  interface Kept {
    progress: string;
    table: unknown[][];
  }

  const begun = (): Kept => ({ progress: JSON.stringify(beginning(1)), table: [] });
  const isSound = ({ table }: Kept, { newContentSum }: SavedProgress): boolean =>
    sumText(table.reduce((sum, [, bytes]) => sum + sumOf(Buffer.from(bytes as Uint8Array).toString("hex")), 0n)) ===
    newContentSum;

  /** Copies a list from where it is, for so many pages at most. @returns how many are left; the place of the last one is lost if `tears` */
  function copyOn(
    list: readonly WireObject[],
    kept: Kept,
    sizes: readonly number[],
    pages: number,
    tears: boolean,
  ): number {
    let saved: SavedProgress = JSON.parse(kept.progress);
    if (planList(saved, isSound(kept, saved)) === "read again") {
      Object.assign(kept, begun());
      saved = JSON.parse(kept.progress);
    }
    for (let left = pages; !saved.done; left--) {
      const offset = saved.checkpoint.cursor?.offset ?? 0;
      if (left === 0) return 0;
      const rows = list.slice(offset, offset + (sizes[offset % sizes.length] ?? 1));
      const cursor =
        offset + rows.length < list.length ? { operation: "list", offset: offset + rows.length } : undefined;
      const page = { offset, hashes: rows.map(hash), cursor, total: undefined, state: "danas", isUnnamed: false };
      const { values, ...added } = newRows({ ...page, rows: () => rows }, [], { saved, store }, 1);
      kept.table.push(...values);
      if (tears && left === 1) return 0;
      saved = progressAfter(saved, page, added);
      kept.progress = JSON.stringify(saved);
      if (saved.done) return left - 1;
    }
    return pages;
  }

  /** Copies all lists, stopped after so many pages in each run; the last run is not stopped. */
  function copy(
    lists: readonly WireObject[][],
    sizes: readonly number[],
    stops: readonly { pages: number; tears: boolean }[],
  ): Kept[] {
    const kept = lists.map(begun);
    for (const { pages, tears } of [...stops, { pages: Number.POSITIVE_INFINITY, tears: false }]) {
      let left = pages;
      for (const [index, list] of lists.entries()) left = copyOn(list, kept[index] as Kept, sizes, left, tears);
    }
    return kept;
  }

  const lists = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 3 });
  const stop = fc.record({ pages: fc.integer({ min: 1, max: 8 }), tears: fc.boolean() });

  test("ends with the same rows, at the same place, also if a stop has torn rows and place apart", () => {
    fc.assert(
      fc.property(lists, cuts, fc.array(stop, { maxLength: 5 }), (lists, sizes, stops) => {
        expect(copy(lists, sizes, stops)).toEqual(copy(lists, sizes, []));
      }),
    );
  });

  test("has the same rows, wherever pages are cut", () => {
    /** All but where the pages were. */
    const contentOf = ({ progress, table }: Kept) => {
      const { checkpoint: _, ...saved }: SavedProgress = JSON.parse(progress);
      return { saved, table };
    };
    fc.assert(
      fc.property(lists, cuts, cuts, (lists, sizes, others) => {
        expect(copy(lists, sizes, []).map(contentOf)).toEqual(copy(lists, others, []).map(contentOf));
      }),
    );
  });
});
