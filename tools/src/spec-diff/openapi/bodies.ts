/** Explains differences of response bodies: fields, their types, and their form in XML. */

import { isObject, nameOf, type OpenApi, type Reference, resolve, type Schema } from "../../specs/openapi.ts";
import { type Both, type Explained, either, type Finding } from "../change.ts";
import { referenceOf } from "./forms.ts";
import { type Documents, deprecation, documented, isDocumentation, unexplained } from "./found.ts";
import type { Difference } from "./structure.ts";
import { describe, rowType, typeOf } from "./types.ts";
import { valuesChanged } from "./values.ts";

/** Where a body is, and what follows `schema` in the difference's path. */
interface Body {
  schemas: Both<Schema | undefined>;
  path: string[];
  mediaType: string;
  /** The operation's id. */
  operation: string;
}

export function findInBody(documents: Documents, difference: Difference, body: Body): Omit<Finding, "operations">[] {
  const spot = findSpot(documents, body.schemas, body.path, body.operation);
  return classify(difference, spot, body.mediaType).map((one) => ({ ...one, subject: spot.subject }));
}

function classify(difference: Difference, spot: Spot, mediaType: string): Explained[] {
  const { subject, rest } = spot;
  const [keyword = "", value = ""] = rest;
  if (keyword === "") return [cameOrWent(difference, spot)];
  // The array's type changes with it.
  if (keyword === "items" && rest.length === 1) return [];
  // A hint for a generator of Go, which changes no response.
  const isHint = keyword === "extensions" && value === "x-go-type";
  if (isDocumentation(keyword) || isHint) return [documented(`\`${subject}\``)];
  if (keyword === "type" && spot.role === "body") return [answerChanged(spot.schema)];
  if (keyword === "type" || keyword === "format") return [typeChanged(spot.schema)];
  if (keyword === "nullable") return [nullability(difference, spot)];
  if (keyword === "required") return required(difference, spot, value);
  if (keyword === "XML") return mediaType.includes("xml") ? xmlChanged(difference, spot) : [];
  if (keyword === "deprecated") return [deprecation(`\`${subject}\``, difference.to === true)];
  const values = valuesChanged(keyword, spot.schema);
  if (values === undefined) return [unexplained(rest.join(" "))];
  const { way, facts, isTyped } = values;
  return [{ rule: isTyped ? `field-values-${way} listed` : `field-values-${way}`, facts }];
}

function answerChanged({ before = {}, after = {} }: Spot["schema"]): Explained {
  const answer = (schema: Schema): string => (typeOf(schema) === "array" ? "a list" : "one object");
  return { rule: "answer-changed", facts: { from: answer(before), to: answer(after) } };
}

/** In the clients, a field that may be absent may be null as well. */
function nullability({ to }: Difference, { subject, parent: { after } }: Spot): Explained {
  const name = subject.split(".").at(-1) ?? "";
  const isOptional = after?.properties?.[name] !== undefined && !after.required?.includes(name);
  if (to === true) return { rule: isOptional ? "field-may-be-null optional" : "field-may-be-null" };
  return { rule: isOptional ? "field-never-null optional" : "field-never-null" };
}

function cameOrWent({ kind }: Difference, { subject, schema, parent }: Spot): Explained {
  const name = subject.split(".").at(-1) ?? "";
  const isRequired = (object: Schema | undefined): boolean => object?.required?.includes(name) ?? false;
  if (kind !== "removed") {
    const rule = isRequired(parent.after) ? "required-field-added" : "field-added";
    return { rule, facts: { type: describe(schema.after ?? {}) } };
  }
  const others = alike(name, parent);
  return {
    rule: others.length > 0 ? "field-removed renamed" : "field-removed",
    facts: {
      name,
      type: describe(schema.before ?? {}),
      required: isRequired(parent.before) ? "required " : "",
      others: either(others),
    },
  };
}

/** New fields of the same object that have the type of the one that is gone: it may have been renamed. */
function alike(name: string, { before = {}, after = {} }: Spot["parent"]): string[] {
  const type = (schema: Schema | undefined): string => JSON.stringify([describe(schema ?? {}), schema?.$ref]);
  const known = before.properties ?? {};
  return Object.entries(after.properties ?? {})
    .filter(([other, field]) => !Object.hasOwn(known, other) && type(field) === type(known[name]))
    .map(([other]) => other);
}

function required({ kind }: Difference, { schema: { before, after } }: Spot, name: string): Explained[] {
  // An added or removed field is explained as such.
  if (before?.properties?.[name] === undefined || after?.properties?.[name] === undefined) return [];
  return [{ rule: kind === "removed" ? "field-became-optional" : "field-became-required" }];
}

