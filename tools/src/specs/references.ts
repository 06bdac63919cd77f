/** Finds what `$ref`s stand in a document, and those that lead to nothing in it. */
import { isObject, isReference, type OpenApi, pointedTo, type Reference } from "./openapi.ts";
import type { Problem } from "./spec-error.ts";

/** Every `$ref` below `node`, with the keys that lead to it from the root of the document. */
function referencesIn(node: object, at: (string | number)[] = []): { node: Reference; at: (string | number)[] }[] {
  const below = Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? referencesIn(value, [...at, Array.isArray(node) ? Number(key) : key])
      : [],
  );
  return isReference(node) ? [{ node, at: [...at, "$ref"] }, ...below] : below;
}

/** Every `$ref` points to something in the document. What points to one that does not is no problem of its own. */
export const dangling = (document: OpenApi): Problem[] =>
  referencesIn(document)
    .filter(({ node }) => !isObject(pointedTo(document, node)))
    .map(({ node: { $ref }, at }) => ({
      at,
      message: $ref.startsWith("#")
        ? `\`${$ref}\` points to nothing in this document: is it misspelt?`
        : `\`${$ref}\` leads out of this document. Only what it contains is read: \`#/components/…\`.`,
    }));
