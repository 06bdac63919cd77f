/** The lists that the mirror keeps, with a column for each field. */
import { literal } from "../shared/print.ts";
import { type OpenApi, operationsOf, resolve, type Schema } from "../specs/openapi.ts";
import { listName, listOf, pages, parametersOf } from "../specs/operation-parts.ts";

type ColumnType = "integer" | "decimal" | "text" | "boolean" | "json";

const columnTypes: Readonly<Record<string, ColumnType>> = {
  integer: "integer",
  number: "decimal",
  string: "text",
  boolean: "boolean",
  object: "json",
  array: "json",
};

/** The module with the lists. */
export function mirrorLists(document: OpenApi): string {
  const lists = operationsOf(document).map((placed) => {
    const { id, operation } = placed;
    const [tag = ""] = operation.tags ?? [];
    const headers = Object.keys(operation.responses?.["200"]?.headers ?? {});
    const total = headers.some((one) => one.toLowerCase() === "x-total-count");
    const about = document.tags?.find((one) => one.name === tag)?.description ?? tag;
    return `  {
    name: ${literal(listName(document, placed))},
    about: ${literal(about)},
    tag: ${literal(tag)},
    verb: ${literal(id.slice(tag.length + 1))},
    paged: ${pages(parametersOf(document, operation))},
    total: ${total},
    columns: [
${columnsOf(document, listOf(document, operation).fields).join("\n")}
    ],
  },`;
  });
  return `// Generated from specs/register.openapi.yaml by \`pnpm generate\`. Do not edit.

import type { List } from "../wire/list.ts";

/** Every list of the contract. */
export const lists: readonly List[] = [
${lists.join("\n")}
];
`;
}

function columnsOf(document: OpenApi, row: Schema): string[] {
  return Object.entries(row.properties ?? {}).map(([name, field]) => {
    const schema = resolve<Schema>(document, field.$ref ? field : (field.allOf?.[0] ?? field)) ?? {};
    const type = columnTypes[String(schema.type)] ?? "json";
    return `      { name: ${literal(name)}, type: ${literal(type)} },`;
  });
}
