/** XML documents as their content alone, to compare them with rows. */
import { SaxesParser } from "saxes";

/** The content of an XML element: text, or child elements. */
export type XmlContent = string | XmlElement[];

export interface XmlElement {
  name: string;
  content: XmlContent;
}

/** The root of a document. @throws Error with line and column when it is not well-formed. */
export function parseXml(document: string): XmlElement {
  const parser = new SaxesParser();
  const top: XmlElement[] = [];
  const open = [{ children: top, text: "" }];
  parser.on("opentag", () => open.push({ children: [], text: "" }));
  parser.on("text", (more) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  });
  parser.on("closetag", ({ name }) => {
    const { children = [], text = "" } = open.pop() ?? {};
    open.at(-1)?.children.push({ name, content: children.length > 0 ? children : text });
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(document).close();
  const [root] = top;
  if (root === undefined) throw new Error("no element");
  return root;
}

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
