import { expect, test } from "vitest";
import { countTests, parseReport, summaryLine } from "./test-count.ts";

const report = (numbers: object): string =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...numbers,
  });

test("adds up the counts of all packages", () => {
  const a = parseReport("a", report({ numPassedTests: 3, numPendingTests: 1 }));
  const b = parseReport("b", report({ numPassedTests: 4, numFailedTests: 2, numTodoTests: 1 }));
  expect(summaryLine(countTests([a, b]))).toBe("7 passed, 2 failed, 2 skipped");
});

test("does not mention skipped tests if there are none", () => {
  expect(summaryLine(countTests([]))).toBe("0 passed, 0 failed");
});

test("counts a file that could not be loaded as one failed test", () => {
  const broken = { status: "failed", assertionResults: [] };
  const failing = { status: "failed", assertionResults: [{ status: "failed" }] };
  expect(parseReport("a", report({ numFailedTests: 1, testResults: [broken, failing] })).failed).toBe(2);
});

test("refuses anything but a report, naming the file", () => {
  expect(() => parseReport("core/reports/tests.json", "{}")).toThrow(
    "core/reports/tests.json has no number numPassedTests",
  );
});
