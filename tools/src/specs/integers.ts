/** Finds the integers that a JavaScript number may round. */
import { type OpenApi, resolve, type Schema } from "./openapi.ts";

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
export const isExact = (schema: Schema): boolean => schema.type === "integer" && schema.format !== "int32";

/** Paths of the exact integers in a schema that is no circle, such as `mbs` and `drzava.id`. */
export function integerPaths(document: OpenApi, schema: Schema): string[] {
  const { properties = {} } = resolve<Schema>(document, schema.allOf?.[0] ?? schema) ?? {};
  return Object.entries(properties).flatMap(([name, field]) => {
    const value = field.items ?? field;
    return isExact(value) ? [name] : integerPaths(document, value).map((path) => `${name}.${path}`);
  });
}

/** Whether a schema, which may be in a circle, has exact integers at any depth. */
export function hasExact(document: OpenApi, schema: Schema, above: Schema[] = []): boolean {
  const here = resolve<Schema>(document, schema.allOf?.[0] ?? schema);
  if (here === undefined || above.includes(here)) return false;
  return Object.values(here.properties ?? {}).some((field) => {
    const value = field.items ?? field;
    return isExact(value) || hasExact(document, value, [...above, here]);
  });
}
