/** Finds what `$ref`s stand in a document, and those that point in a circle. */
import { isReference, type OpenApi, pointedTo, type Reference } from "./openapi.ts";

/** A `$ref` with the keys that lead to it from the root of the document. */
interface PlacedReference {
  node: Reference;
  at: (string | number)[];
}

/** Every `$ref` below `node`. */
export function referencesIn(node: object, at: (string | number)[] = []): PlacedReference[] {
  const below = Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? referencesIn(value, [...at, Array.isArray(node) ? Number(key) : key])
      : [],
  );
  return isReference(node) ? [{ node, at: [...at, "$ref"] }, ...below] : below;
}

/** The circles of `$ref`s, each at one of them. */
export function circlesIn(document: OpenApi): { at: (string | number)[]; message: string }[] {
  const known = new Set<Reference>();
  return referencesIn(document).flatMap(({ node, at }) => {
    const circle = circleFrom(document, node);
    if (circle.length === 0 || known.has(node)) return [];
    for (const one of circle) known.add(one);
    const steps = [...circle, node].map(({ $ref }) => `\`${$ref}\``).join(" to ");
    return [{ at, message: `$refs point in a circle, ${steps}: let one of them say what is meant instead.` }];
  });
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
