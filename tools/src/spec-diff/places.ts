/** Finds the lines of changes in the files of the specs. */
import { structuredPatch } from "diff";
import { type ASTNode, getLocation, Kind, parse } from "graphql";
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { Both, Change } from "./change.ts";
import type { WrittenSpecs } from "./specs.ts";

/** Files by path from the repository's root, as they are written. */
type Texts = Readonly<Record<string, string>>;

/** Where to show a change to a reviewer: in the new file, or, if that is gone, at the start of the old one. */
export interface Place {
  file: string;
  /** From 1. */
  line: number;
}

/** The lines of a part of a file, from 1, and the one that names it, which may follow its description. */
interface Part {
  first: number;
  last: number;
  named: number;
  /** Whether it is what was looked for, and not something around that. */
  exact: boolean;
}

const register = "specs/register.openapi.yaml";
const schema = "specs/court-cases.graphql";

const textsOf = ({ yaml, sdl, documents }: WrittenSpecs): Texts => ({
  [register]: yaml,
  [schema]: sdl,
  ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [`specs/operations/${name}.graphql`, text])),
});

/**
 * Finds the line of a change. Of a changed part, that is its first line that differs; of one that is gone, where it was; and of one
 * that differs only by what it refers to, the nearest line that differs.
 */
export function placesIn(specs: Both<WrittenSpecs>): (change: Change) => Place {
  const [before, after] = [textsOf(specs.before), textsOf(specs.after)];
  const once = <Result>(make: (text: string) => Result): ((text: string) => Result) => {
    const made = new Map<string, Result>();
    return (text) => {
      const result = made.get(text) ?? make(text);
      made.set(text, result);
      return result;
    };
  };
  const yaml = once(yamlParts);
  const patchIn = once((file) => patchOf(before[file] ?? "", after[file] ?? ""));
  return (change) => {
    const file = fileOf(change, { before, after });
    const [old, now] = [before[file], after[file]];
    if (now === undefined) return { file, line: 1 };
    const find = (text: string): Part =>
      change.interface === "A" ? yaml(text)(keysOf(change.at ?? [change.subject])) : graphqlPart(text, namesOf(change));
    const patch = patchIn(file);
    const here = find(now);
    const there = here.exact || old === undefined ? undefined : find(old);
    const line = there?.exact
      ? patch.movedTo(patch.removed(there) ?? there.named)
      : ((here.exact ? patch.changed(change.documentation ? here : { ...here, first: here.named }) : undefined) ??
        here.named);
    return { file, line: patch.nearest(line) };
  };
}

function fileOf({ interface: of, documents, operations }: Change, { before, after }: Both<Texts>): string {
  if (of === "A") return register;
  if (documents === undefined) return schema;
  const defines = (text: string): boolean => parse(text).definitions.some((one) => isNamed(one, operations[0] ?? ""));
  const files = (texts: Texts): string[] => Object.keys(texts).filter((path) => path.startsWith("specs/operations/"));
  const own = `specs/operations/${operations[0]}.graphql`;
  return (
    files(after).find((path) => defines(after[path] ?? "")) ??
    files(before).find((path) => defines(before[path] ?? "")) ??
    own
  );
}

/** The names that lead to a change in the SDL, or in the document of its operation. */
function namesOf({ documents, subject, operations }: Change): string[] {
  if (documents === undefined) return subject.split(".");
  return [operations[0] ?? "", ...(subject.startsWith("$") ? [subject.slice(1)] : [])];
}

/** What differs between two texts, by lines. */
interface Patch {
  /** The first line of the part that is new or changed. */
  changed(part: Part): number | undefined;
  /** The first line of the old part that is gone or changed. */
  removed(part: Part): number | undefined;
  /** The line of the new text where an old one is, or was. */
  movedTo(line: number): number;
  /** The line of the new text, nearest to this one, that is new or changed, or beside which lines are gone. */
  nearest(line: number): number;
}

function patchOf(old: string, now: string): Patch {
  const { hunks } = structuredPatch("", "", old, now, "", "", { context: 0 });
  const last = now.trimEnd().split("\n").length;
  const inText = (line: number): number => Math.min(line, last);
  const firstIn = (spans: (readonly [start: number, count: number])[], part: Part): number | undefined =>
    spans.flatMap(([start, count]) =>
      count > 0 && start <= part.last && start + count > part.first ? [Math.max(start, part.first)] : [],
    )[0];
  return {
    changed: (part) =>
      firstIn(
        hunks.map(({ newStart, newLines }) => [newStart, newLines]),
        part,
      ),
    removed: (part) =>
      firstIn(
        hunks.map(({ oldStart, oldLines }) => [oldStart, oldLines]),
        part,
      ),
    movedTo(line) {
      const hunk = hunks.findLast(({ oldStart }) => oldStart <= line);
      if (hunk === undefined) return line;
      const { oldStart, oldLines, newStart, newLines } = hunk;
      const within = line - oldStart;
      if (within < oldLines) return inText(newStart + Math.min(within, Math.max(0, newLines - 1)));
      return inText(newStart + newLines + within - oldLines);
    },
    nearest(line) {
      const into = hunks.map(({ newStart, newLines }) => {
        const end = newStart + Math.max(0, newLines - 1);
        return inText(Math.max(newStart, Math.min(line, end)));
      });
      return into.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0] ?? line;
    },
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

/** Finds the part of a YAML document that keys lead to, through each `$ref`, or the last part on the way. */
function yamlParts(text: string): (keys: readonly string[]) => Part {
  const lineCounter = new LineCounter();
  const root = parseDocument(text, { lineCounter }).contents;
  const line = (offset = 0): number => lineCounter.linePos(offset).line;
  return (keys) => {
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

const isNamed = (node: ASTNode, name: string): boolean =>
  "name" in node && node.name !== undefined && "value" in node.name && node.name.value === name;

/** The definition that names lead to in an SDL or a document, such as `Query`, `predmet`, `sud`, or the last one on the way. */
function graphqlPart(text: string, names: readonly string[]): Part {
  const document = parse(text);
  let node: ASTNode = document;
  for (const [index, name] of names.entries()) {
    const inside: ASTNode[] = childrenOf(node);
    const found: ASTNode | undefined = inside.find((one) => isNamed(one, index === 0 ? name.replace(/^@/, "") : name));
    if (found === undefined) return partOf(node, false);
    node = found;
  }
  return partOf(node, true);
}

/** The definitions, fields, values, arguments or variables of a definition. */
function childrenOf(node: ASTNode): ASTNode[] {
  if (node.kind === Kind.DOCUMENT) return [...node.definitions];
  const lists = ["fields", "values", "arguments", "types", "variableDefinitions"].flatMap(
    (list) => (node as unknown as Record<string, readonly ASTNode[] | undefined>)[list] ?? [],
  );
  return lists.map((one) => (one.kind === Kind.VARIABLE_DEFINITION ? { ...one, name: one.variable.name } : one));
}

function partOf(node: ASTNode, exact: boolean): Part {
  const { loc } = node;
  if (loc === undefined) return { first: 1, last: 1, named: 1, exact };
  const named = "name" in node && node.name !== undefined && "loc" in node.name ? (node.name.loc ?? loc) : loc;
  const line = (offset: number): number => getLocation(loc.source, offset).line;
  return { first: line(loc.start), last: line(Math.max(loc.start, loc.end - 1)), named: line(named.start), exact };
}
