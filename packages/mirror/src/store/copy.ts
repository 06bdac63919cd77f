/** The generation that is being made: readers do not see it before it is published. */
import type { Cursor } from "@court-register/fetch";
import { addNames, completeNames } from "../search/names.ts";
import { rowStorer } from "../wire/columns.ts";
import { hashPage, rowHasher } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import type { Reading, SqlRow, SqlValue, Writing } from "./database.ts";
import type { Hold } from "./hold.ts";
import { forgetPages, meetKnownPage, rememberPage, type SentPage } from "./known-pages.ts";
import { forgetMet, type KnownRow, meetKnownRows, notMet } from "./known-rows.ts";
import { createIndexes, published, quoted, tablesOf } from "./schema.ts";

/** What a page held, to recognize it when it is read again. */
export interface PageMark {
  offset: number;
  rows: number;
  /** One hash for all its rows. */
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
}

/** How far a list is. */
export interface ListProgress {
  rows: number;
  /** Values outside their type. */
  misfits: number;
  done: boolean;
  checkpoint: Checkpoint;
}

/** What a generation changed in a list. */
export interface ListChange {
  list: string;
  rows: number;
  new: number;
  gone: number;
  misfits: number;
}

/** What the copy of a list needs to know from page to page. */
interface ListState extends ListProgress {
  list: List;
  firstRow: number;
  nextRow: number;
  /** Rows that the newest generation has of it. */
  earlierRows: number;
  /** The last row of the newest generation that was met in order. */
  after: number;
  settled: boolean;
  store: ReturnType<typeof rowStorer>;
  hash: ReturnType<typeof rowHasher>;
}

/** A page, as it is saved. */
interface PageToSave {
  readonly count: number;
  rows(): readonly WireObject[];
  /** The hash of each row, if they are known. */
  readonly hashes: readonly string[] | undefined;
  /** Hash of the response that they are from. */
  readonly digest: string;
}

/** What was saved of a page. */
interface SavedRows {
  /** One hash for all rows. */
  hash: string;
  misfits: readonly string[];
  /** Where the next page's rows are expected, and where its new ones go. */
  after: number;
  nextRow: number;
}

/** What is known of a copy before its first page. */
interface CopyHeader {
  generation: number;
  service: string;
  state: string | undefined;
  started: string;
}

/**
 * The number of a page's first row, if the numbers of its rows follow one another.
 *
 * @param known - The rows that the newest generation has too; the others have got the next numbers.
 */
function firstOf(known: readonly (KnownRow | undefined)[], count: number, nextRow: number): number | undefined {
  const numbers = known.flatMap((one) => (one ? [one.row] : []));
  const fresh = count - numbers.length;
  if (fresh > 0) numbers.push(nextRow, nextRow + fresh - 1);
  // Not as arguments: a list without pages may have more rows than a function takes.
  const first = numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const last = numbers.reduce((greatest, number) => Math.max(greatest, number), 0);
  return count > 0 && last - first + 1 === count ? first : undefined;
}

async function lastRow(reading: Reading, list: string): Promise<number> {
  const [row] = await reading.all(`SELECT coalesce(max(_row), 0) AS last FROM ${quoted(tablesOf(list).rows)}`);
  return Number(row?.last);
}

