/** How a copy that is not published is kept from run to run. */
import type { Reading, SqlRow, Writing } from "../../store/database.ts";
import { type GenerationRecord, type ListRecord, latestOf, recordsIn } from "../../store/generations.ts";
import { quoted, storedColumnsIn, tablesOf } from "../../store/schema.ts";
import { rowStorer } from "../../wire/columns.ts";
import type { Column, List } from "../../wire/list.ts";
import { beginning, type CopyHeader, progressSeal, type SavedProgress } from "./progress.ts";

/** What the copy of a list needs to know from page to page. */
export interface ListState {
  list: List;
  saved: SavedProgress;
  /** What is recorded of the newest generation that has the list, if there is one. */
  earlier: ListRecord | undefined;
  /** The last row of the newest generation that was seen in order. After an interruption, rows that were seen are passed over. */
  after: number;
  store: ReturnType<typeof rowStorer>;
}

/** A copy as it is kept. */
export interface SavedCopy {
  header: CopyHeader;
  /** Names of the lists that are copied, also of those that the contract no longer has. */
  lists: string[];
  states: ListState[];
}

/**
 * Reads the copy that is kept. Undefined if there is none, or if what is kept of it was changed.
 *
 * @param contract - The lists that the contract has now.
 */
export async function readSavedCopy(reading: Reading, contract: readonly List[]): Promise<SavedCopy | undefined> {
  const unpublished = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NULL");
  const records = await recordsIn(reading);
  const header = headerIn(unpublished, (records.at(-1)?.generation ?? 0) + 1);
  if (!header) return undefined;
  const progress = await reading.all("SELECT * FROM mirror_progress");
  if (progress.some((one) => one.seal !== progressSeal(header, String(one.list), String(one.progress))))
    return undefined;
  const stored = await storedColumnsIn(reading);
  const states = progress.flatMap((one) => {
    const list = contract.find(({ name }) => name === one.list);
    return list ? [stateOf(list, stored.get(list.name), String(one.progress), records)] : [];
  });
  return { header, lists: progress.map(({ list }) => String(list)), states };
}

/** The header of the one generation that is not published, if it is the next one. */
function headerIn([row, another]: readonly SqlRow[], generation: number): CopyHeader | undefined {
  if (!row || another || Number(row.generation) !== generation) return undefined;
  return {
    generation,
    service: String(row.service),
    state: row.state == null ? undefined : String(row.state),
    started: String(row.started),
    before: Number(row.before),
  };
}

function stateOf(
  known: List,
  stored: readonly Column[] | undefined,
  progress: string,
  records: readonly GenerationRecord[],
): ListState {
  // The columns that the target has: also those that the contract has lost.
  const list = { ...known, columns: stored ?? known.columns };
  return {
    list,
    saved: JSON.parse(progress) as SavedProgress,
    earlier: latestOf(records, list.name)?.lists.find(({ list: name }) => name === list.name),
    after: 0,
    store: rowStorer(list.columns),
  };
}

/** Writes the header of a new copy, and where each of its lists begins. */
export async function beginSavedCopy(writing: Writing, header: CopyHeader, lists: readonly List[]): Promise<void> {
  const { generation, service, state, started, before } = header;
  await writing.insert(
    "mirror_generations",
    ["generation", "service", "state", "started", "before", "kept"],
    [[generation, service, state ?? null, started, before, 1]],
  );
  for (const { name } of lists) {
    const progress = JSON.stringify(beginning((await lastRow(writing, name)) + 1));
    await writing.insert(
      "mirror_progress",
      ["list", "progress", "seal"],
      [[name, progress, progressSeal(header, name, progress)]],
    );
  }
}

async function lastRow(reading: Reading, list: string): Promise<number> {
  const [row] = await reading.all(`SELECT coalesce(max(_row), 0) AS last FROM ${quoted(tablesOf(list).rows)}`);
  return Number(row?.last);
}

/** Writes how far a list is. */
export async function saveProgress(
  writing: Writing,
  header: CopyHeader,
  list: string,
  saved: SavedProgress,
): Promise<void> {
  const progress = JSON.stringify(saved);
  await writing.run(
    "UPDATE mirror_progress SET progress = $1, seal = $2 WHERE list = $3",
    progress,
    progressSeal(header, list, progress),
    list,
  );
}
