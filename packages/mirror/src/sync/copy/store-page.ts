/** The rows of a page, on their way into the tables of their list. */
import type { Dialect, SqlValue, Writing } from "../../store/database.ts";
import { sumOf, sumText, weigh } from "../../store/generations.ts";
import { tablesOf } from "../../store/schema.ts";
import type { List } from "../../wire/list.ts";
import type { SourcePage } from "../source.ts";
import { findKnownRows, type KnownRow } from "./known-rows.ts";
import type { AddedRows } from "./progress.ts";
import type { ListState } from "./saved-copy.ts";

/** Where the rows of a page go: the generation that is being made, and its database. */
export interface Into {
  generation: number;
  dialect: Dialect;
}

/** The rows of a page that are new, as they are stored. */
export interface NewRows extends AddedRows {
  /** A value for each of {@link storedColumns}. */
  values: SqlValue[][];
}

/** The columns of a list's table, in the order of {@link NewRows}. */
const storedColumns = ({ columns }: List): string[] => [
  ...["_row", "_hash", "_first"],
  ...columns.map(({ name }) => name),
  "extra",
];

/** Stores the rows of a page that are new, and marks the others as seen. @returns what that adds, and where to expect the next page */
export async function storePage(
  writing: Writing,
  state: ListState,
  page: Pick<SourcePage, "hashes" | "rows">,
  { generation, dialect }: Into,
): Promise<AddedRows & { after: number }> {
  const { list, saved, earlier } = state;
  const place = { list: list.name, after: state.after, firstRow: saved.firstRow };
  const { known, after } =
    earlier && earlier.rows > 0 && page.hashes.length > 0
      ? await findKnownRows(writing, dialect, place, page.hashes)
      : { known: [], after: state.after };
  const { values, ...added } = newRows(page, known, state, generation);
  if (values.length > 0) await writing.insert(tablesOf(list.name).rows, storedColumns(list), values);
  return { ...added, after };
}

/** The rows of a page that the newest generation does not have. `known` has what it has, by their places in the page. */
export function newRows(
  { hashes, rows }: Pick<SourcePage, "hashes" | "rows">,
  known: readonly (Pick<KnownRow, "hasExtra"> | undefined)[],
  { saved, store }: Pick<ListState, "saved" | "store">,
  generation: number,
): NewRows {
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
    newSum += weigh(hash, number, generation);
    for (const text of [extra, ...values]) if (typeof text === "string") characters += text.length;
    fresh.push([number, Buffer.from(hash, "hex"), generation, ...values, extra]);
  }
  const nextRow = saved.nextRow + fresh.length;
  return {
    values: fresh,
    misfits,
    nextRow,
    characters,
    newContentSum: sumText(newContentSum),
    newSum: sumText(newSum),
  };
}
