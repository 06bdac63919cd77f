import { hit } from "../change.ts";
import type { ApiChange } from "../compare.ts";
import { audienceNames } from "../rules.ts";
import { headline, notes, type Result, splitDocumentation } from "./result.ts";

/** For a pull request or a job summary. */
export function toMarkdown(result: Result): string {
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

function row(change: ApiChange): string {
  const { verdict, message, noticed, operations, todo } = change;
  const label = verdict === "breaking" ? `**breaking**${noticed ? ` (${noticed})` : ""}` : verdict;
  const advice = hit(change).map((audience) => `${audienceNames[audience]}: ${todo[audience]}`);
  return `| ${[label, message, operations.map((name) => `\`${name}\``).join(", "), advice.join("<br>")].map(cell).join(" | ")} |`;
}

/** Escapes a text for a table cell. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
