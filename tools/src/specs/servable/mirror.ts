/** Names that the mirror cannot give to tables and columns, because it has some of its own. */
import { nameOf, type OpenApi, operationsOf, type PlacedOperation, resolve, type Schema } from "../openapi.ts";
import type { Problem } from "./problem.ts";

const ownTable = /^(mirror|sqlite|pg)_|_(rows|keys|seen|changes)$/;
const ownColumn = /^(_.*|extra|generation|change)$/;

/** What the mirror calls the list of an operation: like its tag, if that has no other operation. */
export function listName(document: OpenApi, { operation, id }: PlacedOperation): string {
  const [tag = ""] = operation.tags ?? [];
  const isAlone = operationsOf(document).filter((other) => other.operation.tags?.[0] === tag).length === 1;
  return isAlone ? tag : `${tag}_${id.slice(tag.length + 1)}`;
}

export function mirrorClashes(document: OpenApi): Problem[] {
  return operationsOf(document).flatMap((placed) => {
    const name = listName(document, placed);
    const table = ownTable.test(name)
      ? [
          {
            at: ["paths", placed.path, "get", "tags"],
            message: `the mirror has tables of its own that are called like "${name}".`,
          },
        ]
      : [];
    const body = resolve<Schema>(document, placed.operation.responses?.["200"]?.content?.["application/json"]?.schema);
    const row = nameOf(body?.items?.$ref);
    const fields = Object.keys(document.components?.schemas?.[row]?.properties ?? {});
    const columns = fields
      .filter((field) => ownColumn.test(field))
      .map((field) => ({
        at: ["components", "schemas", row, "properties", field],
        message: `the mirror has a column of its own that is called "${field}".`,
      }));
    return [...table, ...columns];
  });
}
