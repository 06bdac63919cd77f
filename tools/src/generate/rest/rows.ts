/** Annotates rows: each becomes a documented type. */
import { docComment, key } from "../../shared/print.ts";
import { hasExact, isExact } from "../../specs/integers.ts";
import type { OpenApi, Schema } from "../../specs/openapi.ts";

/** The format for a docstring; what to expect of a number without one. */
export const formatOf = (schema: Schema): string | undefined =>
  schema.format ??
  (schema.type === "integer" ? "integer of no stated width" : schema.type === "number" ? "number" : undefined);

export function prepareRow(document: OpenApi, name: string, schema: Schema): void {
  schema["x-doc"] = docComment([schema.description ?? `${name}.`], "");
  schema["x-exact"] = hasExact(document, schema);
  const fields = Object.entries(schema.properties ?? {});
  schema.properties = Object.fromEntries(fields.map(([field, one]) => [field, prepareField(document, field, one)]));
}

function prepareField(document: OpenApi, name: string, field: Schema): Schema {
  const value = field.type === "array" && field.items ? field.items : field;
  const format = formatOf(value);
  const doc = [[field.description ?? `${name}.`, format && `Format: ${format}.`].filter(Boolean).join(" ")];
  if (field.deprecated) doc.push("@deprecated");
  // The generator would have a Blob, but JSON and XML have text.
  if (value.format === "binary") delete value.format;
  // A $ref cannot have extensions, but an allOf around it can.
  const { $ref, ...rest } = field;
  return {
    ...($ref === undefined ? field : { ...rest, allOf: [{ $ref }] }),
    "x-key": key(name),
    "x-doc": docComment(doc, "  "),
    "x-integer": isExact(value),
    "x-nested": hasExact(document, value),
  };
}
