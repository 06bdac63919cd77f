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
