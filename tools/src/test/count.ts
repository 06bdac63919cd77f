/** What `pnpm test` says at its end, from the reports that `test-reporter.ts` writes. */

export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
}

export interface Failure {
  /** File and name of the test. */
  name: string;
  /** May have several lines. */
  reason: string;
}

/** How many failed tests are listed at most. */
const most = 12;

/** @throws Error naming `path` when the text is not a report. */
export function parseReport(path: string, text: string): TestReport {
  const report: TestReport = JSON.parse(text);
  for (const name of ["passed", "failed", "skipped"] as const)
    if (typeof report[name] !== "number")
      throw new Error(`${path} has no number ${name}: it is not a report of tests.`);
  return report;
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

/** The failed tests, which are far above the summary, in the output of their packages, with the whole reason of each. */
export function failureList({ failures }: TestReport): string {
  if (failures.length === 0) return "";
  const shown = failures
    .slice(0, most)
    .map(({ name, reason }) => `  ${name}\n${reason.replaceAll(/^(?=.)/gm, "    ")}\n`);
  const more = failures.length > most ? `  and ${failures.length - most} more\n` : "";
  return `Failed, with stack traces above under FAIL:\n${shown.join("")}${more}\n`;
}
