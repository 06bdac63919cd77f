import type { Decoded } from "./decode.ts";

/** Requests the page at `offset`. */
export type RequestPage<Row> = (offset: number, limit: number | undefined) => Promise<Decoded<Row[]>>;

/** One page in flight. */
export interface Flight<Row> {
  from: number;
  limit: number | undefined;
  page: Promise<Decoded<Row[]>>;
}

/** The pages that a walk has requested, in order, and how many rows a page really has. */
export interface PageQueue<Row> {
  /** Rows that the service puts in a page; at most `overlap` until that is known. */
  readonly size: number;
  /** Requests the page at `start`, unless it is in flight, and those to prefetch, up to the total. */
  fill(start: number, total: number | undefined): void;
  /** Drops the pages that have already arrived, or still may. */
  clear(): void;
  /** Takes the first page. */
  take(): Promise<Decoded<Row[]>>;
}

/**
 * Makes the queue of a walk.
 *
 * @param limit - The size that the caller asks for.
 * @param overlap - Rows by which a page overlaps the one before it, to prove that they join.
 */
export function queuePages<Row>(
  request: RequestPage<Row>,
  limit: number | undefined,
  prefetch: number,
  overlap: 0 | 1,
): PageQueue<Row> {
  let flights: Flight<Row>[] = [];
  let size = 0;
  let rowsBefore: number | undefined;

  const start = (from: number, asked: number | undefined): Flight<Row> => {
    const page = request(from, asked);
    // A prefetched page is awaited later, if ever. One that is awaited at once keeps the caller's frames in its errors only if
    // nothing else handles it.
    if (prefetch > 0) page.catch(() => {});
    return { from, limit: asked, page };
  };

  /** One short page may be chance, as may two of different lengths; two of the same length are a cap. */
  const learnSize = (rows: number, asked: number | undefined): void => {
    // A page that was requested to fill a gap says nothing.
    if (asked !== undefined && asked < size) return;
    if (size <= overlap || rows === rowsBefore) size = rows;
    rowsBefore = rows;
  };

  return {
    get size() {
      return size;
    },
    fill(offset, total) {
      flights = flights.filter(({ from }) => from >= offset);
      const next = flights[0]?.from;
      if (next !== offset) flights.unshift(start(offset, next === undefined ? limit : next - offset + overlap));
      while (size > overlap && flights.length < prefetch) {
        const from = (flights.at(-1) as Flight<Row>).from + size - overlap;
        if (total !== undefined && from >= total) break;
        flights.push(start(from, size));
      }
    },
    clear() {
      flights = [];
    },
    take() {
      const { page, limit: asked } = flights.shift() as Flight<Row>;
      return page.then((fetched) => {
        learnSize(fetched.data.length, asked);
        return fetched;
      });
    },
  };
}
