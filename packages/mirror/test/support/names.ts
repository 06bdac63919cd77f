import { lists } from "../../src/generated/lists.ts";
import { nameField } from "../../src/search/names.ts";
import type { Register } from "./register.ts";

/** Rows whose field `ime` is called as the contract calls the names of their list now. */
export const withNames = (rows: Register["rows"]): Register["rows"] =>
  Object.fromEntries(
    Object.entries(rows).map(([list, all]) => {
      const columns = lists.find(({ name }) => name === list)?.columns ?? [];
      const field = JSON.stringify(nameField(columns) ?? "ime");
      return [list, all.map((row) => row.replaceAll('"ime":', `${field}:`))];
    }),
  );
