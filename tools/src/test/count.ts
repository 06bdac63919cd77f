import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestCase, TestModule, Vitest } from "vitest/node";
import { root } from "../shared/repository.ts";

/** What is counted of a run of Vitest. */
export interface Counted {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, a line each. */
  failures: string[];
  /** Why tests were skipped, a line for each reason and file, with how many. */
  reasons: Record<string, number>;
}

/** What `TestContext.skip` was told, where it skipped the test. */
const reasonOf = (test: TestCase): string | undefined => {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
};

/** Whether a test was skipped by itself, and not because its name is not the one that was asked for. */
const isSkipped = (test: TestCase, byName: boolean): boolean =>
  /skipped|pending/.test(test.result().state) && !(byName && reasonOf(test) === undefined);

const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId);

/**
 * Counts tests; what fails around them fails too: a file that does not load, a type, what runs before or after tests.
 *
 * @param stray - errors outside of all tests, such as of a promise that nobody waited for.
 * @param byName - whether only tests with a certain name were to run.
 */
export function countTests(modules: readonly TestModule[], stray: number, byName: boolean): Counted {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state);
  const broken = modules.flatMap((module) =>
    [module, ...module.children.allSuites()]
      .filter((one) => one.errors().length > 0)
      .map(
        (one) => `${fileOf(module)}${one.type === "suite" ? ` > ${one.fullName}` : ""}: an error outside of its tests`,
      ),
  );
  const failures = [
    ...inState("failed").map((test) => `${fileOf(test.module)} > ${test.fullName}`),
    ...broken,
    ...(stray > 0 ? [`${stray} errors that belong to no test`] : []),
  ];
  const reasons: Counted["reasons"] = {};
  const skipped = tests.filter((test) => isSkipped(test, byName));
  for (const test of skipped) {
    const line = `${fileOf(test.module)}: ${reasonOf(test) ?? `no reason is given for "${test.name}"`}`;
    reasons[line] = (reasons[line] ?? 0) + 1;
  }
  return { passed: inState("passed").length, failed: failures.length, skipped: skipped.length, failures, reasons };
}

/** Counts runs in this process, and ends them. */
export async function countRuns(runs: readonly Vitest[], byName: boolean): Promise<Counted[]> {
  await Promise.all(runs.map((vitest) => vitest.close()));
  return runs.map(({ state }) => countTests(state.getTestModules(), state.getUnhandledErrors().length, byName));
}

/** Where `.ci/run` adds up what it runs. What a test or a check starts must not count again. */
const sum = process.env.COURT_REGISTER_COUNTS;
delete process.env.COURT_REGISTER_COUNTS;

/**
 * Ends a command: prints why tests were skipped, which failed, and, as the last line, how many passed and failed in all its runs.
 *
 * @returns the exit code of the command: 0 if there were tests, and all passed.
 */
export function conclude(runs: readonly Counted[]): 0 | 1 {
  const total = (state: "passed" | "failed" | "skipped"): number => runs.reduce((count, run) => count + run[state], 0);
  const [passed, failed, skipped] = [total("passed"), total("failed"), total("skipped")];
  const reasons = runs.flatMap((run) => Object.entries(run.reasons));
  if (reasons.length > 0) {
    const lines = reasons.map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`);
    console.log(`\nSkipped:\n${lines.join("\n")}`);
  }
  if (failed > 0)
    console.log(`\nFailed:\n${runs.flatMap(({ failures }) => failures.map((one) => `  ${one}`)).join("\n")}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (sum !== undefined) appendFileSync(sum, `${passed} ${failed}\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
