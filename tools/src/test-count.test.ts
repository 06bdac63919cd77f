import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./repository.ts";
import { countTests, failureList, parseReport, summaryLine } from "./test-count.ts";

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

const broken = { name: join(root, "tools/b.test.ts"), status: "failed", message: "No a.ts", assertionResults: [] };
const failing = (names: string[]): object => ({
  name: join(root, "packages/core/a.test.ts"),
  status: "failed",
  message: "",
  assertionResults: [
    { fullName: "good", status: "passed", failureMessages: [] },
    ...names.map((fullName) => ({
      fullName,
      status: "failed",
      failureMessages: ["Error: expected 1 to be 2\n    at x"],
    })),
  ],
});

test("counts a file whose tests were all skipped, because what comes before them failed, as one failed test", () => {
  const skipped = { fullName: "one", status: "skipped", failureMessages: [] };
  const before = { ...broken, message: "", assertionResults: [skipped, skipped] };
  const found = parseReport("a", report({ numPassedTests: 5, numPendingTests: 2, testResults: [before] }));
  expect(summaryLine(found)).toBe("5 passed, 1 failed, 2 skipped");
  expect(failureList(found)).toContain("tools/b.test.ts: the file as a whole\n    The reason is above.\n");
});

test("counts a file that could not be loaded as one failed test", () => {
  expect(parseReport("a", report({ numFailedTests: 1, testResults: [broken, failing(["one"])] })).failed).toBe(2);
});

test("lists what failed, and why in a line, a screen of it at most", () => {
  const listOf = (...testResults: object[]): string => failureList(parseReport("a", report({ testResults })));
  expect(listOf()).toBe("");
  expect(listOf(failing(["is exact"]), broken)).toBe(`Failed, with details above under FAIL:
  packages/core/a.test.ts: is exact
    Error: expected 1 to be 2
  tools/b.test.ts: the file as a whole
    No a.ts

`);
  expect(listOf(failing(Array.from({ length: 20 }, (_, index) => `n${index}`)))).toMatch(
    /: n11\n[^\n]*\n {2}and 8 more\n\n$/,
  );
});

test("refuses anything but a report, naming the file", () => {
  expect(() => parseReport("core/reports/tests.json", "{}")).toThrow(
    "core/reports/tests.json has no number numPassedTests",
  );
});
