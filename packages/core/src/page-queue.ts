import type { Rows } from "./decode.ts";

/** Requests the page at `offset`. */
export type RequestPage<Row> = (offset: number, limit: number | undefined) => Promise<Rows<Row>>;

/** One page in flight. */
export interface Flight<Row> {
  from: number;
  limit: number | undefined;
  page: Promise<Rows<Row>>;
}

/** The pages that a walk has requested, in order, and how many rows a page really has. */
export class PageQueue<Row> {
  readonly #request: RequestPage<Row>;
  /** The size that the caller asks for. */
  readonly #limit: number | undefined;
  readonly #prefetch: number;
  /** Rows by which a page overlaps the one before it, to prove that they join. */
  readonly #overlap: 0 | 1;
  #flights: Flight<Row>[] = [];
  /** Rows that the service puts in a page; at most `overlap` until that is known. */
  size = 0;
  #rowsBefore: number | undefined;

  constructor(request: RequestPage<Row>, limit: number | undefined, prefetch: number, overlap: 0 | 1) {
    this.#request = request;
    this.#limit = limit;
    this.#prefetch = prefetch;
    this.#overlap = overlap;
  }

  /** Requests the page at `start`, unless it is in flight, and those to prefetch, up to the total. */
  fill(start: number, total: number | undefined): void {
    this.#flights = this.#flights.filter(({ from }) => from >= start);
    const next = this.#flights[0]?.from;
    if (next !== start)
      this.#flights.unshift(this.#start(start, next === undefined ? this.#limit : next - start + this.#overlap));
    while (this.size > this.#overlap && this.#flights.length < this.#prefetch) {
      const from = (this.#flights.at(-1) as Flight<Row>).from + this.size - this.#overlap;
      if (total !== undefined && from >= total) break;
      this.#flights.push(this.#start(from, this.size));
    }
  }

  /** Drops the pages that have already arrived, or still may. */
  clear(): void {
    this.#flights = [];
  }

  /** Takes the first page. */
  take(): Promise<Rows<Row>> {
    const { page, limit } = this.#flights.shift() as Flight<Row>;
    return page.then((fetched) => {
      this.#learnSize(fetched.rows.length, limit);
      return fetched;
    });
  }

  /** One short page may be chance, as may two of different lengths; two of the same length are a cap. */
  #learnSize(rows: number, limit: number | undefined): void {
    // A page that was requested to fill a gap says nothing.
    if (limit !== undefined && limit < this.size) return;
    if (this.size <= this.#overlap || rows === this.#rowsBefore) this.size = rows;
    this.#rowsBefore = rows;
  }

  #start(from: number, limit: number | undefined): Flight<Row> {
    const page = this.#request(from, limit);
    // A prefetched page is awaited later, if ever. One that is awaited at once keeps the caller's frames in its errors only if
    // nothing else handles it.
    if (this.#prefetch > 0) page.catch(() => {});
    return { from, limit, page };
  }
}
