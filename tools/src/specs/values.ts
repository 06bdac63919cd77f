/** What the schema of a field says of its values beyond their type, in words. */
import { code, literal } from "../shared/print.ts";
import type { Schema } from "./openapi.ts";

type Says = (value: unknown) => string;

const listOf = (values: readonly unknown[]): string => values.map((one) => code(JSON.stringify(one))).join(", ");
const ofLength =
  (bound: string): Says =>
  (value) =>
    `of ${value} ${value === 1 ? "character" : "characters"} ${bound}`;

export type ValueKeyword = "enum" | "const" | "pattern" | "minLength" | "maxLength" | "minimum" | "maximum";

/** By keyword, what its value allows. */
export const allowing: Readonly<Record<ValueKeyword, Says>> = {
  enum: (value) => `one of ${listOf(value as unknown[])}`,
  const: (value) => listOf([value]),
  pattern: (value) => `text that matches ${code(String(value))}`,
  minLength: ofLength("or more"),
  maxLength: ofLength("or less"),
  minimum: (value) => `${value} or more`,
  maximum: (value) => `${value} or less`,
};

/** What a schema allows, a text for each keyword; none of type and format. */
export const allowedBy = (schema: Schema, ...without: ValueKeyword[]): string[] =>
  Object.entries(allowing)
    .filter(([keyword]) => keyword in schema && !without.includes(keyword as ValueKeyword))
    .map(([keyword, says]) => says(schema[keyword]));

/** The values that a schema lists, if it does. */
export const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;

/** A value that a schema lists, as code. */
export const literalOf = (value: unknown): string => (typeof value === "string" ? literal(value) : String(value));
