import { isObject, isReference, type OpenApi, pointedTo, type Reference } from "../../specs/openapi.ts";
import type { Problem, Rule } from "../problem.ts";

/** Every `$ref` points to something in the document. What points to one that does not is no problem of its own. */
export const resolved: Rule = (document) => [
  ...referencesIn(document)
    .filter(({ node }) => !isObject(pointedTo(document, node)))
    .map(({ node: { $ref }, at }) => ({
      at,
      message: `\`${$ref}\` points to nothing in this document: is it misspelt?`,
    })),
  ...circlesIn(document),
];

/** The circles of `$ref`s, each at one of them. */
export function circlesIn(document: OpenApi): Problem[] {
  const known = new Set<Reference>();
  return referencesIn(document).flatMap(({ node, at }) => {
    const circle = circleFrom(document, node);
    if (circle.length === 0 || known.has(node)) return [];
    for (const one of circle) known.add(one);
    const steps = [...circle, node].map(({ $ref }) => `\`${$ref}\``).join(" to ");
    return [{ at, message: `$refs point in a circle, ${steps}: let one of them say what is meant instead.` }];
  });
}

/** Every `$ref` of the document, with the keys that lead to it. */
function referencesIn(node: object, at: (string | number)[] = []): { node: Reference; at: (string | number)[] }[] {
  const below = Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? referencesIn(value, [...at, Array.isArray(node) ? Number(key) : key])
      : [],
  );
  return isReference(node) ? [{ node, at: [...at, "$ref"] }, ...below] : below;
}

/** The references that lead from one back to it; none if they lead elsewhere. */
function circleFrom(document: OpenApi, start: Reference): Reference[] {
  const circle: Reference[] = [];
  let node: unknown = start;
  while (isReference(node) && !circle.includes(node)) {
    circle.push(node);
    node = pointedTo(document, node);
  }
  return node === start ? circle : [];
}
