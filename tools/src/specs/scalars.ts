/** What is known of the values of scalars: by their types in `tools/codegen.ts`, where a maintainer maps a new one. */
import { scalars } from "../../codegen.ts";

/** What the client's code has for a scalar. */
export interface ScalarType {
  /** Of a variable. */
  input: string;
  /** Of a value in a result. */
  output: string;
}

/** What a scalar is in JSON. */
export type ScalarKind = "text" | "boolean" | "integer";

const kinds: Readonly<Record<string, ScalarKind>> = { string: "text", boolean: "boolean", number: "integer" };

/** The TypeScript types that the client gives to scalars, by name: those that are mapped, and GraphQL's own but for Float. */
export const scalarTypes: Readonly<Record<string, ScalarType>> = Object.fromEntries(
  Object.entries({
    Boolean: "boolean",
    String: "string",
    ...scalars,
  }).map(([name, type]) => [name, typeof type === "string" ? { input: type, output: type } : type]),
);

/**
 * What a scalar is in JSON; undefined for one that is not mapped, or mapped to another type. The client returns values as JSON has
 * them, and takes every number for an integer.
 */
export const kindOf = (scalar: string): ScalarKind | undefined => kinds[scalarTypes[scalar]?.output ?? ""];

/** Whether the client keeps the values of a type exact, as numbers or as bigints. */
export const isInteger = (type: string): boolean => kindOf(type) === "integer";
