/** The generation that is being made: readers do not see it before it is published. */

import type { CaseKey } from "../cases/mark.ts";
import { MirrorError } from "../mirror-error.ts";
import { addNames, completeNames } from "../search/names.ts";
import { adoptCompany } from "../store/company.ts";
import type { Reading, SqlValue, Writing } from "../store/database.ts";
import {
  changeOf,
  type ListChange,
  type ListRecord,
  latestOf,
  publishGeneration,
  recordsIn,
  sealCopy,
  sumOf,
  sumText,
  weigh,
} from "../store/generations.ts";
import type { Lease } from "../store/lease.ts";
import { createIndexes, quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { rowReader, rowStorer } from "../wire/columns.ts";
import type { List } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import { findKnownRows, forgetSeen, notSeen } from "./known-rows.ts";
import {
  beginning,
  type CopyHeader,
  checkpointAfter,
  type ListProgress,
  progressSeal,
  type SavedProgress,
} from "./progress.ts";
import type { SourcePage } from "./source.ts";
import { isSound, removeUnpublished, removeUnpublishedRows } from "./unpublished.ts";

/** What the copy of a list needs to know from page to page. */
interface ListState {
  list: List;
  saved: SavedProgress;
  /** What is recorded of the newest generation that has the list, if there is one. */
  earlier: ListRecord | undefined;
  /** The last row of the newest generation that was seen in order. After an interruption, rows that were seen are passed over. */
  after: number;
  store: ReturnType<typeof rowStorer>;
}

/** What the rows of a page change in the progress of their list. */
type Saved = Pick<SavedProgress, "nextRow" | "characters" | "newContentSum" | "newSum">;

async function lastRow(reading: Reading, list: string): Promise<number> {
  const [row] = await reading.all(`SELECT coalesce(max(_row), 0) AS last FROM ${quoted(tablesOf(list).rows)}`);
  return Number(row?.last);
}

/** A generation in the making. Each method is one transaction, and what it has done survives a kill. */
export class Copy {
  readonly generation: number;
  readonly service: string;
  /** The state of the register that the service has named, if it names one. */
  readonly state: string | undefined;
  readonly started: string;
  readonly before: number;
  /** Names of the lists that are copied, also of those that the contract no longer has. */
  readonly lists: readonly string[];
  readonly #lease: Lease;
  readonly #lists = new Map<string, ListState>();

  private constructor(lease: Lease, header: CopyHeader, lists: readonly string[]) {
    this.#lease = lease;
    this.generation = header.generation;
    this.service = header.service;
    this.state = header.state;
    this.started = header.started;
    this.before = header.before;
    this.lists = lists;
  }

  /**
   * Finds the copy that an earlier run has left unfinished. Undefined if there is none, or if what is kept of it was changed.
   *
   * @param contract - The lists that the contract has now.
   */
  static async find(lease: Lease, contract: readonly List[]): Promise<Copy | undefined> {
    return await lease.database.read(async (reading) => {
      const [row, another] = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NULL");
      const records = await recordsIn(reading);
      const generation = (records.at(-1)?.generation ?? 0) + 1;
      if (!row || another || Number(row.generation) !== generation) return undefined;
      const header: CopyHeader = {
        generation,
        service: String(row.service),
        state: row.state == null ? undefined : String(row.state),
        started: String(row.started),
        before: Number(row.before),
      };
      const progress = await reading.all("SELECT * FROM mirror_progress");
      if (progress.some((one) => one.seal !== progressSeal(header, String(one.list), String(one.progress))))
        return undefined;
      const copy = new Copy(
        lease,
        header,
        progress.map(({ list }) => String(list)),
      );
      const stored = await storedColumnsIn(reading);
      for (const one of progress) {
        const known = contract.find(({ name }) => name === one.list);
        if (!known) continue;
        // The columns that the target has: also those that the contract has lost.
        const list = { ...known, columns: stored.get(known.name) ?? known.columns };
        copy.#lists.set(list.name, {
          list,
          saved: JSON.parse(String(one.progress)) as SavedProgress,
          earlier: latestOf(records, list.name)?.lists.find(({ list: name }) => name === list.name),
          after: 0,
          store: rowStorer(list.columns),
        });
      }
      return copy;
    });
  }

  /** Begins a copy of some lists. Nothing of a copy before it is left. */
  static async begin(lease: Lease, lists: readonly List[], given: Omit<CopyHeader, "generation">): Promise<Copy> {
    await lease.write(async (writing) => {
      const newest = await removeUnpublished(writing);
      const header = { ...given, generation: newest + 1 };
      await writing.insert(
        "mirror_generations",
        ["generation", "service", "state", "started", "before", "kept"],
        [[header.generation, header.service, header.state ?? null, header.started, header.before, 1]],
      );
      for (const { name } of lists) {
        const progress = JSON.stringify(beginning((await lastRow(writing, name)) + 1));
        await writing.insert(
          "mirror_progress",
          ["list", "progress", "seal"],
          [[name, progress, progressSeal(header, name, progress)]],
        );
      }
    });
    return (await Copy.find(lease, lists)) as Copy;
  }

  /** How far a list is. */
  progress(list: string): Readonly<ListProgress> {
    return this.#state(list).saved;
  }

  /** How many rows a list has in the newest generation. */
  earlierRows(list: string): number {
    return this.#state(list).earlier?.rows ?? 0;
  }

  #state(list: string): ListState {
    const state = this.#lists.get(list);
    if (!state) throw new RangeError(`The list ${list} is not a part of this copy.`);
    return state;
  }

  async #save(writing: Writing, list: string, saved: SavedProgress): Promise<void> {
    const progress = JSON.stringify(saved);
    await writing.run(
      "UPDATE mirror_progress SET progress = $1, seal = $2 WHERE list = $3",
      progress,
      progressSeal(this, list, progress),
      list,
    );
  }

  /**
   * Saves the rows of a page and the place after it, together.
   *
   * @returns the names of fields whose values are outside their type, one for each value.
   */
  savePage(name: string, page: SourcePage): Promise<readonly string[]> {
    return this.savePages(new Map([[name, page]])).then((misfits) => misfits.map(({ field }) => field));
  }

  /** The same for a page of each of several lists: all of them, or none. */
  async savePages(pages: ReadonlyMap<string, SourcePage>): Promise<readonly { list: string; field: string }[]> {
    const done = await this.#lease.write(async (writing) => {
      const saved: (Pick<ListState, "saved" | "after"> & { list: string; misfits: readonly string[] })[] = [];
      for (const [list, page] of pages) saved.push({ list, ...(await this.#savePage(writing, list, page)) });
      return saved;
    });
    for (const { list, saved, after } of done) Object.assign(this.#state(list), { saved, after });
    return done.flatMap(({ list, misfits }) => misfits.map((field) => ({ list, field })));
  }

  async #savePage(
    writing: Writing,
    name: string,
    page: SourcePage,
  ): Promise<Pick<ListState, "saved" | "after"> & { misfits: readonly string[] }> {
    const state = this.#state(name);
    const { misfits, after, ...place } = await this.#saveRows(writing, state, page);
    const saved: SavedProgress = {
      ...state.saved,
      ...place,
      rows: state.saved.rows + page.hashes.length,
      misfits: state.saved.misfits + misfits.length,
      contentSum: sumText(page.hashes.reduce((sum, hash) => sum + sumOf(hash), sumOf(state.saved.contentSum))),
      // A list without pages is whole at once: read again after a kill, it would be here twice.
      done: page.cursor === undefined,
      checkpoint: checkpointAfter(state.saved.checkpoint, page),
    };
    await this.#save(writing, name, saved);
    return { saved, after, misfits };
  }

  /** The rows that a list has of a case in the generation before this one. */
  async earlierRowsOf(name: string, { mark, court }: CaseKey): Promise<WireObject[]> {
    const { list } = this.#state(name);
    const rows = await this.#lease.database.read((reading) =>
      reading.all(
        `SELECT * FROM ${quoted(tablesOf(name).rows)} WHERE asked_mark = $1 AND asked_court = $2 AND _first < $3 AND (_gone IS NULL OR _gone >= $3) ORDER BY _row`,
        mark,
        court,
        this.generation,
      ),
    );
    return rows.map(rowReader(list.columns));
  }

  /** How many rows a list has of each case: in the generation before this one, and now. Of no case before the list is finished. */
  async rowsByCase(name: string): Promise<(CaseKey & { before: number; now: number })[]> {
    if (!this.#state(name).saved.finished) return [];
    const rows = await this.#lease.database.read((reading) =>
      reading.all(
        `SELECT asked_mark, asked_court, count(CASE WHEN _first < $1 THEN 1 END) AS before, count(CASE WHEN _gone IS NULL THEN 1 END) AS now FROM ${quoted(tablesOf(name).rows)} WHERE _gone IS NULL OR _gone >= $1 GROUP BY asked_mark, asked_court ORDER BY asked_mark, asked_court`,
        this.generation,
      ),
    );
    return rows.map((row) => ({
      mark: String(row.asked_mark),
      court: Number(row.asked_court),
      before: Number(row.before),
      now: Number(row.now),
    }));
  }

  /** Notes that the walk over a list has reached its end. */
  async saveEnd(name: string): Promise<void> {
    const state = this.#state(name);
    if (state.saved.done) return;
    const saved = { ...state.saved, done: true };
    await this.#lease.write((writing) => this.#save(writing, name, saved));
    state.saved = saved;
  }

  async #saveRows(
    writing: Writing,
    { list, saved, earlier, after: seen, store }: ListState,
    { hashes, rows }: SourcePage,
  ): Promise<Saved & { after: number; misfits: string[] }> {
    const { dialect } = this.#lease.database;
    const place = { list: list.name, after: seen, firstRow: saved.firstRow };
    const { known, after } =
      earlier && earlier.rows > 0 && hashes.length > 0
        ? await findKnownRows(writing, dialect, place, hashes)
        : { known: [], after: seen };
    const fresh: SqlValue[][] = [];
    const misfits: string[] = [];
    let [newContentSum, newSum, { characters }] = [sumOf(saved.newContentSum), sumOf(saved.newSum), saved];
    // Rows are parsed only if one of them is new, or may have values outside their type, which are told each time.
    const isKnown = hashes.every((_, index) => known[index] && !known[index].hasExtra);
    for (const [index, row] of isKnown ? [] : rows().entries()) {
      const one = known[index];
      if (one && !one.hasExtra) continue;
      const { values, extra, misfits: found } = store(row);
      misfits.push(...found);
      if (one) continue;
      const hash = hashes[index] as string;
      const number = saved.nextRow + fresh.length;
      newContentSum += sumOf(hash);
      newSum += weigh(hash, number, this.generation);
      for (const text of [extra, ...values]) if (typeof text === "string") characters += text.length;
      fresh.push([number, Buffer.from(hash, "hex"), this.generation, ...values, extra]);
    }
    const names = ["_row", "_hash", "_first", ...list.columns.map((column) => column.name), "extra"];
    if (fresh.length > 0) await writing.insert(tablesOf(list.name).rows, names, fresh);
    const nextRow = saved.nextRow + fresh.length;
    return { misfits, after, nextRow, characters, newContentSum: sumText(newContentSum), newSum: sumText(newSum) };
  }

  /**
   * Compares what an earlier run has written of a list with what it has received. If it is not the same, the list is read from its
   * start.
   */
  async resume(name: string): Promise<void> {
    const { database } = this.#lease;
    const state = this.#state(name);
    if (!(await database.read((reading) => isSound(reading, database.dialect, this.generation, state))))
      await this.discardList(name);
    // Filled again when it is needed.
    await this.#lease.write((writing) => writing.run(`DELETE FROM ${quoted(tablesOf(name).lookup)}`));
  }

  /** Marks the rows that are gone, and indexes those that are new. Readers see nothing of it yet. */
  async finishList(name: string): Promise<void> {
    const state = this.#state(name);
    const { list, saved } = state;
    if (saved.finished) return;
    const finished = { ...saved, finished: true };
    await this.#lease.write(async (writing) => {
      const seen = saved.rows - (saved.nextRow - saved.firstRow);
      if (seen < this.earlierRows(name))
        await writing.run(
          `UPDATE ${quoted(tablesOf(name).rows)} AS r SET _gone = $1 WHERE r._row < $2 AND r._gone IS NULL AND ${notSeen(name, "r._row")}`,
          this.generation,
          saved.firstRow,
        );
      await forgetSeen(writing, name);
      const { dialect, kind } = this.#lease.database;
      await createIndexes(writing, dialect, list);
      await addNames(writing, kind, list, saved.firstRow);
      if (this.#isLast(state)) await completeNames(writing, kind);
      await this.#save(writing, name, finished);
    });
    state.saved = finished;
  }

  #isLast(list: ListState): boolean {
    return [...this.#lists.values()].every((one) => one === list || one.saved.finished);
  }

  /**
   * Makes the copy the one that readers see, and seals it.
   *
   * @param record - Writes what else is known from then on.
   * @returns what changed.
   * @throws MirrorError of kind `damaged` if the rows that are stored are not those that the service has sent.
   */
  async publish(
    proof: string,
    completed: string,
    record: (writing: Writing) => Promise<void> = async () => {},
  ): Promise<ListChange[]> {
    return await this.#lease.write(async (writing) => {
      const lists: ListRecord[] = [];
      for (const state of this.#lists.values()) lists.push(await this.#record(writing, state));
      await writing.run("DELETE FROM mirror_progress");
      const { generation, service, state, started, before } = this;
      // Before the seal, which covers it.
      await record(writing);
      await publishGeneration(writing, { generation, service, state, proof, started, completed, before, lists });
      await sealCopy(writing);
      await adoptCompany(writing, this.#lease.database.kind);
      return lists.map(changeOf);
    });
  }

  /** What is recorded of a list. */
  async #record(writing: Writing, { list, saved, earlier }: ListState): Promise<ListRecord> {
    const hash = this.#lease.database.dialect.hash.to("_hash");
    let [gone, goneContent, goneSum] = [0, 0n, 0n];
    for await (const batch of writing.batches(
      `SELECT ${hash} AS hash, _row, _first FROM ${quoted(tablesOf(list.name).rows)} WHERE _gone = $1`,
      this.generation,
    ))
      for (const row of batch) {
        gone++;
        goneContent += sumOf(String(row.hash));
        goneSum += weigh(String(row.hash), Number(row._row), Number(row._first));
      }
    const fresh = saved.nextRow - saved.firstRow;
    const rows = (earlier?.rows ?? 0) + fresh - gone;
    const content = sumText(sumOf(earlier?.contentSum ?? "0") + sumOf(saved.newContentSum) - goneContent);
    if (rows !== saved.rows || content !== saved.contentSum)
      throw new MirrorError(
        "damaged",
        `The rows of ${list.name} that are stored (${earlier?.rows ?? 0} before, ${fresh} new and ${gone} gone) are not the ${saved.rows} that the service has sent: another program has changed the target. Restore it from a backup, or copy the register into another target. The command verify says more.`,
      );
    const rowsSum = sumOf(earlier?.rowsSum ?? "0") - goneSum + sumOf(saved.newSum);
    return {
      list: list.name,
      rows,
      new: fresh,
      gone,
      misfits: saved.misfits,
      contentSum: content,
      rowsSum: sumText(rowsSum),
      goneSum: sumText(goneSum),
      isKept: true,
    };
  }

  /** Removes what this copy has added to a list, which is then read from its start. */
  async discardList(name: string): Promise<void> {
    const state = this.#state(name);
    const saved = beginning(state.saved.firstRow);
    await this.#lease.write(async (writing) => {
      await removeUnpublishedRows(writing, name, this.generation - 1);
      await this.#save(writing, name, saved);
    });
    Object.assign(state, { saved, after: 0 });
  }
}
