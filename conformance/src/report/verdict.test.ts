import { describe, expect, test } from "vitest";
import { emptyReport } from "../../test/support/empty-report.ts";
import { acceptedText, applyBaseline, makeBaseline } from "./baseline.ts";
import { junitReport } from "./junit.ts";
import { completeReport, exitCode, type Report, type ReportBody, wrongResults } from "./report.ts";
import type { Result } from "./result.ts";

type Short = `${"must" | "other must" | "should" | "info"} ${Result["state"]}`;

/** A report of results. A requirement that occurs again is judged on another operation. */
function reportOf(results: readonly Short[], more: Partial<ReportBody> = {}): Report {
  const seen = new Map<string, number>();
  return completeReport({
    ...emptyReport,
    requirements: (["MUST", "OTHER MUST", "SHOULD", "INFO"] as const).map((id) => ({
      id,
      level: id === "OTHER MUST" ? "MUST" : id,
      title: "",
      section: "",
    })),
    subjects: ["sud", "jezik", "gfi"].map((name) => ({ name, interface: "A", rows: 3, total: 3 })),
    results: results.map((one) => {
      const [, name = "", state = ""] = /^(other must|\w+) (.*)$/.exec(one) ?? [];
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      const subject = ["sud", "jezik", "gfi"][count] ?? "";
      return { requirement: name.toUpperCase(), subject, state: state as Result["state"], reason: one };
    }),
    ...more,
  });
}

const stopped = "the service asks to wait";
const isRed = (report: Report): boolean => /<(failure|error) /.test(junitReport(report));

describe("exit code", () => {
  test.for<[0 | 1 | 2, Short[], Partial<ReportBody>?]>([
    [0, ["must pass"]],
    [0, ["must pass", "must not tested", "must not applicable"]],
    [0, ["must pass", "should fail"]],
    [0, ["must pass", "info error"]],
    [0, ["must pass", "info fail"], { failOn: "should" }],
    [1, ["must pass", "should fail"], { failOn: "should" }],
    [0, ["must pass", "should pass", "info observed"], { failOn: "should" }],
    [1, ["must pass", "must fail"], { failOn: "should" }],
    [1, ["must fail", "must error", "must not tested"]],
    [1, ["must fail"], { stopped }],
    [2, ["must pass", "must error"]],
    [2, ["must pass", "should error"]],
    [2, ["must pass"], { stopped }],
    [2, ["must not tested", "must not applicable"]],
    [2, ["should pass"]],
    [2, []],
  ])("%i: %j", ([code, results, more]) => {
    const report = reportOf(results, more);
    expect(exitCode(report)).toBe(code);
    expect(isRed(report)).toBe(code !== 0);
  });
});

describe("exit code, with a baseline that accepts one run, of another", () => {
  const other: Short = "other must pass";
  test.for<[0 | 1 | 2, accepted: Short[], found: Short[], Partial<ReportBody>?]>([
    [0, ["must fail", other], ["must fail", other]],
    [0, ["must not tested", other], ["must not tested", other]],
    [0, ["must fail"], ["must fail"]],
    [1, ["must pass", other], ["must fail", other]],
    [1, ["must pass", other], ["must not tested", other]],
    [1, ["must fail", other], ["must pass", other]],
    [1, ["must fail", other], ["must not tested", other]],
    [1, ["must fail", other], ["must not applicable", other]],
    [1, ["must fail", other], [other]],
    [1, ["must pass", other], ["must fail", "other must error"]],
    [0, ["must pass", other], ["must pass", "must pass", other]],
    [0, ["must fail", "info observed"], ["must fail", "info not tested"]],
    [0, ["must fail", "info not tested"], ["must fail", "info error"]],
    [2, ["must fail", other], ["must error", other]],
    [2, ["must pass", other], ["must pass", "other must error"]],
    [2, ["must not tested"], ["must not tested"]],
    [2, ["must pass", other], ["must not tested", "must pass", "other must error"]],
    [2, ["must fail", other], ["must not tested", "must pass", "other must error"]],
    [1, ["must fail", "must pass", other], ["must fail", "must fail", "other must error"]],
    [1, ["must not tested", other], ["must not tested", "must not tested", other, "info error"]],
    [2, ["must fail", other], ["must pass"], { stopped }],
    [2, ["must fail", other], ["must fail"], { stopped }],
    [2, ["must fail", other], ["must not tested", other], { stopped }],
    [2, ["must fail", other], [other, "should fail"], { stopped }],
    [1, ["must fail", other], ["must fail", "other must fail"], { stopped }],
    [1, ["must not tested", other], ["must fail", other], { stopped }],
  ])("%i: %j, then %j", ([code, accepted, found, more]) => {
    const report = applyBaseline(reportOf(found, more), makeBaseline(reportOf(accepted)), "b.json");
    expect(exitCode(report)).toBe(code);
    expect(isRed(report)).toBe(code !== 0);
    const states = report.results.filter((result) => result.accepted !== undefined).map(({ state }) => state);
    expect(states.filter((state) => state === "pass" || state === "error")).toEqual([]);
  });
});

