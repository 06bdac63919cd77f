import { countsLine, isWrong, levelsOf, type Report, type Result, resultName, wrongResults } from "./report.ts";
import { firstWords } from "./text.ts";

/** Escapes the characters with a meaning in workflow commands. */
const escapeMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** GitHub shows at most so many annotations of a kind per step. */
const shownAnnotations = 10;

/**
 * Workflow commands of GitHub Actions: an error for a failed MUST, a warning for a failed SHOULD or for what could not be judged.
 * What the baseline accepts has none; each change from it is an error.
 */
export function annotations(report: Report): string[] {
  const levels = levelsOf(report);
  const line = (result: Result): string => {
    const kind = result.state === "fail" && levels.get(result.requirement) === "MUST" ? "error" : "warning";
    return `::${kind} title=${resultName(result)}::${escapeMessage(firstWords(result))}`;
  };
  const lines = report.results.filter((result) => result.accepted === undefined && isWrong(levels, result)).map(line);
  for (const change of report.baseline?.changes ?? []) lines.push(`::error title=baseline::${escapeMessage(change)}`);
  const errors = lines.filter((one) => one.startsWith("::error")).slice(0, shownAnnotations);
  return [...errors, ...lines.filter((one) => one.startsWith("::warning")).slice(0, shownAnnotations)];
}

/** Escapes text for a Markdown table: services put anything into names. */
const cell = (text: string): string => text.replaceAll("\n", " ").replace(/[\\`*_[\]|<>~!&#]/g, "\\$&");

/** The summary of a job, in Markdown. */
export function jobSummary(report: Report): string {
  const mark = report.conclusion === "conforms" ? "✅" : report.conclusion === "does not conform" ? "❌" : "⚠️";
  const levels = levelsOf(report);
  const { counts } = report;
  const open = wrongResults(report);
  const rows = open.slice(0, 100).map((result) => {
    const { requirement, subject, state } = result;
    return `| ${requirement} | ${levels.get(requirement)} | ${cell(subject)} | ${state} | ${cell(firstWords(result))} |`;
  });
  const table =
    rows.length === 0
      ? ""
      : `\n| requirement | level | on | state | details |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
  const more = open.length > rows.length ? `\nand ${open.length - rows.length} more, in report.html\n` : "";
  const stopped = report.stopped === undefined ? "" : `\nStopped: ${cell(report.stopped)}\n`;
  return `## ${mark} Court register conformance\n\n${cell(report.verdict)}\n${stopped}\n${countsLine(counts)}\n${table}${more}`;
}
