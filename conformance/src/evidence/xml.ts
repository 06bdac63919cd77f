import { SaxesParser } from "saxes";
import { allows } from "../contract/row-schema.ts";
import type { Field, Operation } from "../contract/shape/operation.ts";
import { type Datum, nothing, type ObjectDatum } from "./datum.ts";
import { isNumber } from "./decimal.ts";
import { looksLike } from "./json.ts";

/** An element: its name without a namespace prefix, its children and all of its text. Attributes and comments are not data. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

/** A body parsed as XML. `doctype` is whether it declares a document type. */
export type XmlEvidence =
  | { ok: true; root: XmlElement; doctype: boolean }
  | { ok: false; problem: string; doctype: boolean };

const maxDepth = 64;

/** Parses an XML text; if it is not well-formed, two roots included, the problem says where. */
export function readXml(text: string): XmlEvidence {
  if (text.trim() === "") return { ok: false, problem: "an empty body", doctype: false };
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let doctype = false;
  const appendText = (more: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += more;
  };
  parser.on("doctype", () => {
    doctype = true;
  });
  parser.on("opentag", (tag) => {
    if (open.length >= maxDepth) throw new Error(`elements nested more than ${maxDepth} deep`);
    const element: XmlElement = { name: tag.local, children: [], text: "" };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("text", appendText);
  parser.on("cdata", appendText);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    return { ok: false, problem: syntaxProblem(error, text), doctype };
  }
  return root === undefined ? { ok: false, problem: "no element", doctype } : { ok: true, root, doctype };
}

/**
 * The parser's message is `line:column: ` and words. A name may follow them, after a colon: it is left out, because it may be
 * text of a row that was not escaped.
 */
function syntaxProblem(error: unknown, text: string): string {
  const what = looksLike(text);
  const message = error instanceof Error ? error.message : "";
  const place = /^(\d+):(\d+): (.*)$/s.exec(message);
  const found = what === "markup" ? "" : `${what}: `;
  if (place === null) return `${found}${message}`;
  const [, line, column, words = ""] = place;
  return `${found}${words.split(": ", 1)[0]} at line ${line}, column ${column}`;
}

/**
 * The rows of a document: the root's children, or the root itself if the operation returns one object, each read with the fields of the resource. The text decides what a value is: a
 * number in a numeric field becomes one, as does a boolean in a boolean field; anything else stays a string, so that the same
 * checks judge both representations.
 */
export function xmlRows(root: XmlElement, { answer, fields }: Pick<Operation, "answer" | "fields">): ObjectDatum[] {
  return (answer === "object" ? [root] : root.children).map((item) => toObject(item, fields));
}

function toObject(element: XmlElement, fields: readonly Field[]): ObjectDatum {
  const known = new Map(fields.map((field) => [field.name, field]));
  const members: ObjectDatum["members"] = [];
  const lists = new Map<Field, Datum[]>();
  for (const child of element.children) {
    const field = known.get(child.name);
    if (field?.items === undefined) {
      members.push({ name: child.name, value: toDatum(child, field) });
      continue;
    }
    // A list is an element for each of its items (OpenAPI, "XML Object").
    const items = lists.get(field);
    const item = toDatum(child, field.items);
    if (items !== undefined) items.push(item);
    else {
      const list = [item];
      lists.set(field, list);
      members.push({ name: field.name, value: { kind: "array", items: list } });
    }
  }
  // A list without items has no element, and there is no other form of null than none.
  const isThere = (field: Field): boolean => members.some(({ name }) => name === field.name);
  for (const field of fields.filter((one) => one.required && !isThere(one))) {
    if (field.nullable) members.push({ name: field.name, value: nothing });
    else if (field.items !== undefined) members.push({ name: field.name, value: { kind: "array", items: [] } });
  }
  return { kind: "object", members };
}

/** The name of the items of a list within a list, which has none of its own. */
export const innerItem = "item";

/** The spellings of a boolean in XML Schema; the contract does not show any. Another one, such as `True`, is not a boolean. */
export const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
]);

function toDatum(element: XmlElement, field: Field | undefined): Datum {
  const text = element.text.trim();
  if (field?.items !== undefined) {
    const { items } = field;
    if (text !== "" && element.children.length === 0) return { kind: "string", text };
    if (element.children.every((child) => child.name === innerItem))
      return { kind: "array", items: element.children.map((child) => toDatum(child, items)) };
  }
  if (element.children.length > 0) return toObject(element, field?.fields ?? []);
  // An empty element is an empty string where the field may be one, and no value elsewhere.
  if (text === "") return field !== undefined && allows(field.schema, "") ? { kind: "string", text: "" } : nothing;
  const boolean = field?.type === "boolean" ? booleans.get(text) : undefined;
  if (boolean !== undefined) return { kind: "boolean", value: boolean };
  if ((field?.type === "integer" || field?.type === "number") && isNumber(text)) return { kind: "number", text };
  // Whitespace around a text may be that of a pretty printer: it is part of the text where the field may have it.
  const isPart = text !== element.text && field !== undefined && allows(field.schema, element.text);
  return { kind: "string", text: isPart ? element.text : text };
}
