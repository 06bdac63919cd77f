/** What follows from what was judged: the report by a baseline, what has changed, what is kept, and the exit code. */
import { applyBaseline, makeBaseline, withRest } from "../report/baseline.ts";
import { compareReports, mergeChanges } from "../report/compare.ts";
import { exitCode, type Report } from "../report/report.ts";

/** What a run is judged by, and what it may replace. */
export interface Judgement {
  /** The report that the run is compared with, and its file. */
  readonly before?: { readonly report: Report; readonly file: string } | undefined;
  /** The baseline that the run is judged by, and its file. */
  readonly baseline?: { readonly report: Report; readonly file: string } | undefined;
  /** Whether a baseline is to be written, and the one that it replaces. */
  readonly toWrite?: { readonly replaced: Report | undefined } | undefined;
  /** Whether only a part of the contract was judged: the rest of a baseline is left alone. */
  readonly isPart: boolean;
}

/** What follows from a run. */
export interface CommandOutcome {
  /** The report, by the baseline if there is one. */
  readonly report: Report;
  /** What has changed, in lines with a heading. */
  readonly changes: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  /** Whether recording and baseline are written: not if the service could not be judged, for what is there may be better. */
  readonly isKept: boolean;
  /** The baseline that accepts this run. */
  readonly newBaseline: Report;
  readonly exitCode: 0 | 1 | 2;
}

/** @param judged - the report of the run, by no baseline. */
export function outcomeOf(judged: Report, { before, baseline, toWrite, isPart }: Judgement): CommandOutcome {
  const report = baseline === undefined ? judged : applyBaseline(judged, baseline.report, baseline.file, isPart);
  const isKept = report.stopped === undefined && report.conclusion !== "could not be judged";
  const replaced = toWrite?.replaced;
  const made = makeBaseline(judged, ...[baseline?.report, replaced].filter((one) => one !== undefined));
  return {
    report,
    changes: [
      ...(before === undefined
        ? []
        : [
            headed(
              `since ${before.file}`,
              compareReports(before.report, report, isPart).map(({ text }) => text),
            ),
          ]),
      ...(report.baseline === undefined
        ? []
        : [
            headed(
              `from the baseline ${report.baseline.file}`,
              report.baseline.changes,
              ` (--write-baseline ${report.baseline.file} accepts them)`,
            ),
          ]),
    ],
    isKept,
    newBaseline: isPart && replaced !== undefined ? withRest(made, replaced) : made,
    // Who writes a baseline accepts what fails.
    exitCode: toWrite === undefined ? exitCode(report) : isKept ? 0 : 2,
  };
}

const headed = (since: string, changes: readonly string[], advice = ""): CommandOutcome["changes"][number] =>
  changes.length === 0
    ? { heading: `No changes ${since}`, lines: [] }
    : { heading: `Changes ${since}${advice}:`, lines: mergeChanges(changes) };
