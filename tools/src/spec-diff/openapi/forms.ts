/** Documents whose schemas have one form, however they are written: oasdiff takes another form for another schema. */
import { isObject, type OpenApi, type Schema } from "../../specs/openapi.ts";
import { componentOf, shapeOf } from "../../specs/shapes.ts";

/** What schemas referred to that have another form now. */
const references = new WeakMap<Schema, string>();

/** What a schema refers to, also where its form says null as well. */
export const referenceOf = (schema: Schema | undefined): string | undefined =>
  schema && (schema.$ref ?? references.get(schema));

/** A copy of a document whose schemas have no `allOf`, and null apart from their type. What is only a reference stays one. */
export function inOneForm(document: OpenApi): OpenApi {
  const copy = structuredClone(document);
  const oneForm = (schema: Schema): Schema => {
    const { allOf, anyOf, oneOf, type } = schema;
    const parts = [allOf, anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? (some as Schema[]) : []));
    // A component that is only a reference is the one that it refers to.
    if (schema.$ref !== undefined) return { ...schema, $ref: `#/components/schemas/${componentOf(document, schema)}` };
    if (parts.length === 0 && !Array.isArray(type)) return within(schema);
    const { nullable, ...shape } = shapeOf(document, schema);
    const formed = within(nullable ? { ...shape, nullable } : shape);
    const [part, ...others] = parts.filter((one) => one.type !== "null");
    if (part?.$ref !== undefined && others.length === 0) references.set(formed, part.$ref);
    return formed;
  };
  const within = (schema: Schema): Schema => ({
    ...schema,
    ...(schema.properties && { properties: eachOf(schema.properties, oneForm) }),
    ...(schema.items && { items: oneForm(schema.items) }),
  });
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isObject(node)) return;
    if (isObject(node.schema)) node.schema = oneForm(node.schema);
    for (const [key, value] of Object.entries(node)) if (key !== "schema") visit(value);
  };
  const { schemas, ...others } = copy.components ?? {};
  visit([copy.paths, others]);
  if (schemas !== undefined) copy.components = { ...others, schemas: eachOf(schemas, oneForm) };
  return copy;
}

const eachOf = (schemas: Record<string, Schema>, change: (schema: Schema) => Schema): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isObject(schema) ? change(schema) : schema]),
  );
