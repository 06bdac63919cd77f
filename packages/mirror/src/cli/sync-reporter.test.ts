import { expect, test } from "vitest";
import { Screen } from "#kit/screen";
import type { SyncEvent } from "../sync/events.ts";
import { SyncReporter } from "./sync-reporter.ts";

const start: SyncEvent = {
  type: "start",
  of: "register",
  generation: 2,
  state: "s",
  lists: ["sjediste", "gfi", "postupak", "jezik"],
  resumed: true,
};

/** What a run shows on a terminal of a width, event by event: each line that replaces the one before, and those that stay. */
function shown(columns: number, events: readonly (readonly [seconds: number, event: SyncEvent])[]): string[] {
  let time = 0;
  const lines: string[] = [];
  const write = (text: string): void => {
    const line = text.replaceAll("\r\u001b[2K", "");
    if (line !== "") lines.push(line);
  };
  const reporter = new SyncReporter(new Screen({ write, isTTY: true, columns }, { TERM: "xterm" }), () => time);
  for (const [seconds, event] of events) {
    time = seconds * 1_000;
    reporter.report(event);
  }
  return lines;
}

const estimate = (lists: { list: string; rows: number; expected: number | undefined }[]): SyncEvent => ({
  type: "estimate",
  estimate: { requests: 9, milliseconds: undefined, unknown: [], lists },
});

const page = (list: string, rows: number, total?: number): SyncEvent => ({ type: "page", list, rows, total });

test("which list of how many, its rows, and how long the rest takes; a list of an earlier run counts", () => {
  const lists = [
    { list: "gfi", rows: 1_000, expected: 4_000 },
    { list: "postupak", rows: 0, expected: 3_000 },
    { list: "jezik", rows: 0, expected: undefined },
  ];
  const events: [number, SyncEvent][] = [
    [0, start],
    [0, estimate(lists)],
    [1, page("gfi", 2_000)],
    [4, page("gfi", 3_000)],
    [8, { type: "list", list: "gfi", rows: 4_000 }],
    [9, page("postupak", 1_000, 2_500)],
    [14, { type: "list", list: "postupak", rows: 2_500 }],
    [15, page("jezik", 10)],
  ];
  expect(shown(120, events).slice(2)).toEqual([
    // Too early to say.
    "█████░░░░░ list 2 of 4, gfi: 2,000 of about 4,000 rows",
    // 2,000 rows in four seconds, 1,000 and 3,000 are to come, and a list that nobody knows.
    "███████░░░ list 2 of 4, gfi: 3,000 of about 4,000 rows, at least 8 seconds left",
    "List 2 of 4, gfi: 4,000 rows\n",
    "████░░░░░░ list 3 of 4, postupak: 1,000 of 2,500 rows, at least 3 seconds left",
    "List 3 of 4, postupak: 2,500 rows\n",
    "list 4 of 4, jezik: 10 rows, time left unknown",
  ]);
  const known = lists.map((one) => ({ ...one, expected: one.expected ?? 500 }));
  expect(shown(120, [...events.slice(0, 1), [0, estimate(known)], ...events.slice(2, 4)]).at(-1)).toBe(
    "███████░░░ list 2 of 4, gfi: 3,000 of about 4,000 rows, about 9 seconds left",
  );
});

test("a list that outgrows the last copy is not said to be nearly there", () => {
  const events: [number, SyncEvent][] = [
    [0, start],
    [0, estimate([{ list: "jezik", rows: 0, expected: 1_000 }])],
    [5, page("jezik", 1_500)],
  ];
  expect(shown(120, events).at(-1)).toBe("list 4 of 4, jezik: 1,500 rows, time left unknown");
});

test("narrow terminals get fewer words, never fewer digits, and no line that wraps", () => {
  const events: [number, SyncEvent][] = [
    [0, { ...start, lists: Array.from({ length: 24 }, (_, index) => String(index)) }],
    [0, estimate([{ list: "prijevod_skracena_tvrtka", rows: 0, expected: 160_000 }])],
    [100, page("prijevod_skracena_tvrtka", 120_000)],
  ];
  expect([120, 100, 80, 60, 40, 30, 20].map((columns) => shown(columns, events).at(-1))).toEqual([
    "███████░░░ list 24 of 24, prijevod_skracena_tvrtka: 120,000 of about 160,000 rows, about 33 seconds left",
    "list 24 of 24, prijevod_skracena_tvrtka: 120,000 of about 160,000 rows, about 33 seconds left",
    "24/24 prijevod_skracena_tvrtka: 120,000 of about 160,000, about 33 s left",
    "24/24 prijevod_skracena_tvrtka: 120,000, about 33 s left",
    "24/24: 120,000, about 33 s left",
    "120,000",
    "120,000",
  ]);
});

test("court cases: how many were asked for, and how long the others take", () => {
  const cases = (asked: number): SyncEvent => ({ type: "cases", asked, total: 100 });
  const events: [number, SyncEvent][] = [
    [0, { ...start, of: "cases" }],
    [10, cases(20)],
    [50, cases(100)],
  ];
  expect(shown(80, events).slice(1)).toEqual([
    "██░░░░░░░░ 20 of 100 cases, about 40 seconds left",
    "██████████ 100 of 100 cases",
  ]);
});
