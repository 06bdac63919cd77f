/** What a copy has of court cases, those of the generation before it included. */
import type { CaseKey } from "../../cases/mark.ts";
import type { Reading } from "../../store/database.ts";
import { quoted, tablesOf } from "../../store/schema.ts";
import { rowReader } from "../../wire/columns.ts";
import type { List } from "../../wire/list.ts";
import type { WireObject } from "../../wire/wire.ts";

/** The rows that a list has of a case in the generation before another one. */
export async function earlierRowsOf(
  reading: Reading,
  list: List,
  { mark, court }: CaseKey,
  generation: number,
): Promise<WireObject[]> {
  const rows = await reading.all(
    `SELECT * FROM ${quoted(tablesOf(list.name).rows)} WHERE asked_mark = $1 AND asked_court = $2 AND _first < $3 AND (_gone IS NULL OR _gone >= $3) ORDER BY _row`,
    mark,
    court,
    generation,
  );
  return rows.map(rowReader(list.columns));
}

/** How many rows a list has of a case. */
export interface RowsOfCase extends CaseKey {
  /** In the generation before. */
  before: number;
  now: number;
}

/** How many rows a finished list has of each case: in the generation before this one, and now. */
export async function rowsByCase(reading: Reading, list: string, generation: number): Promise<RowsOfCase[]> {
  const rows = await reading.all(
    `SELECT asked_mark, asked_court, count(CASE WHEN _first < $1 THEN 1 END) AS before, count(CASE WHEN _gone IS NULL THEN 1 END) AS now FROM ${quoted(tablesOf(list).rows)} WHERE _gone IS NULL OR _gone >= $1 GROUP BY asked_mark, asked_court ORDER BY asked_mark, asked_court`,
    generation,
  );
  return rows.map((row) => ({
    mark: String(row.asked_mark),
    court: Number(row.asked_court),
    before: Number(row.before),
    now: Number(row.now),
  }));
}
