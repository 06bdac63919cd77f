import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestCase, TestModule, Vitest } from "vitest/node";
import { root } from "../shared/repository.ts";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** What `TestContext.skip` was told, where it skipped the test. */
const reasonOf = (test: TestCase): string | undefined => {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
};

/** Whether a test was skipped by itself, and not because its name is not the one that was asked for. */
const isSkipped = (test: TestCase, byName: boolean): boolean =>
  /skipped|pending/.test(test.result().state) && !(byName && reasonOf(test) === undefined);

const testsOf = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap(({ children }) => [...children.allTests()]);

/**
 * Counts tests; what fails around them fails too: a file that does not load, a type, what runs before or after tests.
 *
 * @param stray - errors outside of all tests, such as of a promise that nobody waited for.
 * @param byName - whether only tests with a certain name were to run.
 */
function countTests(modules: readonly TestModule[], stray: number, byName: boolean): Count {
  const tests = testsOf(modules);
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const around = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const broken = around.filter((one) => one.errors().length > 0).length;
  return {
    passed: count("passed"),
    failed: count("failed") + broken + (stray > 0 ? 1 : 0),
    skipped: tests.filter((test) => isSkipped(test, byName)).length,
  };
}

/** Why tests were skipped, a line for each reason and file. */
function reasonsToSkip(modules: readonly TestModule[], byName: boolean): string[] {
  const lines = new Map<string, number>();
  for (const test of testsOf(modules)) {
    if (!isSkipped(test, byName)) continue;
    const line = `${relative(root, test.module.moduleId)}: ${reasonOf(test) ?? `no reason is given for "${test.name}"`}`;
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  return [...lines].map(([line, count]) => `${String(count).padStart(6)}  ${line}`);
}

/** Where `.ci/run` adds up what it runs. What a test or a check starts must not count again. */
const sum = process.env.COURT_REGISTER_COUNTS;
delete process.env.COURT_REGISTER_COUNTS;

/**
 * Ends a command: prints why tests were skipped, and, as the last line, how many passed and failed in all its runs.
 *
 * @param byName - whether only tests with a certain name were to run.
 * @returns the exit code of the command: 0 if there were tests, and all passed.
 */
export async function conclude(runs: readonly Vitest[], byName: boolean): Promise<0 | 1> {
  await Promise.all(runs.map((vitest) => vitest.close()));
  const modules = runs.flatMap(({ state }) => state.getTestModules());
  const stray = runs.reduce((errors, { state }) => errors + state.getUnhandledErrors().length, 0);
  const { passed, failed, skipped } = countTests(modules, stray, byName);
  const reasons = reasonsToSkip(modules, byName);
  if (reasons.length > 0) console.log(`\nSkipped:\n${reasons.join("\n")}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (sum !== undefined) appendFileSync(sum, `${passed} ${failed}\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
