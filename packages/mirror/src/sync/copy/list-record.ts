/** What is recorded of a list when its generation is published. */
import { MirrorError } from "../../mirror-error.ts";
import type { Dialect, Reading } from "../../store/database.ts";
import { type ListRecord, sumOf, sumText, weigh } from "../../store/generations.ts";
import { quoted, tablesOf } from "../../store/schema.ts";
import type { SavedProgress } from "./progress.ts";

/** What the rows add up to that are gone in a generation. */
export interface GoneRows {
  rows: number;
  contentSum: bigint;
  /** By `weigh`. */
  rowsSum: bigint;
}

/** Adds up the rows of a list that are gone in a generation. */
export async function goneIn(
  reading: Reading,
  { dialect, generation, list }: { dialect: Dialect; generation: number; list: string },
): Promise<GoneRows> {
  const hash = dialect.hash.to("_hash");
  const gone: GoneRows = { rows: 0, contentSum: 0n, rowsSum: 0n };
  for await (const batch of reading.batches(
    `SELECT ${hash} AS hash, _row, _first FROM ${quoted(tablesOf(list).rows)} WHERE _gone = $1`,
    generation,
  ))
    for (const row of batch) {
      gone.rows++;
      gone.contentSum += sumOf(String(row.hash));
      gone.rowsSum += weigh(String(row.hash), Number(row._row), Number(row._first));
    }
  return gone;
}

/**
 * The record of a list, from that of the generation before it, what came, and what is gone.
 *
 * @throws MirrorError of kind `damaged` if the rows that are stored are not those that the service has sent.
 */
export function recordOf(
  list: string,
  saved: SavedProgress,
  earlier: Pick<ListRecord, "rows" | "contentSum" | "rowsSum"> | undefined,
  gone: GoneRows,
): ListRecord {
  const before = earlier ?? { rows: 0, contentSum: "0", rowsSum: "0" };
  const fresh = saved.nextRow - saved.firstRow;
  const rows = before.rows + fresh - gone.rows;
  const contentSum = sumText(sumOf(before.contentSum) + sumOf(saved.newContentSum) - gone.contentSum);
  if (rows !== saved.rows || contentSum !== saved.contentSum)
    throw new MirrorError(
      "damaged",
      `The rows of ${list} that are stored (${before.rows} before, ${fresh} new and ${gone.rows} gone) are not the ${saved.rows} that the service has sent: another program has changed the target. Restore it from a backup, or copy the register into another target. The command verify says more.`,
    );
  return {
    list,
    rows,
    new: fresh,
    gone: gone.rows,
    misfits: saved.misfits,
    contentSum,
    rowsSum: sumText(sumOf(before.rowsSum) - gone.rowsSum + sumOf(saved.newSum)),
    goneSum: sumText(gone.rowsSum),
    isKept: true,
  };
}
