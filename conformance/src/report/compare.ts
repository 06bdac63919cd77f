import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readJson } from "../evidence/json.ts";
import type { ResultState } from "../evidence/outcome.ts";
import { UsageError } from "../shared/usage-error.ts";
import { isError, isJudged, levelsOf, type Report } from "./report.ts";
import { newPlaces, type Result, resultName } from "./result.ts";
import { firstWords, mergeNumbers, summarize, withoutNumbers } from "./words.ts";

let compiled: ValidateFunction | undefined;

/** What is wrong with a value as a report.json, by its schema: the first mistake, and where it is. */
function mistakeIn(value: unknown): string | undefined {
  compiled ??= new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8")),
  );
  if (compiled(value)) return undefined;
  const [error] = compiled.errors ?? [];
  const named: unknown = error?.params.additionalProperty ?? error?.params.allowedValues ?? error?.params.allowedValue;
  return `${error?.instancePath || "it"} ${error?.message}${named === undefined ? "" : `: ${named}`}`;
}

/** Reads a report.json, of an older run or as a baseline. People write reasons into a baseline, so the error says where it is broken. */
export function parseReport(text: string, file: string): Report {
  const json = readJson(text);
  const value: Report | undefined = json.ok ? JSON.parse(text) : undefined;
  const mistake = json.ok ? mistakeIn(value) : `it holds ${json.problem}`;
  if (value !== undefined && mistake === undefined) return value;
  throw new UsageError(`${file} is not a report.json of this suite: ${mistake}`);
}

/** A difference between two reports. */
export interface ReportDifference {
  text: string;
  /** Worse ones are listed first. */
  isWorse: boolean;
  /** Whether the requirement passes now. */
  isBetter: boolean;
  /** Whether a run differs by it from its baseline. */
  counts: boolean;
}

/** The states that a baseline accepts. */
export const isAcceptable = (state: ResultState): boolean => state === "fail" || state === "not tested";

/** Whether what an older report accepts until a day is accepted in a run. */
export const isValid = ({ expires }: Pick<Result, "expires">, { started }: Pick<Report, "started">): boolean =>
  expires === undefined || started.slice(0, 10) <= expires;

/** What changed from a known result to a new one. What only one of the runs observed is left out. */
function compareResults(known: Result | undefined, result: Result): ReportDifference[] {
  const name = resultName(result);
  const isBetter = result.state === "pass";
  if (known?.state === result.state) {
    const [more, fewer] = [newPlaces(known, result), newPlaces(result, known)];
    const changes: ReportDifference[] = [];
    if (more.length > 0)
      changes.push({ text: `${name}: fail, now at ${summarize(more)} too`, isWorse: true, isBetter, counts: true });
    // Another seed sees other rows.
    const minor = { isWorse: false, isBetter, counts: false };
    if (fewer.length > 0) changes.push({ text: `${name}: fail, no longer at ${summarize(fewer)}`, ...minor });
    if (result.state === "observed" && known.reason !== result.reason)
      changes.push({ text: `${name}: now observed differently: ${known.reason} → ${result.reason}`, ...minor });
    return changes;
  }
  if (known === undefined && result.state === "observed") return [];
  const reason = firstWords(result);
  const text = `${name}: ${known?.state ?? "absent"} → ${result.state}${reason === "" ? "" : ` (${reason})`}`;
  const isWorse = result.state === "fail" || result.state === "error";
  return [{ text, isWorse, isBetter, counts: known !== undefined || isAcceptable(result.state) }];
}

/**
 * What changed from an older report to a newer one, worse results first. Past its day, what the older one accepts counts as if it had passed.
 * Errors do not count: they say nothing about the service. If a run was stopped or has errors, neither does what was not tested: perhaps
 * only a response was missing.
 * @param isPart - whether only a part was judged, so that the rest is not absent.
 */
export function compareReports(before: Report, after: Report, isPart = false): ReportDifference[] {
  const levels = levelsOf(after);
  const isWhole = after.stopped === undefined && !after.results.some((result) => isError(levels, result));
  const old = new Map(before.results.map((result) => [resultName(result), result]));
  const changes = after.results.flatMap((result) => {
    const known = old.get(resultName(result));
    const isOver = known !== undefined && known.state === result.state && !isValid(known, after);
    const counted = isJudged(levels, result) && result.state !== "error" && (isWhole || result.state !== "not tested");
    return compareResults(isOver ? { ...known, state: "pass" } : known, result).map((change) => ({
      ...change,
      text: `${change.text}${isOver ? `; accepted until ${known.expires}` : ""}`,
      counts: change.counts && counted,
    }));
  });
  const now = new Set(after.results.map(resultName));
  const gone = before.results
    .filter((result) => !isPart && !now.has(resultName(result)) && result.state !== "observed")
    .map((result) => ({
      text: `${resultName(result)}: ${result.state} → absent`,
      isWorse: false,
      isBetter: false,
      counts: after.stopped === undefined && isJudged(levelsOf(before), result),
    }));
  return [...changes.filter(({ isWorse }) => isWorse), ...changes.filter(({ isWorse }) => !isWorse), ...gone];
}

/** A change: the name of a result, then what is different. */
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
