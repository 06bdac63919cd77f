import { relative } from "node:path";
import { root } from "./repository.ts";

export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** The failed tests: file, name, and the first line of why. */
  failures: string[];
}

/** What a Vitest JSON report says of a test file. */
interface Suite {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** How many failed tests are listed at most: a screen of them. */
const most = 12;

/**
 * Reads a Vitest JSON report. A file that fails without a failing test, in loading, in types or before its tests, counts as one failed test.
 *
 * @throws Error naming `path` when the text is not such a report.
 */
export function parseReport(path: string, text: string): TestReport {
  const report: Record<string, unknown> = JSON.parse(text);
  const number = (name: string): number => {
    const value = report[name];
    if (typeof value !== "number") throw new Error(`${path} has no number ${name}: it is not a report of vitest.`);
    return value;
  };
  const suites: Suite[] = Array.isArray(report.testResults) ? report.testResults : [];
  const asAWhole = suites.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.every(({ status }) => status !== "failed"),
  );
  const failures = suites.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
  );
  return {
    passed: number("numPassedTests"),
    failed: number("numFailedTests") + asAWhole.length,
    skipped: number("numPendingTests") + number("numTodoTests"),
    failures: [...failures, ...asAWhole.map(({ name, message }) => failure(name, "the file as a whole", message))],
  };
}

function failure(file: string, name: string, why = ""): string {
  // Of what fails before the tests of a file, the report does not have the reason.
  const [line = ""] = (why || "The reason is above.").split("\n");
  return `${relative(root, file)}: ${name}\n    ${line.length > 160 ? `${line.slice(0, 160)}…` : line}`;
}

export function countTests(reports: TestReport[]): TestReport {
  return reports.reduce<TestReport>(
    (sum, report) => ({
      passed: sum.passed + report.passed,
      failed: sum.failed + report.failed,
      skipped: sum.skipped + report.skipped,
      failures: [...sum.failures, ...report.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** The summary line that CI parses. */
export function summaryLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The failed tests, which are far above the summary, in the output of their packages. */
export function failureList({ failures }: TestReport): string {
  if (failures.length === 0) return "";
  const more = failures.length > most ? `\n  and ${failures.length - most} more` : "";
  return `Failed, with details above under FAIL:\n  ${failures.slice(0, most).join("\n  ")}${more}\n\n`;
}
