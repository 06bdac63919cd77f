/** The place of a difference in a response's schema, by the names in the spec and in the generated types. */
import { isObject, nameOf, type OpenApi, type Reference, resolve, type Schema } from "../../specs/openapi.ts";

export interface Spot {
  /** The schema in either document; `undefined` where it does not exist. */
  before: Schema | undefined;
  after: Schema | undefined;
  /** The object that has the schema as a field. */
  parentBefore: Schema | undefined;
  parentAfter: Schema | undefined;
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

/** A schema in either document; `undefined` where it does not exist. */
interface Pair {
  before: Schema | undefined;
  after: Schema | undefined;
}

interface Documents {
  base: OpenApi;
  revision: OpenApi;
}

/**
 * @param schemas - those of the body.
 * @param path - what follows `schema` in the difference's path.
 * @param operation - its id.
 */
export function findSpot(documents: Documents, schemas: Pair, path: string[], operation: string): Spot {
  let here = schemas;
  let parent: Pair = { before: undefined, after: undefined };
  let role: Spot["role"] = "body";
  let names = [operation];
  let rest = path;
  for (;;) {
    // An added or removed field is named by its parent, not by the schema that it refers to.
    if (rest.length > 0 || role !== "field") {
      const name = referredName(documents, here);
      if (name !== "") names = [name];
      here = { before: follow(documents.base, here.before), after: follow(documents.revision, here.after) };
    }
    const step = below(here, rest);
    if (step === undefined) break;
    parent = here;
    if (step.field !== undefined) {
      names.push(step.field);
      role = "field";
    } else if (role === "body") role = "row";
    ({ here, rest } = step);
  }
  // `required` is beside the fields, and lists their names.
  const [keyword, name] = rest;
  const subject = [...names, ...(keyword === "required" && name !== undefined ? [name] : [])].join(".");
  return { ...here, parentBefore: parent.before, parentAfter: parent.after, subject, role, rest };
}

/** The name of the schema that both refer to; empty without one. */
function referredName({ revision }: Documents, { before, after }: Pair): string {
  const [old, now] = [before?.$ref, after?.$ref];
  // The `$ref` changed and its old target still exists: the field changed, not the schemas.
  if (old !== undefined && now !== undefined && old !== now && follow(revision, { $ref: old }) !== undefined) return "";
  return nameOf(now ?? old);
}

/** One step along the path, to the items or to a field; `undefined` if it leads no further. */
function below(
  { before, after }: Pair,
  [keyword, name, ...others]: string[],
): { here: Pair; field?: string; rest: string[] } | undefined {
  // Alone, `items` was added or removed as a whole: judged as the array's type.
  if (keyword === "items" && name !== undefined && isObject(before?.items ?? after?.items))
    return { here: { before: before?.items, after: after?.items }, rest: [name, ...others] };
  if (keyword !== "properties" || !name) return undefined;
  const here = { before: before?.properties?.[name], after: after?.properties?.[name] };
  return { here, field: name, rest: others };
}

/** The schema that a reference points to, with the keywords beside the reference. */
function follow(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const reference: Reference = { $ref };
  const target = resolve<Schema>(document, reference);
  return target && { ...target, ...beside };
}
