/** The generation that is being made: readers do not see it before it is published. */
import type { Cursor } from "@court-register/fetch";
import { MirrorError } from "../mirror-error.ts";
import { addNames, completeNames } from "../search/names.ts";
import type { Reading, SqlRow, SqlValue, Writing } from "../store/database.ts";
import {
  type GenerationRecord,
  type ListChange,
  type ListRecord,
  latestOf,
  recordsIn,
  sealCopy,
  sealOf,
  sumOf,
  sumText,
  weigh,
} from "../store/generations.ts";
import type { Hold } from "../store/hold.ts";
import { identityIn } from "../store/identity.ts";
import { createIndexes, published, quoted, tablesOf } from "../store/schema.ts";
import { rowStorer } from "../wire/columns.ts";
import { hashRows } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { findKnownRows, forgetSeen, notSeen } from "./known-rows.ts";
import type { SourcePage } from "./source.ts";

/** What a page held, to recognize it when it is read again. */
export interface PageMark {
  offset: number;
  rows: number;
  /** One hash for all its rows, whatever their order. */
  hash: string;
}

/** Where the walk over a list is. */
export interface Checkpoint {
  cursor?: Cursor | undefined;
  total?: number | undefined;
  firstPage?: PageMark | undefined;
  lastPage?: PageMark | undefined;
  /** Whether the service was asked for a state, and a response of this list did not name it. */
  isUnnamed?: boolean | undefined;
  /** What the service has sent in place of an empty array for a list without rows. */
  emptySign?: string | undefined;
}

/** How far a list is. */
export interface ListProgress {
  rows: number;
  /** Values outside their type. */
  misfits: number;
  done: boolean;
  checkpoint: Checkpoint;
}

/** What the copy of a list needs to know from page to page. */
interface ListState extends ListProgress {
  list: List;
  firstRow: number;
  nextRow: number;
  /** Sum of the rows that are new, by `weigh`. */
  added: bigint;
  /** What is recorded of the newest generation that has the list, if there is one. */
  earlier: ListRecord | undefined;
  /** The last row of the newest generation that was seen in order. */
  after: number;
  finished: boolean;
  store: ReturnType<typeof rowStorer>;
}

/** What is known of a copy before its first page. */
interface CopyHeader {
  generation: number;
  service: string;
  state: string | undefined;
  started: string;
}

async function lastRow(reading: Reading, list: string): Promise<number> {
  const [row] = await reading.all(`SELECT coalesce(max(_row), 0) AS last FROM ${quoted(tablesOf(list).rows)}`);
  return Number(row?.last);
}

async function readState(
  reading: Reading,
  list: List,
  progress: SqlRow,
  records: readonly GenerationRecord[],
): Promise<ListState> {
  const firstRow = Number(progress.first_row);
  return {
    list,
    rows: Number(progress.row_count),
    misfits: Number(progress.misfit_count),
    done: Number(progress.done) === 1,
    finished: Number(progress.finished) === 1,
    checkpoint: JSON.parse(String(progress.checkpoint)) as Checkpoint,
    firstRow,
    nextRow: Math.max((await lastRow(reading, list.name)) + 1, firstRow),
    added: sumOf(String(progress.added)),
    earlier: latestOf(records, list.name)?.lists.find((one) => one.list === list.name),
    // After an interruption, rows that were seen already are passed over.
    after: 0,
    store: rowStorer(list.columns),
  };
}

/** A generation in the making. Each method is one transaction, and what it has done survives a kill. */
export class Copy {
  readonly generation: number;
  readonly service: string;
  /** The state of the register that the service has named, if it names one. */
  readonly state: string | undefined;
  readonly started: string;
  /** Names of the lists that are copied, also of those that the contract no longer has. */
  readonly lists: readonly string[];
  readonly #hold: Hold;
  readonly #lists = new Map<string, ListState>();

  private constructor(hold: Hold, header: CopyHeader, lists: readonly string[]) {
    this.#hold = hold;
    this.generation = header.generation;
    this.service = header.service;
    this.state = header.state;
    this.started = header.started;
    this.lists = lists;
  }

  /**
   * Finds the copy that an earlier run has left unfinished.
   *
   * @param contract - The lists that the contract has now.
   */
  static async find(hold: Hold, contract: readonly List[]): Promise<Copy | undefined> {
    return await hold.database.read(async (reading) => {
      const [row] = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NULL");
      if (!row) return undefined;
      const progress = await reading.all("SELECT * FROM mirror_progress");
      const header: CopyHeader = {
        generation: Number(row.generation),
        service: String(row.service),
        state: row.state == null ? undefined : String(row.state),
        started: String(row.started),
      };
      const names = progress.map(({ list }) => String(list));
      const copy = new Copy(hold, header, names);
      const records = await recordsIn(reading);
      for (const one of progress) {
        const list = contract.find(({ name }) => name === one.list);
        if (list) copy.#lists.set(list.name, await readState(reading, list, one, records));
      }
      return copy;
    });
  }

