import type { Level } from "../checks/requirement.ts";
import type { ResultState } from "../evidence/outcome.ts";
import { counted } from "../shared/text.ts";
import { withCauses } from "./causes.ts";
import type { Levels, Result } from "./result.ts";

/** A requirement as a report describes it. */
export interface ReportedRequirement {
  id: string;
  level: Level;
  title: string;
  section: string;
  /** What the contract says, in its own words, for those who have no contract at hand. */
  contract?: string;
  /** Where it says so, if the project has a public address. */
  link?: string;
}

export interface ReportedSubject {
  name: string;
  interface: "A" | "B";
  /** Path below the base URL, on REST. */
  path?: string;
  /** Number of distinct rows that were judged. */
  rows: number;
  /** Number of all rows, if it is promised or seen. */
  total?: number;
  /** Rows that the service returned at once, though more were asked for and there are more: it caps `limit`. Absent if it was not seen to. */
  cap?: number;
  /** How long the service took to respond to all requests about it. */
  milliseconds?: number;
}

export type Conclusion = "conforms" | "does not conform" | "could not be judged";

/** The whole outcome of a run; `report.json` is exactly this. Its schema is report.schema.json. */
export interface Report {
  /** Version of this format; a breaking change increases it. */
  schema: 1;
  suite: { name: string; version: string };
  target: { baseUrl: string; graphqlUrl?: string; kind: "live" | "mock" | "recording" };
  started: string;
  milliseconds: number;
  seed: number;
  /** Requests sent, planned, and the most that could have been sent. */
  requests: {
    sent: number;
    planned: number;
    most: number;
    /** Sent besides, for second looks at failures. Absent if none were. */
    secondLooks?: number;
  };
  conclusion: Conclusion;
  /** The verdict in one line, with how much was judged. */
  verdict: string;
  counts: Record<ResultState, number>;
  /** What stopped the run, if something did. */
  stopped?: string;
  /** The lowest level whose failures mean that the service does not conform. */
  failOn: "must" | "should";
  requirements: readonly ReportedRequirement[];
  subjects: readonly ReportedSubject[];
  results: readonly Result[];
  /** Differences from the baseline, if one was given. */
  baseline?: {
    file: string;
    changes: readonly string[];
    /** Whether each of the changes is a requirement that passes now. */
    isBetter?: boolean;
  };
}

/** The conclusion in words. A requirement that passes now is not a violation, but the baseline no longer describes the service. */
export const conclusionText = ({ conclusion, baseline }: Pick<Report, "conclusion" | "baseline">): string =>
  baseline?.isBetter === true && conclusion === "does not conform" ? "is better than its baseline" : conclusion;

/** The exit code for a report: 0 conforms, 1 does not, 2 could not be judged. */
export function exitCode(report: Pick<Report, "conclusion">): 0 | 1 | 2 {
  return report.conclusion === "conforms" ? 0 : report.conclusion === "does not conform" ? 1 : 2;
}

/** In the order in which reports list them. */
export const states: readonly ResultState[] = ["pass", "fail", "error", "not tested", "not applicable", "observed"];

function countStates(levels: Levels, results: readonly Result[]): Record<ResultState, number> {
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as Record<ResultState, number>;
  for (const result of results) if (isCounted(levels, result)) counts[result.state] += 1;
  return counts;
}

export const levelsOf = ({ requirements }: Pick<Report, "requirements">): Levels =>
  new Map(requirements.map(({ id, level }) => [id, level]));

/** Whether a result counts. An observation never does, not even as an error. */
export const isJudged = (levels: Levels, { requirement }: Pick<Result, "requirement">): boolean =>
  levels.get(requirement) !== "INFO";

/** Whether a result is in a count. An observation is counted only if something was observed. */
export const isCounted = (levels: Levels, result: Pick<Result, "requirement" | "state">): boolean =>
  result.state === "observed" || isJudged(levels, result);

/** Whether a result is an error that counts. */
export const isError = (levels: Levels, result: Pick<Result, "requirement" | "state">): boolean =>
  result.state === "error" && isJudged(levels, result);

/** Whether somebody should look at a result. */
const isWrong = (levels: Levels, result: Pick<Result, "requirement" | "state">): boolean =>
  result.state === "fail" || isError(levels, result);

