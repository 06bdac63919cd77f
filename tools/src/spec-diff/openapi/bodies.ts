/** Explains differences of response bodies: fields, their types, and their form in XML. */

import { isObject, type Schema } from "../../specs/openapi.ts";
import type { Both } from "../both.ts";
import { either, type Finding } from "../judge.ts";
import { type Documents, deprecation, documented, type Explained, isDocumentation, unexplained } from "./found.ts";
import { findSpot, type Spot } from "./spot.ts";
import type { Difference } from "./structure.ts";
import { describe, rowType, typeOf } from "./types.ts";

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
  return explain(difference, spot, body.mediaType).map((one) => ({ ...one, subject: spot.subject }));
}

function explain(difference: Difference, spot: Spot, mediaType: string): Explained[] {
  const { subject, rest } = spot;
  const [keyword = "", value = ""] = rest;
  if (keyword === "") return [cameOrWent(difference, spot)];
  // The array's type changes with it.
  if (keyword === "items" && rest.length === 1) return [];
  if (isDocumentation(keyword)) return [documented(`\`${subject}\``)];
  if (keyword === "type" || keyword === "format") return [typeChanged(spot.schema)];
  if (keyword === "required") return required(difference, spot, value);
  if (keyword === "XML") return mediaType.includes("xml") ? xmlChanged(difference, spot) : [];
  if (keyword === "deprecated") return [deprecation(`\`${subject}\``, difference.to === true)];
  return [unexplained(rest.join(" "))];
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
  const facts = { from: describe(before), to: describe(after), type: to === "Int" ? "an integer" : to };
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
function sameType(before: Schema, after: Schema, toNumber: boolean): string {
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
