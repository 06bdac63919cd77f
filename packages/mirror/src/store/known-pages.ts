/**
 * Pages of the newest generation, as they were sent: one that is sent again has the same rows, and none of them is looked at.
 */
import type { Writing } from "./database.ts";
import { notMet } from "./known-rows.ts";
import { tablesOf } from "./schema.ts";

/** A page as the service sent it. */
export interface SentPage {
  list: string;
  /** Hash of the response. */
  digest: string;
  /** How many rows at its end count. */
  rows: number;
}

/** Where the rows of a page are: their numbers follow one another. */
export interface StoredPage {
  firstRow: number;
  /** One hash for all rows. */
  hash: string;
}

/**
 * Finds a page of an earlier generation whose rows this copy has not met yet, marks them as met, and makes it a page of this
 * generation.
 */
export async function meetKnownPage(
  writing: Writing,
  generation: number,
  { list, digest, rows }: SentPage,
): Promise<StoredPage | undefined> {
  const lastRow = "mirror_pages.first_row + mirror_pages.row_count - 1";
  const [known] = await writing.all(
    `UPDATE mirror_pages SET generation = $1 WHERE list = $2 AND digest = $3 AND row_count = $4 AND generation < $1 AND ${notMet(list, "mirror_pages.first_row", lastRow)} RETURNING first_row, hash`,
    generation,
    list,
    digest,
    rows,
  );
  if (!known) return undefined;
  const firstRow = Number(known.first_row);
  await writing.insert(tablesOf(list).met, ["first_row", "last_row"], [[firstRow, firstRow + rows - 1]]);
  return { firstRow, hash: String(known.hash) };
}

/** Remembers a page for the next copies. */
export async function rememberPage(
  writing: Writing,
  generation: number,
  { list, digest, rows }: SentPage,
  { firstRow, hash }: StoredPage,
): Promise<void> {
  await writing.run(
    "INSERT INTO mirror_pages (list, digest, row_count, generation, first_row, hash) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    list,
    digest,
    rows,
    generation,
    firstRow,
    hash,
  );
}

/** Forgets the pages of a list before a generation: their rows may be gone in it. */
export async function forgetPages(writing: Writing, list: string, before: number): Promise<void> {
  await writing.run("DELETE FROM mirror_pages WHERE list = $1 AND generation < $2", list, before);
}
