import { expect, test } from "vitest";
import { emptyReport } from "../../test/support/empty-report.ts";
import { annotations, jobSummary } from "./github.ts";
import { completeReport, type Report, type ReportBody, type Result } from "./report.ts";

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
  const many = (state: Result["state"]) => Array.from({ length: 12 }, () => of(state, "MUST"));
  const lines = annotations(reportOf([...many("error"), ...many("fail")]));
  expect(lines.map((line) => line.split(" ")[0])).toEqual([
    ...Array.from({ length: 10 }, () => "::error"),
    ...Array.from({ length: 10 }, () => "::warning"),
  ]);
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
  const results = Array.from({ length: 103 }, () => of("fail", "MUST"));
  const summary = jobSummary(reportOf(results, { stopped: "nothing listens there" }));
  expect(summary.match(/^\| MUST /gm)).toHaveLength(100);
  expect(summary).toContain("and 3 more, in report.html");
  expect(summary).toContain("Stopped: nothing listens there");
});
