import { hashRows } from "../../wire/hash.ts";
import type { RegisterList } from "../../wire/list.ts";
import { afterReread, restOf } from "../after-page.ts";
import type { Copy } from "../copy/copy.ts";
import type { PageMark } from "../copy/progress.ts";
import type { SyncEvent } from "../events.ts";
import { anotherHour, Inconsistency } from "../inconsistency.ts";
import type { Source, SourcePage } from "../source.ts";

/**
 * Copies lists that are not complete yet.
 *
 * @param onWritten - Called after each page is written: what it throws ends the copy.
 */
export async function copyLists(
  source: Source,
  copy: Copy,
  lists: readonly RegisterList[],
  onEvent: (event: SyncEvent) => void,
  onWritten: () => void,
): Promise<void> {
  const read = (list: RegisterList): AsyncIterable<SourcePage> =>
    source.pages(list, copy.progress(list.name).checkpoint.cursor);
  let coming: AsyncIterable<SourcePage> | undefined;
  for (const [index, list] of lists.entries()) {
    const pages = coming ?? read(list);
    const next = lists[index + 1];
    // The next list may be read while the last rows of this one are written.
    coming = next && read(next);
    await copyList(pages, copy, list, onEvent, onWritten);
    await copy.finishList(list.name);
  }
}

async function copyList(
  pages: AsyncIterable<SourcePage>,
  copy: Copy,
  list: RegisterList,
  onEvent: (event: SyncEvent) => void,
  onWritten: () => void,
): Promise<void> {
  for await (const page of pages) {
    const misfits = await copy.savePage(list.name, page);
    for (const field of new Set(misfits)) onEvent({ type: "misfit", list: list.name, field });
    if (page.emptySign !== undefined) onEvent({ type: "empty", list: list.name, sign: page.emptySign });
    onEvent({ type: "page", list: list.name, rows: copy.progress(list.name).rows, total: page.total });
    onWritten();
  }
  // Reached only at the true end: a walk whose pages do not join, or do not add up to the total, throws.
  await copy.saveEnd(list.name);
  onEvent({ type: "list", list: list.name, rows: copy.progress(list.name).rows });
}

/**
 * Reads the first and the last page of a list again, and its total.
 *
 * @throws Inconsistency if one of them is not as it was.
 */
export async function checkAgain(source: Source, copy: Copy, list: RegisterList): Promise<void> {
  const { rows, checkpoint } = copy.progress(list.name);
  const { firstPage = emptyPage, lastPage = firstPage, total } = checkpoint;
  const changed = (what: string): Inconsistency =>
    new Inconsistency(`${what} of ${list.name} is no longer what was copied`, anotherHour, { list: list.name });
  const isOnePage = lastPage.offset === firstPage.offset;
  for (const mark of isOnePage ? [firstPage] : [firstPage, lastPage]) {
    const next = await readAgain(source, list, mark, total);
    if (next === "total changed") throw changed("the total");
    if (next === "rows changed") throw changed(mark === firstPage ? "the first page" : "the last page");
  }
  // Rows that were added at the end would change neither.
  if (list.paged && rows > 0 && (await source.request(list, { offset: rows, limit: 1 })).hashes.length > 0)
    throw changed("the end");
}

/** What a list has in place of its first page if it has no rows. */
const emptyPage: PageMark = { offset: 0, rows: 0, hash: hashRows([]) };

/** Reads a page again: in several requests, if pages are shorter than before. */
async function readAgain(
  source: Source,
  list: RegisterList,
  mark: PageMark,
  total: number | undefined,
): Promise<"done" | "total changed" | "rows changed"> {
  for (let read: readonly string[] = []; ; ) {
    const sent = await source.request(list, restOf(mark, read.length));
    const after = afterReread(mark, read, sent, { paged: list.paged, total });
    if (after.next !== "short page") return after.next;
    read = after.hashes;
  }
}
