import type { Screen } from "#kit/screen";
import type { Level } from "../checks/requirement.ts";
import { contractOf } from "../checks/sentence.ts";
import { operations } from "../contract/operations.ts";
import type { ResultState } from "../evidence/outcome.ts";
import { counted, printable } from "../shared/text.ts";
import { allRequirements } from "../topics/catalogue.ts";
import { withAcceptance } from "./baseline.ts";
import { type RootCause, rootCausesOf, withCauses } from "./causes.ts";
import type { RunEvent } from "./events.ts";
import { countsLine, isError, isJudged, levelsOf, type Report, stateLabel, wrongResults } from "./report.ts";
import type { Levels, Result } from "./result.ts";
import {
  alikeIn,
  capText,
  findingText,
  moreFindings,
  requestsText,
  summarize,
  untestedReasons,
  withoutRow,
} from "./words.ts";

const marks: Record<ResultState, string> = {
  pass: "✓",
  fail: "✗",
  error: "!",
  "not tested": "–",
  "not applicable": "–",
  observed: "·",
};

/** The first subject with each failure, by what the failure says. */
type Printed = Map<string, string>;

/**
 * Reports a run line by line: one per operation, followed by what failed. What failed before in the same way is not printed again.
 * @param acceptedFor - by what a baseline accepts a result, if it does.
 */
export function textReporter(
  screen: Screen,
  levels: Levels,
  acceptedFor: (result: Result) => Result | undefined = () => undefined,
): (event: RunEvent) => void {
  const printed: Printed = new Map();
  // Wide enough for the longest path, so that the results line up.
  const width = Math.max(...operations.map(({ path }) => `GET ${path}`.length));
  const marked = (results: readonly Result[]): Result[] =>
    results.map((result) => withAcceptance(result, acceptedFor(result)));
  return (event) => {
    switch (event.type) {
      case "start":
        screen.print(
          `Judging ${event.baseUrl}: ${event.operations === 0 ? "" : `${counted(event.operations, "operation")}, `}${counted(event.planned, "request")} (at most ${event.most}), seed ${event.seed}`,
        );
        break;
      case "operation":
        screen.print(subjectLine(screen, `GET ${event.path}`.padEnd(width), marked(event.results), levels));
        printResults(screen, marked(event.results), levels, printed);
        break;
      case "further":
        if (event.results.length === 0) break;
        screen.print(
          subjectLine(screen, `GET ${event.path}, further pages`.padEnd(width), marked(event.results), levels),
        );
        printResults(screen, marked(event.results), levels, printed);
        break;
      case "cases":
        for (const subject of new Set(event.results.map((result) => result.subject))) {
          const ours = marked(event.results).filter((result) => result.subject === subject);
          screen.print(subjectLine(screen, `GraphQL ${subject}`.padEnd(width), ours, levels));
          printResults(screen, ours, levels, printed);
        }
        break;
      case "changed":
        printChanged(screen, event.results);
        break;
      case "asking":
        screen.status(
          `  ${event.sent} of at most ${counted(event.most, "request")} …`,
          `${event.sent} of at most ${event.most}`,
          String(event.sent),
        );
        break;
      case "stopped":
        screen.print(screen.red(`Stopped: ${event.reason}`));
    }
  };
}

function subjectLine(screen: Screen, name: string, results: readonly Result[], levels: Levels): string {
  const judged = results.filter((result) => isJudged(levels, result));
  const count = (state: ResultState): number => judged.filter((result) => result.state === state).length;
  const failures = judged.filter(({ state, accepted }) => state === "fail" && accepted === undefined);
  const failedMust = failures.some(({ requirement }) => levels.get(requirement) === "MUST");
  const accepted = judged.filter(({ state }) => state === "fail").length - failures.length;
  const parts = [
    `${count("pass")} passed`,
    ...(["fail", "error", "not tested", "not applicable"] as const)
      .filter((state) => count(state) > 0)
      .map((state) => {
        const known = state === "fail" && accepted > 0 ? ` (${accepted} accepted)` : "";
        return `${count(state)} ${stateLabel(state, count(state))}${known}`;
      }),
  ];
  const [mark, colour] = failedMust
    ? (["✗", "red"] as const)
    : count("error") > 0
      ? (["!", "yellow"] as const)
      : count("pass") === 0
        ? (["–", "dim"] as const)
        : (["✓", "green"] as const);
  return `${screen[colour](mark)} ${name} ${parts.join(", ")}`;
}

