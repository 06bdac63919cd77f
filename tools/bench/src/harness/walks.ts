import type { Connection, ReadPage } from "../../contenders/contender.ts";
import { connect, modulePath } from "./contenders.ts";

/** Starts a walk over all seats. */
export type Walk = (signal?: AbortSignal) => AsyncIterable<unknown>;

/** The loop that users of a client without a walk write by hand, when they know that pages may be short and 429 may come. */
async function* handWritten(read: ReadPage): AsyncIterable<unknown> {
  for (let offset = 0; ; ) {
    const rows = await read(offset, 1_000);
    if (rows === undefined) continue;
    if (rows.length === 0) return;
    // Not `yield*`, which takes several turns for each row.
    for (const row of rows) yield row;
    offset += rows.length;
  }
}

/** The same with several pages in flight, as one writes it who needs speed: no proof that pages join, no total, no cursor. */
async function* handWrittenAhead(read: ReadPage, pages: number): AsyncIterable<unknown> {
  const size = 1_000;
  /** A whole page: what a short one lacks is asked for too. Only at the end are there fewer rows. */
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
      // Pages past the end are still asked for, and would fail when the service ends.
      await Promise.all(inFlight);
      return;
    }
    inFlight.push(whole(offset));
    for (const row of rows) yield row;
  }
}

/** A walk by name: `ours, prefetch N`, or a loop on a contender: its name, or `NAME, N in flight`. */
export async function walkOf(name: string, connection: Connection): Promise<Walk> {
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
 * Walks to the end and looks at every row.
 *
 * @param size - rows that there are.
 * @param seen - told every 1,000 rows how many there were.
 * @returns the number of places where rows are missing, doubled or out of order.
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
