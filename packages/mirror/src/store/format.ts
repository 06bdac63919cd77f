/** Whether a target is a copy, and whose. */
import { MirrorError } from "../mirror-error.ts";
import { createNames } from "../search/names.ts";
import { rowReader, rowStorer } from "../wire/columns.ts";
import type { Column, List } from "../wire/list.ts";
import { adoptCompany, dropCompany } from "./company.ts";
import type { Access, Database, SqlValue, Writing } from "./database.ts";
import { sealCopy } from "./generations.ts";
import type { Hold } from "./hold.ts";
import {
  createIndexes,
  createListTables,
  createOwnTables,
  createRows,
  createViews,
  dropViews,
  formatVersion,
  indexed,
  quoted,
  storedColumns,
  tablesOf,
} from "./schema.ts";
import { targetName } from "./target-name.ts";

/**
 * Makes sure that a target is a copy that this version can read, and makes an empty target into one if it may.
 *
 * @throws MirrorError of kind `foreign`, `newer` or `usage`.
 */
export async function openCopy(database: Database, target: string, access: Access): Promise<void> {
  if (await isCopy(database, target)) return;
  if (access !== "create") throw noCopy(target);
  try {
    await database.write(async (writing) => {
      await createOwnTables(writing);
      await createNames(writing, database.kind);
      await sealCopy(writing);
    });
  } catch (error) {
    // Another run may have made them at the same moment.
    if (!(await isCopy(database, target))) throw error;
  }
}

/**
 * Whether a target is a copy; if not, it is empty.
 *
 * @throws MirrorError of kind `foreign`, `newer` or `usage` if it is something else, or a copy of another format.
 */
export async function isCopy(database: Database, target: string): Promise<boolean> {
  const tables = await database.tables();
  if (tables.includes("mirror_format") && tables.includes("mirror_generations")) {
    await refuseOtherFormat(database, target);
    return true;
  }
  if (tables.length > 0) throw foreign(target);
  return false;
}

/** The target has something in it that the mirror did not write. */
export const foreign = (target: string): MirrorError =>
  new MirrorError(
    "foreign",
    `${targetName(target)} belongs to another program. Nothing in it was changed. Name another target.`,
  );

/** The target is there and has nothing in it. */
export const noCopy = (target: string): MirrorError =>
  new MirrorError(
    "usage",
    `${targetName(target)} holds no copy yet. Make one first: court-register-mirror sync TARGET`,
  );

async function refuseOtherFormat(database: Database, target: string): Promise<void> {
  const [row] = await database.read((reading) => reading.all("SELECT version FROM mirror_format"));
  const version = Number(row?.version);
  if (version === formatVersion) return;
  const formats = `(format ${version}, this version knows ${formatVersion})`;
  throw version > formatVersion
    ? new MirrorError(
        "newer",
        `${targetName(target)} was written by a newer version of the mirror ${formats}. Update @court-register/mirror.`,
      )
    : new MirrorError(
        "usage",
        `${targetName(target)} was written by an older version of the mirror ${formats}. Copy the register into another target.`,
      );
}

/** Gives every list of the contract its tables, and those that it has the columns that the contract has now. */
export async function adoptContract(hold: Hold, lists: readonly List[]): Promise<void> {
  const stored = await storedColumns(hold.database);
  for (const list of lists) {
    const before = stored.get(list.name);
    if (JSON.stringify(before) === JSON.stringify(list.columns)) continue;
    await hold.write(async (writing) => {
      if (before === undefined) await createListTables(writing, hold.database.dialect, list);
      else await changeColumns(writing, hold.database, list, before);
      await sealCopy(writing);
    });
  }
}

/** Moves the rows of a list into a table with other columns. Their hashes stay: a row is what was sent. */
async function changeColumns(
  writing: Writing,
  database: Database,
  list: List,
  before: readonly Column[],
): Promise<void> {
  const { rows } = tablesOf(list.name);
  const old = `${rows}_old`;
  await dropCompany(writing);
  await dropViews(writing, list.name);
  for (const name of ["row", "first", "gone", ...indexed])
    await writing.run(`DROP INDEX IF EXISTS ${quoted(`${list.name}_${name}`)}`);
  await writing.run(`ALTER TABLE ${quoted(rows)} RENAME TO ${quoted(old)}`);
  await writing.run("DELETE FROM mirror_columns WHERE list = $1", list.name);
  await createRows(writing, database.dialect, list);
  const read = rowReader(before);
  const store = rowStorer(list.columns);
  const fields = [...before.map(({ name }) => quoted(name)), "extra"].join(", ");
  for await (const batch of writing.batches(`SELECT _row, _hash, _first, _gone, ${fields} FROM ${quoted(old)}`))
    await writing.insert(
      rows,
      ["_row", "_hash", "_first", "_gone", ...list.columns.map(({ name }) => name), "extra"],
      batch.map((row) => {
        const { values, extra } = store(read(row));
        return [row._row, row._hash, row._first, row._gone, ...values, extra] as SqlValue[];
      }),
    );
  await writing.run(`DROP TABLE ${quoted(old)}`);
  await createIndexes(writing, database.dialect, list);
  await createViews(writing, list);
  await adoptCompany(writing, database.kind);
}
