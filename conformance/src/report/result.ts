import type { Level } from "../checks/requirement.ts";
import type { Finding, ResultState } from "../evidence/outcome.ts";

/** A finding in a report: with a command that repeats the request, and without any key. */
export interface ReportedFinding extends Finding {
  /** A command line that repeats the request; secrets are `$COURT_REGISTER_KEY` and `$COURT_REGISTER_GRAPHQL_HEADERS`. */
  curl: string;
}

/** The result of one requirement on one operation (or query field, or the schema). */
export interface Result {
  requirement: string;
  subject: string;
  state: ResultState;
  /** Why it was not judged, or what was observed. */
  reason?: string;
  findings?: readonly ReportedFinding[];
  /** The number of all findings; `findings` has a few of them, at different places if there are several. */
  findingCount?: number;
  /** Where the findings are, all of them, with `*` for the position of a row. A failure without places is accepted anywhere. */
  places?: readonly string[];
  /** What the contract's tables say about the places, if they are fields or an XML root. */
  contract?: string;
  /** The requirement whose failure on the same subject explains this one, if there is one. */
  cause?: string;
  /** Why the baseline accepts this state, if it does. */
  accepted?: string;
  /** In a baseline: the last day on which it does, `2026-12-31`, in UTC. Past it, the failure counts again. */
  expires?: string;
}

/** Where a finding is, whichever row it is: the same for the same field of every row. */
export const placeOf = ({ at }: Pick<Finding, "at">): string =>
  at.replace(/(?<=\/)\d+(?=\/|$)/g, "*").replace(/\[\d+\]/g, "");

/** The places at which a result fails, and the known one, of an older report, does not. Without places, that fails everywhere. */
export function newPlaces(known: Pick<Result, "places">, { places = [] }: Pick<Result, "places">): string[] {
  if (known.places === undefined) return [];
  const all = new Set(known.places);
  return places.filter((place) => !all.has(place));
}

/** The first few findings, one of each place first, so that one field of many rows does not hide all other fields. */
export function shownFindings(findings: readonly Finding[]): Finding[] {
  const firsts = [...Map.groupBy(findings, placeOf).values()].flatMap(([first]) => first ?? []);
  const shown = new Set([...new Set([...firsts, ...findings])].slice(0, 5));
  return findings.filter((finding) => shown.has(finding));
}

export const resultName = ({ requirement, subject }: Pick<Result, "requirement" | "subject">): string =>
  `${requirement} on ${subject}`;

/** The level of each requirement, by its id. */
export type Levels = ReadonlyMap<string, Level>;
