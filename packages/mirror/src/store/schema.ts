/** The tables and views of a copy. */
import { randomUUID } from "node:crypto";
import { MirrorError } from "../mirror-error.ts";
import type { FieldOf } from "../show/contract-names.ts";
import { version } from "../version.ts";
import { type Column, isColumnType, type List } from "../wire/list.ts";
import { compareTexts, type Database, type Dialect, type Reading, type Writing } from "./database.ts";
import { identityIn, sealRule, sha256 } from "./generations.ts";
import { formatVersion } from "./upgrades.ts";

/** A column that a list has in the target. */
export interface StoredColumn extends Column {
  /** Its place in the view of the list. `extra` has the first one that no column has: what comes later follows it. */
  readonly position: number;
}

/** A list as the target has it. */
export interface StoredColumns {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
}

/** Quotes a name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Tables beside those of the lists. */
const ownTables = (): string[] => [
  // What a copy is: its format and the version of the mirror that sealed it last, by which rule; its identity, by which exports know whose
  // they are; and the seal of all that is published and kept.
  "CREATE TABLE mirror_format (version INTEGER NOT NULL, written_by TEXT NOT NULL, seal_rule INTEGER NOT NULL, copy_id TEXT NOT NULL, seal TEXT)",
  // Which run may write. Each of its transactions renews the beat, so that a run that has lost the lease cannot write.
  "CREATE TABLE mirror_hold (one INTEGER PRIMARY KEY, token TEXT NOT NULL, host TEXT NOT NULL, process BIGINT NOT NULL, since TEXT NOT NULL, beat BIGINT NOT NULL)",
  // A generation is a complete copy; the one without a time of completion is still being made. Each seal covers the one before it, so
  // that the records of pruned generations stay. `before` is the newest generation when the sync began that made it; `former` are the
  // seals that it had before a court case was forgotten, `aliases` those that it had by earlier rules, for what it still has.
  "CREATE TABLE mirror_generations (generation BIGINT PRIMARY KEY, service TEXT NOT NULL, state TEXT, proof TEXT, started TEXT NOT NULL, before BIGINT NOT NULL, completed TEXT, kept INTEGER NOT NULL, seal TEXT, former TEXT, aliases TEXT)",
  "CREATE TABLE mirror_counts (generation BIGINT NOT NULL, list TEXT NOT NULL, row_count BIGINT NOT NULL, new_count BIGINT NOT NULL, gone_count BIGINT NOT NULL, misfit_count BIGINT NOT NULL, content_sum TEXT NOT NULL, rows_sum TEXT NOT NULL, gone_sum TEXT NOT NULL, kept INTEGER NOT NULL, PRIMARY KEY (generation, list))",
  // How far the unfinished generation is with each of its lists, as JSON, and a hash of it.
  "CREATE TABLE mirror_progress (list TEXT PRIMARY KEY, progress TEXT NOT NULL, seal TEXT NOT NULL)",
  // Court cases that are copied: each by the mark and the court that the service is asked by. `asked` is the newest generation that has
  // what the service answered, `missing` the time since when the service says that there is no such case, `problem` why the newest
  // generation has its rows of before, and `note` what the user has written down about it.
  "CREATE TABLE mirror_followed (mark TEXT NOT NULL, court BIGINT NOT NULL, since TEXT NOT NULL, asked BIGINT, missing TEXT, problem TEXT, note TEXT, PRIMARY KEY (mark, court))",
  // The query that each view was made with, and a hash of it: PostgreSQL keeps no text. A view whose query is another one in this version
  // is made anew. The seal of the copy is the same in every database, and so are none of these.
  "CREATE TABLE mirror_views (name TEXT PRIMARY KEY, query TEXT NOT NULL, seal TEXT NOT NULL)",
  "CREATE TABLE mirror_columns (list TEXT NOT NULL, position BIGINT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (list, position))",
];

/** The newest generation that is complete: readers see it until the next one is. */
export const published = "(SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)";

/** The condition that a row, by an alias of its table, was there in a generation: its number, a parameter such as `$1`, or another expression. */
export const wasThere = (generation: string | number, alias = "r"): string =>
  `(${alias}._first <= ${generation} AND (${alias}._gone IS NULL OR ${alias}._gone > ${generation}))`;

/**
 * The condition that `extra` has a field of the row itself, by an alias of its table: one of an object in it is none. PostgreSQL reads no
 * JSON with U+0000 or half a surrogate pair, so that it gets one without escapes. SQLite reads none with a thousand levels, whose text has
 * to do. DuckDB, which may run this itself, has functions that are called so and say the same about null.
 */
export function isInExtra(kind: Database["kind"], field: string, alias: string): string {
  const text = `CAST(${alias}.extra AS TEXT)`;
  if (kind === "postgresql")
    return `CAST(replace(replace(${text}, '\\\\', '/'), '\\u', '/') AS JSON) -> '${field}' IS NOT NULL`;
  return `CASE WHEN json_valid(${text}) THEN json_type(${text}, '$.${field}') IS NOT NULL ELSE instr(${text}, '"${field}":') > 0 END`;
}