async function readState(reading: Reading, list: List, progress: SqlRow): Promise<ListState> {
  const firstRow = Number(progress.first_row);
  const [earlier] = await reading.all(
    // The counts of a list that is not in the kept generations are forgotten, its rows are not.
    `SELECT coalesce((SELECT row_count FROM mirror_counts WHERE list = $1 ORDER BY generation DESC LIMIT 1), (SELECT count(*) FROM ${quoted(tablesOf(list.name).rows)} WHERE _row < $2 AND _gone IS NULL)) AS n`,
    list.name,
    firstRow,
  );
  return {
    list,
    rows: Number(progress.row_count),
    misfits: Number(progress.misfit_count),
    done: Number(progress.done) === 1,
    settled: Number(progress.settled) === 1,
    checkpoint: JSON.parse(String(progress.checkpoint)) as Checkpoint,
    firstRow,
    nextRow: Math.max((await lastRow(reading, list.name)) + 1, firstRow),
    earlierRows: Number(earlier?.n),
    // After an interruption, rows that were met already are passed over.
    after: 0,
    store: rowStorer(list.columns),
    hash: rowHasher(list.columns),
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
      for (const one of progress) {
        const list = contract.find(({ name }) => name === one.list);
        if (list) copy.#lists.set(list.name, await readState(reading, list, one));
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
        ["generation", "service", "state", "started"],
        [[Number(row?.next), header.service, header.state ?? null, header.started]],
      );
      for (const { name } of lists)
        await writing.insert(
          "mirror_progress",
          ["list", "first_row", "row_count", "misfit_count", "done", "settled", "checkpoint"],
          [[name, (await lastRow(writing, name)) + 1, 0, 0, 0, 0, "{}"]],
        );
    });
    return (await Copy.find(hold, lists)) as Copy;
  }

  /** How far a list is. */
  progress(list: string): Readonly<ListProgress> {
    return this.#state(list);
  }

  #state(list: string): ListState {
    const state = this.#lists.get(list);
    if (!state) throw new RangeError(`The list ${list} is not a part of this copy.`);
    return state;
  }

  /**
   * Saves the rows of a page and the place after it, together.
   *
   * @param checkpoint - The place after it, given a hash of all its rows.
   * @param done - Whether it was the last page.
   * @returns the names of fields whose values are outside their type, one for each value.
   */
  async savePage(
    name: string,
    page: PageToSave,
    checkpoint: (hash: string) => Checkpoint,
    done: boolean,
  ): Promise<{ misfits: readonly string[] }> {
    const state = this.#state(name);
    const sent: SentPage = { list: name, digest: page.digest, rows: page.count };
    const saved = await this.#hold.write(async (writing) => {
      const { hash, misfits, ...place } =
        (await this.#meetPage(writing, state, sent)) ?? (await this.#saveRows(writing, state, sent, page));
      const progress: ListProgress = {
        rows: state.rows + page.count,
        misfits: state.misfits + misfits.length,
        done,
        checkpoint: checkpoint(hash),
      };
      await writing.run(
        "UPDATE mirror_progress SET row_count = $1, misfit_count = $2, done = $3, checkpoint = $4 WHERE list = $5",
        progress.rows,
        progress.misfits,
        Number(done),
        JSON.stringify(progress.checkpoint),
        name,
      );
      return { progress, misfits, place };
    });
    Object.assign(state, saved.progress, saved.place);
    return { misfits: saved.misfits };
  }

  /** Saves a page that the newest generation has too. Undefined if it is not known. */
  async #meetPage(writing: Writing, state: ListState, page: SentPage): Promise<SavedRows | undefined> {
    if (state.earlierRows === 0 || page.rows === 0) return undefined;
    const known = await meetKnownPage(writing, this.generation, page);
    return known && { hash: known.hash, misfits: [], after: known.firstRow + page.rows - 1, nextRow: state.nextRow };
  }

  /** Saves a page row by row. */
  async #saveRows(writing: Writing, state: ListState, sent: SentPage, page: PageToSave): Promise<SavedRows> {
    const rows = page.rows();
    const hashes = page.hashes ?? rows.map(state.hash);
    const { known, after } = await this.#meetRows(writing, state, hashes);
    const fresh: SqlValue[][] = [];
    const misfits: string[] = [];
    for (const [index, row] of rows.entries()) {
      const one = known[index];
      // Values outside their type are in `extra`.
      if (one && !one.hasExtra) continue;
      const { values, extra, misfits: found } = state.store(row);
      misfits.push(...found);
      if (one) continue;
      const hash = Buffer.from(hashes[index] as string, "hex");
      fresh.push([state.nextRow + fresh.length, hash, this.generation, ...values, extra]);
    }
    await this.#insertRows(writing, state.list, fresh);
    const hash = hashPage(hashes);
    const firstRow = firstOf(known, rows.length, state.nextRow);
    // Values outside their type are told each time, so that their rows are looked at.
    if (firstRow !== undefined && misfits.length === 0)
      await rememberPage(writing, this.generation, sent, { firstRow, hash });
    return { hash, misfits, after, nextRow: state.nextRow + fresh.length };
  }

  /** Rows of the newest generation that a page has too. */
  #meetRows(
    writing: Writing,
    { list, after, firstRow, earlierRows }: ListState,
    hashes: readonly string[],
  ): Promise<{ known: (KnownRow | undefined)[]; after: number }> {
    if (earlierRows === 0 || hashes.length === 0) return Promise.resolve({ known: [], after });
    return meetKnownRows(writing, this.#hold.database.dialect, { list: list.name, after, firstRow }, hashes);
  }

  async #insertRows(writing: Writing, { name, columns }: List, rows: readonly SqlValue[][]): Promise<void> {
    if (rows.length === 0) return;
    const names = ["_row", "_hash", "_first", ...columns.map((column) => column.name), "extra"];
    await writing.insert(tablesOf(name).rows, names, rows);
  }

  /** How many rows a list has in the newest generation. */
  earlierRows(list: string): number {
    return this.#state(list).earlierRows;
  }

  /** Marks the rows that are gone, and indexes those that are new. Readers see nothing of it yet. */
  async settle(list: string): Promise<void> {
    const state = this.#state(list);
    if (state.settled) return;
    await this.#hold.write(async (writing) => {
      const metRows = state.rows - (state.nextRow - state.firstRow);
      if (metRows < state.earlierRows)
        await writing.run(
          `UPDATE ${quoted(tablesOf(list).rows)} AS r SET _gone = $1 WHERE r._row < $2 AND r._gone IS NULL AND ${notMet(list, "r._row")}`,
          this.generation,
          state.firstRow,
        );
      await forgetMet(writing, list);
      const { dialect, kind } = this.#hold.database;
      await createIndexes(writing, dialect, state.list);
      await addNames(writing, kind, state.list, state.firstRow);
      if (this.#isLast(state)) await completeNames(writing, kind);
      await writing.run("UPDATE mirror_progress SET settled = 1 WHERE list = $1", list);
    });
    state.settled = true;
  }

  #isLast(list: ListState): boolean {
    return [...this.#lists.values()].every((one) => one === list || one.settled);
  }

  /** Makes the copy the one that readers see. @returns what changed. */
  async publish(proof: string, completed: string): Promise<ListChange[]> {
    return await this.#hold.write(async (writing) => {
      const changes: ListChange[] = [];
      for (const [list, { rows, misfits, firstRow }] of this.#lists) {
        const table = quoted(tablesOf(list).rows);
        const [count] = await writing.all(
          `SELECT (SELECT count(*) FROM ${table} WHERE _row >= $1) AS new, (SELECT count(*) FROM ${table} WHERE _gone = $2) AS gone`,
          firstRow,
          this.generation,
        );
        changes.push({ list, rows, new: Number(count?.new), gone: Number(count?.gone), misfits });
        await forgetPages(writing, list, this.generation);
      }
      await writing.insert(
        "mirror_counts",
        ["generation", "list", "row_count", "new_count", "gone_count", "misfit_count"],
        changes.map((one) => [this.generation, one.list, one.rows, one.new, one.gone, one.misfits]),
      );
      await writing.run("DELETE FROM mirror_progress");
      await writing.run(
        "UPDATE mirror_generations SET proof = $1, completed = $2 WHERE generation = $3",
        proof,
        completed,
        this.generation,
      );
      return changes;
    });
  }

  /** Removes everything that this copy has added. The newest generation stays as it is. */
  async discard(): Promise<void> {
    await this.#hold.write(async (writing) => {
      for (const { list, first_row: firstRow, settled } of await writing.all("SELECT * FROM mirror_progress"))
        await this.#discardList(writing, String(list), Number(firstRow), Number(settled) === 1);
      await writing.run("DELETE FROM mirror_progress");
      await writing.run("DELETE FROM mirror_pages WHERE generation = $1", this.generation);
      await writing.run("DELETE FROM mirror_generations WHERE generation = $1", this.generation);
    });
    this.#lists.clear();
  }

  async #discardList(writing: Writing, list: string, firstRow: number, settled: boolean): Promise<void> {
    const { rows } = tablesOf(list);
    await writing.run(`DELETE FROM ${quoted(rows)} WHERE _row >= $1`, firstRow);
    await forgetMet(writing, list);
    if (settled) await writing.run(`UPDATE ${quoted(rows)} SET _gone = NULL WHERE _gone = $1`, this.generation);
  }
}
