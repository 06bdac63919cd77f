/** Whether a target is a copy, and whose. */
import { MirrorError } from "../mirror-error.ts";
import { createNames } from "../search/names.ts";
import { version } from "../version.ts";
import { rowReader, rowStorer } from "../wire/columns.ts";
import type { Column, List } from "../wire/list.ts";
import { adoptCompany, company } from "./company.ts";
import type { Access, Database, Dialect, Reading, SqlValue, Writing } from "./database.ts";
import { sealCopy } from "./generations.ts";
import type { Lease } from "./lease.ts";
import {
  createIndexes,
  createListTables,
  createOwnTables,
  createRows,
  definitionsOf,
  dropViews,
  makeViews,
  quoted,
  recordColumns,
  type StoredColumn,
  type StoredColumns,
  storedColumns,
  storedColumnsIn,
  tablesOf,
  viewOptions,
  viewQueries,
  viewsOf,
} from "./schema.ts";
import { targetName } from "./target-name.ts";
import { formatIn, formatVersion, readableFormat, refuseUnknownFormat } from "./upgrades.ts";

/**
 * Makes sure that a target is a copy that this version can read or write, and makes an empty target into one if it may.
 *
 * @param access - `upgrade` is `create` for who brings a copy of an earlier format to that of this version.
 * @throws MirrorError of kind `foreign`, `newer` or `usage`.
 */
