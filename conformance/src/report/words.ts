import { counted } from "../counted.ts";
import { isJudged, levelsOf, newPlaces, placeOf, type Report, type ReportedFinding, type Result } from "./report.ts";

/** How many findings there are beyond those shown, and at which places that these are not; nothing if there are none. */
export function moreFindings({ findingCount = 0, places = [] }: Result, shown: readonly ReportedFinding[]): string {
  if (findingCount <= shown.length) return "";
  const others = newPlaces({ places: shown.map(placeOf) }, { places });
  return `and ${findingCount - shown.length} more${others.length === 0 ? "" : `, also at ${summarize(others)}`}`;
}

/** One finding in a line. */
export const findingText = ({ at, expected, found }: Pick<ReportedFinding, "at" | "expected" | "found">): string =>
  `${at}: expected ${expected}, found ${found}`;

/** What a result says in a line: its first finding, or its reason. */
export function firstWords({ findings: [finding] = [], reason = "" }: Result): string {
  return finding === undefined ? reason : findingText(finding);
}

/** Why requirements were not judged, the `shown` most common reasons. Those that differ only in numbers are merged. */
export function untestedReasons(report: Report, shown: number): string[] {
  const groups = new Map<string, { reasons: Set<string>; ids: Set<string> }>();
  const levels = levelsOf(report);
  for (const result of report.results) {
    const { state, reason, requirement } = result;
    if ((state !== "not tested" && state !== "not applicable") || !isJudged(levels, result)) continue;
    const text = `${state}: ${reason}`;
    const key = withoutNumbers(text);
    const group = groups.get(key) ?? { reasons: new Set(), ids: new Set() };
    group.reasons.add(text);
    group.ids.add(requirement);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((one, other) => other.ids.size - one.ids.size);
  const lines = sorted
    .slice(0, shown)
    .map(({ reasons, ids }) => `${mergeNumbers([...reasons])} (${summarize([...ids])})`);
  return sorted.length > shown
    ? [...lines, `and ${counted(sorted.length - shown, "more reason")}, in the report`]
    : lines;
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

export const summarize = (ids: readonly string[]): string =>
  ids.length > 3 ? `${ids.slice(0, 2).join(", ")} and ${ids.length - 2} more` : ids.join(", ");
