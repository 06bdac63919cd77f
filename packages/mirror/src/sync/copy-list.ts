import type { Checkpoint, Copy, PageMark } from "../store/copy.ts";
import { hashPage } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { Doubt } from "./doubt.ts";
import type { SyncEvent } from "./events.ts";
import type { Source, SourcePage } from "./source.ts";

/** Copies lists that are not complete yet. */
export async function copyLists(
  source: Source,
  copy: Copy,
  lists: readonly List[],
  onEvent: (event: SyncEvent) => void,
): Promise<void> {
  const read = (list: List): AsyncIterable<SourcePage> => {
    const hasEarlier = copy.earlierRows(list.name) > 0;
    // Most pages of a later copy are known as a whole.
    return source.pages(list, copy.progress(list.name).checkpoint.cursor, !hasEarlier);
  };
  let coming: AsyncIterable<SourcePage> | undefined;
  for (const [index, list] of lists.entries()) {
    const pages = coming ?? read(list);
    const next = lists[index + 1];
    // The next list may be read while the last rows of this one are written.
    coming = next && read(next);
    await copyList(pages, copy, list, onEvent);
    await copy.settle(list.name);
  }
}

async function copyList(
  pages: AsyncIterable<SourcePage>,
  copy: Copy,
  list: List,
  onEvent: (event: SyncEvent) => void,
): Promise<void> {
  for await (const page of pages) {
    const { checkpoint } = copy.progress(list.name);
    const { misfits } = await copy.savePage(
      list.name,
      page,
      (hash) => nextCheckpoint(checkpoint, page, hash),
      // A list without pages is whole at once: read again after a kill, it would be here twice.
      !list.paged,
    );
    for (const field of new Set(misfits)) onEvent({ type: "misfit", list: list.name, field });
    onEvent({ type: "page", list: list.name, rows: copy.progress(list.name).rows, total: page.total });
  }
  // Reached only at the true end: a walk whose pages do not join, or do not add up to the total, throws.
  const { checkpoint, done } = copy.progress(list.name);
  if (!done)
    await copy.savePage(list.name, { count: 0, rows: () => [], hashes: [], digest: "" }, () => checkpoint, true);
  onEvent({ type: "list", list: list.name, rows: copy.progress(list.name).rows });
}

function nextCheckpoint(before: Checkpoint, page: SourcePage, hash: string): Checkpoint {
  const mark: PageMark = { offset: page.offset, rows: page.count, hash };
  return {
    cursor: page.cursor,
    total: page.total ?? before.total,
    firstPage: before.firstPage ?? mark,
    lastPage: mark,
    isUnnamed: before.isUnnamed || page.isUnnamed,
  };
}

/**
 * Reads the first and the last page of a list again, and its total.
 *
 * @throws Doubt if one of them is not as it was.
 */
export async function checkAgain(source: Source, copy: Copy, list: List): Promise<void> {
  const { rows, checkpoint } = copy.progress(list.name);
  const { firstPage, lastPage, total } = checkpoint;
  const changed = (what: string): Doubt => new Doubt(`${what} of ${list.name} is no longer what was copied`);
  for (const page of firstPage && lastPage && firstPage.offset !== lastPage.offset
    ? [firstPage, lastPage]
    : [firstPage]) {
    const asked = page ?? { offset: 0, rows: 0, hash: hashPage([]) };
    const answer = await source.request(list, { offset: asked.offset, limit: Math.max(asked.rows, 1) });
    if (answer.total !== total && answer.total !== undefined && total !== undefined) throw changed("the total");
    if (hashPage(answer.hashes) !== asked.hash) throw changed(page === firstPage ? "the first page" : "the last page");
  }
  // Rows that were added at the end would change neither.
  if (list.paged && rows > 0 && (await source.request(list, { offset: rows, limit: 1 })).hashes.length > 0)
    throw changed("the end");
}
