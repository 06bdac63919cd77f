import { parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Datum } from "./datum.ts";

/** A body parsed as JSON. */
export type JsonEvidence = { ok: true; value: Datum } | { ok: false; problem: string };

/** Parses a JSON text, keeping the text of numbers and duplicate names. */
export function readJson(text: string): JsonEvidence {
  if (text.trim() === "") return { ok: false, problem: "an empty body" };
  if (text.startsWith("\uFEFF"))
    return { ok: false, problem: "a byte order mark before the JSON text (RFC 8259, section 8.1)" };
  const items = splitItems(text);
  if (items === undefined) return readWhole(text);
  const rows: Datum[] = [];
  for (const item of items) {
    const row = readWhole(item);
    // Parsed again as a whole, for the position in the whole text.
    if (!row.ok) return readWhole(text);
    rows.push(row.value);
  }
  return { ok: true, value: { kind: "array", items: rows } };
}

function readWhole(text: string): JsonEvidence {
  try {
    const tree = parse(text, { mode: "json" });
    // momoa accepts control characters in strings; JSON.parse does not (RFC 8259, section 7).
    JSON.parse(text);
    return { ok: true, value: toDatum(tree.body, text) };
  } catch (error) {
    return { ok: false, problem: syntaxProblem(error, text) };
  }
}

/**
 * The texts of an array's items, or undefined if the text is not an array. The syntax tree of a thousand rows takes tens of
 * megabytes, that of one row is soon freed. Whether an item is valid is left to the parser.
 */
function splitItems(text: string): string[] | undefined {
  const array = trimmed(text);
  if (!array.startsWith("[") || !array.endsWith("]") || array.length < 2) return undefined;
  const whole = array.slice(1, -1);
  if (trimmed(whole) === "") return [];
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < whole.length; index += 1) {
    const character = whole[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (character === "," && depth === 0) {
      items.push(whole.slice(start, index));
      start = index + 1;
    }
  }
  return depth === 0 && !inString ? [...items, whole.slice(start)] : undefined;
}

/** A text without the whitespace of JSON around it, which is less than what `trim` removes (RFC 8259, section 2). */
function trimmed(text: string): string {
  const isSpace = (character = "."): boolean => " \t\r\n".includes(character);
  let start = 0;
  let end = text.length;
  while (isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
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

/** Says where a text stops being JSON, without the parser's message, which quotes the text. */
function syntaxProblem(error: unknown, text: string): string {
  const reported = error instanceof Error ? /\(line (\d+) column (\d+)\)/.exec(error.message) : null;
  const position =
    error instanceof Error && "line" in error && "column" in error
      ? ` at line ${error.line}, column ${error.column}`
      : reported === null
        ? ""
        : ` at line ${reported[1]}, column ${reported[2]}`;
  return `${looksLike(text)}, not valid JSON${position}`;
}

/** Guesses what a text is, for the reader of a failure. */
export function looksLike(text: string): string {
  const start = text.trimStart().slice(0, 20).toLowerCase();
  if (start === "") return "an empty body";
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "an HTML page";
  if (start.startsWith("<")) return "markup";
  if (start.startsWith("[") || start.startsWith("{")) return "text that starts like JSON";
  return "plain text";
}