function typeChanged({ before = {}, after = {} }: Spot["schema"]): Explained {
  const [from, to] = [rowType(before), rowType(after)];
  const type = to === "Int" ? "an integer" : typeOf(after) === "array" ? "a list" : to;
  const facts = { from: describe(before), to: describe(after), type };
  const staysInteger = typeOf(before) === "integer" && typeOf(after) === "integer";
  const toNumber = typeOf(before) === "integer" && typeOf(after) === "number";
  if (from !== to) {
    if (staysInteger)
      return { rule: to === "Int" ? "field-type-changed to-bigint" : "field-type-changed from-bigint", facts };
    return { rule: toNumber ? "field-type-changed integer-to-number" : "field-type-changed", facts };
  }
  return { rule: sameType(before, after, toNumber), facts };
}

/** The type in the clients stays the same, but the values may differ. */
function sameType(before: Schema, after: Schema, toNumber: boolean): Explained["rule"] {
  if (before.format === undefined || (typeOf(before) === "number" && typeOf(after) === "integer"))
    return "field-type-narrower";
  if (after.format === undefined && typeOf(before) === typeOf(after))
    return typeOf(after) === "integer" ? "field-type-wider integer" : "field-type-wider text";
  return toNumber ? "field-values-changed integer-to-number" : "field-values-changed";
}

/** The XML form of a response. JSON and the clients' types stay the same. */
function xmlChanged(difference: Difference, { subject, role, schema: { before, after } }: Spot): Explained[] {
  const [from = {}, to = {}] = [difference.from, difference.to].map((xml) => (isObject(xml) ? xml : {}));
  const found: Explained[] = [];
  const fallback = subject.split(".").at(-1);
  const [oldName, newName] = [String(from.name ?? fallback), String(to.name ?? fallback)];
  if (role === "row" && from.name === undefined && to.name !== undefined) {
    found.push({ rule: "xml-item-named", facts: { to: newName } });
  } else if (oldName !== newName) {
    // An array is usually named like its root: no need to name both.
    const where = [oldName, newName].includes(subject) ? "" : ` of \`${subject}\``;
    const rule = role === "body" ? "xml-root-renamed" : "xml-element-renamed";
    found.push({ rule, facts: { where, from: oldName, to: newName } });
  }
  const form = (xml: Record<string, unknown>): string =>
    JSON.stringify([xml.attribute ?? false, xml.wrapped ?? false, xml.namespace, xml.prefix]);
  // A schema that exists on one side only is explained as added or removed.
  if (before !== undefined && after !== undefined && form(from) !== form(to))
    found.push({ rule: "xml-form-changed", facts: { from: JSON.stringify(from), to: JSON.stringify(to) } });
  return found;
}

type Schemas = Both<Schema | undefined>;

/** The place of a difference in a schema, by the names in the spec and in the generated types. */
interface Spot {
  schema: Schemas;
  /** The object that has the schema as a field. */
  parent: Schemas;
  /**
   * The name of the enclosing schema under `components/schemas`, or of the operation if there is none, and the fields from there:
   * `drzava_expanded.oznaka_2`. Items of a list are `sud.oznake[]`.
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
function findSpot(documents: Documents, body: Schemas, path: string[], operation: string): Spot {
  let schema = body;
  let parent: Schemas = { before: undefined, after: undefined };
  let role: Spot["role"] = "body";
  let names = [operation];
  let rest = path;
  for (;;) {
    // An added or removed field is named by its parent, not by the schema that it refers to.
    if (rest.length > 0 || role !== "field") {
      // Whether a field may be null is nothing that the schema says to which it refers.
      const name = rest[0] === "nullable" && role === "field" ? "" : referredName(documents, schema);
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
    else names.push(`${names.pop()}[]`);
    ({ schema, rest } = step);
  }
  // An added or removed field keeps its reference; its type is that of what it refers to.
  if (rest.length === 0 && role === "field")
    schema = { before: typed(documents.before, schema.before), after: typed(documents.after, schema.after) };
  // `required` is beside the fields, and lists their names.
  const [keyword, name] = rest;
  const subject = [...names, ...(keyword === "required" && name !== undefined ? [name] : [])].join(".");
  return { schema, parent, subject, role, rest };
}

/** The name of the schema that both refer to; empty without one. */
function referredName(documents: Documents, { before, after }: Schemas): string {
  const [old, now] = [referenceOf(before), referenceOf(after)];
  // Only one of them is written in its place: the field changed, not the schema that the other refers to.
  if (before !== undefined && after !== undefined && (old === undefined) !== (now === undefined)) return "";
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

/** A schema with what it refers to beside the reference, and so its items. */
function typed(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  const { $ref, items } = schema ?? {};
  if ($ref !== undefined) return { ...follow(document, schema), $ref };
  return items === undefined ? schema : { ...schema, items: typed(document, items) ?? items };
}

/** The schema that a reference points to, with the keywords beside the reference. */
function follow(document: OpenApi, schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const reference: Reference = { $ref };
  const target = resolve<Schema>(document, reference);
  return target && { ...target, ...beside };
}
