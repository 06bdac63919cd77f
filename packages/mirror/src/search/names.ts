/** The index of names. Its rows are added before readers see those that they are about, and count only for those that readers see. */
import type { Database, Writing } from "../store/database.ts";
import type { Hold } from "../store/hold.ts";
import { quoted, storedColumns, tablesOf } from "../store/schema.ts";
import type { Column } from "../wire/list.ts";
import { foldVersion, forms, trigramNumbers } from "./fold.ts";

/** Fields that hold the name of a subject or a part of it. */
const nameFields = /(?:^|_)(?:ime|naziv|tvrtka)$/;

/** The field with the name in the rows of a list about subjects; undefined if there is none. */
export const nameField = (columns: readonly Column[]): string | undefined =>
  columns.some(({ name, type }) => name === "mbs" && type === "integer")
    ? columns.find(({ name, type }) => type === "text" && nameFields.test(name))?.name
    : undefined;

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
}

const kinds: Readonly<Record<Database["kind"], IndexKind>> = {
  sqlite: {
    create: [
      "CREATE TABLE mirror_names (id INTEGER PRIMARY KEY, list INTEGER NOT NULL, name_row INTEGER NOT NULL, form TEXT NOT NULL)",
      // Which rows have a trigram is enough: that the trigrams follow one another is checked in the name itself.
      "CREATE VIRTUAL TABLE mirror_names_index USING fts5 (form, content = 'mirror_names', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)",
    ],
    complete: [],
    columns: [],
    values: () => [],
    // All at once: FTS5 writes what it has gathered at the end of every statement, and of every run of a trigger.
    add: (condition) => [
      `INSERT INTO mirror_names_index (rowid, form) SELECT id, form FROM mirror_names WHERE ${condition} ORDER BY id`,
    ],
    remove: (condition) => [
      `INSERT INTO mirror_names_index (mirror_names_index, rowid, form) SELECT 'delete', id, form FROM mirror_names WHERE ${condition}`,
    ],
  },
  postgresql: {
    create: [
      // The extension pg_trgm is not everywhere, or may not be used: arrays have an index everywhere.
      "CREATE TABLE mirror_names (list INTEGER NOT NULL, name_row BIGINT NOT NULL, form TEXT NOT NULL, parts SMALLINT[] NOT NULL)",
    ],
    complete: ["CREATE INDEX IF NOT EXISTS mirror_names_parts ON mirror_names USING gin (parts)"],
    columns: ["parts"],
    values: (form) => [`{${trigramNumbers(form).join(",")}}`],
    add: () => [],
    remove: () => [],
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
export async function adoptNames(hold: Hold): Promise<void> {
  for (const [name, columns] of await storedColumns(hold.database)) {
    const field = nameField(columns);
    await hold.write(async (writing) => {
      const [made] = await writing.all("SELECT made_from FROM mirror_name_lists WHERE list = $1", name);
      if ((field && madeFrom(field)) === made?.made_from) return;
      await removeWhere(writing, hold.database.kind, `list = ${numberOf("$1")}`, name);
      await writing.run("DELETE FROM mirror_name_lists WHERE list = $1", name);
      if (field === undefined) return;
      await writing.run(
        "INSERT INTO mirror_name_lists (number, list, made_from) SELECT coalesce(max(number), 0) + 1, $1, $2 FROM mirror_name_lists",
        name,
        madeFrom(field),
      );
      await addNames(writing, hold.database.kind, { name, columns }, 0);
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
  const [known] = await writing.all("SELECT number FROM mirror_name_lists WHERE list = $1", list);
  const rows = writing.batches(
    `SELECT _row, ${quoted(field)} AS name FROM ${quoted(tablesOf(list).rows)} WHERE _row >= $1 AND ${quoted(field)} IS NOT NULL ORDER BY _row`,
    firstRow,
  );
  for await (const batch of rows)
    await writing.insert(
      "mirror_names",
      ["list", "name_row", "form", ...kinds[kind].columns],
      batch.flatMap(({ _row, name }) =>
        forms(String(name)).map((form) => [Number(known?.number), Number(_row), form, ...kinds[kind].values(form)]),
      ),
    );
  for (const statement of kinds[kind].add(condition)) await writing.run(statement, list, firstRow);
}

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
