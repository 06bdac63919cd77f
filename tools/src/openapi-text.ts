/** The text of an OpenAPI document: what it holds, and where in it something stands. */
import { isMap, isScalar, LineCounter, parse, parseDocument, YAMLParseError } from "yaml";
import { SpecError } from "./spec-error.ts";

/**
 * What the document holds. Of its shape only this much is certain, that there are paths: the linter judges the rest.
 *
 * @param name - of the file, for messages.
 * @throws SpecError with line and column when it is no YAML, and when it has no paths.
 */
export function parseOpenApi<Document extends { paths: object }>(text: string, name: string): Document {
  const document: unknown = read(text, name);
  const hasPaths =
    typeof document === "object" && document !== null && "paths" in document && document.paths instanceof Object;
  if (hasPaths) return document as Document; // of the rest the caller believes what the linter judges
  throw new SpecError(name, "not an OpenAPI document: it has no paths. `pnpm check` lints the specs.");
}

function read(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const [at] = error.linePos ?? [];
    // The position is told, and an excerpt would take more lines.
    const what = error.message.replace(/ at line \d+, column \d+.*/s, "");
    throw new SpecError(at ? `${name}:${at.line}:${at.col}` : name, `not YAML: ${what}.`);
  }
}

/**
 * The keys of a place that is written as `paths /gfi get` or `components/schemas/gfi/mbs`. They end at the nearest thing around
 * what is not found.
 */
export function keysTo(document: unknown, place: string): string[] {
  const keys: string[] = [];
  let node = document;
  for (const key of place.split(place.startsWith("paths ") ? " " : "/")) {
    const steps = [[key], ["properties", key]].find((some) => some.reduce(under, node) !== undefined);
    if (steps === undefined) break;
    keys.push(...steps);
    node = steps.reduce(under, node);
  }
  return keys;
}

const under = (node: unknown, key: string): unknown =>
  typeof node === "object" && node !== null && Object.hasOwn(node, key) ? node[key as keyof typeof node] : undefined;

/** Line and column of such a place, as `12:3`. */
export function positionOf(text: string, place: string): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of keysTo(document.toJS(), place)) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined;
    if (isScalar(pair?.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair?.value;
  }
  const { line, col } = lineCounter.linePos(offset);
  return `${line}:${col}`;
}
