import type { Checkpoint, Copy, PageMark } from "../store/copy.ts";
import { hashPage } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { Doubt } from "./doubt.ts";
import type { SyncEvent } from "./events.ts";
import type { Source, SourcePage } from "./source.ts";

/** Copies the rows of a list that are still missing. */
export async function copyList(
  source: Source,
  copy: Copy,
  list: List,
  onEvent: (event: SyncEvent) => void,
): Promise<void> {
  if (copy.progress(list.name).done) return;
  for await (const page of source.pages(list, copy.progress(list.name).checkpoint.cursor)) {
    const { checkpoint } = copy.progress(list.name);
    const next = { ...nextCheckpoint(checkpoint, page), isUnnamed: checkpoint.isUnnamed || page.isUnnamed };
    // A list without pages is whole at once: read again after a kill, it would be here twice.
    const { misfits } = await copy.savePage(list.name, page, next, !list.paged);
    for (const field of new Set(misfits)) onEvent({ type: "misfit", list: list.name, field });
    onEvent({ type: "page", list: list.name, rows: copy.progress(list.name).rows, total: page.total });
  }
  // Reached only at the true end: a walk whose pages do not join, or do not add up to the total, throws.
  const { checkpoint, done } = copy.progress(list.name);
  if (!done) await copy.savePage(list.name, { hashes: [], text: "[]" }, checkpoint, true);
  onEvent({ type: "list", list: list.name, rows: copy.progress(list.name).rows });
}

function nextCheckpoint(before: Checkpoint, { offset, hashes, cursor, total }: SourcePage): Checkpoint {
  const page: PageMark = { offset, rows: hashes.length, hash: hashPage(hashes) };
  return { cursor, total: total ?? before.total, firstPage: before.firstPage ?? page, lastPage: page };
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
