/** The text of an OpenAPI document: what it holds, and where in it something stands. */
import { isMap, isScalar, LineCounter, type Pair, parse, parseDocument, YAMLParseError } from "yaml";
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
  throw new SpecError(name, "no OpenAPI document, it has no paths. `pnpm check` lints the specs.");
}

function read(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const [at] = error.linePos ?? [];
    // The position is told, and an excerpt would take more lines.
    const what = error.message.replace(/ at line \d+, column \d+.*/s, "");
    throw new SpecError(at ? `${name}:${at.line}:${at.col}` : name, `no YAML: ${what}.`);
  }
}

/**
 * Line and column of a place that is written as `paths /gfi get` or `components/schemas/gfi/mbs`, as `12:3`. What is not found
 * is where the nearest thing around it is.
 */
export function positionOf(text: string, place: string): string {
  const lineCounter = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter }).contents;
  let offset = 0;
  for (const key of place.split(place.startsWith("paths ") ? " " : "/")) {
    const pair = pairOf(node, key) ?? pairOf(pairOf(node, "properties")?.value, key);
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  const { line, col } = lineCounter.linePos(offset);
  return `${line}:${col}`;
}

const pairOf = (node: unknown, name: string): Pair | undefined =>
  isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name) : undefined;
