import { operations as written } from "../generated/register.ts";
import type { Field, Operation, Schema, WrittenOperation } from "./shape/operation.ts";

export { keyHeader, registerPath, tokenUrl } from "../generated/register.ts";

/** REST, from the spec: `pnpm generate` has read it, and refused what no requirement judges. */
export const operations: readonly Operation[] = written.map(readOperation);

/** The header that carries the total. */
export const totalHeader = "x-total-count";

/** An operation with the fields of its rows. */
export function readOperation(operation: WrittenOperation): Operation {
  return { answer: "list", xml: true, inPath: [], ...operation, fields: fieldsOf(operation.row) };
}

/** The fields by which an operation finds an object: those of the parameters at the end of its path, as `mbs` of `/subjekt/{mbs}`. */
export function keyFields({ answer, fields, path }: Operation): Field[] {
  const [end = ""] = /(?:\/\{[^{}]+\})*$/.exec(path) ?? [];
  const names = new Set([...end.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name));
  return answer === "object" ? fields.filter(({ name }) => names.has(name)) : [];
}

/** The fields of an object, by its schema. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
}

function fieldOf(name: string, schema: Schema, required: boolean): Field {
  const types = [schema.type ?? []].flat();
  return {
    name,
    type: types.find((type) => type !== "null") as Field["type"], // `pnpm generate` refuses others
    required,
    nullable: types.includes("null"),
    ...(schema.format === undefined ? {} : { format: schema.format }),
    ...(schema.properties === undefined ? {} : { fields: fieldsOf(schema) }),
    ...(schema.items === undefined ? {} : { items: fieldOf("", schema.items, false) }),
    schema,
  };
}