/** The results that somebody should look at: first failed MUSTs, then errors, then other failures, and last what a baseline accepts. */
export function wrongResults(report: Pick<Report, "requirements" | "results">): Result[] {
  const levels = levelsOf(report);
  const rank = ({ requirement, state, accepted }: Result): number =>
    accepted !== undefined ? 3 : state === "error" ? 1 : levels.get(requirement) === "MUST" ? 0 : 2;
  return report.results.filter((result) => isWrong(levels, result)).sort((one, other) => rank(one) - rank(other));
}

/** Whether a failure at a level means that the service does not conform. */
export const decides = ({ failOn }: Pick<Report, "failOn">, level: Level | undefined): boolean =>
  level === "MUST" || (failOn === "should" && level === "SHOULD");

/** A failed MUST decides first; then an error, a run that was stopped, or one in which nothing was judged. */
export function conclude(body: ReportBody, levels: Levels): Conclusion {
  const { results, stopped } = body;
  const fails = results.filter(({ state }) => state === "fail");
  if (fails.some(({ requirement }) => decides(body, levels.get(requirement)))) return "does not conform";
  const judged = results.some(({ requirement, state }) => state === "pass" && levels.get(requirement) === "MUST");
  const errors = results.some((result) => isError(levels, result));
  return judged && !errors && stopped === undefined ? "conforms" : "could not be judged";
}

export type ReportBody = Omit<Report, "conclusion" | "verdict" | "counts">;

/** Adds what follows from the results. */
export function completeReport(body: ReportBody): Report {
  const levels = levelsOf(body);
  const conclusion = conclude(body, levels);
  const counts = countStates(levels, body.results);
  const results = withCauses(body.results, levels);
  return { ...body, results, counts, conclusion, verdict: verdictLine(body, conclusion) };
}

function verdictLine(body: ReportBody, conclusion: Conclusion): string {
  const judged = body.results.filter(({ state }) => state === "pass" || state === "fail");
  const judgeable = body.requirements.filter(({ level }) => level !== "INFO").length;
  const requirements = new Set(judged.map(({ requirement }) => requirement)).size;
  const operations = new Set(judged.map(({ subject }) => subject));
  const register = body.subjects.filter((subject) => subject.interface === "A");
  const rows = register.reduce((sum, subject) => sum + subject.rows, 0);
  const total = register.reduce((sum, subject) => sum + Math.max(subject.total ?? 0, subject.rows), 0);
  const open = register.some((subject) => subject.total === undefined) ? "at least " : "";
  const seen = register.filter(({ name }) => operations.has(name)).length;
  const caps = register.flatMap(({ cap }) => cap ?? []);
  const [least, most] = [Math.min(...caps), Math.max(...caps)];
  const capped = caps.length === 0 ? "" : `, limit capped at ${least === most ? least : `${least} to ${most}`}`;
  // A run that was stopped does not know how much there is, and a run of GraphQL alone has no operations.
  const extent =
    register.length === 0
      ? ""
      : body.stopped === undefined
        ? ` on ${seen} of ${counted(register.length, "operation")} and ${rows} of ${open}${counted(total, "row")}`
        : ` on ${counted(seen, "operation")} and ${counted(rows, "row")}`;
  const levels = levelsOf(body);
  const fails = body.results.filter(({ state }) => state === "fail");
  const must = fails.filter(({ requirement }) => levels.get(requirement) === "MUST").length;
  const errors = body.results.filter((result) => isError(levels, result)).length;
  const findings = [
    must > 0 ? counted(must, "MUST fails", "MUST fail") : "",
    fails.length > must ? counted(fails.length - must, "SHOULD fails", "SHOULD fail") : "",
    errors > 0 ? counted(errors, "error") : "",
  ].filter((part) => part !== "");
  return `${body.target.baseUrl} ${conclusion}${findings.length > 0 ? `: ${findings.join(", ")}` : ""} (${requirements} of ${counted(judgeable, "requirement")} judged${extent}${capped})`;
}

const labels: Record<ResultState, string> = {
  pass: "passed",
  fail: "failed",
  error: "errors",
  "not tested": "not tested",
  "not applicable": "not applicable",
  observed: "observed",
};

/** The label for so many results of a state. */
export const stateLabel = (state: ResultState, count: number): string =>
  state === "error" && count === 1 ? "error" : labels[state];

/** The number of results of each state, in one line. */
export const countsLine = (counts: Report["counts"]): string =>
  states.map((state) => `${counts[state]} ${stateLabel(state, counts[state])}`).join(", ");
