/** What a schema is for those who use it: in words, and as the type that the clients give it. */
import type { Schema } from "./document.ts";

/** The type without null, such as `integer` or `array`; several are joined by `|`. */
export function typeOf({ type, $ref }: Schema): string {
  const types = (Array.isArray(type) ? type : [type ?? ($ref ? "object" : "anything")]).filter((one) => one !== "null");
  return types.sort().join("|");
}

/** Whether null is one of the values. */
export function isNullable({ type, nullable }: Schema): boolean {
  return nullable === true || (Array.isArray(type) && type.includes("null"));
}

/** Type and format in words, such as `int64`, `integer of no stated width` or `string (date-time)`. */
export function describe(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "integer") return schema.format ?? "integer of no stated width";
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** The type of a field in the generated rows. Integers that a number may round share one, `Int`: number or bigint. */
export function rowType(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "integer") return schema.format === "int32" ? "number" : "Int";
  return type;
}

/** The type of a parameter in the generated clients. */
export function parameterType(name: string, schema: Schema): string {
  const type = rowType(schema);
  // A position may be given as the number it is, whatever the contract calls it.
  if (name === "offset" && type === "string") return "number | string";
  return type === "Int" ? "number | bigint" : type;
}

/** Whether every value that code passes as type `from` is also of type `to`. */
export function accepts(to: string, from: string): boolean {
  const members = to.split(" | ");
  return from.split(" | ").every((type) => members.includes(type));
}