/** What failed and what could not be judged; a reason that several errors share is printed once. */
function printResults(screen: Screen, results: readonly Result[], levels: Levels, printed: Printed): void {
  const levelOf = ({ requirement }: Result): Level => levels.get(requirement) ?? "MUST";
  const again: { first: string; problem: RootCause }[] = [];
  const failures = results.filter(({ state, accepted }) => state === "fail" && accepted === undefined);
  for (const problem of rootCausesOf(withCauses(failures, levels))) {
    const words = withoutRow(problem.result);
    const first = printed.get(words);
    if (first !== undefined) again.push({ first, problem });
    else {
      const isNew = ![...printed.keys()].some((known) => known.startsWith(`${problem.result.requirement} `));
      printed.set(words, problem.result.subject);
      printProblem(screen, problem, levelOf(problem.result), isNew);
    }
  }
  for (const [first, alike] of Map.groupBy(again, (one) => one.first)) {
    const byLevel = Map.groupBy(alike, ({ problem }) => levelOf(problem.result));
    const parts = [...byLevel].map(([level, ones]) =>
      failed(screen, ones.map(({ problem }) => problem.result.requirement).join(", "), level),
    );
    const consequences = alike.flatMap(({ problem }) => problem.consequences);
    screen.print(
      `    ${parts.join(", ")} as on ${first}${consequences.length === 0 ? "" : `; ${withIt(consequences)}`}`,
    );
  }
  for (const [reason, alike] of Map.groupBy(
    results.filter(({ state, accepted }) => state === "fail" && accepted !== undefined),
    ({ accepted }) => accepted,
  ))
    screen.print(`    ${screen.dim(acceptedLine(alike.map(({ requirement }) => requirement).join(", "), reason))}`);
  const errors = results.filter((result) => isError(levels, result));
  for (const reason of new Set(errors.map((result) => result.reason ?? ""))) {
    const ids = errors.filter((result) => result.reason === reason).map(({ requirement }) => requirement);
    screen.print(`    ${screen.yellow(marks.error)} ${reason} (${summarize(ids)})`);
  }
}

/** Results that were printed with an operation, and changed in the light of the whole run. */
function printChanged(screen: Screen, results: readonly Result[]): void {
  const groups = Map.groupBy(results, ({ state, reason }) => `${state} ${reason}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { state, reason } = first;
    const all = (key: "requirement" | "subject"): string => summarize([...new Set(group.map((one) => one[key]))]);
    const why = reason === undefined ? "" : `: ${reason}`;
    screen.print(`${marks[state]} ${all("requirement")} on ${all("subject")}, after the whole run: ${state}${why}`);
  }
}

const failed = (screen: Screen, ids: string, level: Level): string =>
  screen[level === "MUST" ? "red" : "yellow"](`${marks.fail} ${ids} ${level}`);

/** A failure that the baseline accepts is no new one, and has another mark. */
const acceptedLine = (ids: string, reason = ""): string =>
  `– ${ids} fails, accepted by the baseline: ${printable(reason)}`;

const withIt = (consequences: readonly Result[]): string =>
  `with it: ${consequences.map(({ requirement }) => requirement).join(", ")}`;

/** A failure with its first finding, what the contract says if that was not printed before, and what else fails because of it. */
function printProblem(screen: Screen, { result, consequences }: RootCause, level: Level, isNew: boolean): void {
  const [finding] = result.findings ?? [];
  const more = moreFindings(result, finding === undefined ? [] : [finding]);
  screen.print(
    `    ${failed(screen, result.requirement, level)} ${finding === undefined ? "" : findingText(finding)}${more && ` (${more})`}`,
  );
  const contract = contracts.get(result.requirement);
  if (isNew && contract !== undefined) screen.print(`      ${contract}`);
  if (result.contract !== undefined) screen.print(`      the contract, ${result.contract}`);
  if (consequences.length > 0) screen.print(`      ${withIt(consequences)}`);
  if (finding !== undefined && finding.curl !== "") screen.print(`      ${screen.dim(finding.curl)}`);
}

/** What the contract says, by requirement. */
const contracts = new Map(
  allRequirements.flatMap((one) => {
    const { contract } = contractOf(one, undefined);
    return contract === undefined ? [] : [[one.id, `the contract, ${one.section}: ${contract}`] as const];
  }),
);

/** At most so many problems are listed at the end. */
const listed = 10;

/** Every problem in a line, with its operations and its consequences: the lines above are by operation. */
function printProblems(screen: Screen, report: Report): void {
  const levels = levelsOf(report);
  const problems = alikeIn(wrongResults(report).filter(({ state }) => state === "fail"));
  for (const { requirement, subjects, words, accepted } of problems.slice(0, listed)) {
    const where = subjects.length > 3 ? `${subjects.length} subjects: ${summarize(subjects)}` : subjects.join(", ");
    screen.print(
      accepted === undefined
        ? `  ${failed(screen, requirement, levels.get(requirement) ?? "MUST")} on ${where}: ${words}`
        : `  ${screen.dim(acceptedLine(`${requirement} on ${where}`, accepted))}`,
    );
  }
  if (problems.length > listed)
    screen.print(`  and ${counted(problems.length - listed, "more problem")}, in the report`);
}

function verdictColour({ conclusion, baseline }: Report): "green" | "yellow" | "blue" | "red" {
  if (conclusion === "conforms") return "green";
  if (conclusion === "could not be judged") return "yellow";
  return baseline?.isBetter === true ? "blue" : "red";
}

/** The end of the output: the verdict, and what it is based on. */
export function printSummary(screen: Screen, report: Report): void {
  const { counts } = report;
  const colour = verdictColour(report);
  screen.print("");
  screen.print(
    `${countsLine(counts)}; ${requestsText(report.requests)} in ${(report.milliseconds / 1000).toFixed(1)} s`,
  );
  printProblems(screen, report);
  const cap = capText(report);
  if (cap !== undefined) screen.print(`  ${cap}`);
  for (const reason of untestedReasons(report, 8)) screen.print(screen.dim(`  ${reason}`));
  screen.print(screen[colour](report.verdict));
}
