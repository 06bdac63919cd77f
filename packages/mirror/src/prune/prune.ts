/** `prune`: forgets old generations. */
import { removeNames } from "../search/names.ts";
import { openCopy } from "../store/format.ts";
import { checkSeals, interfaceOf, recordsIn, sealCopy } from "../store/generations.ts";
import { Lease } from "../store/lease.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { quoted, tablesOf } from "../store/schema.ts";

/** Options of {@link prune}. */
export interface PruneOptions extends TargetOptions {
  /** How many generations to keep of the register, and of the court cases; at least 1. */
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
 * Removes all but the newest generations of each interface, and the rows that only the others had. What the oldest kept generation changed can
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
    await using lease = await Lease.take(database, target, now);
    await checkSeals(database, target);
    const all = await database.read(recordsIn);
    const forgotten: number[] = [];
    /** Of each list the generation that it is kept from: the one that it had when the oldest one was copied. */
    const since = new Map<string, number>();
    // Those of one interface say nothing of the other, however often they are made.
    for (const name of ["register", "cases"] as const) {
      const mine = all.filter(({ lists }) => interfaceOf(lists.map(({ list }) => list)) === name);
      const kept = mine.filter((one) => one.isKept).map(({ generation }) => generation);
      const oldest = kept.at(-keep) ?? kept[0] ?? 0;
      forgotten.push(...kept.filter((generation) => generation < oldest));
      for (const { generation, lists } of mine.filter(({ generation }) => generation <= oldest))
        for (const { list } of lists) since.set(list, generation);
    }
    forgotten.sort((one, other) => one - other);
    // First what readers look at: if the rest is interrupted, the next run removes it.
    await lease.write(async (writing) => {
      for (const generation of forgotten)
        await writing.run("UPDATE mirror_generations SET kept = 0 WHERE generation = $1", generation);
      for (const [list, first] of since)
        await writing.run("UPDATE mirror_counts SET kept = 0 WHERE list = $1 AND generation < $2", list, first);
      await sealCopy(writing);
    });
    let rows = 0;
    for (const [list, first] of since)
      rows += await lease.write(async (writing) => {
        const removed = await writing.run(`DELETE FROM ${quoted(tablesOf(list).rows)} WHERE _gone < $1`, first);
        if (removed > 0) await removeNames(writing, database.kind, list);
        return removed;
      });
    return { generations: forgotten, rows };
  } finally {
    await database.close();
  }
}