  /** Begins a copy of some lists. */
  static async begin(hold: Hold, lists: readonly List[], header: Omit<CopyHeader, "generation">): Promise<Copy> {
    await hold.write(async (writing) => {
      const [row] = await writing.all(`SELECT coalesce(${published}, 0) + 1 AS next`);
      await writing.insert(
        "mirror_generations",
        ["generation", "service", "state", "started", "kept"],
        [[Number(row?.next), header.service, header.state ?? null, header.started, 1]],
      );
      for (const { name } of lists)
        await writing.insert(
          "mirror_progress",
          ["list", "first_row", "row_count", "misfit_count", "added", "done", "finished", "checkpoint"],
          [[name, (await lastRow(writing, name)) + 1, 0, 0, sumText(0n), 0, 0, "{}"]],
        );
    });
    return (await Copy.find(hold, lists)) as Copy;
  }

  /** How far a list is. */
  progress(list: string): Readonly<ListProgress> {
    return this.#state(list);
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

  /**
   * Saves the rows of a page and the place after it, together.
   *
   * @returns the names of fields whose values are outside their type, one for each value.
   */
  async savePage(name: string, page: SourcePage): Promise<readonly string[]> {
    const state = this.#state(name);
    const { saved, misfits } = await this.#hold.write(async (writing) => {
      const { misfits, ...place } = await this.#saveRows(writing, state, page);
      const saved = {
        ...place,
        rows: state.rows + page.hashes.length,
        misfits: state.misfits + misfits.length,
        // A list without pages is whole at once: read again after a kill, it would be here twice.
        done: !state.list.paged,
        checkpoint: checkpointAfter(state.checkpoint, page),
      };
      await saveProgress(writing, name, saved);
      return { saved, misfits };
    });
    Object.assign(state, saved);
    return misfits;
  }

  /** Notes that the walk over a list has reached its end. */
  async saveEnd(name: string): Promise<void> {
    const state = this.#state(name);
    if (state.done) return;
    await this.#hold.write((writing) => saveProgress(writing, name, { ...state, done: true }));
    state.done = true;
  }

  async #saveRows(
    writing: Writing,
    state: ListState,
    { hashes, rows }: SourcePage,
  ): Promise<Pick<ListState, "after" | "nextRow" | "added"> & { misfits: string[] }> {
    const { list, nextRow, earlier } = state;
    const { dialect } = this.#hold.database;
    const place = { list: list.name, after: state.after, firstRow: state.firstRow };
    const { known, after } =
      earlier && earlier.rows > 0 && hashes.length > 0
        ? await findKnownRows(writing, dialect, place, hashes)
        : { known: [], after: state.after };
    const fresh: SqlValue[][] = [];
    const misfits: string[] = [];
    let { added } = state;
    // Rows are parsed only if one of them is new, or may have values outside their type, which are told each time.
    const isKnown = hashes.every((_, index) => known[index] && !known[index].hasExtra);
    for (const [index, row] of isKnown ? [] : rows().entries()) {
      const one = known[index];
      if (one && !one.hasExtra) continue;
      const { values, extra, misfits: found } = state.store(row);
      misfits.push(...found);
      if (one) continue;
      const hash = hashes[index] as string;
      const number = nextRow + fresh.length;
      added += weigh(hash, number, this.generation);
      fresh.push([number, Buffer.from(hash, "hex"), this.generation, ...values, extra]);
    }
    const names = ["_row", "_hash", "_first", ...list.columns.map((column) => column.name), "extra"];
    if (fresh.length > 0) await writing.insert(tablesOf(list.name).rows, names, fresh);
    return { misfits, after, nextRow: nextRow + fresh.length, added };
  }

  /** Marks the rows that are gone, and indexes those that are new. Readers see nothing of it yet. */
  async finishList(list: string): Promise<void> {
    const state = this.#state(list);
    if (state.finished) return;
    await this.#hold.write(async (writing) => {
      const seen = state.rows - (state.nextRow - state.firstRow);
      if (seen < this.earlierRows(list))
        await writing.run(
          `UPDATE ${quoted(tablesOf(list).rows)} AS r SET _gone = $1 WHERE r._row < $2 AND r._gone IS NULL AND ${notSeen(list, "r._row")}`,
          this.generation,
          state.firstRow,
        );
      await forgetSeen(writing, list);
      const { dialect, kind } = this.#hold.database;
      await createIndexes(writing, dialect, state.list);
      await addNames(writing, kind, state.list, state.firstRow);
      if (this.#isLast(state)) await completeNames(writing, kind);
      await writing.run("UPDATE mirror_progress SET finished = 1 WHERE list = $1", list);
    });
    state.finished = true;
  }

  #isLast(list: ListState): boolean {
    return [...this.#lists.values()].every((one) => one === list || one.finished);
  }

  /**
   * Makes the copy the one that readers see, and seals it.
   *
   * @returns what changed.
   * @throws MirrorError of kind `damaged` if the rows that are stored are not as many as the service has sent.
   */
  async publish(proof: string, completed: string): Promise<ListChange[]> {
    return await this.#hold.write(async (writing) => {
      const lists: ListRecord[] = [];
      for (const state of this.#lists.values()) lists.push(await this.#record(writing, state));
      await writing.insert(
        "mirror_counts",
        ["generation", "list", "row_count", "new_count", "gone_count", "misfit_count", "rows_sum", "gone_sum", "kept"],
        lists.map((one) => [
          this.generation,
          one.list,
          one.rows,
          one.new,
          one.gone,
          one.misfits,
          one.rowsSum,
          one.goneSum,
          1,
        ]),
      );
      await writing.run("DELETE FROM mirror_progress");
      const before = (await recordsIn(writing)).at(-1)?.seal ?? (await identityIn(writing));
      const { generation, service, state, started } = this;
      const seal = sealOf(before, { generation, service, state, proof, started, completed, lists });
      await writing.run(
        "UPDATE mirror_generations SET proof = $1, completed = $2, seal = $3 WHERE generation = $4",
        proof,
        completed,
        seal,
        generation,
      );
      await sealCopy(writing);
      return lists.map(({ rowsSum: _, goneSum: __, isKept: ___, ...change }) => change);
    });
  }

  /** What is recorded of a list. */
  async #record(writing: Writing, state: ListState): Promise<ListRecord> {
    const { list, rows, misfits, nextRow, firstRow, added, earlier } = state;
    const hash = this.#hold.database.dialect.hash.to("_hash");
    let [gone, goneSum] = [0, 0n];
    for await (const batch of writing.batches(
      `SELECT ${hash} AS hash, _row, _first FROM ${quoted(tablesOf(list.name).rows)} WHERE _gone = $1`,
      this.generation,
    ))
      for (const row of batch) {
        gone++;
        goneSum += weigh(String(row.hash), Number(row._row), Number(row._first));
      }
    const fresh = nextRow - firstRow;
    if ((earlier?.rows ?? 0) + fresh - gone !== rows)
      throw new MirrorError(
        "damaged",
        `The list ${list.name} had ${earlier?.rows ?? 0} rows, ${fresh} are new and ${gone} are gone, but the service has sent ${rows}: the target was changed by another program. Restore it from a backup, or copy the register into another target. The command verify says more.`,
      );
    const rowsSum = sumOf(earlier?.rowsSum ?? "0") - goneSum + added;
    return {
      list: list.name,
      rows,
      new: fresh,
      gone,
      misfits,
      rowsSum: sumText(rowsSum),
      goneSum: sumText(goneSum),
      isKept: true,
    };
  }

  /** Removes everything that this copy has added. The newest generation stays as it is. */
  async discard(): Promise<void> {
    await this.#hold.write(async (writing) => {
      for (const { list, first_row: firstRow } of await writing.all("SELECT * FROM mirror_progress"))
        await this.#discardRows(writing, String(list), Number(firstRow));
      await writing.run("DELETE FROM mirror_progress");
      await writing.run("DELETE FROM mirror_generations WHERE generation = $1", this.generation);
    });
    this.#lists.clear();
  }

  /** Removes what this copy has added to a list, which is then read from its start. */
  async discardList(list: string): Promise<void> {
    const state = this.#state(list);
    const { firstRow } = state;
    const start = { rows: 0, misfits: 0, added: 0n, done: false, checkpoint: {}, finished: false };
    await this.#hold.write(async (writing) => {
      await this.#discardRows(writing, list, firstRow);
      await saveProgress(writing, list, start);
    });
    Object.assign(state, start, { nextRow: firstRow, after: 0 });
  }

  async #discardRows(writing: Writing, list: string, firstRow: number): Promise<void> {
    const { rows } = tablesOf(list);
    await writing.run(`DELETE FROM ${quoted(rows)} WHERE _row >= $1`, firstRow);
    await forgetSeen(writing, list);
    await writing.run(`UPDATE ${quoted(rows)} SET _gone = NULL WHERE _gone = $1`, this.generation);
  }
}

/** Saves how far a list is. One that goes on is not finished. */
async function saveProgress(
  writing: Writing,
  list: string,
  { rows, misfits, added, done, checkpoint }: ListProgress & { added: bigint },
): Promise<void> {
  await writing.run(
    "UPDATE mirror_progress SET row_count = $1, misfit_count = $2, added = $3, done = $4, finished = 0, checkpoint = $5 WHERE list = $6",
    rows,
    misfits,
    sumText(added),
    Number(done),
    JSON.stringify(checkpoint),
    list,
  );
}

function checkpointAfter(before: Checkpoint, page: SourcePage): Checkpoint {
  const mark: PageMark = { offset: page.offset, rows: page.hashes.length, hash: hashRows(page.hashes) };
  return {
    cursor: page.cursor,
    total: page.total ?? before.total,
    firstPage: before.firstPage ?? mark,
    lastPage: mark,
    isUnnamed: before.isUnnamed || page.isUnnamed,
    emptySign: page.emptySign,
  };
}
