import { expect, test } from "vitest";
import { emptyReport } from "../../test/support/empty-report.ts";
import { annotations, jobSummary } from "./github.ts";
import { completeReport, type Report, type ReportBody } from "./report.ts";
import type { Result } from "./result.ts";

/** A report of results, each on its own operation, for one requirement per level. */
function reportOf(results: readonly Omit<Result, "subject">[], more: Partial<ReportBody> = {}): Report {
  return completeReport({
    ...emptyReport,
    requirements: (["MUST", "SHOULD", "INFO"] as const).map((level) => ({ id: level, level, title: "", section: "" })),
    results: results.map((one, index) => ({ ...one, subject: `sud${index}` })),
    ...more,
  });
}

const of = (state: Result["state"], requirement: string, reason = "why"): Omit<Result, "subject"> => ({
  requirement,
  state,
  reason,
});

test("a failed MUST is an error; a failed SHOULD and what could not be judged are warnings; nothing else is annotated", () => {
  const report = reportOf([
    of("error", "MUST"),
    of("fail", "SHOULD"),
    of("fail", "MUST"),
    of("pass", "MUST"),
    of("not tested", "MUST"),
    of("error", "INFO"),
    of("observed", "INFO"),
  ]);
  expect(annotations(report)).toEqual([
    "::error title=MUST on sud2::why",
    "::warning title=MUST on sud0::why",
    "::warning title=SHOULD on sud1::why",
  ]);
});

test("text from a service cannot end an annotation", () => {
  const report = reportOf([of("error", "MUST", "100 %\r\n::error::more")]);
  expect(annotations(report)).toEqual(["::warning title=MUST on sud0::100 %25%0D%0A::error::more"]);
});

test("at most ten annotations of each kind are written, as many as GitHub shows", () => {
  const many = (state: Result["state"]) =>
    Array.from({ length: 12 }, (_, index) => of(state, "MUST", "x".repeat(index)));
  const lines = annotations(reportOf([...many("error"), ...many("fail")]));
  expect(lines.map((line) => line.split(" ")[0])).toEqual([
    ...Array.from({ length: 10 }, () => "::error"),
    ...Array.from({ length: 10 }, () => "::warning"),
  ]);
});

test("what is the same on several operations takes one annotation and one row, so that others have room", () => {
  const results = [1, 2, 3, 4, 9].map((count) => of("fail", "MUST", `a string of ${count} characters`));
  const report = reportOf([...results, of("fail", "MUST", "status 500"), of("error", "MUST", "status 500")]);
  expect(annotations(report)).toEqual([
    "::error title=MUST on sud0%2C sud1 and 3 more::a string of 1 to 9 characters",
    "::error title=MUST on sud5::status 500",
    "::warning title=MUST on sud6::status 500",
  ]);
  const summary = jobSummary(report);
  expect(summary).toContain("| MUST | MUST | sud0, sud1, sud2, sud3, sud4 | fail | a string of 1 to 9 characters |\n");
  expect(summary.match(/^\| MUST /gm)).toHaveLength(3);
});

test("the job summary says what changed from the baseline, and what it accepts", () => {
  const accepted = { ...of("fail", "MUST", "status 500"), accepted: "known since spring" };
  const changes = ["MUST on sud3: pass, but the baseline has fail", "MUST on sud4: pass, but the baseline has fail"];
  const report = { ...reportOf([accepted, of("fail", "MUST", "status 500")]), baseline: { file: "b.json", changes } };
  const summary = jobSummary(report);
  expect(summary).toContain(
    "\nChanges from the baseline:\n\n- MUST on sud3, sud4: pass, but the baseline has fail; 2 results\n",
  );
  expect(summary).toContain("| sud0 | fail, accepted by the baseline | status 500 |");
  expect(summary).toContain("| sud1 | fail | status 500 |");
});

test("the job summary stays below 1 MiB, which GitHub refuses, however long the names of a service are", () => {
  const results = Array.from({ length: 103 }, (_, index) => of("fail", "MUST", "x".repeat(index) + "š|".repeat(5_000)));
  const summary = jobSummary(reportOf(results));
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 ** 2);
  expect(summary).toContain("š\\|… |\n");
});

test.for<[string, Result["state"]]>([
  ["✅", "pass"],
  ["❌", "fail"],
  ["⚠️", "error"],
])("the job summary starts with the conclusion: %s", ([mark, state]) => {
  const summary = jobSummary(reportOf([of(state, "MUST")]));
  expect(summary).toMatch(new RegExp(`^## ${mark} Court register conformance\n`));
  expect(summary.includes("| requirement |")).toBe(state !== "pass");
  expect(summary).not.toContain("Stopped");
  expect(summary).not.toContain("report.html");
});

test("the job summary shows a hundred results, how many more there are, and what stopped the run", () => {
  const results = Array.from({ length: 103 }, (_, index) => of("fail", "MUST", "x".repeat(index)));
  const summary = jobSummary(reportOf(results, { stopped: "nothing listens there" }));
  expect(summary.match(/^\| MUST /gm)).toHaveLength(100);
  expect(summary).toContain("and 3 more, in report.html");
  expect(summary).toContain("Stopped: nothing listens there");
});
