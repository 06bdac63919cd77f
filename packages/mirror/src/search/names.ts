/** The index of names. Its rows are added before readers see those that they are about, and count only for those that readers see. */
import { hash } from "node:crypto";
import { compareTexts, type Database, type Reading, type Writing } from "../store/database.ts";
import type { Lease } from "../store/lease.ts";
import { published, quoted, storedColumns, tablesOf } from "../store/schema.ts";
import type { Column } from "../wire/list.ts";
import { parseWire, textOf, type WireObject } from "../wire/wire.ts";
import { foldVersion, forms, trigramNumbers, trigrams } from "./fold.ts";

/** Fields that hold the name of a subject or a part of it. */
const nameFields = /(?:^|_)(?:ime|naziv|tvrtka)$/;

/** The field with the name in the rows of a list about subjects; undefined if there is none. */
export const nameField = (columns: readonly Column[]): string | undefined =>
  columns.some(({ name, type }) => name === "mbs" && type === "integer")
    ? columns.find(({ name, type }) => type === "text" && nameFields.test(name))?.name
    : undefined;

/**
 * A field of text as it was sent, or the JSON of what was sent in its place; undefined if nothing was. What a column cannot hold, such
 * as half of a surrogate pair, is in `extra`.
 */
export function sentText(field: string, column: unknown, extra: unknown): string | undefined {
  if (column != null) return String(column);
  const sent = extra == null ? {} : (parseWire(String(extra)) as WireObject);
  const value = Object.hasOwn(sent, field) ? sent[field] : undefined;
  return value == null ? undefined : textOf(value);
}

/** What the names of a list in the index are made from. An index that was made from something else is made again. */
export const madeFrom = (field: string): string => `${field}, folded by rules ${foldVersion}`;

/** What each database has of its own kind. The rest is the same for all. */
interface IndexKind {
  /** Statements that create it. */
  readonly create: readonly string[];
  /** Statements that create what takes less once the first names are there. */
  readonly complete: readonly string[];
  /** Columns beside those of every database, and their values for a name. */
  readonly columns: readonly string[];
  readonly values: (form: string) => readonly string[];
  /** Statements after the names of a condition were added, and before they are removed. */
  readonly add: (condition: string) => readonly string[];
  readonly remove: (condition: string) => readonly string[];
  /** Whether what it finds names by is what follows from them. */
  readonly isWhole: (reading: Reading) => Promise<boolean>;
}

const kinds: Readonly<Record<Database["kind"], IndexKind>> = {
  sqlite: {
    create: [
      "CREATE TABLE mirror_names (id INTEGER PRIMARY KEY, list INTEGER NOT NULL, name_row INTEGER NOT NULL, form TEXT NOT NULL)",
      // Which rows have a trigram is enough: that the trigrams follow one another is checked in the name itself.
      "CREATE VIRTUAL TABLE mirror_names_index USING fts5 (form, content = 'mirror_names', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)",
    ],
    complete: ["CREATE INDEX IF NOT EXISTS mirror_names_form ON mirror_names (form)"],
    columns: [],
    values: () => [],
    // All at once: FTS5 writes what it has gathered at the end of every statement, and of every run of a trigger.
    add: (condition) => [
      `INSERT INTO mirror_names_index (rowid, form) SELECT id, form FROM mirror_names WHERE ${condition} ORDER BY id`,
    ],
    remove: (condition) => [
      `INSERT INTO mirror_names_index (mirror_names_index, rowid, form) SELECT 'delete', id, form FROM mirror_names WHERE ${condition}`,
    ],
    isWhole: async (reading) => {
      const expected = new Map<string, { names: number; sum: number }>();
      for await (const batch of reading.batches("SELECT id, form FROM mirror_names"))
        for (const { id, form } of batch)
          for (const trigram of trigrams(String(form))) {
            const known = expected.get(trigram) ?? { names: 0, sum: 0 };
            expected.set(trigram, known);
            known.names++;
            known.sum += Number(id);
          }
      for (const [trigram, { names, sum }] of expected) {
        const [found] = await reading.all(
          "SELECT count(*) AS names, sum(rowid) AS sum FROM mirror_names_index WHERE mirror_names_index MATCH $1",
          `"${trigram}"`,
        );
        if (Number(found?.names) !== names || Number(found?.sum) !== sum) return false;
      }
      return true;
    },
  },
  postgresql: {
    create: [
      // The extension pg_trgm is not everywhere, or may not be used: arrays have an index everywhere.
      "CREATE TABLE mirror_names (list INTEGER NOT NULL, name_row BIGINT NOT NULL, form TEXT NOT NULL, parts SMALLINT[] NOT NULL)",
    ],
    complete: [
      "CREATE INDEX IF NOT EXISTS mirror_names_parts ON mirror_names USING gin (parts)",
      // A name may be longer than what fits into an index that is sorted.
      "CREATE INDEX IF NOT EXISTS mirror_names_form ON mirror_names USING hash (form)",
    ],
    columns: ["parts"],
    values: (form) => [`{${trigramNumbers(form).join(",")}}`],
    add: () => [],
    remove: () => [],
    // Its column is compared with each name.
    isWhole: async () => true,
  },
};

