import {
  isObject,
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  resolve,
} from "../../compatibility/openapi/document.ts";
import type { Rule } from "../problem.ts";
import { cells, differences, names } from "../words.ts";

/** The contract in words has every operation, with paging, total, parameters, resource and root, and every required field. */
export const worded: Rule = (document, folder) => {
  const required = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
    schema.required === undefined ? [] : [cells(names([name]), names(schema.required))],
  );
  const operations = operationsOf(document).map((placed) => rowOf(document, placed));
  return [...differences(folder, "2.2", required), ...differences(folder, "4.7", operations)].map((message) => ({
    at: [],
    message,
  }));
};

function rowOf(document: OpenApi, { path, operation }: PlacedOperation): string {
  const parameters = (operation.parameters ?? []).flatMap((parameter) => resolve(document, parameter) ?? []);
  const defaultOf = (name: string): unknown => parameters.find((one) => one.name === name)?.schema?.default;
  const has = (name: string): boolean => parameters.some((one) => one.name === name);
  const answer = operation.responses?.["200"];
  const root = answer?.content?.["application/json"]?.schema?.$ref?.split("/").at(-1) ?? "";
  const row = document.components?.schemas?.[root]?.items?.$ref?.split("/").at(-1) ?? "";
  const further = parameters
    .filter(({ name }) => !["offset", "limit", "timestamp_id"].includes(name))
    .map(({ name }) => names([name]) + (defaultOf(name) === undefined ? "" : ` (${defaultOf(name)})`));
  return cells(
    names([path]),
    has("offset") && has("limit") ? `●${defaultOf("limit") ?? ""}` : "",
    isObject(answer?.headers) && "x-total-count" in answer.headers ? "yes" : "",
    further.join(", "),
    names([row]),
    names([root]),
  );
}
