/** Which rows of the newest generation a page has too. */

import type { Dialect, Reading, SqlValue, Writing } from "../../store/database.ts";
import { quoted, tablesOf } from "../../store/schema.ts";
import { hashLength } from "../../wire/hash.ts";

/** A row of the newest generation. */
export interface KnownRow {
  row: number;
  /** Whether something of it has no column, or is outside the type of its column. */
  hasExtra: boolean;
}

/** Where to look for the rows of a page. */
export interface RowPlace {
  list: string;
  /** The last row that was seen in the order of the table: the next ones are expected now. */
  after: number;
  /** The first row of the unfinished generation. */
  firstRow: number;
}

/** Rows of the newest generation with their hashes, 32 digits each, in one text: so many small values take long to read. */
interface StoredRows {
  rows: KnownRow[];
  hashes: string;
}

/**
 * Finds the rows of a page among those of the newest generation that the copy has not seen yet, and marks them as seen.
 *
 * Most services send their rows in the order in which they were stored: those that follow are read together, in that order.
 * Only a row that is not among them is looked for by its hash.
 *
 * @returns for each hash the row that it is, if it is one, and where to expect the next page.
 */
export async function findKnownRows(
  writing: Writing,
  dialect: Dialect,
  place: RowPlace,
  hashes: readonly string[],
): Promise<{ known: (KnownRow | undefined)[]; after: number }> {
  const expected = await readExpected(writing, dialect, place, hashes.length);
  const known = match(expected, hashes);
  await markAsSeen(writing, place.list, known);
  const after = known.reduce((last, found) => Math.max(last, found?.row ?? 0), place.after);

  const missing = hashes.filter((_, index) => !known[index]);
  if (missing.length === 0) return { known, after };
  const found = match(await findByHash(writing, dialect, place, missing), missing);
  await markAsSeen(writing, place.list, found);
  // In the order of the hashes that were missing.
  const others = found.values();
  return { known: known.map((one) => one ?? others.next().value), after };
}

/** Gives each hash a row that has it, if there is one. Equal rows are told apart by nothing but their number. */
function match(stored: StoredRows, hashes: readonly string[]): (KnownRow | undefined)[] {
  // What did not change is compared as a whole.
  if (hashes.join("") === stored.hashes) return stored.rows;
  const byHash = new Map<string, KnownRow[]>();
  for (const [index, row] of stored.rows.entries()) {
    const hash = stored.hashes.slice(index * hashLength, (index + 1) * hashLength);
    const same = byHash.get(hash);
    if (same) same.push(row);
    else byHash.set(hash, [row]);
  }
  return hashes.map((hash) => byHash.get(hash)?.shift());
}

/** A condition: this copy has not seen a row. Ranges of rows that were seen do not overlap. */
export const notSeen = (list: string, row: string): string =>
  `coalesce((SELECT s.last_row FROM ${quoted(tablesOf(list).seen)} s WHERE s.first_row <= ${row} ORDER BY s.first_row DESC LIMIT 1), 0) < ${row}`;

const readExpected = (
  writing: Writing,
  dialect: Dialect,
  { list, after, firstRow }: RowPlace,
  count: number,
): Promise<StoredRows> =>
  readTogether(
    writing,
    dialect,
    `SELECT r._row, r._hash, r.extra FROM ${quoted(tablesOf(list).rows)} r WHERE r._row > $1 AND r._row < $2 AND r._gone IS NULL AND ${notSeen(list, "r._row")} ORDER BY r._row LIMIT $3`,
    after,
    firstRow,
    count,
  );

/** Finds rows wherever they are. */
async function findByHash(
  writing: Writing,
  dialect: Dialect,
  { list, firstRow }: RowPlace,
  hashes: readonly string[],
): Promise<StoredRows> {
  const [rows, lookup] = [quoted(tablesOf(list).rows), quoted(tablesOf(list).lookup)];
  const [filled] = await writing.all(`SELECT 1 AS some FROM ${lookup} LIMIT 1`);
  // Only for copies that need it. In the order of the key, which is several times faster.
  if (!filled)
    await writing.run(
      `INSERT INTO ${lookup} (_hash, _row) SELECT _hash, _row FROM ${rows} WHERE _gone IS NULL AND _row < $1 ORDER BY _hash, _row`,
      firstRow,
    );
  return readTogether(
    writing,
    dialect,
    `SELECT r._row, r._hash, r.extra FROM ${dialect.texts("$1")} t CROSS JOIN ${lookup} l JOIN ${rows} r ON r._row = l._row WHERE l._hash = ${dialect.hash.from("t.text")} AND ${notSeen(list, "l._row")} ORDER BY r._row`,
    JSON.stringify([...new Set(hashes)]),
  );
}

/** Forgets which rows a copy has seen, when all of them are known or the copy is given up. */
export async function forgetSeen(writing: Writing, list: string): Promise<void> {
  const { seen, lookup } = tablesOf(list);
  await writing.run(`DELETE FROM ${quoted(seen)}`);
  await writing.run(`DELETE FROM ${quoted(lookup)}`);
}

async function readTogether(
  reading: Reading,
  dialect: Dialect,
  selected: string,
  ...parameters: SqlValue[]
): Promise<StoredRows> {
  const [all] = await reading.all(
    `SELECT string_agg(CAST(_row AS TEXT), ',') AS rows, string_agg(CASE WHEN extra IS NULL THEN '' ELSE '1' END, ',') AS extras, string_agg(${dialect.hash.to("_hash")}, '') AS hashes FROM (${selected}) AS selected`,
    ...parameters,
  );
  if (all?.hashes == null) return { rows: [], hashes: "" };
  const extras = String(all.extras).split(",");
  const rows = String(all.rows).split(",");
  return {
    rows: rows.map((row, index) => ({ row: Number(row), hasExtra: extras[index] === "1" })),
    hashes: String(all.hashes),
  };
}

/** Adds rows to those that the copy has seen, as ranges of numbers that follow one another. */
async function markAsSeen(writing: Writing, list: string, found: readonly (KnownRow | undefined)[]): Promise<void> {
  const rows = found.flatMap((one) => (one ? [one.row] : [])).sort((one, other) => one - other);
  const ranges: { first: number; last: number }[] = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range && range.last + 1 === row) range.last = row;
    else ranges.push({ first: row, last: row });
  }
  const values = ranges.map(({ first, last }) => [first, last]);
  if (values.length > 0) await writing.insert(tablesOf(list).seen, ["first_row", "last_row"], values);
}
