import type { Field, FieldKind } from "../contract/fields.ts";
import type { SqliteValue } from "../store/values.ts";

/** A value for the database, or several of them: a list, or a nested object, which has the form of a row. */
export type Encoded = SqliteValue | EncodedRow | readonly Encoded[];

/** A row of the database, or a nested object. */
export type EncodedRow = { readonly [column: string]: Encoded | undefined };

/** One JSON object. A field without a value is left out, unless it may be null. */
export function jsonObject(fields: readonly Field[], row: EncodedRow): string {
  const members = fields.flatMap((field) => {
    const value = jsonValue(field, row[field.name]) ?? (field.nullable ? "null" : undefined);
    return value === undefined ? [] : [`"${field.name}":${value}`];
  });
  return `{${members.join(",")}}`;
}

/** The JSON of the value of a field; undefined without one. */
export function jsonValue(field: Field, value: Encoded | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (field.kind === "list")
    return `[${(value as readonly Encoded[]).map((item) => jsonValue(field.items, item) ?? "null").join(",")}]`;
  if (field.kind === "object") return jsonObject(field.fields, value as EncodedRow);
  return json(field.kind, value as SqliteValue);
}

/** The XML of the fields of one row. A field without a value is left out; empty text is an empty element. */
export function xmlFields(fields: readonly Field[], row: EncodedRow): string {
  return fields.map((field) => xmlElements(field, row[field.name]) ?? "").join("");
}

/** The XML elements of a field: one, or as many as a list has items; undefined without a value. */
export function xmlElements(field: Field, value: Encoded | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  // The items of a list within a list have no name of their own.
  const name = field.name || "item";
  const element = (one: Field, content: Encoded): string => `<${name}>${xmlContent(one, content)}</${name}>`;
  if (field.kind !== "list") return element(field, value);
  return (value as readonly Encoded[]).map((item) => element(field.items, item)).join("");
}

function xmlContent(field: Field, value: Encoded): string {
  if (value === null) return "";
  if (field.kind === "list") return xmlElements(field, value) ?? "";
  if (field.kind === "object") return xmlFields(field.fields, value as EncodedRow);
  return xml(field.kind, value as SqliteValue) ?? "";
}

function json(kind: FieldKind, value: SqliteValue): string | undefined {
  if (value === null) return undefined;
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

/** Characters to escape in XML, the ampersand first. A parser turns a bare carriage return into a line feed (XML 1.0, section 2.11). */
export const xmlEntities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

function xml(kind: FieldKind, value: SqliteValue): string | undefined {
  if (typeof value === "string") return value.replace(/[&<>\r]/g, (character) => xmlEntities[character] ?? character);
  return json(kind, value);
}
