/** Annotates rows: each becomes a documented type. */
import type { OpenApi, Schema } from "../../specs/openapi.ts";
import { SpecError } from "../../specs/spec-error.ts";
import { docComment, key, literal } from "../print.ts";
import { hasExact, isExact, targetOf } from "./integers.ts";
import { checkName } from "./names.ts";

/** The format for a docstring; what to expect of a number without one. */
export const formatOf = (schema: Schema): string | undefined =>
  schema.format ??
  (schema.type === "integer" ? "integer of no stated width" : schema.type === "number" ? "number" : undefined);

export function prepareRow(document: OpenApi, name: string, schema: Schema): void {
  const where = `components/schemas/${name}`;
  checkName(where, name);
  if (schema.type !== "object" || !schema.properties)
    throw new SpecError(where, "a row must be an object with properties.");
  if (schema.required !== undefined && !Array.isArray(schema.required))
    throw new SpecError(`${where}/required`, "`required` must be a list of the names of fields.");
  const missing = schema.required?.find((field) => !Object.hasOwn(schema.properties ?? {}, field));
  if (missing !== undefined)
    throw new SpecError(`${where}/required`, `no field is called ${literal(missing)}: correct the name, or remove it.`);
  schema["x-doc"] = docComment([schema.description ?? `${name}.`], "");
  schema["x-exact"] = hasExact(document, schema, where);
  for (const [field, property] of Object.entries(schema.properties)) {
    checkName(`${where}/${field}`, field);
    schema.properties[field] = prepareField(document, `${where}/${field}`, field, property);
  }
}

function prepareField(document: OpenApi, where: string, name: string, field: Schema): Schema {
  const value = field.type === "array" && field.items ? field.items : field;
  const ref = targetOf(value);
  const simple = ["string", "integer", "number", "boolean"].includes(String(value.type));
  if (ref === undefined && !simple)
    throw new SpecError(
      where,
      "only text, numbers, booleans, a $ref to a named object, and arrays of these are supported.",
    );
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
    "x-nested": hasExact(document, value, where),
  };
}
