/** `prune`: forgets old generations. */
import { removeNames } from "../search/names.ts";
import { openCopy } from "../store/format.ts";
import { generations } from "../store/generations.ts";
import { Hold } from "../store/hold.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { quoted, storedColumns, tablesOf } from "../store/schema.ts";

/** Options of {@link prune}. */
export interface PruneOptions extends TargetOptions {
  /** How many generations to keep; at least 1. */
  keep: number;
  /**
   * The time in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
}

/** What was forgotten. */
export interface PruneResult {
  /** Generations that are gone, the oldest first. */
  generations: number[];
  /** Rows that only they had. */
  rows: number;
}

/**
 * Removes all but the newest generations, and the rows that only the others had. What the oldest kept generation changed can
 * still be told.
 *
 * @throws MirrorError if another run writes to the target.
 * @throws RangeError if `keep` is not a whole number of at least 1.
 */
export async function prune(target: string, { keep, now = Date.now, ...options }: PruneOptions): Promise<PruneResult> {
  if (!(Number.isSafeInteger(keep) && keep >= 1))
    throw new RangeError(`The number of generations to keep must be a whole number of at least 1, but is ${keep}.`);
  const database = await openDatabase(target, "write", options);
  try {
    await openCopy(database, target, "write");
    await using hold = await Hold.take(database, target, now);
    const all = (await generations(database)).map(({ generation }) => generation);
    const oldest = all.at(-keep) ?? all[0] ?? 0;
    // First what readers look at: if the rest is interrupted, the next run removes it.
    await hold.write(async (writing) => {
      await writing.run("DELETE FROM mirror_counts WHERE generation < $1", oldest);
      await writing.run("DELETE FROM mirror_generations WHERE generation < $1", oldest);
    });
    let rows = 0;
    for (const list of (await storedColumns(database)).keys())
      rows += await hold.write(async (writing) => {
        const removed = await writing.run(`DELETE FROM ${quoted(tablesOf(list).rows)} WHERE _gone < $1`, oldest);
        if (removed > 0) await removeNames(writing, database.kind, list);
        return removed;
      });
    return { generations: all.filter((generation) => generation < oldest), rows };
  } finally {
    await database.close();
  }
}
