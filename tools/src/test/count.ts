import type { TestModule } from "vitest/node";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Counts tests; what fails around them fails too: a file that does not load, a type, what runs before or after tests.
 *
 * @param stray - errors outside of all tests, such as of a promise that nobody waited for.
 */
export function countTests(modules: readonly TestModule[], stray: number): Count {
  const states = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const around = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const broken = around.filter((one) => one.errors().length > 0).length;
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state === "failed").length + broken + (stray > 0 ? 1 : 0),
    skipped: states.filter((state) => state === "skipped" || state === "pending").length,
  };
}

/** The line that continuous integration reads. */
export const totals = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
