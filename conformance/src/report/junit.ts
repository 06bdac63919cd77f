import { escapeMarkup } from "../markup.ts";
import type { Report, Result } from "./report.ts";
import { findingText } from "./text.ts";

/** A JUnit report: a suite an operation, a case a requirement, with true failure, error and skipped elements. Observations are left out. */
export function junitReport(report: Report): string {
  const levels = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const judged = report.results.filter(({ state }) => state !== "observed");
  const suites = report.subjects.map(({ name }) =>
    suiteText(
      name,
      judged.filter(({ subject }) => subject === name),
      levels,
    ),
  );
  const all = counts(judged);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeMarkup(report.suite.name)}" ${all} time="${report.milliseconds / 1000}">
${suites.join("\n")}
</testsuites>
`;
}

function counts(results: readonly Result[]): string {
  const count = (...states: Result["state"][]): number => results.filter(({ state }) => states.includes(state)).length;
  return `tests="${results.length}" failures="${count("fail")}" errors="${count("error")}" skipped="${count("not tested", "not applicable")}"`;
}

function suiteText(
  name: string,
  results: readonly Result[],
  requirements: ReadonlyMap<string, { level: string; title: string }>,
): string {
  const cases = results.map((result) => {
    const requirement = requirements.get(result.requirement);
    const title = escapeMarkup(`${result.requirement} ${requirement?.level ?? ""} ${requirement?.title ?? ""}`);
    return `    <testcase classname="${escapeMarkup(name)}" name="${title}"${inside(result)}`;
  });
  return `  <testsuite name="${escapeMarkup(name)}" ${counts(results)}>\n${cases.join("\n")}\n  </testsuite>`;
}

function inside(result: Result): string {
  const reason = escapeMarkup(`${result.state}: ${result.reason ?? ""}`);
  switch (result.state) {
    case "pass":
    case "observed":
      return "/>";
    case "error":
      return `><error message="${reason}"/></testcase>`;
    case "fail": {
      const findings = result.findings ?? [];
      const message = escapeMarkup(findings[0] === undefined ? "failed" : findingText(findings[0]));
      const body = escapeMarkup(findings.map((finding) => `${findingText(finding)}\n${finding.curl}`).join("\n"));
      return `><failure message="${message}">${body}</failure></testcase>`;
    }
    default:
      return `><skipped message="${reason}"/></testcase>`;
  }
}
