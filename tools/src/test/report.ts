/**
 * What turbo keeps of the tests of a package, for `pnpm test` to count: a file in `reports/` of its folder, which only a run by turbo
 * writes.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { editedMeanwhile } from "../shared/edited-meanwhile.ts";
import { type Counted, countTests } from "./count.ts";

/** The report of a task, such as `test:repository`, from the folder of its package. */
const pathOf = (task: string): string => `reports/${task.replace(":", "-")}.json`;

interface Report extends Counted {
  /** The hash that turbo has given to the task, by which a report of another run is told from that of this one. */
  hash: string;
}

/** Writes the report. */
export class TurboReporter implements Reporter {
  readonly #hash: string;
  readonly #task = process.env.npm_lifecycle_event ?? "test";

  constructor(hash: string) {
    this.#hash = hash;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counted = countTests(modules, errors.length, false);
    const edited = editedMeanwhile(this.#hash, this.#task);
    if (edited !== undefined) {
      counted.failures.push(`${edited} Nobody knows which text was tested: run the tests again.`);
      counted.failed += 1;
      // turbo keeps what ends with 0.
      process.exitCode = 1;
    }
    mkdirSync("reports", { recursive: true });
    const report: Report = { hash: this.#hash, ...counted };
    writeFileSync(pathOf(this.#task), JSON.stringify(report));
  }
}

/** What is read here of the summary of a run, as `turbo run --summarize` writes it. */
export interface RanTask {
  taskId: string;
  task: string;
  hash: string;
  /** The folder of the package, from the repository's root. */
  directory: string;
  command: string;
  execution?: { exitCode: number | null };
}

/**
 * What counts of a task that turbo has run, or has given back from its cache. A task that has no report of its own, or has failed though
 * no test did, has failed once.
 */
export function readReport(root: string, { taskId, task, hash, directory, execution }: RanTask): Counted {
  const counted = ofRun(join(root, directory, pathOf(task)), hash);
  if (counted !== undefined && (execution?.exitCode === 0 || counted.failed > 0)) return counted;
  const why = counted === undefined ? "it has left no report" : `it ended with ${execution?.exitCode ?? "a signal"}`;
  const failure = `${taskId}: ${why}. What it has printed is above.`;
  const none = { passed: 0, failed: 0, skipped: 0, failures: [], reasons: {} };
  return { ...none, ...counted, failed: 1, failures: [failure] };
}

function ofRun(file: string, hash: string): Counted | undefined {
  try {
    const report: Report = JSON.parse(readFileSync(file, "utf8"));
    return report.hash === hash ? report : undefined;
  } catch {
    return undefined; // It ended before there was one.
  }
}
