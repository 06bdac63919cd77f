import { parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Datum } from "./datum.ts";

/** What a body is as JSON. */
export type JsonEvidence = { ok: true; value: Datum } | { ok: false; problem: string };

/** Reads a JSON text with every number as written and duplicate names kept. */
export function readJson(text: string): JsonEvidence {
  if (text.trim() === "") return { ok: false, problem: "an empty body" };
  if (text.startsWith("\uFEFF"))
    return { ok: false, problem: "a byte order mark before the JSON text (RFC 8259, section 8.1)" };
  const items = splitItems(text);
  if (items === undefined) return readWhole(text);
  const rows: Datum[] = [];
  for (const item of items) {
    const row = readWhole(item);
    // Once more as a whole, for the place in the whole text.
    if (!row.ok) return readWhole(text);
    rows.push(row.value);
  }
  return { ok: true, value: { kind: "array", items: rows } };
}

function readWhole(text: string): JsonEvidence {
  try {
    const tree = parse(text, { mode: "json" });
    // The tree's parser lets control characters stand in a text; the runtime's own knows better (RFC 8259, section 7).
    JSON.parse(text);
    return { ok: true, value: toDatum(tree.body, text) };
  } catch (error) {
    return { ok: false, problem: explain(error, text) };
  }
}

/**
 * The texts of an array's items, or undefined when the text is no plain array. The syntax tree of a thousand rows takes tens of
 * megabytes, that of one row is gone at once; what an item is, is left to the parser.
 */
function splitItems(text: string): string[] | undefined {
  const whole = /^[ \t\r\n]*\[([\s\S]*)\][ \t\r\n]*$/.exec(text)?.[1];
  if (whole === undefined) return undefined;
  if (/^[ \t\r\n]*$/.test(whole)) return [];
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  let inText = false;
  for (let place = 0; place < whole.length; place += 1) {
    const character = whole[place];
    if (inText) {
      if (character === "\\") place += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (character === "," && depth === 0) {
      items.push(whole.slice(start, place));
      start = place + 1;
    }
    if (depth < 0) return undefined;
  }
  return depth === 0 && !inText ? [...items, whole.slice(start)] : undefined;
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
  const told = error instanceof Error ? /\(line (\d+) column (\d+)\)/.exec(error.message) : null;
  const position =
    error instanceof Error && "line" in error && "column" in error
      ? ` at line ${error.line}, column ${error.column}`
      : told === null
        ? ""
        : ` at line ${told[1]}, column ${told[2]}`;
  return `${looksLike(text)}, not valid JSON${position}`;
}

/** A guess at what a text is, for people who read a failure. */
export function looksLike(text: string): string {
  const start = text.trimStart().slice(0, 20).toLowerCase();
  if (start === "") return "an empty body";
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "an HTML page";
  if (start.startsWith("<")) return "markup";
  if (start.startsWith("[") || start.startsWith("{")) return "text that starts like JSON";
  return "plain text";
}
