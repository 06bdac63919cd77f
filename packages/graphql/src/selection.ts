import { integerFields } from "./generated/documents.ts";

/** What a document selects from a type: by key of the answer, and in the fragments that it spreads. */
export interface Selection {
  /** Type of the contract that is selected from, `BigInteger`, or nothing when neither is known. */
  type: string | undefined;
  keys: Map<string, Selection>;
  spreads: Selection[];
}

const select = (type?: string): Selection => ({ type, keys: new Map(), spreads: [] });

/** Text of a document in which braces, colons and names mean nothing: strings, comments and directives. */
const noise = /"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|#.*|@\s*\w+/g;

/** The start of a fragment, the start of an inline fragment, a spread, a field with its alias, an opening, a closing brace. */
const parts =
  /fragment\s+(\w+)\s+on\s+(\w+)\s*\{|\.{3}\s*(?:on\s+(\w+)\s*)?\{|\.{3}\s*(\w+)|(?:(\w+)\s*:\s*)?(\w+)\s*(\{?)|[{}]/g;

/**
 * Reads what a valid document selects, so that its integers are known wherever they stand in the answer, under any alias. Only
 * the service judges whether the document is valid.
 */
export function readSelection(document: string): Selection {
  const root = select("Query");
  const fragments = new Map<string, Selection>();
  const fragment = (name: string): Selection => {
    const known = fragments.get(name) ?? select();
    fragments.set(name, known);
    return known;
  };
  const open: Selection[] = [];
  let text = document.replace(noise, " ");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, " ");
  }
  for (const [part, defined, on, inlineOn, spread, alias, name, brace] of text.matchAll(parts)) {
    const current = open.at(-1);
    if (part === "}") open.pop();
    else if (defined !== undefined) {
      const definition = fragment(defined);
      definition.type = on;
      open.push(definition);
    } else if (current === undefined) {
      if (part.endsWith("{")) open.push(root);
    } else if (spread !== undefined) current.spreads.push(fragment(spread));
    else if (name === undefined) {
      const inline = select(inlineOn ?? current.type);
      current.spreads.push(inline);
      open.push(inline);
    } else {
      const key = alias ?? name;
      const below = current.keys.get(key) ?? select(integerFields[current.type ?? ""]?.[name]);
      current.keys.set(key, below);
      if (brace) open.push(below);
    }
  }
  return root;
}

/** What is selected under a key of the answer, here and in the fragments. */
export const selectedBelow = (selection: Selection, key: string): Selection[] => [
  ...(selection.keys.has(key) ? [selection.keys.get(key) as Selection] : []),
  ...selection.spreads.flatMap((spread) => selectedBelow(spread, key)),
];
