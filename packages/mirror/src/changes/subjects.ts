/** Who rows are about. A row has the register number of its subject alone. */
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { sentText } from "../search/names.ts";
import { allDigits } from "../show/number.ts";
import type { Dialect, Reading, SqlRow } from "../store/database.ts";
import { hasColumn, rowsOf } from "../store/snapshot.ts";
import type { Column } from "../wire/list.ts";

/** The subject that a row is about, with the words of the view `company`. */
export interface SubjectMark {
  /** Its MBS with all nine digits; null if the row is about no subject, as in code lists. */
  mbs: string | null;
  /** Its OIB with all eleven digits, if it has one. */
  oib: string | null;
  /** Its short name, if it has one. */
  naziv: string | null;
}

const nobody: SubjectMark = { mbs: null, oib: null, naziv: null };

/** Looks up the subjects of rows as of one generation. A subject that is gone has the name and the OIB that it had last. */
export class Subjects {
  readonly #reading: Reading;
  readonly #dialect: Dialect;
  readonly #columns: ReadonlyMap<string, readonly Column[]>;
  readonly #generation: number;

  constructor(reading: Reading, dialect: Dialect, columns: ReadonlyMap<string, readonly Column[]>, generation: number) {
    this.#reading = reading;
    this.#dialect = dialect;
    this.#columns = columns;
    this.#generation = generation;
  }

  /** The subjects of rows, in their order. Few queries find them, however many there are: not too many at a time, for memory. */
  async of(rows: readonly SqlRow[]): Promise<SubjectMark[]> {
    const numbers = new Set(rows.flatMap(({ mbs }) => (mbs == null ? [] : [String(mbs)])));
    if (numbers.size === 0) return rows.map(() => nobody);
    const list = JSON.stringify([...numbers]);
    const names = await this.#find("skracena_tvrtka", "ime", list);
    const oibs = await this.#find("subjekt", "oib", list);
    return rows.map(({ mbs }) => {
      if (mbs == null) return nobody;
      const number = String(mbs);
      return {
        mbs: allDigits(number, formatMbs),
        oib: allDigits(oibs.get(number) ?? null, formatOib),
        naziv: names.get(number) ?? null,
      };
    });
  }

  /** The values of a field, by register number. */
  async #find(list: string, field: "ime" | "oib", numbers: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const columns = this.#columns.get(list) ?? [];
    if (!["mbs", field].every((name) => hasColumn({ columns }, name))) return found;
    const rows = await this.#reading.all(
      `SELECT r.mbs, r.${field} AS value, r.extra FROM ${rowsOf({ name: list })} r WHERE r.mbs IN (SELECT CAST(t.text AS BIGINT) FROM ${this.#dialect.texts("$1")} t) AND r._first <= $2 ORDER BY CASE WHEN r._gone <= $2 THEN r._gone END DESC NULLS FIRST, r._row`,
      numbers,
      this.#generation,
    );
    for (const { mbs, value, extra } of rows) {
      const text = sentText(field, value, extra);
      if (text !== undefined && !found.has(String(mbs))) found.set(String(mbs), text);
    }
    return found;
  }
}
