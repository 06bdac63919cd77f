import { styleText } from "node:util";
import { hit } from "../change.ts";
import type { ApiChange } from "../compare.ts";
import type { Verdict } from "../rules.ts";
import { audienceNames } from "../rules.ts";
import { headline, notes, type Result, splitDocumentation } from "./result.ts";

const styles: Record<Verdict, "red" | "yellow" | "green"> = { breaking: "red", risky: "yellow", safe: "green" };
const found = { compile: "caught by compilers", run: "compiles, and fails only at run time" };
/** How many names are printed at most. */
const most = 8;

/** For a terminal. */
export function toText(result: Result): string {
  const { changes, documented } = splitDocumentation(result.changes);
  const parts = [headline(result), ...changes.map(entry)];
  if (documented.length > 0)
    parts.push(`${styleText("green", "safe")}  Documentation or examples changed: ${shorten(documented)}.`);
  const said = notes(result).flatMap(({ text, items = [] }) => [text, ...items.map((item) => `  ${item}`)]);
  if (said.length > 0) parts.push(said.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function entry(change: ApiChange): string {
  const { verdict, message, noticed, operations, todo } = change;
  const indent = " ".repeat(verdict.length + 2);
  const lines = [`${styleText(styles[verdict], verdict)}  ${message}`];
  const facts = [operations.length > 0 && `affects ${shorten(operations)}`, noticed && found[noticed]].filter(Boolean);
  if (facts.length > 0) lines.push(indent + styleText("dim", facts.join("; ")));
  lines.push(...hit(change).map((audience) => `${indent}${audienceNames[audience]}: ${todo[audience]}`));
  return lines.join("\n");
}

function shorten(names: string[]): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}
