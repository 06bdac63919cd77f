/** The generation that is being made: readers do not see it before it is published. */
import type { CaseKey } from "../../cases/mark.ts";
import { addNames, completeNames } from "../../search/names.ts";
import { adoptCompany } from "../../store/company.ts";
import type { Reading, Writing } from "../../store/database.ts";
import { changeOf, type ListChange, type ListRecord, publishGeneration, sealCopy } from "../../store/generations.ts";
import type { Lease } from "../../store/lease.ts";
import { createIndexes, quoted, tablesOf } from "../../store/schema.ts";
import type { List } from "../../wire/list.ts";
import type { WireObject } from "../../wire/wire.ts";
import { planList } from "../plan.ts";
import type { SourcePage } from "../source.ts";
import { forgetSeen, notSeen } from "./known-rows.ts";
import { goneIn, recordOf } from "./list-record.ts";
import type { ListSize } from "./list-size.ts";
import { beginning, type CopyHeader, hasGone, type ListProgress, progressAfter } from "./progress.ts";
import { beginSavedCopy, type ListState, readSavedCopy, type SavedCopy, saveProgress } from "./saved-copy.ts";
import { storePage } from "./store-page.ts";
import { earlierRowsOf, type RowsOfCase, rowsByCase } from "./stored-cases.ts";
import { isSound, removeUnpublished, removeUnpublishedRows } from "./unpublished.ts";

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
  readonly #lists: ReadonlyMap<string, ListState>;

  private constructor(lease: Lease, { header, lists, states }: SavedCopy) {
    this.#lease = lease;
    this.generation = header.generation;
    this.service = header.service;
    this.state = header.state;
    this.started = header.started;
    this.before = header.before;
    this.lists = lists;
    this.#lists = new Map(states.map((state) => [state.list.name, state]));
  }

  /**
   * Finds the copy that an earlier run has left unfinished. Undefined if there is none, or if what is kept of it was changed.
   *
   * @param contract - The lists that the contract has now.
   */
  static async find(lease: Lease, contract: readonly List[]): Promise<Copy | undefined> {
    const saved = await lease.database.read((reading) => readSavedCopy(reading, contract));
    return saved && new Copy(lease, saved);
  }

  /** Begins a copy of some lists. Nothing of a copy before it is left. */
  static async begin(lease: Lease, lists: readonly List[], given: Omit<CopyHeader, "generation">): Promise<Copy> {
    await lease.write(async (writing) => {
      const newest = await removeUnpublished(writing);
      await beginSavedCopy(writing, { ...given, generation: newest + 1 }, lists);
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

  /** How long some lists are, as far as they are a part of this copy. */
  sizes(lists: readonly Pick<List, "name">[]): ListSize[] {
    return lists.flatMap(({ name }) => {
      if (!this.lists.includes(name)) return [];
      const { rows, characters, done } = this.progress(name);
      return [{ list: name, rows, characters, done, before: this.earlierRows(name) }];
    });
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
    const into = { generation: this.generation, dialect: this.#lease.database.dialect };
    const { after, ...added } = await storePage(writing, state, page, into);
    const saved = progressAfter(state.saved, page, added);
    await saveProgress(writing, this, name, saved);
    return { saved, after, misfits: added.misfits };
  }

  /** The rows that a list has of a case in the generation before this one. */
  earlierRowsOf(name: string, key: CaseKey): Promise<WireObject[]> {
    const { list } = this.#state(name);
    return this.#lease.database.read((reading) => earlierRowsOf(reading, list, key, this.generation));
  }

  /** How many rows a list has of each case: in the generation before this one, and now. Of no case before the list is finished. */
  async rowsByCase(name: string): Promise<RowsOfCase[]> {
    if (!this.#state(name).saved.finished) return [];
    return await this.#lease.database.read((reading) => rowsByCase(reading, name, this.generation));
  }

  /** Notes that the walk over a list has reached its end. */
  async saveEnd(name: string): Promise<void> {
    const state = this.#state(name);
    if (state.saved.done) return;
    const saved = { ...state.saved, done: true };
    await this.#lease.write((writing) => saveProgress(writing, this, name, saved));
    state.saved = saved;
  }

  /** Takes a list up where an earlier run has left it; from its start, if that cannot be trusted. */
  async resume(name: string): Promise<void> {
    const { database } = this.#lease;
    const state = this.#state(name);
    const sound = await database.read((reading) => isSound(reading, database.dialect, this.generation, state));
    if (planList(state.saved, sound) === "read again") await this.discardList(name);
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
      if (hasGone(saved, this.earlierRows(name)))
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
      await saveProgress(writing, this, name, finished);
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
      for (const state of this.#lists.values()) lists.push(await this.#recordOf(writing, state));
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

  async #recordOf(reading: Reading, { list: { name }, saved, earlier }: ListState): Promise<ListRecord> {
    const { dialect } = this.#lease.database;
    return recordOf(name, saved, earlier, await goneIn(reading, { dialect, generation: this.generation, list: name }));
  }

  /** Removes what this copy has added to a list, which is then read from its start. */
  async discardList(name: string): Promise<void> {
    const state = this.#state(name);
    const saved = beginning(state.saved.firstRow);
    await this.#lease.write(async (writing) => {
      await removeUnpublishedRows(writing, name, this.generation - 1);
      await saveProgress(writing, this, name, saved);
    });
    Object.assign(state, { saved, after: 0 });
  }
}
