/** What a document that is accepted and its operations are made of, with every `$ref` followed. */
import {
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  resolve,
  type Schema,
  serverPath,
} from "./openapi.ts";

/** What precedes the path of every operation, such as `/javni`. */
export const basePathOf = (document: OpenApi): string => serverPath(document.servers?.[0]?.url ?? "");

/** The request header for the key, as the contract writes it. */
export const keyHeaderOf = ({ components }: OpenApi): string =>
  Object.values(components?.securitySchemes ?? {})[0]?.name ?? "";

/** The parameters of an operation. */
export const parametersOf = (document: OpenApi, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((parameter) => resolve<Parameter>(document, parameter) ?? []);

/** Whether an operation with these parameters pages. */
export const pages = (parameters: readonly Parameter[]): boolean =>
  ["offset", "limit"].every((name) => parameters.some((one) => one.in === "query" && one.name === name));

/** The array that an operation returns, and its name, which is that of the XML root. */
export function listOf(document: OpenApi, operation: Operation): { root: string; row: string; fields: Schema } {
  const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const items = resolve<Schema>(document, schema)?.items;
  return { root: nameOf(schema?.$ref), row: nameOf(items?.$ref), fields: resolve<Schema>(document, items) ?? {} };
}

/** What the mirror calls the list of an operation: like its tag, if that has no other operation. */
export function listName(document: OpenApi, { operation, id }: PlacedOperation): string {
  const [tag = ""] = operation.tags ?? [];
  const isAlone = operationsOf(document).filter((other) => other.operation.tags?.[0] === tag).length === 1;
  return isAlone ? tag : `${tag}_${id.slice(tag.length + 1)}`;
}

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
export const isExact = (schema: Schema): boolean => schema.type === "integer" && schema.format !== "int32";

/** Paths of the exact integers in a schema that is no circle, such as `mbs` and `drzava.id`. */
export function integerPaths(document: OpenApi, schema: Schema): string[] {
  const { properties = {} } = resolve<Schema>(document, schema.allOf?.[0] ?? schema) ?? {};
  return Object.entries(properties).flatMap(([name, field]) => {
    const value = field.items ?? field;
    return isExact(value) ? [name] : integerPaths(document, value).map((path) => `${name}.${path}`);
  });
}

/** Whether a schema, which may be in a circle, has exact integers at any depth. */
export function hasExact(document: OpenApi, schema: Schema, above: Schema[] = []): boolean {
  const here = resolve<Schema>(document, schema.allOf?.[0] ?? schema);
  if (here === undefined || above.includes(here)) return false;
  return Object.values(here.properties ?? {}).some((field) => {
    const value = field.items ?? field;
    return isExact(value) || hasExact(document, value, [...above, here]);
  });
}

/** The type of a parameter in the clients. */
export function parameterType({ name, schema = {} }: Pick<Parameter, "name" | "schema">): string {
  if (schema.type === "integer") return isExact(schema) ? "number | bigint" : "number";
  // An offset may be given as a number, even where the contract says string.
  return name === "offset" && schema.type === "string" ? "number | string" : String(schema.type);
}
