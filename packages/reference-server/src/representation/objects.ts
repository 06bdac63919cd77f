import type { Field, Kind } from "../contract/fields.ts";
import type { SqlValue } from "../store/values.ts";

/** A row of the database, or a nested object, which has the same form. */
export type SqlRow = { readonly [column: string]: SqlValue | SqlRow | undefined };

/** One JSON object. A field without a value is left out. */
export function jsonObject(fields: readonly Field[], row: SqlRow): string {
  const members = fields.flatMap((field) => {
    const value =
      field.kind === "object" ? inside(row[field.name], field.fields, jsonObject) : json(field.kind, row[field.name]);
    return value === undefined ? [] : [`"${field.name}":${value}`];
  });
  return `{${members.join(",")}}`;
}

/** The XML of the fields of one row. A field without a value is left out; empty text is an empty element. */
export function xmlFields(fields: readonly Field[], row: SqlRow): string {
  const elements = fields.map((field) => {
    const value =
      field.kind === "object" ? inside(row[field.name], field.fields, xmlFields) : xml(field.kind, row[field.name]);
    return value === undefined ? "" : `<${field.name}>${value}</${field.name}>`;
  });
  return elements.join("");
}

function inside(
  row: SqlRow[string],
  fields: readonly Field[],
  write: (fields: readonly Field[], row: SqlRow) => string,
): string | undefined {
  return row === null || typeof row !== "object" ? undefined : write(fields, row);
}

function json(kind: Kind, value: SqlRow[string]): string | undefined {
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

/** Characters to escape in XML, the ampersand first. A parser turns a bare carriage return into a line feed (XML 1.0, section 2.11). */
export const xmlEntities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

function xml(kind: Kind, value: SqlRow[string]): string | undefined {
  if (typeof value === "string") return value.replace(/[&<>\r]/g, (character) => xmlEntities[character] ?? character);
  return json(kind, value);
}
