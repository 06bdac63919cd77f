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

/** A walk by name: `ours, prefetch N`, or the name of a contender. */
export async function walkOf(name: string, connection: Connection): Promise<Walk> {
  const prefetch = /^ours, prefetch (\d+)$/.exec(name)?.[1];
  if (prefetch === undefined) {
    const read = await connect(name, connection);
    return () => handWritten(read);
  }
  const module: { createWalk: (connection: Connection, prefetch: number) => Walk } = await import(modulePath("walker"));
  return module.createWalk(connection, Number(prefetch));
}

/**
 * Walks to the end and looks at every row.
 *
 * @param seen - told every 1,000 rows how many there were.
 * @returns the number of rows.
 * @throws Error when a row is missing, doubled or out of order.
 */
export async function walkAll(walk: Walk, seen: (rows: number) => void = () => {}): Promise<number> {
  let count = 0;
  for await (const row of walk()) {
    const { mbs } = row as { mbs?: unknown };
    if (mbs !== count) throw new Error(`Row ${count} is that of position ${mbs}.`);
    count++;
    if (count % 1_000 === 0) seen(count);
  }
  return count;
}
