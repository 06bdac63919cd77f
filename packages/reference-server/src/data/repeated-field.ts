import { iterator, type ObjectNode, parse } from "@humanwhocodes/momoa";

/** Levels of arrays and objects that a line may have. A row has three at most; thousands overflow the stack. */
const greatestDepth = 100;

/**
 * The name of a field that an object in a JSON text has more than once, if there is one: JSON.parse keeps only the last of its
 * values.
 * @param value - What JSON.parse made of the text.
 * @throws {RangeError} when it has too many levels.
 */
export function repeatedField(text: string, value: unknown): string | undefined {
  // A tree takes many times as long as the parse, so one is built only if the text seems to have more names than were kept.
  if (text.match(/"\s*:/g)?.length === countFields(value)) return undefined;
  for (const { node } of iterator(parse(text), ({ phase }) => phase === "enter")) {
    const repeated = node.type === "Object" ? repeatedName(node as ObjectNode) : undefined;
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

function countFields(value: unknown, depth = 1): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > greatestDepth) throw new RangeError(`has more than ${greatestDepth} levels`);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((count, inner) => count + countFields(inner, depth + 1), own);
}

function repeatedName({ members }: ObjectNode): string | undefined {
  const names = members.map(({ name }) => (name.type === "String" ? name.value : name.name));
  return names.find((name, index) => names.indexOf(name) < index);
}
