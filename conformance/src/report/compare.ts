import { UsageError } from "../shared/usage-error.ts";
import type { Report } from "./report.ts";
import { newPlaces, type Result, resultName } from "./result.ts";
import { firstWords, mergeNumbers, summarize, withoutNumbers } from "./words.ts";

/** Whether a value of JSON is a report.json, as far as comparisons read it. */
export function isReport(value: unknown): value is Report {
  const { schema, results, verdict }: Partial<Report> = value ?? {};
  const isResult = (one: Partial<Report["results"][number]> | null): boolean =>
    [one?.requirement, one?.subject, one?.state].every((text) => typeof text === "string");
  return schema === 1 && Array.isArray(results) && results.every(isResult) && typeof verdict === "string";
}

export function parseReport(text: string, file: string): Report {
  try {
    const value: unknown = JSON.parse(text);
    if (isReport(value)) return value;
  } catch {
    // Not a report.json.
  }
  throw new UsageError(`${file} is not a report.json of this suite: give one with --compare`);
}

/** A result of an older report, or what a baseline accepts. */
type Known = Pick<Result, "state" | "places" | "reason">;

/** What changed from a known result to a new one, in lines: what is worse, and what is otherwise different. */
export function compareResults(known: Known | undefined, result: Result): { worse: string[]; other: string[] } {
  const name = resultName(result);
  if (known?.state === result.state) {
    const [more, fewer] = [newPlaces(known, result), newPlaces(result, known)];
    const isOther = result.state === "observed" && known.reason !== result.reason;
    return {
      worse: more.length === 0 ? [] : [`${name}: fail, now at ${summarize(more)} too`],
      other: [
        ...(fewer.length === 0 ? [] : [`${name}: fail, no longer at ${summarize(fewer)}`]),
        ...(isOther ? [`${name}: now observed differently: ${known.reason} → ${result.reason}`] : []),
      ],
    };
  }
  const reason = firstWords(result);
  const line = `${name}: ${known?.state ?? "absent"} → ${result.state}${reason === "" ? "" : ` (${reason})`}`;
  if (result.state === "fail" || result.state === "error") return { worse: [line], other: [] };
  return { worse: [], other: known === undefined && result.state === "observed" ? [] : [line] };
}

/** A known result that is no longer there. */
export const absentNow = (known: Pick<Result, "requirement" | "subject" | "state">): string =>
  `${resultName(known)}: ${known.state} → absent`;

/** What changed from an older report to a newer one, in lines, worse results first. What only one of the runs observed is left out. */
export function compareReports(before: Report, after: Report): string[] {
  const old = new Map(before.results.map((result) => [resultName(result), result]));
  const changes = after.results.map((result) => compareResults(old.get(resultName(result)), result));
  const now = new Set(after.results.map(resultName));
  const gone = before.results.filter((result) => !now.has(resultName(result)) && result.state !== "observed");
  return [...changes.flatMap(({ worse }) => worse), ...changes.flatMap(({ other }) => other), ...gone.map(absentNow)];
}

/** A change, here or from a baseline: the name of a result, then what is different. */
const changeForm = /^(.*?) on (.*?): (.*)$/s;

/** Merges changes that say the same of several results, or differ only in numbers; in order of the first of each. */
export function mergeChanges(changes: readonly string[]): string[] {
  const parsed = changes.map((change) => {
    const [, requirement = "", subject = "", what = ""] = changeForm.exec(change) ?? [];
    return { requirement, subject, what };
  });
  return [...Map.groupBy(parsed, ({ what }) => withoutNumbers(what)).values()].map((alike) => {
    const names = (key: "requirement" | "subject"): string => summarize([...new Set(alike.map((one) => one[key]))]);
    const what = mergeNumbers(alike.map((one) => one.what));
    const count = alike.length > 1 ? `; ${alike.length} results` : "";
    return `${names("requirement")} on ${names("subject")}: ${what}${count}`;
  });
}
