import type { Levels, Result } from "./result.ts";

/**
 * Subjects of requirements, from causes to consequences: where several fail at one place, the first explains the others. A value of
 * a wrong type also fails in XML and in every search. Where the order within a subject is another than that of the ids, each
 * requirement has its own place: what rows show of a total explains why totals differ.
 */
export const fromCauses: readonly string[] = [
  "REG-PATH",
  "REG-STATUS",
  "REG-JSON",
  "REG-FIELD",
  "REG-TYPE",
  "REG-XML",
  "REG-SAME",
  "REG-NEST",
  "REG-EXPAND",
  "REG-TOTAL-01",
  "REG-TOTAL-03",
  "REG-TOTAL-02",
  "REG-PAGE",
  "REG-SEARCH",
  "REG-KEY",
  "CASE-SCHEMA",
  "CASE-QUERY",
  "CASE-TYPE",
  "CASE-LOOKUP",
];

/** `REG-TYPE` of `REG-TYPE-01`. */
export const subjectOf = (id: string): string => id.replace(/-\d+$/, "");

// A field of a row, in JSON (`/*/mbs`) or in XML (`/sjedisteArray/*/mbs`).
const fieldPlace = /^(?:\/[^/*]+)?\/\*\/(.+)$/;

/** The field at a place, with its path in the row; undefined for a place that is not a field of a row. */
export const fieldIn = (place: string): string | undefined => fieldPlace.exec(place)?.[1];

/**
 * What is wrong at a place: the same field in every representation and search, or the status. Any other place, such as the body, may
 * be wrong for many reasons, so it is the same only for requirements about one subject.
 */
function wrongAt(place: string, { requirement }: Result): string {
  const field = fieldIn(place);
  if (field !== undefined) return `field ${field}`;
  return place === "status" ? place : `${subjectOf(requirement)} ${place}`;
}

const wrongIn = (result: Result): Set<string> => new Set(result.places?.map((place) => wrongAt(place, result)));

/** Failures of an operation (or query) in the order from causes to consequences, a MUST before every SHOULD. */
function sortedFailures(results: readonly Result[], levels: Levels): Result[] {
  const rank = ({ requirement }: Result): number =>
    fromCauses.findIndex((one) => one === requirement || one === subjectOf(requirement)) +
    (levels.get(requirement) === "SHOULD" ? fromCauses.length : 0);
  return results.filter(({ state }) => state === "fail").sort((one, other) => rank(one) - rank(other));
}

/** Names the cause of each failure that has one: everything that is wrong there is also wrong in failures before it. */
export function withCauses(results: readonly Result[], levels: Levels): Result[] {
  const causes = new Map<Result, string>();
  for (const ours of Map.groupBy(results, ({ subject }) => subject).values()) {
    const first = new Map<string, string>();
    for (const result of sortedFailures(ours, levels)) {
      const wrong = [...wrongIn(result)];
      const [cause] = wrong.flatMap((one) => first.get(one) ?? []);
      if (cause !== undefined && wrong.every((one) => first.has(one))) causes.set(result, cause);
      else for (const one of wrong) first.set(one, first.get(one) ?? result.requirement);
    }
  }
  return results.map((result) => {
    const cause = causes.get(result);
    return cause === undefined ? result : { ...result, cause };
  });
}

/** A failure, or what could not be judged, and what fails because of it. */
export interface RootCause {
  result: Result;
  consequences: readonly Result[];
}

/** Results as problems: each consequence is with its cause, if that is among them, so that a report begins with causes. */
export function rootCausesOf(results: readonly Result[]): RootCause[] {
  const isOf = (cause: Result, { cause: id, subject }: Result): boolean =>
    id === cause.requirement && subject === cause.subject;
  return results
    .filter((result) => !results.some((one) => isOf(one, result)))
    .map((result) => ({ result, consequences: results.filter((one) => isOf(result, one)) }));
}
