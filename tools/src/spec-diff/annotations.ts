/** Changes on the lines of the specs, where reviewers see them: as annotations of GitHub, and as GitLab's code quality report. */
import { hash } from "node:crypto";
import { type Change, hit } from "./change.ts";
import type { Undeclared } from "./changesets.ts";
import type { Place } from "./places.ts";
import { audienceNames } from "./rule.ts";

/** Changes, and where each is to be shown in the specs. */
export interface Placed {
  changes: Change[];
  /** Breaking changes that no changeset declares. */
  undeclared: Undeclared[];
  placeOf(change: Change): Place;
}

/** How loud a change is. An undeclared one is what fails the command. */
type Level = "undeclared" | Change["verdict"];

const levelOf = ({ undeclared }: Placed, change: Change): Level =>
  undeclared.some((one) => one.change === change) ? "undeclared" : change.verdict;

/** The sentence, what each audience has to do, and what a changeset lacks, each on a line. */
function linesOf({ undeclared }: Placed, change: Change): string[] {
  const missing = undeclared.flatMap((one) => (one.change === change ? [`Not declared: ${one.missing}.`] : []));
  const advice = hit(change).map((audience) => `${audienceNames[audience]}: ${change.todo[audience]}`);
  return [change.message, ...advice, ...missing];
}

const commands: Readonly<Record<Level, "error" | "warning" | "notice">> = {
  undeclared: "error",
  breaking: "warning",
  risky: "warning",
  safe: "notice",
};

/** Workflow commands, one a line. */
export function annotations(result: Placed): string {
  const lines = result.changes.map((change) => {
    const { file, line } = result.placeOf(change);
    const title = `${change.verdict}: ${change.subject} (${change.rule})`;
    const command = commands[levelOf(result, change)];
    const text = linesOf(result, change).join("\n");
    return `::${command} file=${property(file)},line=${line},title=${property(title)}::${data(text)}\n`;
  });
  return lines.join("");
}

/** Escapes what would end the text of a command. */
const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** Escapes what would end a property of a command. */
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const severities: Readonly<Record<Level, "blocker" | "critical" | "major" | "info">> = {
  undeclared: "blocker",
  breaking: "critical",
  risky: "major",
  safe: "info",
};

/** A report as in GitLab's documentation of its code quality format. */
export function toGitlab(result: Placed): string {
  const report = result.changes.map((change) => {
    const { file, line } = result.placeOf(change);
    const { interface: of, rule, subject, message } = change;
    return {
      description: linesOf(result, change).join(" "),
      check_name: rule,
      // Of what makes a change another one. Its line is not: it moves when others are edited.
      fingerprint: hash("sha256", JSON.stringify([of, rule, subject, message])),
      severity: severities[levelOf(result, change)],
      location: { path: file, lines: { begin: line } },
    };
  });
  return `${JSON.stringify(report, null, 2)}\n`;
}
