/** The result of `pnpm spec:diff`, printed for a terminal, a pull request or a program. */
import { styleText } from "node:util";
import { type Placed, toGitlab } from "./annotations.ts";
import type { Base } from "./base.ts";
import { type Change, hit, worst } from "./change.ts";
import type { Undeclared } from "./changesets.ts";
import { audienceNames, type Verdict, verdicts } from "./rule.ts";

export interface Comparison extends Placed {
  base: Base;
  /** Other changes that no changeset declares. */
  otherUndeclared: Undeclared[];
  /** Changesets that this run wrote, by path from the repository's root. */
  written: string[];
}

/** Something to say about changesets. */
interface Note {
  text: string;
  items?: string[];
}

/** The report in each format. */
export const formats: Readonly<Record<string, (result: Comparison) => string>> = {
  text: toText,
  json: toJson,
  markdown: toMarkdown,
  gitlab: toGitlab,
};

/** `Compared with v0.1.0, the last release: 3 changes (1 breaking, 2 safe).` */
function headline({ base, changes }: Comparison): string {
  const counts = verdicts
    .map((verdict) => [changes.filter((change) => change.verdict === verdict).length, verdict] as const)
    .filter(([count]) => count > 0);
  const all = counts.map(([count, verdict]) => `${count} ${verdict}`).join(", ");
  const number =
    changes.length === 0
      ? "no API changes"
      : changes.length === 1
        ? `1 change, ${changes[0]?.verdict}`
        : `${changes.length} changes: ${all}`;
  return `Compared with ${base.ref}, ${base.reason}: ${number}.`;
}

/** Changes of documentation are reported in one line. */
function splitDocumentation(changes: Change[]): { changes: Change[]; documented: string[] } {
  const documented = changes.filter(({ documentation }) => documentation).map(({ subject }) => `\`${subject}\``);
  return { changes: changes.filter(({ documentation }) => !documentation), documented };
}

/** What was done and what remains to be done about changesets. */
function notes({ base, undeclared, otherUndeclared, written }: Comparison): Note[] {
  const found: Note[] = written.map((file) => ({ text: `Wrote ${file}.` }));
  if (!base.released)
    found.push({
      text: "Nothing was released yet, so nothing needs a changeset. `--base REF` rehearses what is asked after the first release. If something was released, this clone lacks its tag v…: `git fetch --tags URL`, with the project's URL.",
    });
  if (undeclared.length > 0) {
    found.push({
      text: `${undeclared.length === 1 ? "A breaking change is" : `${undeclared.length} breaking changes are`} not declared:`,
      items: undeclared.map(({ change, missing }) => `\`${change.subject}\` (${change.rule}): ${missing}`),
    });
    if (undeclared.some(({ packages }) => packages.length > 0))
      found.push({ text: "`pnpm spec:diff --write-changeset` writes the changeset." });
  } else if (otherUndeclared.length > 0) {
    const which =
      otherUndeclared.length === 1 ? "1 non-breaking change" : `${otherUndeclared.length} non-breaking changes`;
    found.push({ text: `No changeset declares ${which}. \`pnpm spec:diff --write-changeset\` writes one.` });
  }
  return found;
}

const styles: Record<Verdict, "red" | "yellow" | "green"> = { breaking: "red", risky: "yellow", safe: "green" };
const noticedAt = { compile: "caught by compilers", run: "compiles, and fails only at run time" };

/** How many names are printed at most. */
const most = 8;

function toText(result: Comparison): string {
  const { changes, documented } = splitDocumentation(result.changes);
  const parts = [headline(result), ...changes.map(entry)];
  if (documented.length > 0)
    parts.push(`${styleText("green", "safe")}  Documentation or examples changed: ${shorten(documented)}.`);
  const said = notes(result).flatMap(({ text, items = [] }) => [text, ...items.map((item) => `  ${item}`)]);
  if (said.length > 0) parts.push(said.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function entry(change: Change): string {
  const { verdict, message, noticed, operations, todo } = change;
  const indent = " ".repeat(verdict.length + 2);
  const lines = [`${styleText(styles[verdict], verdict)}  ${message}`];
  const facts = [operations.length > 0 && `affects ${shorten(operations)}`, noticed && noticedAt[noticed]];
  const told = facts.filter(Boolean).join("; ");
  if (told !== "") lines.push(indent + styleText("dim", told));
  lines.push(...hit(change).map((audience) => `${indent}${audienceNames[audience]}: ${todo[audience]}`));
  return lines.join("\n");
}

function shorten(names: string[]): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

/** For a pull request or a job summary. */
function toMarkdown(result: Comparison): string {
  const { changes, documented } = splitDocumentation(result.changes);
  const parts = ["## API changes", headline(result)];
  if (changes.length > 0) {
    const head = "| verdict | change | operations | what to do |\n|---|---|---|---|";
    parts.push([head, ...changes.map(row)].join("\n"));
  }
  if (documented.length > 0) parts.push(`Documentation or examples changed: ${documented.join(", ")}.`);
  for (const { text, items } of notes(result)) {
    parts.push(text);
    if (items) parts.push(items.map((item) => `- ${item}`).join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

function row(change: Change): string {
  const { verdict, message, noticed, operations, todo } = change;
  const label = verdict === "breaking" ? `**breaking**${noticed ? ` (${noticed})` : ""}` : verdict;
  const advice = hit(change).map((audience) => `${audienceNames[audience]}: ${todo[audience]}`);
  return `| ${[label, message, operations.map((name) => `\`${name}\``).join(", "), advice.join("<br>")].map(cell).join(" | ")} |`;
}

/** Escapes a text for a table cell. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** For programs. Every property is always present. */
function toJson({ base, changes, undeclared, written }: Comparison): string {
  const report = {
    base,
    verdict: worst(changes),
    changes: changes.map((change) => ({
      interface: change.interface,
      rule: change.rule,
      subject: change.subject,
      verdict: change.verdict,
      noticed: change.noticed ?? null,
      hits: hit(change),
      operations: change.operations,
      message: change.message,
      todo: change.todo,
      documentation: change.documentation ?? false,
    })),
    undeclared: undeclared.map(({ change, missing }) => ({ rule: change.rule, subject: change.subject, missing })),
    written,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
