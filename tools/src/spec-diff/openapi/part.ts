/** Where the parts of a YAML document are, by its AST. */
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { Part } from "../line-diff.ts";

/** Finds the part of a YAML document that a path of oasdiff leads to, through each `$ref`, or the last part on the way. */
export function yamlParts(text: string): (path: readonly string[]) => Part {
  const lineCounter = new LineCounter();
  const root = parseDocument(text, { lineCounter }).contents;
  const line = (offset = 0): number => lineCounter.linePos(offset).line;
  return (path) => {
    const keys = keysOf(path);
    let node: Node | null = root;
    let part: Part = { first: 1, last: line(root?.range?.[1]), named: 1, exact: keys.length === 0 };
    for (const [index, key] of keys.entries()) {
      const found = below(root, node, key);
      if (found === undefined) return { ...part, exact: false };
      const { name, value } = found;
      const start = line(name.range?.[0]);
      // The end of a block is the start of what follows.
      const end = value?.range?.[1] ?? name.range?.[1] ?? 0;
      part = { first: start, last: Math.max(start, line(end - 1)), named: start, exact: index === keys.length - 1 };
      node = value;
    }
    return part;
  };
}

/** Keys of the document from oasdiff's path, which has words of its own; names from the document stay as they are. */
function keysOf(path: readonly string[]): string[] {
  const words: Readonly<Record<string, string>> = { operationID: "operationId", XML: "xml", openAPI: "openapi" };
  return path.flatMap((key, index) => {
    const [grandparent, parent] = [path[index - 2] ?? "", path[index - 1] ?? ""];
    // Below these are names.
    if (["properties", "schemas", "headers", "content", "paths"].includes(parent)) return [key];
    if (key === "operations" && grandparent === "paths") return [];
    if (parent === "operations") return [key.toLowerCase()];
    // Parameters are grouped by location.
    if (key === "extensions" || (parent === "parameters" && index === 5)) return [];
    return [words[key] ?? key];
  });
}

/** A key of an object, or an item of a list by its name or text. */
function below(root: Node | null, node: Node | null, key: string): { name: Node; value: Node | null } | undefined {
  if (isSeq<Node>(node)) {
    const item = node.items.find((one) => {
      const named = isScalar(one) ? one : entry(follow(root, one), "name")?.value;
      return isScalar(named) && String(named.value) === key;
    });
    return item && { name: item, value: item };
  }
  const own = entry(node, key);
  if (own !== undefined) return { name: own.key, value: own.value };
  const target = follow(root, node);
  return target === node ? undefined : below(root, target, key);
}

/** An entry of an object. Names of headers may be written with capitals. */
function entry(node: Node | null, key: string): Pair<Node, Node | null> | undefined {
  if (!isMap<Node, Node | null>(node)) return undefined;
  const named = (pair: Pair<Node, Node | null>, wanted: (name: string) => boolean): boolean =>
    isScalar(pair.key) && wanted(String(pair.key.value));
  return (
    node.items.find((pair) => named(pair, (name) => name === key)) ??
    node.items.find((pair) => named(pair, (name) => name.toLowerCase() === key))
  );
}

/** What a `$ref` of the node points to; the node itself without one. */
function follow(root: Node | null, node: Node | null): Node | null {
  const reference = entry(node, "$ref")?.value;
  if (!isScalar(reference) || !String(reference.value).startsWith("#/")) return node;
  const keys = String(reference.value).slice(2).split("/");
  return keys.reduce<Node | null>(
    (at, key) => entry(at, key.replaceAll("~1", "/").replaceAll("~0", "~"))?.value ?? null,
    root,
  );
}