/** Creates the index, without names. */
export async function createNames(writing: Writing, kind: Database["kind"]): Promise<void> {
  for (const statement of kinds[kind].create) await writing.run(statement);
  await writing.run(
    "CREATE TABLE mirror_name_lists (number INTEGER PRIMARY KEY, list TEXT NOT NULL, made_from TEXT NOT NULL)",
  );
}

/** Completes the index once the names of a copy are there, if it is not complete: readers need no name before. */
export async function completeNames(writing: Writing, kind: Database["kind"]): Promise<void> {
  for (const statement of kinds[kind].complete) await writing.run(statement);
  await writing.run("CREATE INDEX IF NOT EXISTS mirror_names_row ON mirror_names (list, name_row)");
}

/** The number of a list in the index, which is shorter there than its name. */
export const numberOf = (parameter: string): string =>
  `(SELECT number FROM mirror_name_lists WHERE list = ${parameter})`;

/** Makes the index of every list that has none, or one that was made from something else. */
export async function adoptNames(lease: Lease): Promise<void> {
  for (const [name, columns] of await storedColumns(lease.database)) {
    const field = nameField(columns);
    await lease.write(async (writing) => {
      const [made] = await writing.all("SELECT made_from FROM mirror_name_lists WHERE list = $1", name);
      if ((field && madeFrom(field)) === made?.made_from) return;
      await removeWhere(writing, lease.database.kind, `list = ${numberOf("$1")}`, name);
      await writing.run("DELETE FROM mirror_name_lists WHERE list = $1", name);
      if (field === undefined) return;
      await writing.run(
        "INSERT INTO mirror_name_lists (number, list, made_from) SELECT coalesce(max(number), 0) + 1, $1, $2 FROM mirror_name_lists",
        name,
        madeFrom(field),
      );
      await addNames(writing, lease.database.kind, { name, columns }, 0);
    });
  }
}

/**
 * Adds the names of a list's rows from one row on. What is known of such rows is of a copy that was discarded: it goes.
 *
 * @param firstRow - Number of the first row.
 */
export async function addNames(
  writing: Writing,
  kind: Database["kind"],
  { name: list, columns }: { name: string; columns: readonly Column[] },
  firstRow: number,
): Promise<void> {
  const field = nameField(columns);
  if (field === undefined) return;
  const condition = `list = ${numberOf("$1")} AND name_row >= $2`;
  await removeWhere(writing, kind, condition, list, firstRow);
  const number = await listNumber(writing, list);
  for await (const batch of namesIn(writing, list, columns, `_row >= ${firstRow}`))
    await writing.insert(
      "mirror_names",
      ["list", "name_row", "form", ...kinds[kind].columns],
      batch.map(({ row, form }) => [number, row, form, ...kinds[kind].values(form)]),
    );
  for (const statement of kinds[kind].add(condition)) await writing.run(statement, list, firstRow);
}

