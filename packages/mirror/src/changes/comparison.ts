import { type CaseKey, isOfCase } from "../cases/mark.ts";
import type { SqlRow } from "../store/database.ts";
import { interfaceOf } from "../store/generations.ts";
import { quoted } from "../store/schema.ts";
import { hasColumn, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
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

/** Whose rows are compared, if not all are. */
export interface About {
  /** The condition for a row `r`, with parameters from `$3` on, and the values of these. */
  readonly condition: string;
  readonly values: readonly (number | string)[];
  /** Whether a list has such rows. */
  isAbout(list: StoredList): boolean;
}

/** Rows about subjects, by their register numbers. */
export const aboutSubjects = ({ database }: Snapshot, numbers: readonly bigint[]): About => ({
  condition: `r.mbs IN ${numbersIn(database.dialect, "$3")}`,
  values: [JSON.stringify(numbers.map(String))],
  isAbout: (list) => hasColumn(list, "mbs"),
});

/** Rows about a court case. */
export const aboutCase = ({ mark, court }: CaseKey): About => ({
  condition: "r.asked_mark = $3 AND r.asked_court = $4",
  values: [mark, court],
  isAbout: isOfCase,
});

/** The rows of a list that are in one of two generations alone. */
export class Comparison {
  readonly list: StoredList;
  readonly #snapshot: Snapshot;
  readonly #from: number;
  readonly #to: number;
  readonly #about: About | undefined;

  constructor(snapshot: Snapshot, list: StoredList, { from, to }: Span, about: About | undefined) {
    this.list = list;
    this.#snapshot = snapshot;
    // Of rows that were gone before that, nothing is known any more.
    const known = snapshot.keptFrom(interfaceOf([list.name])) - 1;
    this.#from = Math.min(Math.max(from.generation, known), to.generation);
    this.#to = to.generation;
    this.#about = about;
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

  /** The fields by which rows are paired, which are the same whatever is asked for. */
  findKey(): Promise<string[] | undefined> {
    return findKey(this.#snapshot, this.list, this.#from, this.#to);
  }

  /** The rows of a side that has no other, in the order in which they came. */
  rowsOf(side: Side): AsyncGenerator<SideRow<SqlRow>[]> {
    return this.#read(`${this.#select(side)} ORDER BY r._row`, undefined);
  }

  /** The rows of both sides, those with the same key together; equal rows together if there is no key. */
  rows(key: readonly string[] | undefined): AsyncGenerator<SideRow<SqlRow>[]> {
    const { dialect } = this.#snapshot.database;
    const fields = this.list.columns.filter(({ name }) => key?.includes(name));
    const order = [...fields, { name: "_hash", type: "text" } as const]
      .map(({ name, type }) => dialect.ascending(quoted(name), type))
      .concat("_row");
    const both = `${this.#select("gone")} UNION ALL ${this.#select("new")}`;
    return this.#read(`SELECT * FROM (${both}) both_sides ORDER BY ${order.join(", ")}`, key);
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
    const about = this.#about === undefined ? "" : ` AND ${this.#about.condition}`;
    return `FROM ${rowsOf(this.list)} r WHERE ${moments[side]}${indexed}${about}`;
  }

  get #parameters(): (number | string)[] {
    return [this.#from, this.#to, ...(this.#about?.values ?? [])];
  }
}

/** What rows that may be the same thing have in common: their key, or all that they are. */
function groupOf(row: SqlRow, key: readonly string[] | undefined): string {
  const values = key?.map((field) => row[field]);
  return values?.every((value) => value != null) ? JSON.stringify(values.map(String)) : String(row._hash);
}
