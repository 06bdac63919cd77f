import type { Operation } from "../contract/operation.ts";
import { acceptedOf, type ProbeResult, type ProbeResults } from "../evidence/operation-view.ts";
import type { ProbeName } from "../evidence/probes.ts";
import type { DiaryEntry } from "../exchange/patience.ts";
import type { Result } from "../report/result.ts";
import type { Judged } from "./judge.ts";

/** Failures by their status alone, and the request that got it. */
export interface WrongStatus {
  operation: Operation;
  results: readonly Result[];
  probe: ProbeName;
  asked: ProbeResults;
}

/** What such a request got when it was sent again after all operations. If no budget was left for that, it has a budget to try. */
export interface SecondLook {
  results: readonly Result[];
  again: ProbeResult | { kind: "no budget"; enough: number };
}

/** What a whole run has shown of interface A. */
export interface RunEvidence {
  operations: readonly Pick<Judged, "results" | "inAnyOrder" | "keepsOrder">[];
  /** Failures and errors on pages on the way to the end of a list. */
  further: readonly Result[];
  /** The statuses of all requests with a valid key, in order. */
  diary: readonly DiaryEntry[];
  secondLooks: readonly SecondLook[];
}

/** The failures of an operation that an outage, which has ended since, would explain. */
export function wrongStatuses(operation: Operation, { results, probes }: Judged): WrongStatus[] {
  const failed = results.filter((result) => statusOf(result) !== undefined);
  // A finding names a probe that its check read.
  const byProbe = Map.groupBy(failed, ({ findings }) => findings?.[0]?.probe as ProbeName);
  return [...byProbe].flatMap(([probe, alike]) => {
    const asked = probes.get(probe);
    return asked === undefined ? [] : [{ operation, results: alike, probe, asked: new Map([[probe, asked]]) }];
  });
}

/** Judges interface A by the whole run. Returns all results, and those of them that differ from what an operation alone showed. */
export function judgeRun(evidence: RunEvidence): { results: Result[]; corrected: Result[] } {
  const seen = withFurther(
    evidence.operations.flatMap(({ results }) => results),
    evidence.further,
  );
  const inAnyOrder = byName(evidence.operations.flatMap((one) => one.inAnyOrder));
  // If one operation keeps no order, no order that the others seem to keep can be relied on.
  const keepsOrder = evidence.operations.every((one) => one.keepsOrder);
  const ordered = keepsOrder ? seen : seen.map((result) => inAnyOrder.get(nameOf(result)) ?? result);
  const excuse = excuseOf(ordered, evidence);
  const results = ordered.map((result): Result => {
    const excused = result.state === "fail" ? excuse(result) : undefined;
    return excused === undefined ? result : { requirement: result.requirement, subject: result.subject, ...excused };
  });
  return { results, corrected: results.filter((result, index) => result !== seen[index]) };
}

const nameOf = ({ requirement, subject }: Result): string => `${requirement} ${subject}`;
const byName = (results: readonly Result[]): Map<string, Result> => new Map(results.map((one) => [nameOf(one), one]));

/** Adds what further pages show. A failure stays as it was first seen. */
function withFurther(results: readonly Result[], further: readonly Result[]): Result[] {
  const all = byName(results);
  for (const result of further) {
    const known = all.get(nameOf(result));
    if (known !== undefined && known.state !== "fail") all.set(nameOf(result), result);
  }
  return [...all.values()];
}

type Excuse = Pick<Result, "state" | "reason"> | undefined;

/**
 * Why a failure does not count in the light of the whole run:
 * - All operations return markup instead of JSON. Something else may be at that address, or JSON has to be requested in another way.
 *   Only data without a key remains a failure.
 * - The failure is a wrong status, and no other operation returned 200 after it, or this one did when it was asked again. The service
 *   was down or busy.
 * - No operation returns XML. It was requested in the wrong way.
 */
function excuseOf(results: readonly Result[], { diary, secondLooks }: RunEvidence): (failed: Result) => Excuse {
  const noXml = isNowhere("REG-XML-08", results, "xml");
  const noJson =
    isNowhere("REG-JSON-01", results, "json", /^(?:an HTML page|markup)/) &&
    !results.some(({ requirement, state }) => requirement === "REG-STATUS-01" && state === "fail");
  return (failed) => {
    if (noJson && !failed.requirement.startsWith("REG-KEY"))
      return {
        state: "error",
        reason:
          "every operation returned markup instead of JSON: is --base-url right, or does --xml-by have to say how to ask?",
      };
    const status = statusOf(failed);
    if (status !== undefined) {
      const why = whyNotAgain(failed, status, secondLooks) ?? whyDown(failed, status, diary);
      return why === undefined ? undefined : { state: "error", reason: `status ${status}, ${why}` };
    }
    if (failed.requirement === "REG-XML-08" && noXml)
      return {
        state: "not tested",
        reason: "no operation returned XML when asked this way: set --xml-by",
      };
    return undefined;
  };
}

/** Requirements whose failure may be due to the network or an outage, not the operation. */
const statusRequirements = new Set(["REG-STATUS-01", "REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02"]);

/** The first status that was found, if statuses are all that is wrong. */
const statusOf = ({ requirement, findings = [] }: Result): string | undefined =>
  statusRequirements.has(requirement) && findings.every(({ at }) => at === "status") ? findings[0]?.found : undefined;

/** Why a wrong status does not count after a second look: it is 200 by now, or it is a 503, which may be about the rate, and was not seen again. */
function whyNotAgain(failed: Result, status: string, secondLooks: readonly SecondLook[]): string | undefined {
  const again = secondLooks.find(({ results }) => results.includes(failed))?.again;
  if (again?.kind === "no budget")
    return status === "503"
      ? `and no request budget left to ask again: try --rate, or --max-requests ${again.enough}`
      : undefined;
  if (acceptedOf(again) !== undefined) return "then 200 after the other operations: an intermittent failure";
  if (status !== "503" || again?.kind !== "asked" || again.reply.kind !== "no answer") return undefined;
  return `and no response when asked again: ${again.reply.problem}`;
}

/** Why the service may have been down: no other operation returned 200 after this one's last failure. */
function whyDown({ subject }: Result, status: string, diary: readonly DiaryEntry[]): string | undefined {
  const last = diary.findLastIndex((entry) => entry.operation === subject && entry.status !== 200);
  if (diary.slice(last + 1).some((entry) => entry.operation !== subject && entry.status === 200)) return undefined;
  const ofKey = status === "401" || status === "403" ? ": has the key (--key) expired, or is its quota used up?" : "";
  return `and no other operation responded after it${ofKey}`;
}

/** Whether a requirement was judged on several operations, and failed on all of them at the first request, in this way. */
function isNowhere(id: string, results: readonly Result[], probe: string, found = /^/): boolean {
  const judged = results.filter(
    ({ requirement, state }) => requirement === id && (state === "pass" || state === "fail"),
  );
  const isWrong = ({ findings: [first] = [] }: Result): boolean => first?.probe === probe && found.test(first.found);
  return judged.length > 1 && judged.every(isWrong);
}
