/** Finds the integers that a JavaScript number may round. */
import { type OpenApi, resolve, type Schema } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
export const isExact = (schema: Schema): boolean => schema.type === "integer" && schema.format !== "int32";

/** What a `$ref` points to, which must be in this section. */
export function component<T extends object>(
  document: OpenApi,
  section: "schemas" | "parameters",
  $ref: string,
  where: string,
): T {
  const found = $ref.startsWith(`#/components/${section}/`) ? resolve<T>(document, { $ref }) : undefined;
  if (found === undefined) throw new SpecError(where, `${$ref} points to nothing under components/${section}.`);
  return found;
}

export const targetOf = (schema: Schema): string | undefined => schema.$ref ?? schema.allOf?.[0]?.$ref;

/** Paths of the exact integers in a schema, such as `mbs` and `drzava.id`. */
export function integerPaths(document: OpenApi, schema: Schema, where: string, above: Schema[] = []): string[] {
  const ref = targetOf(schema);
  if (ref !== undefined)
    return integerPaths(document, component<Schema>(document, "schemas", ref, where), where, above);
  if (above.includes(schema)) throw new SpecError(where, "an object that contains itself is not supported.");
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const value = field.items ?? field;
    const below = isExact(value)
      ? [name]
      : integerPaths(document, value, where, [...above, schema]).map((path) => `${name}.${path}`);
    if (below.length > 0 && field.items)
      throw new SpecError(`${where} ${name}`, "64-bit integers in an array are not supported.");
    if (below.length > 0 && name.includes("."))
      throw new SpecError(`${where} ${name}`, "the name of an integer field must not contain a dot.");
    return below;
  });
}

export const hasExact = (document: OpenApi, schema: Schema, where: string): boolean =>
  integerPaths(document, schema, where).length > 0;
