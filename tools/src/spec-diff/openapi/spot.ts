/** The place of a difference in a response's schema, by the names in the spec and in the generated types. */

import { isObject, nameOf, type OpenApi, type Reference, resolve, type Schema } from "../../specs/openapi.ts";
import type { Both } from "../both.ts";
import type { Documents } from "./found.ts";

type Schemas = Both<Schema | undefined>;

export interface Spot {
  schema: Schemas;
  /** The object that has the schema as a field. */
  parent: Schemas;
  /**
   * The name of the enclosing schema under `components/schemas`, or of the operation if there is none, and the fields from there:
   * `drzava_expanded.oznaka_2`.
   */
  subject: string;
  /** The body itself, one of its rows, or a field. */
  role: "body" | "row" | "field";
  /** What follows in the difference's path: the keyword, or nothing if the schema itself was added or removed. */
  rest: string[];
}

/**
 * @param body - its schemas.
 * @param path - what follows `schema` in the difference's path.
 * @param operation - its id.
 */
export function findSpot(documents: Documents, body: Schemas, path: string[], operation: string): Spot {
  let schema = body;
  let parent: Schemas = { before: undefined, after: undefined };
  let role: Spot["role"] = "body";
  let names = [operation];
  let rest = path;
  for (;;) {
    // An added or removed field is named by its parent, not by the schema that it refers to.
    if (rest.length > 0 || role !== "field") {
      const name = referredName(documents, schema);
      if (name !== "") names = [name];
      schema = { before: follow(documents.before, schema.before), after: follow(documents.after, schema.after) };
    }
    const step = below(schema, rest);
    if (step === undefined) break;
    parent = schema;
    if (step.field !== undefined) {
      names.push(step.field);
      role = "field";
    } else if (role === "body") role = "row";
    ({ schema, rest } = step);
  }
  // `required` is beside the fields, and lists their names.
  const [keyword, name] = rest;
  const subject = [...names, ...(keyword === "required" && name !== undefined ? [name] : [])].join(".");
  return { schema, parent, subject, role, rest };
}

/** The name of the schema that both refer to; empty without one. */
function referredName(documents: Documents, { before, after }: Schemas): string {
  const [old, now] = [before?.$ref, after?.$ref];
  // The `$ref` changed and its old target still exists: the field changed, not the schemas.
  if (old !== undefined && now !== undefined && old !== now && follow(documents.after, { $ref: old }) !== undefined)
    return "";
  return nameOf(now ?? old);
}

/** One step along the path, to the items or to a field; `undefined` if it leads no further. */
function below(
  { before, after }: Schemas,
  [keyword, name, ...others]: string[],
): { schema: Schemas; field?: string; rest: string[] } | undefined {
  // Alone, `items` was added or removed as a whole: judged as the array's type.
  if (keyword === "items" && name !== undefined && isObject(before?.items ?? after?.items))
    return { schema: { before: before?.items, after: after?.items }, rest: [name, ...others] };
  if (keyword !== "properties" || !name) return undefined;
  const schema = { before: before?.properties?.[name], after: after?.properties?.[name] };
  return { schema, field: name, rest: others };
}

/** The schema that a reference points to, with the keywords beside the reference. */
function follow(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const reference: Reference = { $ref };
  const target = resolve<Schema>(document, reference);
  return target && { ...target, ...beside };
}
