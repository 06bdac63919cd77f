import type { Result } from "../report/result.ts";
import { registerRequirements } from "../subjects/catalogue.ts";
import { type Steadiness, whyUnsteady } from "./second-look.ts";

/** What a whole run has shown of REST. */
export interface RunEvidence {
  /** The results of all operations. */
  results: readonly Result[];
  /** Failures and errors on pages on the way to the end of a list. */
  further: readonly Result[];
  steadiness: Steadiness;
  /** Failures by a wrong status that do not count, each with the reason. */
  statuses: ReadonlyMap<Result, string>;
}

/** Judges REST by the whole run. Returns all results, and those of them that differ from what an operation alone showed. */
export function judgeRun(evidence: RunEvidence): { results: Result[]; changed: Result[] } {
  const seen = withFurther(evidence.results, evidence.further);
  const excuse = excuseOf(seen, evidence);
  const results = seen.map((result): Result => {
    const excused = result.state === "fail" ? excuse(result) : undefined;
    return excused === undefined ? result : { requirement: result.requirement, subject: result.subject, ...excused };
  });
  return { results, changed: results.filter((result, index) => result !== seen[index]) };
}

/** Adds what further pages show. A failure stays as it was first seen. */
function withFurther(results: readonly Result[], further: readonly Result[]): Result[] {
  const nameOf = ({ requirement, subject }: Result): string => `${requirement} ${subject}`;
  const all = new Map(results.map((one) => [nameOf(one), one]));
  for (const result of further) {
    const known = all.get(nameOf(result));
    if (known !== undefined && known.state !== "fail") all.set(nameOf(result), result);
  }
  return [...all.values()];
}

/**
 * Why a failure does not count in the light of the whole run:
 * - All operations return markup instead of JSON. Something else may be at that address, or JSON has to be requested in another way.
 *   Only data without a key remains a failure.
 * - The failure is a wrong status, and the service was down or busy.
 * - The failure compares responses, and the service does not return the same rows each time.
 * - No operation returns XML. It was requested in the wrong way.
 */
function excuseOf(
  results: readonly Result[],
  { steadiness, statuses }: RunEvidence,
): (failed: Result) => Pick<Result, "state" | "reason"> | undefined {
  const noXml = isNowhere("REG-XML-08", results, "xml");
  const noJson =
    isNowhere("REG-JSON-01", results, "json", /^(?:an HTML page|markup)/) &&
    !results.some(({ requirement, state }) => requirement === "REG-STATUS-01" && state === "fail");
  const byId = new Map(registerRequirements.map((one) => [one.id, one]));
  return (failed) => {
    if (noJson && !failed.requirement.startsWith("REG-KEY"))
      return {
        state: "error",
        reason:
          "every operation returned markup instead of JSON: is --base-url right, or does --xml-by have to say how to ask?",
      };
    const status = statuses.get(failed);
    if (status !== undefined) return { state: "error", reason: status };
    const unsteady = whyUnsteady(byId.get(failed.requirement) ?? {}, steadiness);
    if (unsteady !== undefined) return { state: "not tested", reason: unsteady };
    if (failed.requirement === "REG-XML-08" && noXml)
      return { state: "not tested", reason: "no operation returned XML when asked this way: set --xml-by" };
    return undefined;
  };
}

/** Whether a requirement was judged on several operations, and failed on all of them at the first request, in this way. */
function isNowhere(id: string, results: readonly Result[], probe: string, found = /^/): boolean {
  const judged = results.filter(
    ({ requirement, state }) => requirement === id && (state === "pass" || state === "fail"),
  );
  const isWrong = ({ findings: [first] = [] }: Result): boolean => first?.probe === probe && found.test(first.found);
  return judged.length > 1 && judged.every(isWrong);
}
