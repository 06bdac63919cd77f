import { acceptedOf, type ProbeResults } from "../evidence/operation-view.ts";
import type { ProbeName } from "../evidence/probes.ts";
import type { Result } from "../report/result.ts";
import { type Asking, askAgain, enoughRequests } from "./ask.ts";
import type { Judged } from "./judge.ts";
import { statusOf } from "./settle.ts";

/** Failures by their status alone, and the request that got it. */
export interface WrongStatus {
  results: readonly Result[];
  probe: ProbeName;
  asked: ProbeResults;
}

/** The failures of an operation that an outage, which has ended since, would explain. */
export function wrongStatuses({ results, probes }: Judged): WrongStatus[] {
  const failed = results.filter((result) => statusOf(result) !== undefined);
  // A finding names a probe that its check read.
  const byProbe = Map.groupBy(failed, ({ findings }) => findings?.[0]?.probe as ProbeName);
  return [...byProbe].flatMap(([probe, alike]) => {
    const asked = probes.get(probe);
    return asked === undefined ? [] : [{ results: alike, probe, asked: new Map([[probe, asked]]) }];
  });
}

/**
 * Asks again, after all operations, what got a wrong status. Returns why results are not judged by it: the status is right by
 * now, or it is a 503, which may be about the rate, and could not be asked again.
 */
export async function lookAgain(asking: Asking, wrong: readonly WrongStatus[]): Promise<Map<Result, string>> {
  const excused = new Map<Result, string>();
  for (const { results, probe, asked } of wrong) {
    const excuse = (why: string, of = results): void => {
      for (const result of of) excused.set(result, why);
    };
    const busy = results.filter((result) => statusOf(result) === "503");
    if (asking.spare.left < 1) {
      excuse(`and no request budget left to ask again: try --rate, or --max-requests ${enoughRequests(asking)}`, busy);
      continue;
    }
    // The run's diary shows what responded after the failure itself.
    const again = (await askAgain({ ...asking, diary: [] }, asked, [probe])).get(probe);
    if (acceptedOf(again) !== undefined) excuse("then 200 after the other operations: an intermittent failure");
    else if (again?.kind === "asked" && again.reply.kind === "no answer")
      excuse(`and no response when asked again: ${again.reply.problem}`, busy);
  }
  return excused;
}
