/** The generation that is being made: readers do not see it before it is published. */
import type { Cursor } from "@court-register/fetch";
import { addNames } from "../search/names.ts";
import { rowStorer } from "../wire/columns.ts";
import { rowHasher } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import type { Reading, SqlRow, SqlValue, Writing } from "./database.ts";
import type { Hold } from "./hold.ts";
import { published, quoted, tablesOf } from "./schema.ts";

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
  /** Whether the newest generation has rows of it. */
  hasEarlier: boolean;
  settled: boolean;
  store: ReturnType<typeof rowStorer>;
  hash: ReturnType<typeof rowHasher>;
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

async function readState(reading: Reading, list: List, progress: SqlRow): Promise<ListState> {
  const [earlier] = await reading.all(`SELECT 1 AS some FROM ${quoted(tablesOf(list.name).keys)} LIMIT 1`);
  const firstRow = Number(progress.first_row);
  return {
    list,
    rows: Number(progress.row_count),
    misfits: Number(progress.misfit_count),
    done: Number(progress.done) === 1,
    settled: Number(progress.settled) === 1,
    checkpoint: JSON.parse(String(progress.checkpoint)) as Checkpoint,
    firstRow,
    nextRow: Math.max((await lastRow(reading, list.name)) + 1, firstRow),
    hasEarlier: earlier !== undefined,
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
   * @param done - Whether it was the last page.
   * @returns the hashes of the rows, and the names of fields whose values are outside their type, one for each value.
   */
  async savePage(
    name: string,
    rows: readonly WireObject[],
    checkpoint: (hashes: readonly string[]) => Checkpoint,
    done: boolean,
  ): Promise<{ misfits: string[] }> {
    const state = this.#state(name);
    const hashes = rows.map(state.hash);
    const stored = rows.map(state.store);
    const misfits = stored.flatMap((row) => row.misfits);
    const next: ListProgress = {
      rows: state.rows + rows.length,
      misfits: state.misfits + misfits.length,
      done,
      checkpoint: checkpoint(hashes),
    };
    const added = await this.#hold.write(async (writing) => {
      const known = state.hasEarlier ? await this.#unseen(writing, name, hashes) : new Map<string, SqlValue[]>();
      const seen: SqlValue[][] = [];
      const fresh: SqlValue[][] = [];
      for (const [index, hash] of hashes.entries()) {
        // Equal rows are told apart by nothing but their number: each takes one of those that are there.
        const row = known.get(hash)?.shift();
        if (row !== undefined) seen.push([row]);
        else {
          const { values = [], extra = null } = stored[index] ?? {};
          fresh.push([state.nextRow + fresh.length, Buffer.from(hash, "hex"), this.generation, ...values, extra]);
        }
      }
      await this.#insertRows(writing, state.list, fresh);
      if (seen.length > 0) await writing.insert(tablesOf(name).seen, ["_row"], seen);
      await writing.run(
        "UPDATE mirror_progress SET row_count = $1, misfit_count = $2, done = $3, checkpoint = $4 WHERE list = $5",
        next.rows,
        next.misfits,
        Number(done),
        JSON.stringify(next.checkpoint),
        name,
      );
      return fresh.length;
    });
    Object.assign(state, next);
    state.nextRow += added;
    return { misfits };
  }

  /** Rows of the newest generation with these hashes that this copy has not met yet. */
  async #unseen(writing: Writing, list: string, hashes: readonly string[]): Promise<Map<string, SqlValue[]>> {
    const { dialect } = this.#hold.database;
    const { keys, seen } = tablesOf(list);
    const distinct = [...new Set(hashes)];
    const found = await writing.all(
      `SELECT t.at AS at, k._row AS found FROM ${dialect.texts("$1")} t CROSS JOIN ${quoted(keys)} k WHERE k._hash = ${dialect.hash.from("t.text")} AND NOT EXISTS (SELECT 1 FROM ${quoted(seen)} s WHERE s._row = k._row) ORDER BY k._row`,
      JSON.stringify(distinct),
    );
    const rows = new Map<string, SqlValue[]>();
    for (const { at, found: row } of found) {
      const hash = distinct[Number(at)] as string;
      const same = rows.get(hash);
      if (same) same.push(row as SqlValue);
      else rows.set(hash, [row as SqlValue]);
    }
    return rows;
  }

  async #insertRows(writing: Writing, { name, columns }: List, rows: readonly SqlValue[][]): Promise<void> {
    if (rows.length === 0) return;
    const names = ["_row", "_hash", "_first", ...columns.map((column) => column.name), "extra"];
    await writing.insert(tablesOf(name).rows, names, rows);
  }

  /** How many rows a list has in the newest generation. */
  async earlierRows(list: string): Promise<number> {
    const [row] = await this.#hold.database.read((reading) =>
      reading.all(`SELECT count(*) AS n FROM ${quoted(tablesOf(list).keys)}`),
    );
    return Number(row?.n);
  }

  /** Marks the rows that are gone, and remembers those that are new. Readers see nothing of it yet. */
  async settle(list: string): Promise<void> {
    const state = this.#state(list);
    if (state.settled) return;
    const { rows, keys, seen } = tablesOf(list);
    await this.#hold.write(async (writing) => {
      const unseen = `NOT EXISTS (SELECT 1 FROM ${quoted(seen)} s WHERE s._row = k._row)`;
      const gone = await writing.run(
        `UPDATE ${quoted(rows)} SET _gone = $1 WHERE _row IN (SELECT k._row FROM ${quoted(keys)} k WHERE ${unseen})`,
        this.generation,
      );
      if (gone > 0) await writing.run(`DELETE FROM ${quoted(keys)} AS k WHERE ${unseen}`);
      // In the order of the key, which is several times faster.
      await writing.run(
        `INSERT INTO ${quoted(keys)} (_hash, _row) SELECT _hash, _row FROM ${quoted(rows)} WHERE _row >= $1 ORDER BY _hash, _row`,
        state.firstRow,
      );
      await writing.run(`DELETE FROM ${quoted(seen)}`);
      await addNames(writing, this.#hold.database.kind, state.list, state.firstRow);
      await writing.run("UPDATE mirror_progress SET settled = 1 WHERE list = $1", list);
    });
    state.settled = true;
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
      await writing.run("DELETE FROM mirror_generations WHERE generation = $1", this.generation);
    });
    this.#lists.clear();
  }

  async #discardList(writing: Writing, list: string, firstRow: number, settled: boolean): Promise<void> {
    const { rows, keys, seen } = tablesOf(list);
    await writing.run(`DELETE FROM ${quoted(rows)} WHERE _row >= $1`, firstRow);
    await writing.run(`DELETE FROM ${quoted(seen)}`);
    if (!settled) return;
    await writing.run(`UPDATE ${quoted(rows)} SET _gone = NULL WHERE _gone = $1`, this.generation);
    await writing.run(`DELETE FROM ${quoted(keys)}`);
    await writing.run(
      `INSERT INTO ${quoted(keys)} (_hash, _row) SELECT _hash, _row FROM ${quoted(rows)} WHERE _gone IS NULL ORDER BY _hash, _row`,
    );
  }
}