export async function openCopy(database: Database, target: string, access: Access | "upgrade"): Promise<void> {
  if (await isCopy(database, target)) {
    if (access !== "upgrade") await database.read((reading) => refuseOtherFormat(reading, target, access));
    return;
  }
  if (access === "read" || access === "write") throw noCopy(target);
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
 * @throws MirrorError of kind `foreign`, `newer` or `usage` if it is something else, or a copy of a format that this version does not know.
 */
export async function isCopy(database: Database, target: string): Promise<boolean> {
  const tables = await database.tables();
  if (tables.includes("mirror_format") && tables.includes("mirror_generations")) {
    await database.read((reading) => refuseUnknownFormat(reading, target));
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

/**
 * Reads a copy: all of it at one moment, and in the format that it has at that moment. Another version may bring it to its own at any time.
 *
 * @throws MirrorError of kind `foreign`, `newer` or `usage`.
 */
export async function readOpened<T>(
  database: Database,
  target: string,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  await openCopy(database, target, "read");
  return await database.read(async (reading) => {
    await refuseOtherFormat(reading, target, "read");
    return await work(reading);
  }, steadyTable);
}

/** The table by whose lock who reads and who makes tables anew wait for each other, in every format. */
const steadyTable = "mirror_format";

/** Waits for all who read, before tables are made anew, or get other columns. Who begins to read meanwhile waits for the commit. */
export async function waitForReaders(writing: Writing, kind: Database["kind"]): Promise<void> {
  // SQLite keeps for readers what they began with.
  if (kind === "postgresql") await writing.run(`LOCK TABLE ${steadyTable} IN ACCESS EXCLUSIVE MODE`);
}

/** Who reads goes on where it can. Who writes would write tables that are not those of this version. */
async function refuseOtherFormat(reading: Reading, target: string, access: Access): Promise<void> {
  await refuseUnknownFormat(reading, target);
  const { version: format, writtenBy } = await formatIn(reading);
  if (format >= (access === "read" ? readableFormat : formatVersion)) return;
  throw new MirrorError(
    "usage",
    `${targetName(target)} has format ${format}, and this version of the mirror, ${version}, has format ${formatVersion}. Run sync first, which brings it to that. Until then, version ${writtenBy} reads it: npx @court-register/mirror@${writtenBy}`,
  );
}

/**
 * Makes the views anew whose queries are others in this version, or that somebody has dropped, whatever lists are copied now.
 *
 * @param tables - Names of all tables and views.
 */
export async function adoptViews(writing: Writing, kind: Database["kind"], tables: readonly string[]): Promise<void> {
  for (const name of (await viewQueries(writing)).keys())
    if (!tables.includes(name)) await writing.run("DELETE FROM mirror_views WHERE name = $1", name);
  for (const [name, columns] of await storedColumnsIn(writing)) await makeViews(writing, kind, { name, columns });
  await adoptCompany(writing, kind);
}

/**
 * Gives every list of the contract its tables, and those that it has the columns that the contract has now. A column stays, also if the
 * contract has lost its field: other programs rest on the views.
 *
 * @throws MirrorError of kind `usage` if the type of a field has changed, and views of a user on a server are in the way.
 */
export async function adoptContract(lease: Lease, lists: readonly List[]): Promise<void> {
  const { database } = lease;
  const stored = await storedColumns(database);
  for (const list of lists) {
    const before = stored.get(list.name);
    const after = before && grown(before, list.columns);
    if (JSON.stringify(before) === JSON.stringify(after) && after) continue;
    await lease.write(async (writing) => {
      if (after) await changeColumns(writing, database, before, { name: list.name, columns: after });
      else await createListTables(writing, database, list);
      await sealCopy(writing);
    });
  }
}

/** The columns of a list with those that the contract has now: new ones come last. */
function grown(before: readonly StoredColumn[], now: readonly Column[]): StoredColumn[] {
  const fresh = now.filter(({ name }) => !before.some((column) => column.name === name));
  return [
    ...before.map((column) => ({ ...column, type: now.find(({ name }) => name === column.name)?.type ?? column.type })),
    // The first position behind those that a list began with is that of `extra`.
    ...fresh.map((column, index) => ({ ...column, position: before.length + 1 + index })),
  ];
}

/** Changes the columns of a list. The hashes of its rows stay: a row is what was sent. */
async function changeColumns(
  writing: Writing,
  database: Database,
  before: readonly StoredColumn[],
  list: StoredColumns,
): Promise<void> {
  if (before.every(({ type }, index) => type === list.columns[index]?.type)) {
    await addColumns(writing, database.dialect, before, list);
    await makeViews(writing, database.kind, list);
    await adoptCompany(writing, database.kind);
  } else await rebuild(writing, database, before, list);
}

/** Adds columns to the rows of a list, and moves what rows have for them from `extra`. */
async function addColumns(
  writing: Writing,
  dialect: Dialect,
  before: readonly StoredColumn[],
  list: StoredColumns,
): Promise<void> {
  const rows = quoted(tablesOf(list.name).rows);
  const fresh = list.columns.slice(before.length);
  const definitions = definitionsOf(dialect, fresh);
  for (const definition of definitions.slice(0, -1)) await writing.run(`ALTER TABLE ${rows} ADD COLUMN ${definition}`);
  await recordColumns(writing, list);
  const moved = "mirror_moved";
  await writing.run(`CREATE TABLE ${moved} (_row ${dialect.rowId}, ${definitions.join(", ")})`);
  const read = rowReader(before);
  const store = rowStorer(list.columns);
  const names = [...fresh.map(({ name }) => name), "extra"];
  const fields = [...before.map(({ name }) => quoted(name)), "extra"].join(", ");
  for await (const batch of writing.batches(`SELECT _row, ${fields} FROM ${rows} WHERE extra IS NOT NULL`))
    await writing.insert(
      moved,
      ["_row", ...names],
      batch.map((row) => {
        const { values, extra } = store(read(row));
        return [row._row as SqlValue, ...values.slice(before.length), extra];
      }),
    );
  const settings = names.map((name) => `${quoted(name)} = m.${quoted(name)}`).join(", ");
  await writing.run(`UPDATE ${rows} AS r SET ${settings} FROM ${moved} m WHERE m._row = r._row`);
  await writing.run(`DROP TABLE ${moved}`);
  await createIndexes(writing, dialect, list);
}

/** Makes the table and the views of a list anew. Users keep the rights that they have on them. */
export async function rebuild(
  writing: Writing,
  { kind, dialect }: Pick<Database, "kind" | "dialect">,
  before: readonly StoredColumn[],
  list: StoredColumns,
): Promise<void> {
  await waitForReaders(writing, kind);
  const { rows } = tablesOf(list.name);
  const views = [...viewsOf(list).keys()];
  const rights = [
    ...(kind === "postgresql" ? await grantsOn(writing, [rows, ...views, company]) : []),
    ...(await viewOptions(writing, kind, [...views, company])),
  ];
  await dropViews(writing, kind, [...views, company]);
  // Not renamed: SQLite would look for the views in those of the user.
  const old = "mirror_old";
  await writing.run(`CREATE TABLE ${old} AS SELECT * FROM ${quoted(rows)}`);
  await writing.run(`DROP TABLE ${quoted(rows)}`);
  await createRows(writing, dialect, list);
  await recordColumns(writing, list);
  const read = rowReader(before);
  const store = rowStorer(list.columns);
  const fields = [...before.map(({ name }) => quoted(name)), "extra"].join(", ");
  for await (const batch of writing.batches(`SELECT _row, _hash, _first, _gone, ${fields} FROM ${old}`))
    await writing.insert(
      rows,
      ["_row", "_hash", "_first", "_gone", ...list.columns.map(({ name }) => name), "extra"],
      batch.map((row) => {
        const { values, extra } = store(read(row));
        return [row._row, row._hash, row._first, row._gone, ...values, extra] as SqlValue[];
      }),
    );
  await writing.run(`DROP TABLE ${old}`);
  await createIndexes(writing, dialect, list);
  await makeViews(writing, kind, list);
  await adoptCompany(writing, kind);
  for (const right of rights) await writing.run(right);
}

/** The statements that give users of a server the rights that they have on some tables and views, or on columns of them. */
async function grantsOn(reading: Reading, names: readonly string[]): Promise<string[]> {
  const rows = await reading.all(
    `SELECT c.relname AS name, r.attname AS field, a.privilege_type AS right, CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END AS grantee, a.is_grantable AS grantable
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    CROSS JOIN LATERAL (SELECT NULL AS attname, c.relacl AS acl UNION ALL SELECT attname, attacl FROM pg_attribute WHERE attrelid = c.oid AND NOT attisdropped) r
    CROSS JOIN LATERAL aclexplode(r.acl) a
    WHERE c.relname IN (SELECT json_array_elements_text($1::json)) AND a.grantee <> c.relowner`,
    JSON.stringify(names),
  );
  return rows.map(({ name, field, right, grantee, grantable }) => {
    const on = `${right}${field == null ? "" : ` (${quoted(String(field))})`} ON ${quoted(String(name))}`;
    return `GRANT ${on} TO ${grantee == null ? "PUBLIC" : quoted(String(grantee))}${grantable ? " WITH GRANT OPTION" : ""}`;
  });
}
