/** Where in an answer's schema a difference is, by the names that a reader of the spec and the generated types know. */
import { isObject, type OpenApi, type Reference, resolve, type Schema } from "./document.ts";

export interface Spot {
  /** The schema in either document; absent where it does not exist. */
  before: Schema | undefined;
  after: Schema | undefined;
  /** The object that the schema is a field of. */
  parentBefore: Schema | undefined;
  parentAfter: Schema | undefined;
  /**
   * Name of the schema under `components/schemas` that it stands in, or of the operation where it stands in none, with the fields
   * from there: `drzava_expanded.oznaka_2`.
   */
  subject: string;
  /** The body itself, one of its rows, or a field. */
  role: "body" | "row" | "field";
  /** What follows in the difference's path: the keyword, or nothing when the schema itself came or went. */
  rest: string[];
}

interface Walk {
  before: Schema | undefined;
  after: Schema | undefined;
}

/**
 * @param path - What follows `schema` in the difference's path.
 * @param operation - Its id.
 */
export function findSpot(
  base: OpenApi,
  revision: OpenApi,
  before: Schema | undefined,
  after: Schema | undefined,
  path: string[],
  operation: string,
): Spot {
  let here: Walk = { before, after };
  let parent: Walk = { before: undefined, after: undefined };
  let role: Spot["role"] = "body";
  let owner = operation;
  let fields: string[] = [];
  const enter = (): void => {
    const [old, now] = [here.before?.$ref, here.after?.$ref];
    // Where it refers to another schema, and the old one is still there, neither schema has changed, but what stands here.
    const exchanged =
      old !== undefined && now !== undefined && old !== now && follow(revision, { $ref: old }) !== undefined;
    const name = exchanged ? undefined : (now ?? old)?.split("/").at(-1);
    if (name !== undefined) [owner, fields] = [name, []];
    here = { before: follow(base, here.before), after: follow(revision, here.after) };
  };
  let rest = path;
  for (;;) {
    // A field that came or went stands under the name of its parent, not under that of the schema it refers to.
    if (!(rest.length === 0 && role === "field")) enter();
    const [keyword = "", name = ""] = rest;
    const descends =
      keyword === "items" ? isObject(here.before?.items ?? here.after?.items) : keyword === "properties" && name !== "";
    if (!descends) break;
    parent = here;
    if (keyword === "items") {
      // Whole items that came or went: judged with the type of the array.
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
  // What is required stands beside the fields, by name.
  const [keyword, name] = rest;
  const subject = [owner, ...fields, ...(keyword === "required" && name !== undefined ? [name] : [])].join(".");
  return { ...here, parentBefore: parent.before, parentAfter: parent.after, subject, role, rest };
}

/** The schema that a reference points to, with what stands beside the reference. */
function follow(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const reference: Reference = { $ref };
  const target = resolve<Schema>(document, reference);
  return target && { ...target, ...beside };
}
