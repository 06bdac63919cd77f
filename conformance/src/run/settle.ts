import type { Result } from "../report/result.ts";
import type { DiaryEntry } from "./leave.ts";

/** Requirements whose failure may be due to the network or an outage, not the operation. */
const statusRequirements = new Set(["REG-STATUS-01", "REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02"]);

/**
 * Corrects results in the light of the whole run. A status other than 200 is a failure of the operation if others returned 200
 * after it; if none did, or the operation did when asked again, the service was down or busy, and that is an error. XML that no operation
 * returns was requested in the wrong way; XML that others return is missing. If all operations return markup instead of JSON,
 * something else may be at that address, or JSON has to be requested in another way: then only data without a key remains a failure.
 */
export function settle(
  results: readonly Result[],
  diary: readonly DiaryEntry[],
  excused: ReadonlyMap<Result, string> = new Map(),
): Result[] {
  const noXml = isNowhere("REG-XML-08", results, "xml");
  const noJson =
    isNowhere("REG-JSON-01", results, "json", /^(?:an HTML page|markup)/) &&
    !results.some(({ requirement, state }) => requirement === "REG-STATUS-01" && state === "fail");
  return results.map((result) => {
    if (result.state !== "fail") return result;
    if (noJson && !result.requirement.startsWith("REG-KEY")) {
      return {
        requirement: result.requirement,
        subject: result.subject,
        state: "error",
        reason:
          "every operation returned markup instead of JSON: is --base-url right, or does --xml-by have to say how to ask?",
      };
    }
    const status = statusOf(result);
    const excuse = excused.get(result);
    if (status !== undefined && (excuse !== undefined || !answeredLater(diary, result.subject))) {
      const why =
        excuse ??
        `and no other operation responded after it${status === "401" || status === "403" ? ": has the key (--key) expired, or is its quota used up?" : ""}`;
      return {
        requirement: result.requirement,
        subject: result.subject,
        state: "error",
        reason: `status ${status}, ${why}`,
      };
    }
    if (result.requirement === "REG-XML-08" && noXml) {
      return {
        requirement: result.requirement,
        subject: result.subject,
        state: "not tested",
        reason: "no operation returned XML when asked this way: set --xml-by",
      };
    }
    return result;
  });
}

/** The first status that was found, if statuses are all that is wrong. */
export const statusOf = ({ requirement, findings = [] }: Result): string | undefined =>
  statusRequirements.has(requirement) && findings.every(({ at }) => at === "status") ? findings[0]?.found : undefined;

/** Whether a requirement was judged on several operations, and already the first request failed on all of them, in this way. */
function isNowhere(id: string, results: readonly Result[], probe: string, found = /^/): boolean {
  const judged = results.filter(
    ({ requirement, state }) => requirement === id && (state === "pass" || state === "fail"),
  );
  const isWrong = ({ findings: [first] = [] }: Result): boolean => first?.probe === probe && found.test(first.found);
  return judged.length > 1 && judged.every(isWrong);
}

/** Whether another operation returned 200 after this one's last failure. */
function answeredLater(diary: readonly DiaryEntry[], operation: string): boolean {
  const last = diary.findLastIndex((entry) => entry.operation === operation && entry.status !== 200);
  return diary.slice(last + 1).some((entry) => entry.operation !== operation && entry.status === 200);
}