/** Fields that get an index of their own. */
const indexed: ReadonlySet<string> = new Set<FieldOf | "asked_mark">(["mbs", "oib", "id", "asked_mark"]);

/** Names of the tables of a list. */
export const tablesOf = (list: string): { rows: string; seen: string; lookup: string } => ({
  /** Every row that ever was, with the generations that brought it and that it was gone in. */
  rows: `${list}_rows`,
  /** Rows of the newest generation that the unfinished one has too, as ranges of their numbers. */
  seen: `${list}_seen`,
  /** Hashes of the rows in the newest generation, while a copy has to look for some. */
  lookup: `${list}_lookup`,
});

/** Creates the mirror's own tables. */
export async function createOwnTables(writing: Writing): Promise<void> {
  for (const statement of ownTables()) await writing.run(statement);
  await writing.insert(
    "mirror_format",
    ["version", "written_by", "seal_rule", "copy_id"],
    [[formatVersion, version, sealRule, randomUUID()]],
  );
}

/** Creates the tables and views of a list. */
export async function createListTables(
  writing: Writing,
  { kind, dialect }: Pick<Database, "kind" | "dialect">,
  { name, columns: given }: Pick<List, "name" | "columns">,
): Promise<void> {
  const columns = given.map((column, position) => ({ ...column, position }));
  const { seen, lookup } = tablesOf(name);
  await createRows(writing, dialect, { name, columns });
  await writing.run(
    `CREATE TABLE ${quoted(lookup)} (_hash ${dialect.hash.type} NOT NULL, _row BIGINT NOT NULL, PRIMARY KEY (_hash, _row))${dialect.withoutRowid}`,
  );
  await writing.run(
    `CREATE TABLE ${quoted(seen)} (first_row ${dialect.rowId} PRIMARY KEY, last_row ${dialect.rowId} NOT NULL)`,
  );
  await recordColumns(writing, { name, columns });
  await makeViews(writing, kind, { name, columns });
}

/** The columns of a list, and `extra`, as a table has them. */
export const definitionsOf = (dialect: Dialect, columns: readonly Column[]): string[] => [
  ...columns.map(({ name, type }) => `${quoted(name)} ${dialect.types[type]}`),
  `extra ${dialect.types.json}`,
];

/** Creates the table of a list's rows. */
export async function createRows(writing: Writing, dialect: Dialect, { name, columns }: StoredColumns): Promise<void> {
  const key = dialect.keepsOrder ? "PRIMARY KEY" : "NOT NULL";
  await writing.run(
    `CREATE TABLE ${quoted(tablesOf(name).rows)} (_row ${dialect.rowId} ${key}, _hash ${dialect.hash.type} NOT NULL, _first BIGINT NOT NULL, _gone BIGINT, ${definitionsOf(dialect, columns).join(", ")})`,
  );
}

/** Records which columns a list has. */
export async function recordColumns(writing: Writing, { name: list, columns }: StoredColumns): Promise<void> {
  await writing.run("DELETE FROM mirror_columns WHERE list = $1", list);
  await writing.insert(
    "mirror_columns",
    ["list", "position", "name", "type"],
    columns.map(({ position, name, type }) => [list, position, name, type]),
  );
}

/**
 * Creates the indexes of a list's rows, if they are not there: once a table has its first rows, which takes less than one row after
 * another, and before anyone reads them.
 */
export async function createIndexes(
  writing: Writing,
  dialect: Dialect,
  { name: list, columns }: Pick<List, "name" | "columns">,
): Promise<void> {
  const on = (name: string, column: string): string =>
    `INDEX IF NOT EXISTS ${quoted(`${list}_${name}`)} ON ${quoted(tablesOf(list).rows)} (${quoted(column)})`;
  if (!dialect.keepsOrder) await writing.run(`CREATE UNIQUE ${on("row", "_row")}`);
  // Without the first generation, which often has most rows: the view of changes asks for it apart.
  await writing.run(`CREATE ${on("first", "_first")} WHERE _first > 1`);
  await writing.run(`CREATE ${on("gone", "_gone")} WHERE _gone IS NOT NULL`);
  for (const { name } of columns) if (indexed.has(name)) await writing.run(`CREATE ${on(name, name)}`);
}

/** The statement that makes a view. On a server, it may be there: users keep their rights on it, and their own views that rest on it. */
export const viewStatement = (kind: Database["kind"], name: string, query: string): string =>
  `CREATE ${kind === "sqlite" ? "" : "OR REPLACE "}VIEW ${quoted(name)} AS ${query}`;

/** Makes a view, in place of an earlier one with the same columns, or the first of them. One that was made with the same query stays. */
export async function makeView(writing: Writing, kind: Database["kind"], name: string, query: string): Promise<void> {
  if ((await viewQueries(writing)).get(name) === query) return;
  const options = await viewOptions(writing, kind, [name]);
  if (kind === "sqlite") await writing.run(`DROP VIEW IF EXISTS ${quoted(name)}`);
  await writing.run(viewStatement(kind, name, query));
  for (const option of options) await writing.run(option);
  await writing.run("DELETE FROM mirror_views WHERE name = $1", name);
  const seal = viewSeal(await identityIn(writing), name, query);
  await writing.insert("mirror_views", ["name", "query", "seal"], [[name, query, seal]]);
}

