import type { Finding } from "../evidence/outcome.ts";
import { counted } from "../shared/text.ts";
import { type RootCause, rootCausesOf } from "./causes.ts";
import { isJudged, levelsOf, type Report } from "./report.ts";
import { newPlaces, placeOf, type ReportedFinding, type Result } from "./result.ts";

/** How many findings are not shown, and at which other places they are; an empty text if all are shown. */
export function moreFindings({ findingCount = 0, places = [] }: Result, shown: readonly ReportedFinding[]): string {
  if (findingCount <= shown.length) return "";
  const others = newPlaces({ places: shown.map(placeOf) }, { places });
  return `and ${counted(findingCount - shown.length, "more finding")}${others.length === 0 ? "" : `, also at ${summarize(others)}`}`;
}

/** One finding of those that differ only in the row. The result has the number of all. */
export function distinctFindings<One extends Finding>(findings: readonly One[]): One[] {
  const alike = Map.groupBy(findings, (one) =>
    `${placeOf(one)} ${withoutNumbers(findingText(one))}`.replace(rowNumber, "#"),
  );
  return [...alike.values()].flatMap(([first]) => first ?? []);
}

/** The position of a row in a place. */
const rowNumber = /(?<=[/[])\d+/g;

/** A failure in words that are the same for every operation: without the row, the root, and the number of rows. */
export const withoutRow = (result: Result): string =>
  `${result.requirement} ${firstWords(result)} ${result.places}`
    .replace(rowNumber, "#")
    // Only from the start of a number or a name: from anywhere in it, long ones would take the square of their length.
    .replace(/(?<!\d)\d+ (item|row)s?\b/g, "# $1")
    .replace(/\b\w+Array\b/g, "#Array");

/** One finding in a line. */
export const findingText = ({ at, expected, found }: Pick<Finding, "at" | "expected" | "found">): string =>
  `${at}: expected ${expected}, found ${found}`;

/** What a result says in a line: its first finding, or its reason. */
export function firstWords({ findings: [finding] = [], reason = "" }: Result): string {
  return finding === undefined ? reason : findingText(finding);
}

/**
 * Why results are not tested or not applicable, the `shown` most common reasons, each with how many results it is of: together as many as
 * the report counts. Reasons that differ only in numbers are merged.
 */
export function untestedReasons(report: Report, shown: number): string[] {
  const levels = levelsOf(report);
  const results = report.results.filter((result) => isUntested(result) && isJudged(levels, result));
  const groups = [...Map.groupBy(results, ({ state, reason = "" }) => withoutNumbers(`${state}: ${reason}`)).values()];
  const byCount = groups.sort((one, other) => other.length - one.length);
  const lines = byCount.slice(0, shown).map((alike) => {
    const reasons = [...new Set(alike.map(({ state, reason }) => `${state}: ${reason}`))];
    const ids = [...new Set(alike.map(({ requirement }) => requirement))];
    return `${alike.length} ${mergeNumbers(reasons)} (${summarize(ids)})`;
  });
  const rest = byCount.slice(shown);
  if (rest.length === 0) return lines;
  const counts = [...Map.groupBy(rest.flat(), ({ state }) => state)].map(([state, ones]) => `${ones.length} ${state}`);
  return [...lines, `${counts.join(" and ")} for ${counted(rest.length, "more reason")}, in the report`];
}

const isUntested = ({ state }: Result): boolean => state === "not tested" || state === "not applicable";

/** How many rows the service returns at once where more were asked for, by operation; undefined if it was not seen to cap `limit`. */
export function capText({ subjects }: Report): string | undefined {
  const capped = subjects.filter(({ cap }) => cap !== undefined);
  if (capped.length === 0) return undefined;
  const parts = [...Map.groupBy(capped, ({ cap = 0 }) => cap)].map(
    ([cap, of]) => `${counted(cap, "row")} on ${summarize(of.map(({ name }) => name))}`,
  );
  return `the service caps limit: at most ${parts.join(", ")}. A short page does not mean that there are no more rows`;
}

/** A number on its own, not part of a name such as `REG-XML-08` or `oznaka_2`. */
const number = /(?<![\w.-])\d+(?![\w-])/g;

/** What texts that differ only in numbers have in common. */
export const withoutNumbers = (text: string): string => text.replace(number, "#");

/** Merges texts that differ only in numbers: with up to three of them, or else their range. */
export function mergeNumbers(texts: readonly string[]): string {
  const numbers = texts.map((text) => text.match(number) ?? []);
  let index = 0;
  return (texts[0] ?? "").replace(number, () => {
    const values = [...new Set(numbers.map((row) => Number(row[index])))].sort((one, other) => one - other);
    index += 1;
    const last = values.pop();
    if (values.length === 0) return String(last);
    return values.length < 3 ? `${values.join(", ")} or ${last}` : `${values[0]} to ${last}`;
  });
}

/** Requirements, each with how many subjects it fails on: `REG-XML-04 on 17 operations`. */
export function requirementsText(results: readonly Result[]): string {
  const groups = [...Map.groupBy(results, ({ requirement }) => requirement)];
  return groups
    .map(
      ([id, ones]) =>
        `${id} on ${ones.length > 3 ? `${ones.length} subjects` : ones.map(({ subject }) => subject).join(", ")}`,
    )
    .join("; ");
}

/** What is wrong with a requirement, on every subject where it is the same, but for numbers; and with it, what fails because of it. */
export type Alike = Pick<Result, "requirement" | "state" | "accepted"> & { subjects: readonly string[]; words: string };

/** Results as problems, those that are alike as one. */
export function alikeIn(results: readonly Result[]): Alike[] {
  const key = ({ result }: RootCause): string =>
    `${result.requirement} ${result.state} ${result.accepted} ${withoutNumbers(firstWords(result))}`;
  return [...Map.groupBy(rootCausesOf(results), key).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const subjects = alike.map(({ result }) => result.subject);
    const consequences = alike.flatMap((one) => one.consequences);
    const also = consequences.length === 0 ? "" : `; with it: ${requirementsText(consequences)}`;
    return [
      { ...first.result, subjects, words: `${mergeNumbers(alike.map(({ result }) => firstWords(result)))}${also}` },
    ];
  });
}

export const summarize = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.slice(0, 2).join(", ")} and ${ids.length - 2} more` : ids.join(", ");

/** How many requests a run sent. */
export const requestsText = ({ sent, secondLooks = 0 }: Report["requests"]): string =>
  `${counted(sent, "request")}${secondLooks === 0 ? "" : `, ${secondLooks} more for second looks,`}`;
