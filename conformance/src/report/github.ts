import { mergeChanges } from "./compare.ts";
import { countsLine, levelsOf, type Report, wrongResults } from "./report.ts";
import { type Alike, alikeIn, capText, summarize } from "./words.ts";

/** Escapes the characters with a meaning in workflow commands. */
const escapeMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** In a property of a command, these end it too. */
const escapeTitle = (text: string): string => escapeMessage(text).replaceAll(",", "%2C").replaceAll(":", "%3A");

/** GitHub shows at most so many annotations of a kind per step. */
const shownAnnotations = 10;

/**
 * Workflow commands of GitHub Actions: an error for a failed MUST, a warning for a failed SHOULD or for what could not be judged.
 * What the baseline accepts has none; each change from it is an error.
 */
export function annotations(report: Report): string[] {
  const levels = levelsOf(report);
  const line = ({ requirement, state, subjects, words }: Alike): string => {
    const kind = state === "fail" && levels.get(requirement) === "MUST" ? "error" : "warning";
    return `::${kind} title=${escapeTitle(`${requirement} on ${summarize(subjects)}`)}::${escapeMessage(words)}`;
  };
  const lines = alikeIn(wrongResults(report).filter(({ accepted }) => accepted === undefined)).map(line);
  for (const change of report.baseline?.changes ?? []) lines.push(`::error title=baseline::${escapeMessage(change)}`);
  const errors = lines.filter((one) => one.startsWith("::error")).slice(0, shownAnnotations);
  return [...errors, ...lines.filter((one) => one.startsWith("::warning")).slice(0, shownAnnotations)];
}

/** GitHub refuses a summary of more than 1 MiB, so each of its cells is cut. */
const maxCell = 1_000;

/** Escapes text for a Markdown table: services put anything into names. */
const cell = (text: string): string =>
  (text.length > maxCell ? `${text.slice(0, maxCell)}…` : text)
    .replaceAll("\n", " ")
    .replace(/[\\`*_[\]|<>~!&#]/g, "\\$&");

function markOf({ conclusion, baseline }: Report): string {
  if (conclusion === "conforms") return "✅";
  if (conclusion === "could not be judged") return "⚠️";
  return baseline?.isBetter === true ? "🔵" : "❌";
}

/** The summary of a job, in Markdown. */
export function jobSummary(report: Report): string {
  const mark = markOf(report);
  const levels = levelsOf(report);
  const { counts } = report;
  const open = alikeIn(wrongResults(report));
  const rows = open
    .slice(0, 100)
    .map(
      ({ requirement, subjects, state, accepted, words }) =>
        `| ${requirement} | ${levels.get(requirement)} | ${cell(subjects.join(", "))} | ${state}${accepted === undefined ? "" : ", accepted by the baseline"} | ${cell(words)} |`,
    );
  const table =
    rows.length === 0
      ? ""
      : `\n| requirement | level | on | state | details |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
  const more = open.length > rows.length ? `\nand ${open.length - rows.length} more, in report.html\n` : "";
  const stopped = report.stopped === undefined ? "" : `\nStopped: ${cell(report.stopped)}\n`;
  const cap = capText(report);
  const note = cap === undefined ? "" : `\nNote: ${cell(cap)}.\n`;
  const changes = mergeChanges(report.baseline?.changes ?? []).slice(0, 100);
  const changed =
    changes.length === 0
      ? ""
      : `\nChanges from the baseline:\n\n${changes.map((change) => `- ${cell(change)}\n`).join("")}`;
  return `## ${mark} Court register conformance\n\n${cell(report.verdict)}\n${stopped}${note}${changed}\n${countsLine(counts)}\n${table}${more}`;
}
