/** What an operation is made of, with every `$ref` followed. */
import { component } from "./integers.ts";
import type { OpenApi, Operation, Parameter, Schema } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/** The parameters of an operation. `where` is its place. @throws SpecError when a `$ref` points elsewhere. */
export const parametersOf = (document: OpenApi, operation: Operation, where: string): Parameter[] =>
  (operation.parameters ?? []).map((parameter) =>
    "$ref" in parameter && typeof parameter.$ref === "string"
      ? component<Parameter>(document, "parameters", parameter.$ref, where)
      : (parameter as Parameter),
  );

/** Whether an operation with these parameters pages. */
export const pages = (parameters: readonly Parameter[]): boolean =>
  ["offset", "limit"].every((name) => parameters.some((one) => one.in === "query" && one.name === name));

/** The schema of one row of the response. @throws SpecError when the response is no array of a named object. */
export function rowOf(document: OpenApi, operation: Operation, where: string): Schema {
  const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const body = schema?.$ref === undefined ? schema : component<Schema>(document, "schemas", schema.$ref, where);
  const ref = body?.type === "array" ? body.items?.$ref : undefined;
  if (ref === undefined)
    throw new SpecError(where, "status 200 must return application/json with an array of a named object.");
  return component(document, "schemas", ref, where);
}
