import { html as xml } from "ghtml";
import { writableInXml } from "../shared/text.ts";
import { decides, isError, isJudged, levelsOf, type Report, type ReportedRequirement } from "./report.ts";
import type { Result } from "./result.ts";
import { distinctFindings, findingText, firstWords, moreFindings } from "./words.ts";

interface Case {
  name: string;
  outcome: "pass" | "failure" | "error" | "skipped";
  message?: string;
  /** The whole text, if it is more than the message. */
  body?: string | undefined;
}

interface Suite {
  name: string;
  /** Several readers add up the times of suites, and print `NaN` for one without. */
  milliseconds?: number | undefined;
  cases: readonly Case[];
}

/**
 * A JUnit report with a suite per operation and a case per requirement, except those that are only observed. It fails whenever the
 * exit code is not 0: what the baseline accepts or does not count is skipped, each change from it is a failure, and a run that could
 * not be judged has an error.
 */
export function junitReport(report: Report): string {
  const levels = levelsOf(report);
  const requirements = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const judged = report.results.filter((result) => isJudged(levels, result));
  const subjects = report.subjects.map(
    ({ name, milliseconds }): Suite => ({
      name,
      milliseconds,
      cases: judged
        .filter(({ subject }) => subject === name)
        .map((result) => resultCase(report, result, requirements.get(result.requirement), isError(levels, result))),
    }),
  );
  const changes = (report.baseline?.changes ?? []).map(
    (change): Case => ({ name: change, outcome: "failure", message: change }),
  );
  const suites: Suite[] = [
    ...subjects,
    ...(changes.length === 0 ? [] : [{ name: "baseline", cases: changes }]),
    ...(isUnjudged(report, subjects) ? [{ name: "run", cases: [unjudged(report)] }] : []),
  ];
  // Without `skipped`, which the schema of Jenkins' xUnit plugin refuses at the root: suites have it.
  return writableInXml(xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${report.suite.name}" !${counts(suites.flatMap(({ cases }) => cases))} time="${report.milliseconds / 1000}">
!${suites.map(suiteText).join("\n")}
</testsuites>
`);
}

const isUnjudged = ({ stopped, conclusion }: Report, suites: readonly Suite[]): boolean =>
  stopped !== undefined ||
  (conclusion === "could not be judged" &&
    !suites.some(({ cases }) => cases.some(({ outcome }) => outcome === "error")));

const unjudged = ({ stopped, verdict }: Report): Case => ({
  name: "The run could be judged.",
  outcome: "error",
  message: stopped ?? verdict,
});

function resultCase(
  report: Report,
  result: Result,
  requirement: ReportedRequirement | undefined,
  isError: boolean,
): Case {
  const name = `${result.requirement} ${requirement?.level ?? ""} ${requirement?.title ?? ""}`;
  if (result.state === "pass") return { name, outcome: "pass" };
  if (result.accepted !== undefined)
    return { name, outcome: "skipped", message: `${result.state}, accepted by the baseline: ${result.accepted}` };
  if (result.state === "fail") {
    const message = firstWords(result);
    if (!decides(report, requirement?.level))
      return { name, outcome: "skipped", message: `fail, which counts only with --fail-on should: ${message}` };
    return {
      name,
      outcome: "failure",
      message,
      body: failureText(result, requirement),
    };
  }
  return { name, outcome: isError ? "error" : "skipped", message: `${result.state}: ${firstWords(result)}` };
}

/** A failure in full: what fails before it, the findings, and what the contract says. */
function failureText(result: Result, requirement: ReportedRequirement | undefined): string {
  const { cause, findings = [] } = result;
  const shown = distinctFindings(findings);
  return [
    ...(cause === undefined ? [] : [`It fails because ${cause} does.`]),
    ...shown.flatMap((finding) => [findingText(finding), finding.curl]),
    moreFindings(result, shown),
    requirement?.contract === undefined ? "" : `The contract, section ${requirement.section}: ${requirement.contract}`,
    result.contract === undefined ? "" : `The contract, ${result.contract}`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

const countOf = (outcome: Case["outcome"], cases: readonly Case[]): number =>
  cases.filter((one) => one.outcome === outcome).length;

const counts = (cases: readonly Case[]): string =>
  xml`tests="${cases.length}" failures="${countOf("failure", cases)}" errors="${countOf("error", cases)}"`;

function suiteText({ name, milliseconds = 0, cases }: Suite): string {
  const lines = cases.map((one) => `    ${caseText(name, one)}`).join("\n");
  return xml`  <testsuite name="${name}" !${counts(cases)} skipped="${countOf("skipped", cases)}" time="${milliseconds / 1000}">
!${lines}
  </testsuite>`;
}

// Not by a builder of JUnit reports: those on npm can give no reason to what is skipped.

/** The message is also text: GitLab and dorny/test-reporter show nothing else. */
function caseText(suite: string, { name, outcome, message = "", body = message }: Case): string {
  const inside = outcome === "pass" ? "" : xml`<${outcome} message="${message}">${body}</${outcome}>`;
  return xml`<testcase classname="${suite}" name="${name}">!${inside}</testcase>`;
}
