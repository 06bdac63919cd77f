import { expect, test } from "vitest";
import { countTests, failureList, parseReport, summaryLine, type TestReport } from "./count.ts";

const report = (numbers: Partial<TestReport>): string =>
  JSON.stringify({ passed: 0, failed: 0, skipped: 0, failures: [], ...numbers });

test("adds up the counts of all packages", () => {
  const a = parseReport("a", report({ passed: 3, skipped: 1 }));
  const b = parseReport("b", report({ passed: 4, failed: 2, skipped: 1 }));
  expect(summaryLine(countTests([a, b]))).toBe("7 passed, 2 failed, 2 skipped");
});

test("does not mention skipped tests if there are none", () => {
  expect(summaryLine(countTests([]))).toBe("0 passed, 0 failed");
});

test("lists what failed, each with its whole reason, twelve at most", () => {
  const listOf = (...failures: TestReport["failures"]): string => failureList(parseReport("a", report({ failures })));
  expect(listOf()).toBe("");
  const long = `Error: ${"long ".repeat(100)}`;
  expect(
    listOf({ name: "a.test.ts: is exact", reason: `${long}\n\n- 1\n+ 2` }, { name: "b.test.ts: two", reason: "No" }),
  ).toBe(`Failed, with stack traces above under FAIL:
  a.test.ts: is exact
    ${long}

    - 1
    + 2
  b.test.ts: two
    No

`);
  expect(listOf(...Array.from({ length: 20 }, (_, index) => ({ name: `n${index}`, reason: "No" })))).toMatch(
    /\n {2}n11\n {4}No\n {2}and 8 more\n\n$/,
  );
});

test("refuses anything but a report, naming the file", () => {
  expect(() => parseReport("core/reports/tests.json", "{}")).toThrow("core/reports/tests.json has no number passed");
});
