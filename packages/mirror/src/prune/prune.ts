/** `prune`: forgets old generations. */
import { removeNames } from "../search/names.ts";
import { openCopy } from "../store/format.ts";
import { checkSeals, recordsIn, sealCopy } from "../store/generations.ts";
import { Hold } from "../store/hold.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { quoted, tablesOf } from "../store/schema.ts";

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
 * still be told. A list that the kept generations did not copy stays as it was.
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
    await checkSeals(database, target);
    const all = await database.read(recordsIn);
    const kept = all.filter((one) => one.isKept).map(({ generation }) => generation);
    const oldest = kept.at(-keep) ?? kept[0] ?? 0;
    /** Of each list the generation that it is kept from: the one that it had when the oldest one was copied. */
    const since = new Map<string, number>();
    for (const { generation, lists } of all.filter(({ generation }) => generation <= oldest))
      for (const { list } of lists) since.set(list, generation);
    // First what readers look at: if the rest is interrupted, the next run removes it.
    await hold.write(async (writing) => {
      await writing.run("UPDATE mirror_generations SET kept = 0 WHERE generation < $1", oldest);
      for (const [list, first] of since)
        await writing.run("UPDATE mirror_counts SET kept = 0 WHERE list = $1 AND generation < $2", list, first);
      await sealCopy(writing);
    });
    let rows = 0;
    for (const [list, first] of since)
      rows += await hold.write(async (writing) => {
        const removed = await writing.run(`DELETE FROM ${quoted(tablesOf(list).rows)} WHERE _gone < $1`, first);
        if (removed > 0) await removeNames(writing, database.kind, list);
        return removed;
      });
    return { generations: kept.filter((generation) => generation < oldest), rows };
  } finally {
    await database.close();
  }
}
