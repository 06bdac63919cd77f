/** Finds what `$ref`s stand in a document, those that point in a circle, and what a document names outside of it. */
import { posix } from "node:path";
import { isReference, type OpenApi, pointedTo, type Reference } from "./openapi.ts";
import type { Problem } from "./spec-error.ts";

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

/** Every `$ref` out of the document, and every `externalValue` out of its folder: what they name would be published. */
export function outsideIn(document: object): Problem[] {
  const references = referencesIn(document).filter(({ node: { $ref } }) => !$ref.startsWith("#"));
  return [
    ...references.map(({ node: { $ref }, at }) => ({
      at,
      message: `\`${$ref}\` leads out of this document. Only what it contains is read: \`#/components/…\`.`,
    })),
    ...externalValuesIn(document)
      .filter(({ file }) => !isInside(file))
      .map(({ file, at }) => ({
        at,
        message: `\`${file}\` leads out of the folder of the specs: move the file into it.`,
      })),
  ];
}

/** Whether a path is relative, and leads nowhere else. */
const isInside = (path: string): boolean =>
  !/^[\\/]|^[\w+.-]+:/.test(path) && !/^\.\.(\/|$)/.test(posix.normalize(path.replaceAll("\\", "/")));

function externalValuesIn(node: object, at: (string | number)[] = []): { file: string; at: (string | number)[] }[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const here = [...at, Array.isArray(node) ? Number(key) : key];
    if (key === "externalValue" && typeof value === "string") return [{ file: value, at: here }];
    return typeof value === "object" && value !== null ? externalValuesIn(value, here) : [];
  });
}

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
