import { literal } from "../../shared/print.ts";
import { integerPaths, targetOf } from "../integers.ts";
import type { OpenApi, Schema } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { checkName } from "./names.ts";

/** @throws SpecError when a row cannot be a type of the clients. */
export function checkRow(document: OpenApi, name: string, schema: Schema): void {
  const where = `components/schemas/${name}`;
  checkName(where, name);
  if (schema.type !== "object" || !schema.properties)
    throw new SpecError(where, "a row must be an object with properties.");
  if (schema.required !== undefined && !Array.isArray(schema.required))
    throw new SpecError(`${where}/required`, "`required` must be a list of the names of fields.");
  const missing = schema.required?.find((field) => !Object.hasOwn(schema.properties ?? {}, field));
  if (missing !== undefined)
    throw new SpecError(`${where}/required`, `no field is called ${literal(missing)}: correct the name, or remove it.`);
  integerPaths(document, schema, where);
  for (const [field, property] of Object.entries(schema.properties)) checkField(`${where}/${field}`, field, property);
}

function checkField(where: string, name: string, field: Schema): void {
  checkName(where, name);
  const value = field.type === "array" && field.items ? field.items : field;
  const simple = ["string", "integer", "number", "boolean"].includes(String(value.type));
  if (targetOf(value) === undefined && !simple)
    throw new SpecError(
      where,
      "only text, numbers, booleans, a $ref to a named object, and arrays of these are supported.",
    );
}
