/** The lists that the mirror keeps, with a column for each field. */
import { operationsOf, type OpenApi, resolve, type Schema } from "../specs/openapi.ts";
import { SpecError } from "../specs/spec-error.ts";
import { literal } from "./print.ts";

type ColumnType = "integer" | "decimal" | "text" | "boolean" | "json";

const columnTypes: Readonly<Record<string, ColumnType>> = {
  integer: "integer",
  number: "decimal",
  string: "text",
  boolean: "boolean",
  object: "json",
  array: "json",
};

/** Names of tables and columns that are the mirror's own. */
const ownTable = /^(mirror|sqlite|pg)_|_(rows|keys|seen|changes)$/;
const ownColumn = /^(_.*|extra|generation|change)$/;

/** Writes the module with the lists. @throws SpecError if a name is one of the mirror's own. */
export function mirrorLists(document: OpenApi, header: string): string {
  const operations = operationsOf(document);
  const lists = operations.map(({ operation }) => {
    const { operationId: id = "", tags: [tag = ""] = [], parameters = [], responses } = operation;
    const verb = id.slice(tag.length + 1);
    const isAlone = operations.filter((other) => other.operation.tags?.[0] === tag).length === 1;
    const name = isAlone ? tag : `${tag}_${verb}`;
    if (ownTable.test(name)) throw new SpecError(id, `the mirror has tables of its own that are called like "${name}".`);
    const names = parameters.map((parameter) => resolve<{ name: string }>(document, parameter)?.name);
    const paged = names.includes("offset") && names.includes("limit");
    const total = Object.keys(responses?.["200"]?.headers ?? {}).some((one) => one.toLowerCase() === "x-total-count");
    const about = document.tags?.find((one) => one.name === tag)?.description ?? tag;
    return `  {
    name: ${literal(name)},
    about: ${literal(about)},
    tag: ${literal(tag)},
    verb: ${literal(verb)},
    paged: ${paged},
    total: ${total},
    columns: [
${columnsOf(document, id, rowSchema(document, responses)).join("\n")}
    ],
  },`;
  });
  return `${header}import type { List } from "../wire/list.ts";

/** Every list of the contract. */
export const lists: readonly List[] = [
${lists.join("\n")}
];
`;
}

function rowSchema(document: OpenApi, responses: OperationResponses): Schema {
  const body = resolve<Schema>(document, responses?.["200"]?.content?.["application/json"]?.schema ?? {});
  return resolve<Schema>(document, body?.items ?? {}) ?? {};
}

type OperationResponses = ReturnType<typeof operationsOf>[number]["operation"]["responses"];

function columnsOf(document: OpenApi, id: string, row: Schema): string[] {
  return Object.entries(row.properties ?? {}).map(([name, field]) => {
    if (ownColumn.test(name)) throw new SpecError(id, `the mirror has a column of its own that is called "${name}".`);
    const schema = resolve<Schema>(document, field.$ref ? field : (field.allOf?.[0] ?? field)) ?? {};
    const type = columnTypes[String(schema.type)] ?? "json";
    return `      { name: ${literal(name)}, type: ${literal(type)} },`;
  });
}
