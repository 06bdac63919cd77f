/** What an earlier run has left of a copy that is not published. */
import type { Dialect, Reading, SqlRow, Writing } from "../../store/database.ts";
import { type ListRecord, sumOf, sumText, weigh } from "../../store/generations.ts";
import type { Lease } from "../../store/lease.ts";
import { published, quoted, storedColumnsIn, tablesOf } from "../../store/schema.ts";
import { DamagedValue, rowReader } from "../../wire/columns.ts";
import { hashRow } from "../../wire/hash.ts";
import type { List } from "../../wire/list.ts";
import { forgetSeen, notSeen } from "./known-rows.ts";
import type { SavedProgress } from "./progress.ts";

/** Whether what was written of a list is what was received: the rows that are new, and those that were seen or are gone. */
export async function isSound(
  reading: Reading,
  dialect: Dialect,
  generation: number,
  { list, saved, earlier }: { list: List; saved: SavedProgress; earlier: ListRecord | undefined },
): Promise<boolean> {
  const { rows, seen } = tablesOf(list.name);
  const hash = dialect.hash.to("r._hash");
  const sum = async (condition: string): Promise<{ count: number; content: bigint }> => {
    let [count, content] = [0, 0n];
    for await (const batch of reading.batches(`SELECT ${hash} AS hash FROM ${quoted(rows)} r WHERE ${condition}`))
      for (const row of batch) {
        count++;
        content += sumOf(String(row.hash));
      }
    return { count, content };
  };
  const read = rowReader(list.columns);
  let [newContent, newSum] = [0n, 0n];
  for await (const batch of reading.batches(
    `SELECT r.*, ${hash} AS hash FROM ${quoted(rows)} r WHERE r._row >= ${saved.firstRow}`,
  ))
    for (const row of batch) {
      const content = hashOf(row, read);
      if (content === undefined || content !== row.hash || Number(row._first) !== generation || row._gone != null)
        return false;
      newContent += sumOf(content);
      newSum += weigh(content, Number(row._row), generation);
    }
  if (sumText(newContent) !== saved.newContentSum || sumText(newSum) !== saved.newSum) return false;
  const gone = await sum(`r._gone >= ${generation}`);
  if (saved.finished)
    return sumText(sumOf(earlier?.contentSum ?? "0") - gone.content + newContent) === saved.contentSum;
  const known = await sum(`r._row < ${saved.firstRow} AND NOT (${notSeen(list.name, "r._row")})`);
  const [ranges] = await reading.all(`SELECT coalesce(sum(last_row - first_row + 1), 0) AS rows FROM ${quoted(seen)}`);
  return (
    gone.count === 0 && Number(ranges?.rows) === known.count && sumText(known.content + newContent) === saved.contentSum
  );
}

/** The hash of a row; undefined if it cannot be read. */
function hashOf(row: SqlRow, read: ReturnType<typeof rowReader>): string | undefined {
  try {
    return hashRow(read(row));
  } catch (error) {
    if (error instanceof DamagedValue) return undefined;
    throw error;
  }
}

/** Removes everything that an unfinished copy has added. The newest generation stays as it is. */
export const discardUnfinished = (lease: Lease): Promise<unknown> => lease.write(removeUnpublished);

/**
 * Removes all that is not published, whoever has left it.
 *
 * @returns the newest generation; 0 if there is none.
 */
export async function removeUnpublished(writing: Writing): Promise<number> {
  const [row] = await writing.all(`SELECT coalesce(${published}, 0) AS newest`);
  const newest = Number(row?.newest);
  for (const list of (await storedColumnsIn(writing)).keys()) await removeUnpublishedRows(writing, list, newest);
  await writing.run("DELETE FROM mirror_progress");
  await writing.run("DELETE FROM mirror_generations WHERE completed IS NULL");
  return newest;
}

/** The same for the rows of a list. */
export async function removeUnpublishedRows(writing: Writing, list: string, newest: number): Promise<void> {
  const rows = quoted(tablesOf(list).rows);
  // In the words of the index, which leaves the first generation out.
  await writing.run(`DELETE FROM ${rows} WHERE ${newest > 0 ? "_first > 1 AND " : ""}_first > ${newest}`);
  await writing.run(`UPDATE ${rows} SET _gone = NULL WHERE _gone > ${newest}`);
  await forgetSeen(writing, list);
}
