import { parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Datum } from "./datum.ts";

/** What a body is as JSON. */
export type JsonEvidence = { ok: true; value: Datum } | { ok: false; problem: string };

/** Reads a JSON text with every number as written and duplicate names kept. */
export function readJson(text: string): JsonEvidence {
  if (text.trim() === "") return { ok: false, problem: "an empty body" };
  if (text.startsWith("\uFEFF"))
    return { ok: false, problem: "a byte order mark before the JSON text (RFC 8259, section 8.1)" };
  try {
    return { ok: true, value: toDatum(parse(text, { mode: "json" }).body, text) };
  } catch (error) {
    return { ok: false, problem: explain(error, text) };
  }
}

function toDatum(node: ValueNode, text: string): Datum {
  switch (node.type) {
    case "Null":
      return { kind: "null" };
    case "Boolean":
      return { kind: "boolean", value: node.value };
    case "String":
      return { kind: "string", text: node.value };
    case "Array":
      return { kind: "array", items: node.elements.map((element) => toDatum(element.value, text)) };
    case "Object":
      return {
        kind: "object",
        members: node.members.map(({ name, value }) => ({
          name: name.type === "String" ? name.value : name.name,
          value: toDatum(value, text),
        })),
      };
    default:
      return { kind: "number", text: text.slice(node.loc.start.offset, node.loc.end.offset) };
  }
}

/** Says where a text stops being JSON, and nothing of what it holds: the parser's own message quotes the text. */
function explain(error: unknown, text: string): string {
  const position =
    error instanceof Error && "line" in error && "column" in error
      ? ` at line ${error.line}, column ${error.column}`
      : "";
  return `${looksLike(text)}, not JSON${position}`;
}

/** A guess at what a text is, for people who read a failure. */
export function looksLike(text: string): string {
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (start === "") return "an empty body";
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "an HTML page";
  if (start.startsWith("<")) return "markup";
  if (start.startsWith("[") || start.startsWith("{")) return "a text that begins like JSON";
  return "plain text";
}
