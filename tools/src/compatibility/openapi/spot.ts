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

interface Pair {
  before: Schema | undefined;
  after: Schema | undefined;
}

/**
 * @param path - what follows `schema` in the difference's path.
 * @param operation - its id.
 */
export function findSpot(
  base: OpenApi,
  revision: OpenApi,
  before: Schema | undefined,
  after: Schema | undefined,
  path: string[],
  operation: string,
): Spot {
  let here: Pair = { before, after };
  let parent: Pair = { before: undefined, after: undefined };
  let role: Spot["role"] = "body";
  let owner = operation;
  let fields: string[] = [];
  const enter = (): void => {
    const [old, now] = [here.before?.$ref, here.after?.$ref];
    // The `$ref` changed and its old target still exists: the field changed, not the schemas.
    const exchanged =
      old !== undefined && now !== undefined && old !== now && follow(revision, { $ref: old }) !== undefined;
    const name = exchanged ? "" : nameOf(now ?? old);
    if (name !== "") [owner, fields] = [name, []];
    here = { before: follow(base, here.before), after: follow(revision, here.after) };
  };
  let rest = path;
  for (;;) {
    // An added or removed field is named by its parent, not by the schema that it refers to.
    if (!(rest.length === 0 && role === "field")) enter();
    const [keyword = "", name = ""] = rest;
    const descends =
      keyword === "items" ? isObject(here.before?.items ?? here.after?.items) : keyword === "properties" && name !== "";
    if (!descends) break;
    parent = here;
    if (keyword === "items") {
      // `items` as a whole was added or removed: judged as the array's type.
      if (rest.length === 1) break;
      here = { before: here.before?.items, after: here.after?.items };
      if (role === "body") role = "row";
      rest = rest.slice(1);
    } else {
      here = { before: here.before?.properties?.[name], after: here.after?.properties?.[name] };
      fields.push(name);
      role = "field";
      rest = rest.slice(2);
    }
  }
  // `required` is beside the fields, and lists their names.
  const [keyword, name] = rest;
  const subject = [owner, ...fields, ...(keyword === "required" && name !== undefined ? [name] : [])].join(".");
  return { ...here, parentBefore: parent.before, parentAfter: parent.after, subject, role, rest };
}

/** The schema that a reference points to, with the keywords beside the reference. */
function follow(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const reference: Reference = { $ref };
  const target = resolve<Schema>(document, reference);
  return target && { ...target, ...beside };
}
