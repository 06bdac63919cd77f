import type { Field, Kind, ObjectField } from "../contract/fields.ts";
import type { SqlValue } from "../store/values.ts";

/** A nested object, ready in both representations: a JSON object, and the XML of its fields without the element around. */
export interface Fragment {
  readonly json: string;
  readonly xml: string;
}

/** A row as the database gives it; a nested object inside a nested object is such a row too. */
export type SqlRow = { readonly [column: string]: SqlValue | SqlRow | undefined };

/** What is known of an id, or nothing. */
export type Expand = (field: ObjectField, id: SqlValue) => Fragment | undefined;

/** Leaves nested objects out: what `expand_relations=false` asks for. */
export const expandNothing: Expand = () => undefined;

/** One JSON object. A field without a value is left out. */
export function jsonObject(fields: readonly Field[], row: SqlRow, expand: Expand): string {
  let text = "";
  for (const field of fields) {
    const value = field.kind === "object" ? nested(field, row, expand)?.json : jsonValue(field.kind, row[field.name]);
    if (value !== undefined) text += `${text === "" ? "" : ","}"${field.name}":${value}`;
  }
  return `{${text}}`;
}

/** The XML of the fields of one row. A field without a value is left out; text without characters is an empty element. */
export function xmlFields(fields: readonly Field[], row: SqlRow, expand: Expand): string {
  let text = "";
  for (const field of fields) {
    const value = field.kind === "object" ? nested(field, row, expand)?.xml : xmlValue(field.kind, row[field.name]);
    if (value !== undefined) text += `<${field.name}>${value}</${field.name}>`;
  }
  return text;
}

function nested(field: ObjectField, row: SqlRow, expand: Expand): Fragment | undefined {
  if (field.idField !== undefined) {
    const id = row[field.idField];
    return id === null || id === undefined || typeof id === "object" ? undefined : expand(field, id);
  }
  const inner = row[field.name];
  if (inner === null || typeof inner !== "object") return undefined;
  return { json: jsonObject(field.fields, inner, expand), xml: xmlFields(field.fields, inner, expand) };
}

function jsonValue(kind: Kind, value: SqlRow[string]): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (kind) {
    case "boolean":
      return Number(value) === 0 ? "false" : "true";
    case "int32":
    case "int64":
    case "integer":
    case "double":
      return String(value);
    default:
      return JSON.stringify(value);
  }
}

const xmlEscapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

function xmlValue(kind: Kind, value: SqlRow[string]): string | undefined {
  // A parser turns a bare carriage return into a line feed (XML 1.0, section 2.11), so it is escaped too.
  if (typeof value === "string") return value.replace(/[&<>\r]/g, (character) => xmlEscapes[character] ?? character);
  return jsonValue(kind, value);
}
