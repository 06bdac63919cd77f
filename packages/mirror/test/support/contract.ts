/** Copies of another contract than the one of this version. */
import { lists } from "../../src/generated/lists.ts";
import { adoptContract, rebuild } from "../../src/store/format.ts";
import { sealCopy } from "../../src/store/generations.ts";
import { Lease } from "../../src/store/lease.ts";
import { makeView, storedColumnsIn, viewQueries, viewsOf } from "../../src/store/schema.ts";
import type { Column } from "../../src/wire/list.ts";
import { inTarget } from "./target.ts";

/** Brings a copy to a contract in which a list has other columns, as the first `sync` of a version with that contract does. */
export const adopt = (
  target: string,
  name: string,
  change: (columns: readonly Column[]) => readonly Column[],
): Promise<void> =>
  inTarget(target, async (database) => {
    await using lease = await Lease.take(database, target, Date.now);
    await adoptContract(
      lease,
      lists.filter((list) => list.name === name).map((list) => ({ ...list, columns: change(list.columns) })),
    );
  });

/** Makes the views of a list as an earlier version has made them, with queries that say the same in other words. */
export const withEarlierViews = (target: string, name: string): Promise<void> =>
  inTarget(target, (database) =>
    database.write(async (writing) => {
      const columns = (await storedColumnsIn(writing)).get(name) ?? [];
      const queries = new Map([
        ...viewsOf({ name, columns }),
        ["company", (await viewQueries(writing)).get("company")],
      ]);
      for (const [view, query] of queries) await makeView(writing, database.kind, view, `${query} AND 1 = 1`);
    }),
  );

/** Makes a copy into one of an older contract, in which a list does not have a column yet. */
export const withoutColumn = (target: string, name: string, column: string): Promise<void> =>
  inTarget(target, (database) =>
    database.write(async (writing) => {
      const before = (await storedColumnsIn(writing)).get(name) ?? [];
      const columns = before
        .filter((one) => one.name !== column)
        .map((one, position) => ({ name: one.name, type: one.type, position }));
      await rebuild(writing, database, before, { name, columns });
      await sealCopy(writing);
    }),
  );
