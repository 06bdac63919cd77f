import { expect, test } from "vitest";
import { emptyReport } from "../../test/support/empty-report.ts";
import { completeReport, type Report } from "../report/report.ts";
import type { Result } from "../report/result.ts";
import { type Judgement, outcomeOf } from "./outcome.ts";

/** A report of one requirement, judged on some operations. */
const reportOf = (states: Readonly<Record<string, Result["state"]>>, stopped?: string): Report =>
  completeReport({
    ...emptyReport,
    requirements: [{ id: "REG-X-01", level: "MUST", title: "", section: "" }],
    subjects: Object.keys(states).map((name) => ({ name, interface: "A", rows: 1, total: 1 })),
    results: Object.entries(states).map(([subject, state]) => ({
      requirement: "REG-X-01",
      subject,
      state,
      ...(state === "pass" ? {} : { reason: "why" }),
    })),
    ...(stopped === undefined ? {} : { stopped }),
  });

const [sound, faulty] = [reportOf({ sud: "pass" }), reportOf({ sud: "fail" })];
const lost = reportOf({ sud: "error" });
const stopped = reportOf({ sud: "pass" }, "the service asks to wait");
const toWrite = { replaced: undefined };
const accepting = { report: faulty, file: "b.json" };

test.each<[what: string, judged: Report, judgement: Partial<Judgement>, exitCode: number, isKept: boolean]>([
  ["what conforms", sound, {}, 0, true],
  ["what does not", faulty, {}, 1, true],
  ["what could not be judged", lost, {}, 2, false],
  ["what was stopped", stopped, {}, 2, false],
  ["what a baseline accepts", faulty, { baseline: accepting }, 0, true],
  ["what is better than a baseline", sound, { baseline: accepting }, 1, true],
  ["what fails, as a baseline", faulty, { toWrite }, 0, true],
  ["what could not be judged, as a baseline", lost, { toWrite }, 2, false],
  ["what was stopped, as a baseline", stopped, { toWrite }, 2, false],
])("%s", (_, judged, judgement, exitCode, isKept) => {
  expect(outcomeOf(judged, { isPart: false, ...judgement })).toMatchObject({ exitCode, isKept });
});

test("changes have a heading, also if there are none", () => {
  const before = { report: faulty, file: "before.json" };
  expect(outcomeOf(sound, { isPart: false, before }).changes).toEqual([
    { heading: "Changes since before.json:", lines: [expect.stringContaining("REG-X-01")] },
  ]);
  expect(outcomeOf(faulty, { isPart: false, before, baseline: accepting }).changes).toEqual([
    { heading: "No changes since before.json", lines: [] },
    { heading: "No changes from the baseline b.json", lines: [] },
  ]);
  expect(outcomeOf(sound, { isPart: false, baseline: accepting }).changes[0]?.heading).toBe(
    "Changes from the baseline b.json (--write-baseline b.json accepts them):",
  );
});

test("a baseline of a part keeps the rest of the one that it replaces, and that of the whole does not", () => {
  const replaced = reportOf({ sud: "fail", gfi: "fail" });
  const subjects = (isPart: boolean): string[] =>
    outcomeOf(sound, { isPart, toWrite: { replaced } }).newBaseline.results.map(({ subject }) => subject);
  expect(subjects(true)).toEqual(["sud", "gfi"]);
  expect(subjects(false)).toEqual(["sud"]);
});

test("the new baseline accepts the run itself, and not what another baseline makes of it", () => {
  expect(outcomeOf(sound, { isPart: false, baseline: accepting, toWrite }).newBaseline).toMatchObject({
    conclusion: "conforms",
    results: [{ state: "pass" }],
  });
});
