/** Columns that tests need whatever the contract calls them. */
import { lists } from "../../src/generated/lists.ts";

/** The first column of a list, of a type if one is given. */
export function firstColumn(list: string, type?: "text"): string {
  const columns = lists.find(({ name }) => name === list)?.columns ?? [];
  const column = columns.find((one) => type === undefined || one.type === type);
  if (!column) throw new Error(`${list} has no ${type ?? "column"}.`);
  return column.name;
}
