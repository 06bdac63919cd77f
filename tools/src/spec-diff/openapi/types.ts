/** Describes schemas: in words, and as the types that the clients give them. */
import type { Schema } from "../../specs/openapi.ts";

/** The type, such as `integer` or `array`; several are joined with `|`. */
export function typeOf({ type, $ref }: Schema): string {
  return [type ?? ($ref ? "object" : "anything")].flat().sort().join("|");
}

/** Type and format, such as `int64`, `integer of no stated width`, `string (date-time)` or `list of int32`. */
export function describe(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "array") return `list of ${describe(schema.items ?? {})}`;
  if (type === "integer") return schema.format ?? "integer of no stated width";
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** The type of a field in generated rows. All integers that a number may round have the type `Int`: number or bigint. */
export function rowType(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "integer") return schema.format === "int32" ? "number" : "Int";
  return type === "array" ? `${rowType(schema.items ?? {})}[]` : type;
}

/** Whether every value of type `from` is also of type `to`. */
export function accepts(to: string, from: string): boolean {
  const members = to.split(" | ");
  return from.split(" | ").every((type) => members.includes(type));
}
