import { operations } from "../contract/operations.ts";
import { counted } from "../counted.ts";
import type { Level, State } from "../requirements/requirement.ts";
import type { RunEvent } from "../run/options.ts";
import { countsLine, isError, isJudged, type Levels, type Report, type Result, stateLabel } from "./report.ts";
import { findingText, firstWords, moreFindings, summarize, untestedReasons } from "./words.ts";

/** Writes lines; the caller, which knows the terminal, decides on colour. */
export interface Lines {
  line: (text: string) => void;
  /** Shows progress; the next line replaces it. */
  status: (text: string) => void;
  colour: boolean;
}

const codes = { red: 31, green: 32, yellow: 33, blue: 34, dim: 2, bold: 1 };

function paint(lines: Lines, colour: keyof typeof codes, text: string): string {
  return lines.colour ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}

const marks: Record<State, string> = {
  pass: "✓",
  fail: "✗",
  error: "!",
  "not tested": "–",
  "not applicable": "–",
  observed: "·",
};

/** The first subject with each failure, by what the failure says. */
type Printed = Map<string, string>;

/** What a failure says of any operation: not of which row or root, nor of how many rows. A status or a value is kept. */
const withoutRow = (result: Result): string =>
  `${result.requirement} ${firstWords(result)} ${result.places}`
    .replace(/(?<=[/[])\d+/g, "#")
    // Only from the start of a number or a name: from anywhere in it, long ones would take the square of their length.
    .replace(/(?<!\d)\d+ (item|row)s?\b/g, "# $1")
    .replace(/\b\w+Array\b/g, "#Array");

/** Reports a run line by line: one per operation, followed by what failed. What failed before in the same way is not printed again. */
export function textReporter(lines: Lines, levels: Levels): (event: RunEvent) => void {
  const printed: Printed = new Map();
  // Wide enough for the longest path, so that the results line up.
  const width = Math.max(...operations.map(({ path }) => `GET ${path}`.length));
  return (event) => {
    switch (event.type) {
      case "start":
        lines.line(
          `Judging ${event.baseUrl}: ${event.operations === 0 ? "" : `${counted(event.operations, "operation")}, `}${counted(event.planned, "request")} (at most ${event.most}), seed ${event.seed}`,
        );
        break;
      case "operation":
        lines.line(subjectLine(lines, `GET ${event.path}`.padEnd(width), event.results, levels));
        printResults(lines, event.results, levels, printed);
        break;
      case "further":
        if (event.results.length === 0) break;
        lines.line(subjectLine(lines, `GET ${event.path}, further pages`.padEnd(width), event.results, levels));
        printResults(lines, event.results, levels, printed);
        break;
      case "cases":
        for (const subject of new Set(event.results.map((result) => result.subject))) {
          const ours = event.results.filter((result) => result.subject === subject);
          lines.line(subjectLine(lines, `GraphQL ${subject}`.padEnd(width), ours, levels));
          printResults(lines, ours, levels, printed);
        }
        break;
      case "settled":
        printSettled(lines, event.results);
        break;
      case "asking":
        lines.status(`  ${event.sent} of at most ${counted(event.most, "request")} …`);
        break;
      case "stopped":
        lines.line(paint(lines, "red", `Stopped: ${event.reason}`));
    }
  };
}

function subjectLine(lines: Lines, name: string, results: readonly Result[], levels: Levels): string {
  const judged = results.filter((result) => isJudged(levels, result));
  const count = (state: State): number => judged.filter((result) => result.state === state).length;
  const failedMust = judged.some(({ requirement, state }) => state === "fail" && levels.get(requirement) === "MUST");
  const parts = [
    `${count("pass")} passed`,
    ...(["fail", "error", "not tested", "not applicable"] as const)
      .filter((state) => count(state) > 0)
      .map((state) => `${count(state)} ${stateLabel(state, count(state))}`),
  ];
  const [mark, colour] = failedMust
    ? (["✗", "red"] as const)
    : count("error") > 0
      ? (["!", "yellow"] as const)
      : count("pass") === 0
        ? (["–", "dim"] as const)
        : (["✓", "green"] as const);
  return `${paint(lines, colour, mark)} ${name} ${parts.join(", ")}`;
}

/** What failed and what could not be judged; a reason that several errors share is printed once. */
function printResults(lines: Lines, results: readonly Result[], levels: Levels, printed: Printed): void {
  const levelOf = ({ requirement }: Result): Level => levels.get(requirement) ?? "MUST";
  const again: { first: string; result: Result }[] = [];
  for (const result of results.filter(({ state }) => state === "fail")) {
    const words = withoutRow(result);
    const first = printed.get(words);
    if (first !== undefined) again.push({ first, result });
    else {
      printed.set(words, result.subject);
      printFailure(lines, result, levelOf(result));
    }
  }
  for (const [first, alike] of Map.groupBy(again, (one) => one.first)) {
    const byLevel = Map.groupBy(alike, ({ result }) => levelOf(result));
    const parts = [...byLevel].map(([level, ones]) =>
      failed(lines, ones.map(({ result }) => result.requirement).join(", "), level),
    );
    lines.line(`    ${parts.join(", ")} as on ${first}`);
  }
  const errors = results.filter((result) => isError(levels, result));
  for (const reason of new Set(errors.map((result) => result.reason ?? ""))) {
    const ids = errors.filter((result) => result.reason === reason).map(({ requirement }) => requirement);
    lines.line(`    ${paint(lines, "yellow", marks.error)} ${reason} (${summarize(ids)})`);
  }
}

/** Results that were printed with an operation, and changed in the light of the whole run. */
function printSettled(lines: Lines, results: readonly Result[]): void {
  const groups = Map.groupBy(results, ({ state, reason }) => `${state} ${reason}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { state, reason } = first;
    const all = (key: "requirement" | "subject"): string => summarize([...new Set(group.map((one) => one[key]))]);
    const why = reason === undefined ? "" : `: ${reason}`;
    lines.line(`${marks[state]} ${all("requirement")} on ${all("subject")}, after the whole run: ${state}${why}`);
  }
}

const failed = (lines: Lines, ids: string, level: Level): string =>
  paint(lines, level === "MUST" ? "red" : "yellow", `${marks.fail} ${ids} ${level}`);

function printFailure(lines: Lines, result: Result, level: Level): void {
  const [finding] = result.findings ?? [];
  const more = moreFindings(result, finding === undefined ? [] : [finding]);
  lines.line(
    `    ${failed(lines, result.requirement, level)} ${finding === undefined ? "" : findingText(finding)}${more && ` (${more})`}`,
  );
  if (finding !== undefined && finding.curl !== "") lines.line(`      ${paint(lines, "dim", finding.curl)}`);
}

/** The end of the output: the verdict, and what it is based on. */
export function printSummary(lines: Lines, report: Report): void {
  const { counts } = report;
  const colour =
    report.conclusion === "conforms" ? "green" : report.conclusion === "does not conform" ? "red" : "yellow";
  lines.line("");
  lines.line(
    `${countsLine(counts)}; ${counted(report.requests.sent, "request")} in ${(report.milliseconds / 1000).toFixed(1)} s`,
  );
  for (const reason of untestedReasons(report, 8)) lines.line(paint(lines, "dim", `  ${reason}`));
  lines.line(paint(lines, colour, report.verdict));
}