test.for<[Short[], string]>([
  [["must pass"], "nothing, because nothing fails"],
  [["must fail", "must pass"], '1 failure; say why in the file, at "accepted"'],
  [["must not tested", "must not tested"], "2 results not tested"],
  [
    ["must fail", "must fail", "should not tested"],
    '2 failures and 1 result not tested; say why in the file, at "accepted"',
  ],
])("a baseline of %j accepts %s", ([results, text]) => {
  expect(acceptedText(makeBaseline(reportOf(results)))).toBe(text);
});

test("a run that was stopped or has errors reports no change that may be due to that", () => {
  const baseline = makeBaseline(reportOf(["must fail", "must not tested", "should not tested"]));
  const judged = (results: readonly Short[], more?: Partial<ReportBody>): Report =>
    applyBaseline(reportOf(results, more), baseline, "b.json");
  const broken = judged(["must fail", "must pass", "must error", "should not tested", "other must not tested"]);
  expect(broken.baseline?.changes).toEqual(["MUST on jezik: not tested → pass (must pass)"]);
  const half = judged(["must fail", "should not tested", "other must not tested"], { stopped });
  expect(half.baseline?.changes).toEqual([]);
  expect(half.verdict).toMatch(
    / could not be judged: no change from the baseline in what was judged; without the baseline: does/,
  );
});

test("junit.xml has one error for what could not be judged or what stopped a run, even if something failed", () => {
  const errors = (report: Report): string[] => junitReport(report).match(/<error [^>]*>/g) ?? [];
  expect(errors(reportOf(["must pass", "must error"]))).toEqual(['<error message="error: must error">']);
  expect(errors(reportOf(["must fail"], { stopped: "no response" }))).toEqual(['<error message="no response">']);
});

test("a run in which nothing was judged keeps its verdict if the baseline changes nothing", () => {
  const report = reportOf([], { stopped });
  expect(applyBaseline(report, reportOf([]), "b.json").verdict).toBe(report.verdict);
});

test("a baseline is written with a reason for each failure, which people reword, and accepts without", () => {
  const report = reportOf(["must fail", "must fail", "other must pass", "should not tested"]);
  const written = makeBaseline(report);
  expect(written.results.map(({ accepted }) => accepted)).toEqual([
    "accepted when the baseline was written",
    "accepted when the baseline was written",
    undefined,
    undefined,
  ]);
  const worded = { ...written, results: written.results.map((one) => ({ ...one, accepted: one.subject })) };
  const again = makeBaseline(report, worded).results.filter(({ state }) => state !== "pass");
  expect(again.map(({ accepted }) => accepted)).toEqual(["sud", "jezik", "sud"]);
  const same = applyBaseline(report, report, "b.json");
  expect(exitCode(same)).toBe(0);
  expect(isRed(same)).toBe(false);
});

test("a verdict counts what was judged, and of how many rows", () => {
  const subjects = [
    { name: "sud", interface: "A", rows: 3 },
    { name: "jezik", interface: "A", rows: 2, total: 9 },
    { name: "gfi", interface: "A", rows: 1, total: 1 },
  ] as const;
  expect(reportOf(["must pass", "must fail", "should fail", "other must not tested"], { subjects }).verdict).toBe(
    "https://registar.primjer.hr does not conform: 1 MUST fails, 1 SHOULD fails " +
      "(2 of 3 requirements judged on 2 of 3 operations and 6 of at least 13 rows)",
  );
  expect(reportOf(["must fail"], { subjects: subjects.slice(1) }).verdict).toContain(
    "(1 of 3 requirements judged on 0 of 2 operations and 3 of 10 rows)",
  );
  expect(reportOf(["must pass"], { subjects, stopped }).verdict).toContain(
    "(1 of 3 requirements judged on 1 operation and 6 rows)",
  );
  expect(reportOf(["must pass", "must error", "should error", "info error"]).verdict).toContain(
    "could not be judged: 2 errors (1 of 3 requirements judged on 1 of 3 operations and 9 of 9 rows)",
  );
  const alone = [{ name: "sudovi", interface: "B", rows: 0 }] as const;
  expect(reportOf(["must pass"], { subjects: alone }).verdict).toContain("conforms (1 of 3 requirements judged)");
});

test("failed MUSTs come first, then errors, then other failures", () => {
  const report = reportOf(["should fail", "must error", "should error", "info error", "must fail", "must pass"]);
  expect(wrongResults(report).map(({ reason }) => reason)).toEqual([
    "must fail",
    "must error",
    "should error",
    "should fail",
  ]);
});
