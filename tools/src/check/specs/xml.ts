import type { XmlElement } from "../../../../conformance/src/evidence/xml.ts";

/** The content of an XML element: text, or child elements. */
export type XmlContent = string | { name: string; content: XmlContent }[];

export const contentOf = ({ children, text }: XmlElement): XmlContent =>
  children.length > 0 ? children.map((child) => ({ name: child.name, content: contentOf(child) })) : text;

/** A JSON value as XML content, with `item` as the element name of array items. */
export function asXml(value: unknown, item: string): XmlContent {
  if (Array.isArray(value)) return value.map((row) => ({ name: item, content: asXml(row, item) }));
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).map(([name, field]) => ({ name, content: asXml(field, item) }));
}

/** The first difference between two contents, such as `/gfi[1]/mbs: 5, expected 6`; `undefined` if they are equal. */
export function firstDifference(
  found: XmlContent | undefined,
  expected: XmlContent | undefined,
  path = "",
): string | undefined {
  if (typeof found === "string" || typeof expected === "string" || found === undefined || expected === undefined) {
    return found === expected ? undefined : `${path || "/"}: ${show(found)}, expected ${show(expected)}`;
  }
  for (let index = 0; index < Math.max(found.length, expected.length); index++) {
    const [one, other] = [found[index], expected[index]];
    const here = `${path}/${(other ?? one)?.name}[${index + 1}]`;
    if (one?.name !== other?.name)
      return `${here}: ${one ? `<${one.name}>` : "nothing"}, expected ${other ? `<${other.name}>` : "nothing"}`;
    const within = firstDifference(one?.content, other?.content, here);
    if (within !== undefined) return within;
  }
  return undefined;
}

function show(content: XmlContent | undefined): string {
  if (content === undefined) return "nothing";
  return typeof content === "string" ? JSON.stringify(content) : `${content.length} elements`;
}
