import { audienceNames, hit } from "../change.ts";
import type { ApiChange } from "../compare.ts";
import { declarations, headline, type Result, splitDocumentation } from "./result.ts";

/** For a pull request or a job summary. */
export function toMarkdown(result: Result): string {
  const { changes, documented } = splitDocumentation(result.changes);
  const parts = ["## API changes", headline(result)];
  if (changes.length > 0) {
    const head = "| verdict | change | operations | what to do |\n|---|---|---|---|";
    parts.push([head, ...changes.map(row)].join("\n"));
  }
  if (documented.length > 0) parts.push(`Documentation or examples changed: ${documented.join(", ")}.`);
  const declared = declarations(result);
  const first = declared.findIndex((line) => line.startsWith("  "));
  const items = declared.filter((line) => line.startsWith("  ")).map((line) => `- ${line.trim()}`);
  const [before, after] = [declared.slice(0, first), declared.slice(first + items.length)];
  if (items.length > 0)
    parts.push(...[before, items, after].filter(({ length }) => length > 0).map((lines) => lines.join("\n")));
  else if (declared.length > 0) parts.push(declared.join("\n"));
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
