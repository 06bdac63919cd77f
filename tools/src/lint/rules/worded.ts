import { isObject, type OpenApi, operationsOf, type PlacedOperation, resolve } from "../../specs/openapi.ts";
import type { Rule } from "../problem.ts";
import { cells, differences, misnamed, names } from "../words.ts";

/** The prose contract lists every operation (paging, total, parameters, resource, root), all required fields, and the key's header. */
export const worded: Rule = (document, folder) => {
  const required = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
    schema.required === undefined ? [] : [cells(names([name]), names(schema.required))],
  );
  const operations = operationsOf(document).map((placed) => factsOf(document, placed));
  const keyHeaders = Object.values(document.components?.securitySchemes ?? {}).flatMap(({ name }) => name ?? []);
  const rows = operations.map(({ row }) => row);
  const listed = (section: string, has: (facts: Facts) => boolean, ...further: string[]): string[] =>
    misnamed(folder, section, [...operations.filter(has).map(({ row }) => row), ...further], rows);
  const limits = operations.flatMap(({ limit }) => (limit === undefined ? [] : [`limit=${limit}`]));
  return [
    ...differences(folder, "2.2", required),
    ...listed("4.2", ({ limit }) => limit !== undefined, ...new Set(limits)),
    ...listed("4.3", ({ total }) => total),
    ...listed("4.4", ({ expands }) => expands),
    ...differences(
      folder,
      "4.7",
      operations.map(({ cells }) => cells),
    ),
    ...misnamed(folder, "5", keyHeaders, []),
  ].map((message) => ({ at: [], message }));
};

interface Facts {
  row: string;
  /** The default of `limit`, if any. */
  limit: unknown;
  total: boolean;
  expands: boolean;
  /** Its row in the table. */
  cells: string;
}

function factsOf(document: OpenApi, { path, operation }: PlacedOperation): Facts {
  const parameters = (operation.parameters ?? []).flatMap((parameter) => resolve(document, parameter) ?? []);
  const defaultOf = (name: string): unknown => parameters.find((one) => one.name === name)?.schema?.default;
  const has = (name: string): boolean => parameters.some((one) => one.name === name);
  const answer = operation.responses?.["200"];
  const root = answer?.content?.["application/json"]?.schema?.$ref?.split("/").at(-1) ?? "";
  const row = document.components?.schemas?.[root]?.items?.$ref?.split("/").at(-1) ?? "";
  const further = parameters
    .filter(({ name }) => !["offset", "limit", "timestamp_id"].includes(name))
    .map(({ name }) => names([name]) + (defaultOf(name) === undefined ? "" : ` (${defaultOf(name)})`));
  const limit = defaultOf("limit");
  const total = isObject(answer?.headers) && "x-total-count" in answer.headers;
  const paging = has("offset") && has("limit") ? `●${limit ?? ""}` : "";
  return {
    row,
    limit,
    total,
    expands: has("expand_relations"),
    cells: cells(names([path]), paging, total ? "yes" : "", further.join(", "), names([row]), names([root])),
  };
}