/** The query that each view was made with, as far as the mirror has recorded it. */
export async function viewQueries(reading: Reading): Promise<ReadonlyMap<string, string>> {
  const copy = await identityIn(reading);
  const rows = await reading.all("SELECT name, query, seal FROM mirror_views");
  return new Map(
    rows.flatMap(({ name, query, seal }) =>
      seal === viewSeal(copy, String(name), String(query)) ? [[String(name), String(query)]] : [],
    ),
  );
}

/** A hash of what is recorded of a view. */
const viewSeal = (copy: string, name: string, query: string): string => sha256([copy, name, query]);

/**
 * The statements that give views of a server the options that they have, such as `security_invoker`, which says whose rights count: a view
 * that is replaced loses them.
 */
export async function viewOptions(
  reading: Reading,
  kind: Database["kind"],
  names: readonly string[],
): Promise<string[]> {
  if (kind === "sqlite") return [];
  const rows = await reading.all(
    "SELECT relname AS name, array_to_string(reloptions, ', ') AS options FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'v' AND reloptions IS NOT NULL AND relname IN (SELECT json_array_elements_text($1::json))",
    JSON.stringify(names),
  );
  return rows.map(({ name, options }) => `ALTER VIEW ${quoted(String(name))} SET (${options})`);
}

/**
 * The queries of the views of a list, by name: `LIST`, the rows of the newest generation, and `LIST_changes`, the rows that came and
 * went. They may be others than in an earlier version: `sync` makes the views anew, in place, so that rights on them stay. Columns stay,
 * too, and new ones come last.
 *
 * Other programs run these queries by rules of their own. So there is no literal and no function in them that another dialect reads
 * otherwise: DuckDB sends `true` back to SQLite as a text, which counts as 0 there.
 */
export function viewsOf({ name, columns }: StoredColumns): ReadonlyMap<string, string> {
  const rows = quoted(tablesOf(name).rows);
  const fields = viewFields(columns).join(", ");
  const kept = `(SELECT generation FROM mirror_counts WHERE list = '${name}' AND kept = 1)`;
  const changes = (generation: string, change: string, condition: string): string =>
    `SELECT ${generation} AS generation, '${change}' AS change, ${fields} FROM ${rows} WHERE ${condition} AND ${generation} IN ${kept}`;
  return new Map([
    [name, `SELECT ${fields} FROM ${rows} WHERE _first <= ${published} AND (_gone IS NULL OR _gone > ${published})`],
    [
      `${name}_changes`,
      `${changes("_first", "new", "_first > 1")} UNION ALL ${changes("_first", "new", "_first = 1")} UNION ALL ${changes("_gone", "gone", "_gone IS NOT NULL")}`,
    ],
  ]);
}

/** The fields of a view in their order, which is for good: PostgreSQL adds columns to a view at its end alone. */
function viewFields(columns: readonly StoredColumn[]): string[] {
  const gap = columns.findIndex(({ position }, index) => position !== index);
  return columns.map(({ name }) => quoted(name)).toSpliced(gap < 0 ? columns.length : gap, 0, "extra");
}

/** Makes the views of a list. */
export async function makeViews(writing: Writing, kind: Database["kind"], list: StoredColumns): Promise<void> {
  for (const [view, query] of viewsOf(list)) await makeView(writing, kind, view, query);
}

/** Removes views, if they are there. A server names all that rests on them at once, if anything does. */
export async function dropViews(writing: Writing, kind: Database["kind"], views: readonly string[]): Promise<void> {
  const names = views.map(quoted);
  for (const some of kind === "sqlite" ? names : [names.join(", ")]) await writing.run(`DROP VIEW IF EXISTS ${some}`);
  for (const view of views) await writing.run("DELETE FROM mirror_views WHERE name = $1", view);
}

/** The columns that each list has in the target, by list. */
export const storedColumns = (database: Database): Promise<Map<string, StoredColumn[]>> =>
  database.read(storedColumnsIn);

/** The same, within a reading: the lists by their names. */
export async function storedColumnsIn(reading: Reading): Promise<Map<string, StoredColumn[]>> {
  const rows = await reading.all("SELECT list, position, name, type FROM mirror_columns ORDER BY position");
  const columns = new Map<string, StoredColumn[]>();
  for (const { list, position, name, type } of rows) {
    if (!isColumnType(type))
      throw new MirrorError(
        "damaged",
        `The target is damaged: ${list}.${name} is recorded as a column of the type ${type}, which the mirror has not written. Restore it from a backup, or copy the register into another target.`,
      );
    const known = columns.get(String(list)) ?? [];
    known.push({ name: String(name), type, position: Number(position) });
    columns.set(String(list), known);
  }
  return new Map([...columns].sort(([one], [other]) => compareTexts(one, other)));
}
