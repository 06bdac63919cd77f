import { readSpec } from "../../../specs/files.ts";
import {
  isObject,
  nameOf,
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  resolve,
  type Schema,
} from "../../../specs/openapi.ts";
import { type Field, readOperations } from "../../../specs/servable/operation-table.ts";
import type { Rule } from "../problem.ts";
import { cells, differences, misnamed, names, unknownNames } from "../words.ts";

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
    ...differences(folder, "2.1", expandedForms(document)),
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
    ...unknownNames(folder, new Set([...wordsOf(document), ...wordsOfSdl(folder)])),
  ].map((message) => ({ at: [], message }));
};

/** The rows of identifiers with the objects that expand them, and the fields of these. */
function expandedForms(document: OpenApi): string[] {
  const { operations } = readOperations(document);
  const rows = operations.flatMap(({ fields, relations }) =>
    relations.map(({ id, object }) =>
      cells(names([id]), names([object]), typed(fields.find(({ name }) => name === object)?.fields)),
    ),
  );
  return [...new Set(rows)];
}

/** Fields as the text of a cell, each with its type, unless it is plain text. */
const typed = (fields: readonly Field[] = []): string =>
  fields
    .map(({ name, type, format = type }) => (format === "string" ? names([name]) : `${names([name])} ${format}`))
    .join(", ");

/** Every word in the keys and texts of a document, but not in descriptions, which may name what is gone. */
function wordsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return String(node).match(/[\w-]+/g) ?? [];
  // A field may have such a name, too: then it has a schema.
  const said = Object.entries(node).filter(
    ([key, value]) => !["description", "summary", "tags"].includes(key) || isObject(value),
  );
  return said.flatMap(([key, value]) => [...(key.match(/[\w-]+/g) ?? []), ...wordsOf(value)]);
}

function wordsOfSdl(folder: string): string[] {
  const sdl = readSpec(folder, "court-cases.graphql");
  return sdl.replace(/"[^"]*"|#.*/g, "").match(/\w+/g) ?? [];
}

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
  const body = answer?.content?.["application/json"]?.schema;
  const row = nameOf(resolve<Schema>(document, body)?.items?.$ref);
  const further = parameters
    .filter(({ name }) => !["offset", "limit", "timestamp_id"].includes(name))
    .map(({ name, required }) => [names([name]), required ? "required" : defaultOf(name)])
    .map(([name, fact]) => (fact === undefined ? name : `${name} (${fact})`));
  const limit = defaultOf("limit");
  const total = isObject(answer?.headers) && "x-total-count" in answer.headers;
  const paging = has("offset") && has("limit") ? `●${limit ?? ""}` : "";
  return {
    row,
    limit,
    total,
    expands: has("expand_relations"),
    cells: cells(
      names([path]),
      paging,
      total ? "yes" : "",
      further.join(", "),
      names([row]),
      names([nameOf(body?.$ref)]),
    ),
  };
}
