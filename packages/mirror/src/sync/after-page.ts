/** What follows a page, decided from what came: whether to go on, to end, or not to believe it. Nothing is asked for. */
import { MirrorError } from "../mirror-error.ts";
import { say } from "../option-text.ts";
import { hashRows } from "../wire/hash.ts";
import { textOf, type WireObject } from "../wire/wire.ts";
import type { PageMark } from "./copy/progress.ts";
import { Inconsistency, leaveOut } from "./inconsistency.ts";
import type { ListResponse } from "./source.ts";

/**
 * What follows a page of a list, which was asked for at an offset. A short page is not the last: a service may send fewer rows than it is
 * asked for.
 *
 * @param before - The page before it, if there was one.
 * @throws MirrorError of kind `service` if both pages are the same: the service does not heed the offset.
 */
export function afterPage(
  name: string,
  offset: number,
  page: readonly WireObject[],
  before: { offset: number; page: readonly WireObject[] } | undefined,
): "continue" | "done" {
  if (page.length === 0) return "done";
  if (before && textOf([...page]) === textOf([...before.page]))
    throw new MirrorError(
      "service",
      say`The service sends the same rows of ${name} at the offsets ${before.offset} and ${offset}. ${leaveOut(name)}`,
    );
  return "continue";
}

/** What follows a walk whose first page stood for "no rows", when the list was asked for once more and has sent so many rows. */
export function afterEmptyStart(rows: number, tries: number): "walk again" | "done" | "inconsistent" {
  if (rows === 0) return "done";
  return tries < 3 ? "walk again" : "inconsistent";
}

/**
 * Holds the end of a walk against the totals that the service has named, whatever the contract promises. Undefined if they agree.
 *
 * @param when - Whether it has named them in the walk, or before.
 */
export function wrongTotal(
  list: string,
  rows: number,
  totals: Iterable<number>,
  when: "says" | "said",
): Inconsistency | undefined {
  for (const total of totals)
    if (total !== rows)
      return new Inconsistency(
        `the service ${when} that ${list} has ${total} rows, and has sent ${rows}`,
        leaveOut(list),
      );
  return undefined;
}

/** What to ask for, to read a page again of which so many rows are here already. */
export const restOf = ({ offset, rows }: PageMark, read: number): { offset: number; limit: number } => ({
  offset: offset + read,
  limit: Math.max(rows - read, 1),
});

/** What follows a response to {@link restOf}. Of a short page, the rest is still to be read. */
export type Reread =
  | { next: "short page"; hashes: readonly string[] }
  | { next: "done" | "total changed" | "rows changed" };

/**
 * Holds what came of a page that is read again against what it was. Rows are compared in any order: the contract names none.
 *
 * @param read - The hashes of its rows that came before.
 * @param total - The total that the service has named in the walk.
 */
export function afterReread(
  mark: PageMark,
  read: readonly string[],
  sent: Pick<ListResponse, "hashes" | "total">,
  { paged, total }: { paged: boolean; total: number | undefined },
): Reread {
  if (sent.total !== undefined && total !== undefined && sent.total !== total) return { next: "total changed" };
  // A service may send more than it was asked for.
  const came = paged ? sent.hashes.slice(0, restOf(mark, read.length).limit) : sent.hashes;
  const hashes = [...read, ...came];
  if (paged && came.length > 0 && hashes.length < mark.rows) return { next: "short page", hashes };
  return { next: hashRows(hashes) === mark.hash ? "done" : "rows changed" };
}
