import { readJson } from "../evidence/json.ts";
import type { State } from "../evidence/outcome.ts";
import { counted } from "../shared/text.ts";
import { UsageError } from "../shared/usage-error.ts";
import { absentNow, compareResults, isReport } from "./compare.ts";
import { conclude, conclusionText, isError, isJudged, levelsOf, type Report } from "./report.ts";
import { newPlaces, type Result, resultName } from "./result.ts";

/** What a baseline accepts: a requirement that fails or is not tested on a subject, and why it may for now. */
interface BaselineEntry {
  requirement: string;
  subject: string;
  state: Extract<State, "fail" | "not tested">;
  /** Where it may fail. Without places, it may fail anywhere. */
  places?: readonly string[];
  /** For people: why this is accepted. */
  reason: string;
  /** The last day on which it is, `2026-12-31`, in UTC. Past it, the failure counts again. */
  expires?: string;
}

export interface Baseline {
  schema: 1;
  accepted: readonly BaselineEntry[];
}

const isAcceptable = (state: State): state is BaselineEntry["state"] => state === "fail" || state === "not tested";

/** The results that a baseline is about. Observations are not judged, and errors say nothing about the service. */
function judgeable(report: Report): Result[] {
  const levels = levelsOf(report);
  return report.results.filter((result) => isJudged(levels, result) && result.state !== "error");
}

/** A baseline that accepts a report as it is; the reasons of an older one are kept, and the places of what still fails. */
export function makeBaseline(report: Report, before: Baseline | undefined): Baseline {
  const old = Map.groupBy(before?.accepted ?? [], resultName);
  const accepted = judgeable(report).flatMap((result): BaselineEntry[] => {
    if (!isAcceptable(result.state)) return [];
    const { requirement, subject, state, places } = result;
    const [known] = old.get(resultName(result)) ?? [];
    const reason = known?.reason ?? result.accepted ?? result.reason ?? "accepted when the baseline was written";
    // Written again past that day, it is accepted without one.
    const expires = known !== undefined && isValid(known, report) && known.expires ? { expires: known.expires } : {};
    // People delete the places of an entry to accept the failure anywhere.
    if (places === undefined || (known?.state === state && known.places === undefined))
      return [{ requirement, subject, state, reason, ...expires }];
    return [
      {
        requirement,
        subject,
        state,
        places: [...new Set([...places, ...(known?.places ?? [])])].sort(),
        reason,
        ...expires,
      },
    ];
  });
  return { schema: 1, accepted };
}

/** The entries of a baseline about results of a report, and the others. */
export function entriesAbout(report: Report, { accepted }: Baseline): { about: Baseline; others: Baseline } {
  const seen = new Set(report.results.map(resultName));
  const only = (isAbout: boolean): Baseline => ({
    schema: 1,
    accepted: accepted.filter((entry) => seen.has(resultName(entry)) === isAbout),
  });
  return { about: only(true), others: only(false) };
}

/** What a baseline accepts, in words. Why something is not tested is in the file already. */
export function acceptedText({ accepted }: Baseline): string {
  const fails = accepted.filter(({ state }) => state === "fail").length;
  const untested = accepted.length - fails;
  if (accepted.length === 0) return "nothing, because nothing fails";
  const results = untested > 0 ? `${counted(untested, "result")} not tested` : "";
  if (fails === 0) return results;
  return `${counted(fails, "failure")}${results && ` and ${results}`}; say why in the file`;
}

/** Whether an entry accepts anything on the day of a run. */
const isValid = ({ expires }: BaselineEntry, { started }: Pick<Report, "started">): boolean =>
  expires === undefined || started.slice(0, 10) <= expires;

/** Whether an entry accepts a result as it is. */
const accepts = (entry: BaselineEntry | undefined, result: Result): entry is BaselineEntry =>
  entry?.state === result.state && newPlaces(entry, result).length === 0;

/** Why a baseline accepts a result of a run, if it does. */
export function acceptedBy(baseline: Baseline, run: Pick<Report, "started">): (result: Result) => string | undefined {
  const entries = new Map(baseline.accepted.filter((one) => isValid(one, run)).map((one) => [resultName(one), one]));
  return (result) => {
    const entry = entries.get(resultName(result));
    return accepts(entry, result) ? (entry.reason ?? "") : undefined;
  };
}

interface Change {
  text: string;
  isBetter: boolean;
}

/**
 * Every difference between a report and its baseline, better or worse, as `--compare` has it. What the baseline does not have passes
 * there. A place that is right again is no difference. If a run was stopped or has errors, nor is a requirement that is not tested:
 * perhaps only a response was missing.
 */
