import type { Connection, ReadPage } from "../../../contenders/contender.ts";
import { connect, modulePath, realFetch } from "../../clients/contenders.ts";
import { key } from "../../clients/service-in-memory.ts";

export type Walk = (signal?: AbortSignal) => AsyncIterable<unknown>;

/** The loop that users of a client without a walk write, if they know that pages may be short and 429 may occur. */
async function* handWritten(read: ReadPage): AsyncIterable<unknown> {
  for (let offset = 0; ; ) {
    const rows = await read(offset, 1_000);
    if (rows === undefined) continue;
    if (rows.length === 0) return;
    // Not `yield*`, which takes several microtasks per row.
    for (const row of rows) yield row;
    offset += rows.length;
  }
}

/** The same with several pages in flight, as written for speed: no proof that pages join, no total, no cursor. */
async function* handWrittenAhead(read: ReadPage, pages: number): AsyncIterable<unknown> {
  const size = 1_000;
  /** A whole page: what is missing from a short one is requested too. Only the last page has fewer rows. */
  const whole = async (offset: number): Promise<unknown[]> => {
    const rows: unknown[] = [];
    while (rows.length < size) {
      const more = await read(offset + rows.length, size - rows.length);
      if (more?.length === 0) break;
      rows.push(...(more ?? []));
    }
    return rows;
  };
  const inFlight = Array.from({ length: pages }, (_, page) => whole(page * size));
  for (let offset = pages * size; ; offset += size) {
    const rows = (await inFlight.shift()) ?? [];
    if (rows.length === 0) {
      // Pages past the end are already requested, and would fail when the service ends.
      await Promise.all(inFlight);
      return;
    }
    inFlight.push(whole(offset));
    for (const row of rows) yield row;
  }
}

/** A walk over the service at a URL, by name: `ours, prefetch N`, or a loop over a contender: its name, or `NAME, N in flight`. */
export async function walkOf(name: string, baseUrl: string): Promise<Walk> {
  const connection: Connection = { baseUrl, key, fetch: realFetch };
  const prefetch = /^ours, prefetch (\d+)$/.exec(name)?.[1];
  if (prefetch === undefined) {
    const [contender = "", pages] = name.split(", ");
    const read = await connect(contender, connection);
    return () => (pages ? handWrittenAhead(read, Number.parseInt(pages, 10)) : handWritten(read));
  }
  const module: { createWalk: (connection: Connection, prefetch: number) => Walk } = await import(modulePath("walker"));
  return module.createWalk(connection, Number(prefetch));
}

/**
 * Walks to the end and checks every row.
 *
 * @param size - the number of rows that exist.
 * @param seen - called every 1,000 rows with the number so far.
 * @returns the number of places where rows are missing, duplicated or out of order.
 */
export async function walkAll(walk: Walk, size: number, seen: (rows: number) => void = () => {}): Promise<number> {
  let count = 0;
  let next = 0;
  let wrong = 0;
  for await (const row of walk()) {
    const { mbs } = row as { mbs: number };
    if (mbs !== next) wrong++;
    next = mbs + 1;
    if (++count % 1_000 === 0) seen(count);
  }
  return next === size ? wrong : wrong + 1;
}
