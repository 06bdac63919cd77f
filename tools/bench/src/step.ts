import { program, run } from "./places.ts";

/** What a step of a copy or an export took. */
export interface Step {
  rows: number;
  seconds: number;
  /** Seconds of processor time, of all of its threads. */
  processor: number;
  /** Greatest resident memory of its process, in MiB. */
  memory: number;
}

/** Node 22's room for young objects: newer versions take 100 MB more for it, in any program. */
export const youngObjects = "--max-semi-space-size=16";

/** Runs a step in its own process. */
export async function runStep(name: string, ...args: readonly string[]): Promise<Step> {
  const preloaded = name === "again" ? ["--import", program("another-state")] : [];
  return JSON.parse(await run(process.execPath, [youngObjects, ...preloaded, program("mirror-step"), name, ...args]));
}
