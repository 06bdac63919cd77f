export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Reads a Vitest JSON report. A test file that could not be loaded counts as one failed test.
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
  const suites = Array.isArray(report.testResults) ? report.testResults : [];
  const notLoaded = suites.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0).length;
  return {
    passed: number("numPassedTests"),
    failed: number("numFailedTests") + notLoaded,
    skipped: number("numPendingTests") + number("numTodoTests"),
  };
}

export function countTests(reports: TestReport[]): TestReport {
  return reports.reduce(
    (sum, report) => ({
      passed: sum.passed + report.passed,
      failed: sum.failed + report.failed,
      skipped: sum.skipped + report.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The summary line that CI parses. */
export function summaryLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
