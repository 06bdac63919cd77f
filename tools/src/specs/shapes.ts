/** What a schema of the subset says in any of its forms: with its references followed, its parts in one, and null apart. */
import { isReference, nameOf, type OpenApi, pointedTo, resolve, type Schema } from "./openapi.ts";

/** A schema without `$ref` and `allOf` at its top, with one type. */
export interface Shape extends Schema {
  type: string;
  /** Whether null is a value of it, which `type` then leaves out. */
  nullable: boolean;
}

/** The schema that is not null, of a choice between it and null. */
function besideNull({ anyOf, oneOf }: Schema): Schema | undefined {
  const choices = (anyOf ?? oneOf) as Schema[] | undefined;
  const [one, ...others] = choices?.filter(({ type }) => type !== "null") ?? [];
  return choices?.length === 2 && others.length === 0 ? one : undefined;
}

/** The parts of a schema, itself among them, with the properties of none beside those of another. */
export function partsOf(document: OpenApi, schema: Schema): Schema[] {
  const { $ref, allOf = [], anyOf: _, oneOf: __, ...own } = schema;
  const target = resolve<Schema>(document, $ref === undefined ? undefined : { $ref });
  const inner = besideNull(schema);
  return [
    ...(target ? partsOf(document, target) : []),
    ...allOf.flatMap((part) => partsOf(document, part)),
    ...(inner ? [...partsOf(document, inner), { nullable: true }] : []),
    own,
  ];
}

/** A schema that is in no circle, in one form. What stands beside a `$ref`, such as a description, replaces what it refers to says. */
export function shapeOf(document: OpenApi, schema: Schema | undefined): Shape {
  const parts = partsOf(document, schema ?? {});
  const merged: Schema = Object.assign({}, ...parts);
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  const types = [merged.type ?? implied(merged)].flat();
  return {
    ...merged,
    ...(parts.some((part) => part.properties) && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    type: String(types.find((type) => type !== "null")),
    nullable: merged.nullable === true || (types.includes("null") && isListed(merged, null)),
  };
}

/** Whether a value is one of those that a schema lists, if it lists any. */
const isListed = (schema: Schema, value: unknown): boolean =>
  "const" in schema ? schema.const === value : !Array.isArray(schema.enum) || schema.enum.includes(value);

/** The type of a schema that does not name it. */
function implied({ properties, required, items, ...schema }: Schema): string | undefined {
  if (properties || required) return "object";
  if (items) return "array";
  const [value] = "const" in schema ? [schema.const] : ((schema.enum as unknown[] | undefined) ?? []);
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return value === undefined || value === null ? undefined : typeof value;
}

/** What neither allows nor forbids a value. */
const annotations = /^(title|description|default|examples?|deprecated|xml|nullable|x-.*)$/;

/** What validates values, of a schema that is in no circle: every keyword but annotations, with the schemas that it refers to in their places. */
export function validating(document: OpenApi, written: Schema): Schema {
  const { properties, items, type, nullable, ...schema } = shapeOf(document, written);
  const { const: only, enum: listed = "const" in schema ? [only] : undefined, ...others } = schema;
  // A choice between listed values and null lists null nowhere.
  const values = Array.isArray(listed) && nullable ? { ...others, enum: [...new Set([...listed, null])] } : schema;
  const keywords = Object.entries(values).filter(([keyword]) => !annotations.test(keyword));
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, validating(document, field)] as const);
  return {
    type: nullable ? [type, "null"] : type,
    ...Object.fromEntries(keywords),
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: validating(document, items) }),
  };
}

const isAlias = (schema: object): boolean => Object.keys(schema).join() === "$ref";

/** The name of the component that a schema refers to: of the last one, where a component is only a reference itself. Empty without one. */
export function componentOf(document: OpenApi, schema: Schema | undefined): string {
  const target = schema?.$ref === undefined ? undefined : pointedTo(document, { $ref: schema.$ref });
  return isReference(target) && isAlias(target) ? componentOf(document, { ...target }) : nameOf(schema?.$ref);
}

/** The name of the component that an object is, if it is one and says no more of its values. */
export function namedObject(document: OpenApi, schema: Schema): string | undefined {
  const said = Object.keys(schema).filter((keyword) => !annotations.test(keyword));
  if (said.length !== 1) return undefined;
  const [only] = schema.allOf ?? [besideNull(schema)];
  if (only && (schema.allOf?.length ?? 1) === 1) return namedObject(document, only);
  if (schema.$ref === undefined || shapeOf(document, schema).type !== "object") return undefined;
  return componentOf(document, schema);
}

/** What a field holds: itself, or the innermost items of a list. */
export function leafOf(document: OpenApi, field: Schema): Schema {
  const { type, items } = shapeOf(document, field);
  return type === "array" && items ? leafOf(document, items) : field;
}

/**
 * Every object that the clients have a type of, by name: each component that is one, and what is written in its place, which is called
 * after the object around it and its field.
 */
export function objectsOf(document: OpenApi): { name: string; object: Schema; at: string[] }[] {
  const within = (name: string, object: Schema, at: string[]): ReturnType<typeof objectsOf> =>
    Object.entries(shapeOf(document, object).properties ?? {}).flatMap(([field, property]) => {
      const leaf = leafOf(document, property);
      if (shapeOf(document, leaf).type !== "object" || namedObject(document, leaf) !== undefined) return [];
      const own = innerName(name, field);
      const place = [...at, "properties", field];
      return [{ name: own, object: leaf, at: place }, ...within(own, leaf, place)];
    });
  return Object.entries(document.components?.schemas ?? {}).flatMap(([name, object]) => {
    const at = ["components", "schemas", name];
    if (isAlias(object) || shapeOf(document, object).type !== "object") return [];
    return [{ name, object, at }, ...within(name, object, at)];
  });
}

/** What an object is called that is written in a field. A component has a plain name. */
export const innerName = (object: string, field: string): string => `${object}_${field.replace(/\W/g, "_")}`;
