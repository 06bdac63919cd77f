import { importContenders } from "./peers.ts";
import { key, type ReadPage } from "./service.ts";

/** Starts a walk. */
export type Walk = () => AsyncIterable<unknown>;

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

/** A walk over the service at a URL, by name: that of a walk or of a contender, which a loop reads, and behind it `, N in flight`. */
export async function walkOf(name: string, baseUrl: string): Promise<Walk> {
  const connection = { baseUrl, key, fetch };
  const { contenders, walks } = await importContenders();
  const [contender = "", ahead = ""] = name.split(", ");
  const pages = Number(/\d+/.exec(ahead)?.[0] ?? 0);
  const walk = walks[contender];
  if (walk) return () => walk(connection, { prefetch: pages, retries: 10 });
  const read = contenders[contender]?.(connection);
  if (!read) throw new Error(`There is no contender ${contender}.`);
  return () => (pages > 0 ? handWrittenAhead(read, pages) : handWritten(read));
}

/**
 * Walks to the end and checks every row.
 *
 * @param size - the number of rows that exist.
 * @param seen - called every 1,000 rows with the number so far.
 * @throws Error if rows are missing, come twice or are out of order.
 */
export async function walkAll(walk: Walk, size: number, seen: (rows: number) => void = () => {}): Promise<void> {
  let next = 0;
  for await (const row of walk()) {
    const { mbs } = row as { mbs: number };
    if (mbs !== next++) throw new Error(`Row ${mbs} came where row ${next - 1} belongs.`);
    if (next % 1_000 === 0) seen(next);
  }
  if (next !== size) throw new Error(`${next} rows came of ${size}.`);
}
