/** Removes court cases from all generations, as if they had never been copied. */
import type { Dialect, Writing } from "../store/database.ts";
import { recordsIn, resealGenerations, sumOf, sumText, weigh } from "../store/generations.ts";
import { quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { rowReader, rowStorer } from "../wire/columns.ts";
import type { Column } from "../wire/list.ts";
import { type CaseKey, isOfCase } from "./mark.ts";

/** @returns how many rows were removed. */
export async function forgetCases(writing: Writing, dialect: Dialect, keys: readonly CaseKey[]): Promise<number> {
  let rows = 0;
  for (const [list, columns] of await storedColumnsIn(writing))
    if (isOfCase({ columns })) rows += await forgetIn(writing, dialect, list, columns, keys);
  await resealGenerations(writing, "forgotten");
  return rows;
}

/** A row that goes, as counts and sums have it. */
interface Removed {
  first: number;
  /** Infinity if it is in the newest generation. */
  gone: number;
  hash: bigint;
  weight: bigint;
  misfits: number;
}

async function forgetIn(
  writing: Writing,
  dialect: Dialect,
  list: string,
  columns: readonly Column[],
  keys: readonly CaseKey[],
): Promise<number> {
  const table = quoted(tablesOf(list).rows);
  const [read, store] = [rowReader(columns), rowStorer(columns)];
  const removed: Removed[] = [];
  for (const { mark, court } of keys) {
    const condition = "asked_mark = $1 AND asked_court = $2";
    for (const row of await writing.all(
      `SELECT r.*, ${dialect.hash.to("_hash")} AS hash FROM ${table} r WHERE ${condition}`,
      mark,
      court,
    ))
      removed.push({
        first: Number(row._first),
        gone: row._gone == null ? Number.POSITIVE_INFINITY : Number(row._gone),
        hash: sumOf(String(row.hash)),
        weight: weigh(String(row.hash), Number(row._row), Number(row._first)),
        misfits: store(read(row)).misfits.length,
      });
    await writing.run(`DELETE FROM ${table} WHERE ${condition}`, mark, court);
  }
  if (removed.length === 0) return 0;
  for (const { generation, lists } of await recordsIn(writing))
    for (const one of lists.filter((record) => record.list === list)) {
      // Of a generation that was pruned, nothing tells which rows were the case's: what is recorded of it goes.
      const sum = (of: (row: Removed) => bigint, some: readonly Removed[]): bigint =>
        some.reduce((total, row) => total + of(row), 0n);
      const there = removed.filter(({ first, gone }) => first <= generation && generation < gone);
      const left = removed.filter(({ gone }) => gone === generation);
      const after = one.isKept
        ? [
            one.rows - there.length,
            one.new - removed.filter(({ first }) => first === generation).length,
            one.gone - left.length,
            one.misfits - there.reduce((total, { misfits }) => total + misfits, 0),
            sumText(sumOf(one.contentSum) - sum(({ hash }) => hash, there)),
            sumText(sumOf(one.rowsSum) - sum(({ weight }) => weight, there)),
            sumText(sumOf(one.goneSum) - sum(({ weight }) => weight, left)),
          ]
        : [0, 0, 0, 0, sumText(0n), sumText(0n), sumText(0n)];
      await writing.run(
        "UPDATE mirror_counts SET row_count = $1, new_count = $2, gone_count = $3, misfit_count = $4, content_sum = $5, rows_sum = $6, gone_sum = $7 WHERE generation = $8 AND list = $9",
        ...after,
        generation,
        list,
      );
    }
  return removed.length;
}
