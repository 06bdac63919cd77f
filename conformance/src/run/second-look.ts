import type { Result } from "../report/report.ts";
import { type Asking, askAgain } from "./ask.ts";
import type { Judged } from "./judge.ts";
import { acceptedOf, type ProbeResults } from "./operation-view.ts";
import type { ProbeName } from "./probes.ts";
import { statusOf } from "./settle.ts";

/** A failure by its status alone, and the request that got it. */
export interface WrongStatus {
  result: Result;
  probe: ProbeName;
  asked: ProbeResults;
}

/** The failures of an operation that an outage, which has ended since, would explain. */
export function wrongStatuses({ results, probes }: Judged): WrongStatus[] {
  return results.flatMap((result) => {
    // A finding names a probe that its check read.
    const probe = result.findings?.[0]?.probe as ProbeName | undefined;
    const asked = probe && probes.get(probe);
    if (asked === undefined || probe === undefined || statusOf(result) === undefined) return [];
    return [{ result, probe, asked: new Map([[probe, asked]]) }];
  });
}

/** Asks again, after all operations, what got a wrong status. Returns the results for which the status is right by now. */
export async function lookAgain(asking: Asking, wrong: readonly WrongStatus[]): Promise<Set<Result>> {
  const recovered = new Set<Result>();
  for (const { result, probe, asked } of wrong) {
    if (asking.spare.left < 1) break;
    // The run's diary shows what responded after the failure itself.
    const again = await askAgain({ ...asking, diary: [] }, asked, [probe]);
    if (acceptedOf(again.get(probe)) !== undefined) recovered.add(result);
  }
  return recovered;
}
