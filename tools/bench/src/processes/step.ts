/** One step of a copy or an export, in a process of its own: what it took, and how it is run and says so. */
import { program } from "../places.ts";
import { run } from "./run.ts";

/** What a step took. */
export interface Step {
  rows: number;
  seconds: number;
  /** Greatest resident memory of its process, in MiB. */
  memory: number;
}

/** Node 22's room for young objects: newer versions take 100 MB more for it, in any program. */
export const youngObjects = "--max-semi-space-size=16";

/** Runs a step. */
export const runStep = async (name: string, ...args: readonly string[]): Promise<Step> =>
  JSON.parse(await run(process.execPath, [youngObjects, program(name), ...args]));

/** In the step's process: times the part that counts, and prints what the step took. */
export class StepClock {
  #seconds = 0;

  /** Does some work that counts. */
  async time<T>(work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.#seconds += (performance.now() - start) / 1_000;
    return result;
  }

  /** Prints what the step took, as {@link runStep} reads it. */
  print(rows: number): void {
    const step: Step = { rows, seconds: this.#seconds, memory: process.resourceUsage().maxRSS / 1_024 };
    console.log(JSON.stringify(step));
  }
}
