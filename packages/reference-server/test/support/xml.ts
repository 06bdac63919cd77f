import { SaxesParser } from "saxes";
import type { Field } from "../../src/contract/fields.ts";
import type { Operation } from "../../src/contract/register.ts";

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/** Parses XML with a parser that is independent of the server; throws if it is not well-formed. */
export function parseXml(xml: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: "", children: [], text: "" };
  const open = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    const element = { name, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error("There is no root element.");
  return document;
}

/** The rows of an XML response, as JSON would have them. */
export function xmlRows(operation: Operation, xml: string): unknown[] {
  const root = parseXml(xml);
  if (root.name !== operation.xmlRoot) throw new Error(`The root is ${root.name}, not ${operation.xmlRoot}.`);
  if (operation.answer === "object") return [toObject(operation.row.fields, root)];
  return root.children.map((item) => toObject(operation.row.fields, item));
}

function toObject(fields: readonly Field[], element: Element): unknown {
  const known = fields.map((field) => ({
    field,
    elements: element.children.filter(({ name }) => name === field.name),
  }));
  const unknown = element.children.find(({ name }) => !fields.some((field) => name === field.name));
  if (unknown !== undefined) throw new Error(`There is no field ${unknown.name}.`);
  return Object.fromEntries(
    known.flatMap(({ field, elements: [first, ...others] }) => {
      if (field.kind === "list") {
        if (first === undefined) return field.required ? [[field.name, []]] : [];
        return [[field.name, [first, ...others].map((item) => readValue(field.items, item))]];
      }
      if (first === undefined) return field.nullable ? [[field.name, null]] : [];
      return [[field.name, readValue(field, first)]];
    }),
  );
}

/** A value without what XML has no form for: null, and a list without items. An item that is null is an empty element. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (one === null ? 0 : withoutEmpty(one)));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutEmpty(one)]));
}

function readValue(field: Field, element: Element): unknown {
  if (field.kind === "object") return toObject(field.fields, element);
  if (field.kind === "list") return element.children.map((item) => readValue(field.items, item));
  return toValue(field.kind, element.text);
}

function toValue(kind: string, text: string): unknown {
  if (["string", "date", "date-time", "email"].includes(kind)) return text;
  if (kind === "boolean") return text === "true";
  const number = Number(text);
  return kind !== "double" && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