async function listNumber(reading: Reading, list: string): Promise<number> {
  const [known] = await reading.all("SELECT number FROM mirror_name_lists WHERE list = $1", list);
  return Number(known?.number);
}

/** A name in one of its folded forms, and the row that has it. */
interface NameForm {
  row: number;
  form: string;
}

/**
 * What the index has for the rows of a list, computed from them.
 *
 * @param condition - Which rows.
 */
async function* namesIn(
  reading: Reading,
  list: string,
  columns: readonly Column[],
  condition: string,
): AsyncGenerator<NameForm[]> {
  const field = nameField(columns);
  if (field === undefined) return;
  const column = quoted(field);
  const rows = reading.batches(
    `SELECT _row, ${column} AS name, CASE WHEN ${column} IS NULL THEN extra END AS extra FROM ${quoted(tablesOf(list).rows)} WHERE ${condition} AND (${column} IS NOT NULL OR extra IS NOT NULL) ORDER BY _row`,
  );
  for await (const batch of rows)
    yield batch.flatMap(({ _row, name, extra }) =>
      forms(sentText(field, name, extra) ?? "").map((form) => ({ row: Number(_row), form })),
    );
}

/**
 * Compares the index with the names of all rows that readers see.
 *
 * @returns what is wrong, if anything.
 */
export async function wrongNames(
  reading: Reading,
  kind: Database["kind"],
  lists: ReadonlyMap<string, readonly Column[]>,
): Promise<string | undefined> {
  const made = await reading.all("SELECT list, made_from FROM mirror_name_lists");
  made.sort((one, other) => compareTexts(String(one.list), String(other.list)));
  const expected = [...lists].flatMap(([list, columns]) => {
    const field = nameField(columns);
    return field === undefined ? [] : [{ list, made_from: madeFrom(field) }];
  });
  expected.sort((one, other) => compareTexts(one.list, other.list));
  if (JSON.stringify(made) !== JSON.stringify(expected))
    return "the index of names does not have the lists that have names";
  for (const { list } of expected)
    if (!(await hasNames(reading, kind, list, lists.get(list) ?? [])))
      return `the index of names does not have the names of ${list}`;
  return (await kinds[kind].isWhole(reading)) ? undefined : "the index of names does not find the names that it has";
}

async function hasNames(
  reading: Reading,
  kind: Database["kind"],
  list: string,
  columns: readonly Column[],
): Promise<boolean> {
  const { columns: own, values } = kinds[kind];
  let [expected, found] = [0n, 0n];
  for await (const batch of namesIn(reading, list, columns, `_first <= ${published}`))
    for (const { row, form } of batch) expected += digest([row, form, ...values(form)]);
  const texts = own.map((name) => `CAST(n.${name} AS TEXT) AS ${name}`);
  // Names of rows that are no more are of a copy that was discarded: nobody finds them.
  for await (const batch of reading.batches(
    `SELECT ${["n.name_row", "n.form", ...texts].join(", ")} FROM mirror_names n JOIN ${quoted(tablesOf(list).rows)} r ON r._row = n.name_row WHERE n.list = ${numberOf("$1")} AND r._first <= ${published}`,
    list,
  ))
    for (const name of batch) found += digest([Number(name.name_row), name.form, ...own.map((one) => name[one])]);
  return expected === found;
}

const digest = (name: readonly unknown[]): bigint => BigInt(`0x${hash("sha256", JSON.stringify(name), "hex")}`);

/** Removes the names of a list's rows that are no more. */
export const removeNames = (writing: Writing, kind: Database["kind"], list: string): Promise<void> =>
  removeWhere(
    writing,
    kind,
    `list = ${numberOf("$1")} AND NOT EXISTS (SELECT 1 FROM ${quoted(tablesOf(list).rows)} r WHERE r._row = name_row)`,
    list,
  );

async function removeWhere(
  writing: Writing,
  kind: Database["kind"],
  condition: string,
  ...parameters: (string | number)[]
): Promise<void> {
  for (const statement of kinds[kind].remove(condition)) await writing.run(statement, ...parameters);
  await writing.run(`DELETE FROM mirror_names WHERE ${condition}`, ...parameters);
}
