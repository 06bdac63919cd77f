import { counted } from "../shared/text.ts";
import { compareReports, isAcceptable, isValid } from "./compare.ts";
import { completeReport, conclude, conclusionText, isError, isJudged, levelsOf, type Report } from "./report.ts";
import { newPlaces, type Result, resultName } from "./result.ts";

// A baseline is a report. What fails in it, or is not tested, is accepted: at its places, until the day that it `expires`.

/** The results that a baseline accepts, by name. */
function acceptedIn(baseline: Report): Map<string, Result> {
  const levels = levelsOf(baseline);
  const accepted = baseline.results.filter((result) => isJudged(levels, result) && isAcceptable(result.state));
  return new Map(accepted.map((result) => [resultName(result), result]));
}

/**
 * A report as a baseline, with a reason for each failure, which people reword. What they wrote into older ones is kept: the reasons, the
 * days that are still to come, and the places of what still fails.
 */
export function makeBaseline(report: Report, ...older: readonly Report[]): Report {
  const written = new Map(older.toReversed().flatMap((one) => [...acceptedIn(one)]));
  const ours = acceptedIn(report);
  const results = report.results.map((result): Result => {
    if (!ours.has(resultName(result))) return result;
    const { places, ...rest } = result;
    const known = written.get(resultName(result));
    const isFailure = result.state === "fail";
    const accepted = known?.accepted ?? (isFailure ? "accepted when the baseline was written" : undefined);
    // People delete the places of a failure to accept it anywhere.
    const isAnywhere = places === undefined || (known?.state === "fail" && isFailure && known.places === undefined);
    return {
      ...rest,
      ...(isAnywhere ? {} : { places: [...new Set([...places, ...(known?.places ?? [])])].sort() }),
      ...(accepted === undefined ? {} : { accepted }),
      ...(known?.expires !== undefined && isValid(known, report) ? { expires: known.expires } : {}),
    };
  });
  return { ...report, results };
}

/** A baseline of a part, with the rest of an older one. */
export function withRest(baseline: Report, older: Report): Report {
  const joined = <One>(ours: readonly One[], others: readonly One[], nameOf: (one: One) => string): One[] => {
    const names = new Set(ours.map(nameOf));
    return [...ours, ...others.filter((one) => !names.has(nameOf(one)))];
  };
  return completeReport({
    ...baseline,
    requirements: joined(baseline.requirements, older.requirements, ({ id }) => id),
    subjects: joined(baseline.subjects, older.subjects, ({ name }) => name),
    results: joined(baseline.results, older.results, resultName),
  });
}

/** What a baseline accepts, in words. Why something is not tested is in the file already. */
export function acceptedText(baseline: Report): string {
  const accepted = [...acceptedIn(baseline).values()];
  const fails = accepted.filter(({ state }) => state === "fail").length;
  const untested = accepted.length - fails;
  if (accepted.length === 0) return "nothing, because nothing fails";
  const results = untested > 0 ? `${counted(untested, "result")} not tested` : "";
  if (fails === 0) return results;
  return `${counted(fails, "failure")}${results && ` and ${results}`}; say why in the file, at "accepted"`;
}

/** The result by which a baseline accepts one of a run, if it does. */
export function acceptedBy(baseline: Report, run: Pick<Report, "started">): (result: Result) => Result | undefined {
  const accepted = acceptedIn(baseline);
  return (result) => {
    const known = accepted.get(resultName(result));
    return known?.state === result.state && isValid(known, run) && newPlaces(known, result).length === 0
      ? known
      : undefined;
  };
}

/** A result as reports show it: with the reason why it is accepted, if it is, and until when. */
export function withAcceptance(result: Result, known: Result | undefined): Result {
  if (known === undefined) return result;
  const { accepted = known.reason ?? "", expires } = known;
  return { ...result, accepted, ...(expires === undefined ? {} : { expires }) };
}

/**
 * Judges a report by its baseline: it conforms if it is exactly as accepted. Errors remain errors. A run that was stopped does not show
 * everything, so only failures that are not accepted decide.
 * @param isPart - whether only a part was judged: then the rest of the baseline is left alone.
 */
export function applyBaseline(report: Report, baseline: Report, file: string, isPart = false): Report {
  const levels = levelsOf(report);
  const errors = report.results.some((result) => isError(levels, result));
  const changes = compareReports(baseline, report, isPart).filter(({ counts }) => counts);
  const acceptedFor = acceptedBy(baseline, report);
  const results = report.results.map((result) => withAcceptance(result, acceptedFor(result)));
  const accepted = results.filter((result) => result.accepted !== undefined);
  const isBetter = changes.length > 0 && changes.every((change) => change.isBetter);
  const judged = report.stopped === undefined && report.counts.pass + report.counts.fail > 0;
  const conclusion = !judged
    ? conclude({ ...report, results: results.filter((result) => result.accepted === undefined) }, levels)
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
        ? `exactly what the baseline accepts (${counted(accepted.length, "result")})`
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
