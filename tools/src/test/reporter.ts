/** A reporter of Vitest: writes what `pnpm test` counts, and of each failure the whole reason, to `reports/tests.json`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";
import { root } from "../shared/repository.ts";
import type { Failure, TestReport } from "./count.ts";

export default class TestReporter implements Reporter {
  #folder = root;

  onInit(vitest: Vitest): void {
    this.#folder = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (...states: string[]): number => tests.filter((test) => states.includes(test.result().state)).length;
    const failures = modules.flatMap(failuresIn);
    // Such as a promise that nobody waited for: it is not known which test left it.
    if (unhandled.length > 0) failures.push({ name: "outside of the tests", reason: reasonOf(unhandled) });
    const report: TestReport = {
      passed: count("passed"),
      failed: failures.length,
      skipped: count("skipped", "pending"),
      failures,
    };
    mkdirSync(join(this.#folder, "reports"), { recursive: true });
    writeFileSync(join(this.#folder, "reports/tests.json"), JSON.stringify(report));
  }
}

/** The failed tests of a file, and what failed around them: in loading, in types, before or after them. */
function failuresIn(module: TestModule): Failure[] {
  const file = relative(root, module.moduleId);
  const around = [module, ...module.children.allSuites()].map((suite) => ({
    name: suite.type === "module" ? "the file as a whole" : suite.fullName,
    errors: suite.errors(),
  }));
  const tests = [...module.children.allTests("failed")].map((test) => ({
    name: test.fullName,
    errors: test.result().errors ?? [],
    failed: true,
  }));
  return [...around.filter(({ errors }) => errors.length > 0), ...tests].map(({ name, errors }) => ({
    name: `${file}: ${name}`,
    reason: reasonOf(errors),
  }));
}

/** The messages and, where values were compared, all that differs: the message shows only the beginning of long values. */
function reasonOf(errors: readonly SerializedError[]): string {
  const reasons = errors.map(({ name, message, diff }) => [`${name}: ${message}`, diff].filter(Boolean).join("\n\n"));
  return stripVTControlCharacters(reasons.join("\n"));
}
