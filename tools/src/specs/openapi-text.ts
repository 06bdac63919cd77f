/** Parses an OpenAPI document, and finds positions in its text. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { isObject, type OpenApi } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Parses the document.
 *
 * @param name - the file's name, for messages.
 * @throws SpecError when it is not YAML, with line and column, or `paths` is no object. `refusals.ts` judges the rest.
 */
export function parseOpenApi(text: string, name: string): OpenApi {
  const document: unknown = read(text, name);
  if (isObject(document) && isObject(document.paths)) return document;
  throw new SpecError(name, "not an OpenAPI document: `paths` must be an object, with the operations.");
}

function read(text: string, name: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error !== undefined) {
    const [at] = error.linePos ?? [];
    // The position is already in the prefix, and an excerpt would take several lines.
    const what = error.message.replace(/ at line \d+, column \d+.*/s, "");
    throw new SpecError(at ? `${name}:${at.line}:${at.col}` : name, `not YAML: ${what}.`);
  }
  visit(document, {
    // Without them, each text has one place, and none can stand for itself or for a billion others.
    Alias(_, { range, source }) {
      const { line, col } = lineCounter.linePos(range?.[0] ?? 0);
      const message = `the alias \`*${source}\` is not supported: write out what it stands for, or refer to it with a $ref.`;
      throw new SpecError(`${name}:${line}:${col}`, message);
    },
  });
  return document.toJS();
}

/** Line and column of a place, such as `12:3`, or of the nearest one above it that is there. */
export function positionOf(text: string, place: readonly (string | number)[]): string {
  const lineCounter = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter }).contents;
  let offset = 0;
  for (const key of place) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const item = isSeq(node) ? node.items[Number(key)] : undefined;
    node = pair?.value ?? item;
    const at = isNode(pair?.key) ? pair.key : isNode(item) ? item : undefined;
    offset = at?.range?.[0] ?? offset;
  }
  const { line, col } = lineCounter.linePos(offset);
  return `${line}:${col}`;
}