function baselineChanges(report: Report, { accepted }: Baseline, errors: boolean): Change[] {
  const isWhole = report.stopped === undefined && !errors;
  const entries = new Map(accepted.map((entry) => [resultName(entry), entry]));
  const changes = judgeable(report).flatMap((result): Change[] => {
    const entry = entries.get(resultName(result));
    if (result.state === "not tested" && !isWhole) return [];
    if (entry === undefined && !isAcceptable(result.state)) return [];
    const isOver = entry !== undefined && !isValid(entry, report);
    const known = entry === undefined || (isOver && entry.state === result.state) ? { state: "pass" as const } : entry;
    const { worse, other } = compareResults(known, result);
    const until = isOver ? `; accepted until ${entry.expires}` : "";
    return [...worse, ...(known.state === result.state ? [] : other)].map((text) => ({
      text: `${text}${until}`,
      isBetter: result.state === "pass",
    }));
  });
  if (report.stopped !== undefined) return changes;
  const seen = new Set(report.results.map(resultName));
  const gone = accepted.filter((entry) => !seen.has(resultName(entry)));
  return [...changes, ...gone.map((entry) => ({ text: absentNow(entry), isBetter: false }))];
}

/**
 * Judges a report by its baseline: it conforms if it is exactly as accepted. Errors remain errors. A run that was stopped does not show
 * everything, so only failures that are not accepted decide.
 */
export function applyBaseline(report: Report, baseline: Baseline, file: string): Report {
  const levels = levelsOf(report);
  const errors = report.results.some((result) => isError(levels, result));
  const changes = baselineChanges(report, baseline, errors);
  const acceptedFor = acceptedBy(baseline, report);
  const results = report.results.map((result) => {
    const accepted = acceptedFor(result);
    return accepted === undefined ? result : { ...result, accepted };
  });
  const isBetter = changes.length > 0 && changes.every((change) => change.isBetter);
  const judged = report.stopped === undefined && report.counts.pass + report.counts.fail > 0;
  const conclusion = !judged
    ? conclude({ ...report, results: results.filter(({ accepted }) => accepted === undefined) }, levels)
    : errors && (changes.length === 0 || isBetter)
      ? "could not be judged"
      : changes.length > 0
        ? "does not conform"
        : "conforms";
  const count = isBetter
    ? `${counted(changes.length, "result passes", "results pass")} now that the baseline does not expect to`
    : changes.length > 0
      ? `${counted(changes.length, "change")} from the baseline`
      : conclusion === "conforms"
        ? `exactly what the baseline accepts (${counted(baseline.accepted.length, "result")})`
        : "no change from the baseline in what was judged";
  const known = { file, changes: changes.map(({ text }) => text), ...(isBetter ? { isBetter } : {}) };
  const own = report.verdict.slice(report.target.baseUrl.length + 1);
  return {
    ...report,
    results,
    conclusion,
    verdict:
      judged || conclusion !== report.conclusion
        ? `${report.target.baseUrl} ${conclusionText({ conclusion, baseline: known })}: ${count}; without the baseline: ${own}`
        : report.verdict,
    baseline: known,
  };
}

/**
 * Reads a baseline, or a report.json, which accepts what it shows. People write reasons into a baseline, so the error says where one is
 * broken.
 */
export function parseBaseline(text: string, file: string): Baseline {
  const json = readJson(text);
  const value: Baseline | undefined = json.ok ? JSON.parse(text) : undefined;
  if (isReport(value)) return makeBaseline(value, undefined);
  const isEntry = (entry: BaselineEntry | null): boolean =>
    typeof entry?.requirement === "string" &&
    typeof entry.subject === "string" &&
    isAcceptable(entry.state) &&
    (entry.expires === undefined || /^\d{4}-\d\d-\d\d$/.test(entry.expires)) &&
    (entry.places === undefined ||
      (Array.isArray(entry.places) && entry.places.every((place) => typeof place === "string")));
  const entries = value?.schema === 1 && Array.isArray(value.accepted) ? value.accepted : undefined;
  const wrong = entries?.findIndex((entry) => !isEntry(entry)) ?? -1;
  if (value !== undefined && entries !== undefined && wrong < 0) return value;
  const why = json.ok
    ? wrong < 0
      ? ""
      : ` (accepted[${wrong}] needs a requirement, a subject, and the state fail or not tested; expires is a day, such as 2026-12-31)`
    : ` (it holds ${json.problem})`;
  throw new UsageError(`${file} is not a baseline: --write-baseline FILE writes one${why}`);
}
