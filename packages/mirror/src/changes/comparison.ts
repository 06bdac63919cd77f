import type { SqlRow } from "../store/database.ts";
import { quoted } from "../store/schema.ts";
import { rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { findKey } from "./key.ts";
import type { SideRow } from "./pairs.ts";
import type { Span } from "./span.ts";
import { numbersIn } from "./subjects.ts";

type Side = SideRow<SqlRow>["side"];

/** When the rows of a side were there: in one of two generations alone. */
const moments: Readonly<Record<Side, string>> = {
  gone: "r._gone IS NOT NULL AND r._gone > $1 AND r._gone <= $2 AND r._first <= $1",
  new: "r._first > $1 AND r._first <= $2 AND (r._gone IS NULL OR r._gone > $2)",
};

/** The rows of a list that are in one of two generations alone. */
export class Comparison {
  readonly list: StoredList;
  readonly #snapshot: Snapshot;
  readonly #from: number;
  readonly #to: number;
  /** Register numbers, as a JSON array of texts. */
  readonly #about: string | undefined;

  /** @param about - Register numbers of subjects, if not all are meant. */
  constructor(snapshot: Snapshot, list: StoredList, { from, to }: Span, about: readonly bigint[] | undefined) {
    this.list = list;
    this.#snapshot = snapshot;
    this.#from = from.generation;
    this.#to = to.generation;
    this.#about = about && JSON.stringify(about.map(String));
  }

  /** The sides that have rows. */
  async sides(): Promise<Side[]> {
    const sides: Side[] = [];
    for (const side of ["gone", "new"] as const) {
      const [row] = await this.#snapshot.reading.all(
        `SELECT 1 AS one ${this.#where(side)} LIMIT 1`,
        ...this.#parameters,
      );
      if (row) sides.push(side);
    }
    return sides;
  }

  /** The fields by which rows are paired, which are the same whichever subject is asked for. */
  findKey(): Promise<string[] | undefined> {
    return findKey(this.#snapshot, this.list, this.#from, this.#to);
  }

  /** The rows of a side that has no other, in the order in which they came. */
  rowsOf(side: Side): AsyncGenerator<SideRow<SqlRow>[]> {
    return this.#read(`${this.#select(side)} ORDER BY r._row`, undefined);
  }

  /** The rows of both sides, those with the same key together; equal rows together if there is no key. */
  rows(key: readonly string[] | undefined): AsyncGenerator<SideRow<SqlRow>[]> {
    const order = [...(key ?? []).map(quoted), "_hash", "_row"].join(", ");
    const both = `${this.#select("gone")} UNION ALL ${this.#select("new")}`;
    return this.#read(`SELECT * FROM (${both}) both_sides ORDER BY ${order}`, key);
  }

  async *#read(sql: string, key: readonly string[] | undefined): AsyncGenerator<SideRow<SqlRow>[]> {
    for await (const batch of this.#snapshot.reading.batches(sql, ...this.#parameters))
      yield batch.map((row) => ({
        side: row._side as Side,
        group: groupOf(row, key),
        hash: String(row._hash),
        row,
      }));
  }

  #select(side: Side): string {
    const { hash } = this.#snapshot.database.dialect;
    return `SELECT '${side}' AS _side, ${hash.to("r._hash")} AS _hash, r._row, ${this.list.fields} ${this.#where(side)}`;
  }

  #where(side: Side): string {
    // The index of first generations leaves out generation 1.
    const indexed = side === "new" && this.#from > 0 ? " AND r._first > 1" : "";
    const subject =
      this.#about === undefined ? "" : ` AND r.mbs IN ${numbersIn(this.#snapshot.database.dialect, "$3")}`;
    return `FROM ${rowsOf(this.list)} r WHERE ${moments[side]}${indexed}${subject}`;
  }

  get #parameters(): (number | string)[] {
    return [this.#from, this.#to, ...(this.#about === undefined ? [] : [this.#about])];
  }
}

/** What rows that may be the same thing have in common: their key, or all that they are. */
function groupOf(row: SqlRow, key: readonly string[] | undefined): string {
  const values = key?.map((field) => row[field]);
  return values?.every((value) => value != null) ? JSON.stringify(values.map(String)) : String(row._hash);
}
