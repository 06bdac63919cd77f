import { RegisterError } from "./errors.ts";
import type { Fail, Gate } from "./http.ts";

/** Where a walk resumes. It is JSON: save it and pass it on unchanged, also to another process. */
export interface Cursor {
  /** Position of the next row. */
  readonly offset: number;
  /** The row before it, which proves that the next page joins. */
  readonly last?: string | undefined;
  /** Total number of rows that the service promised. */
  readonly total?: number | undefined;
  /** The state of the data that the walk reads. */
  readonly timestamp_id?: string | undefined;
}

/** One page of a walk. */
export interface Page<Row, Total = number | undefined> {
  /** Position of the first row in `rows`. */
  readonly offset: number;
  /** Rows that were in no earlier page; at least one. */
  readonly rows: Row[];
  /** Total number of rows, where the contract promises it in `x-total-count` and the runtime may read it. */
  readonly total: Total;
  /** Resumes the walk after this page. */
  readonly cursor: Cursor;
}

/** Parameters of a walk: those of the operation, with `offset` as the start and `limit` as the page size. */
export type WalkParams<Params extends { offset?: unknown }> = Omit<Params, "offset"> & {
  /**
   * Position to start at.
   * @defaultValue `0`
   */
  offset?: Params["offset"] | undefined;
  /** Resumes an earlier walk with the same parameters; `offset` is then ignored. */
  cursor?: Cursor | undefined;
};

/** How to walk. */
export interface WalkSettings {
  /**
   * Pages to keep in flight ahead of the consumer, once the real page size is known; below 1,000. If a page is short, the
   * missing rows are requested in addition.
   * @defaultValue `0`
   */
  prefetch?: number | undefined;
  /**
   * Says whether a response past offset 0 means "no more rows". Called before any retry, for every response that is not
   * status 200 with an array. The preset `noRows` covers the forms seen so far.
   * @defaultValue none: only an empty array or the promised total ends a walk
   */
  endsWalk?: ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
  /**
   * Continues without proof that each page starts with the last row of the previous one.
   * @defaultValue `false`
   */
  allowUnprovenJoins?: boolean | undefined;
  /**
   * Continues if the promised total changes, is exceeded, or is not reached.
   * @defaultValue `false`
   */
  allowTotalChange?: boolean | undefined;
}

/** The rows of one response. */
export interface Rows<Row> {
  rows: Row[];
  total?: number | undefined;
}

/** How a walk requests a page, and what it learns besides the rows. */
export interface PageCall {
  signal?: AbortSignal | undefined;
  gate?: Gate;
  ends?: WalkSettings["endsWalk"] | false;
  /** Makes errors about this page. */
  fail?: Fail;
  /** The state of the data that the response is from. */
  state?: unknown;
}

/** Requests one page. */
export type GetPage<Row> = (params: Record<string, unknown>, how: PageCall) => Promise<Rows<Row>>;

/** A row as text: the same for the same values, whatever the order of its fields and the type of its integers. */
const print = (row: unknown, { fail }: PageCall): string => {
  try {
    return JSON.stringify(row, (_, value) =>
      Object(value) !== value ? `${value}` : Array.isArray(value) ? value : Object.entries(value).sort(),
    );
  } catch (cause) {
    // A thousand levels overflow the stack, and a `toString` that is no function cannot be sorted.
    throw (fail as Fail)("decode", `a row cannot be read: ${cause}`, cause);
  }
};

/** One page in flight. */
interface Flight<Row> {
  from: number;
  limit: number | undefined;
  how: PageCall;
  page: Promise<Rows<Row>>;
}

/**
 * Walks over all pages. Every `RegisterError` that it throws has the `cursor`.
 *
 * @throws RangeError if `offset`, `limit` or `prefetch` is not valid.
 */
export async function* walk<Row>(
  get: GetPage<Row>,
  {
    cursor,
    offset = 0,
    ...params
  }: WalkParams<{ offset: number | string; limit?: number | undefined; timestamp_id?: string | undefined }> = {},
  {
    prefetch = 0,
    endsWalk,
    allowUnprovenJoins,
    allowTotalChange,
    signal,
    ...options
  }: WalkSettings & { signal?: AbortSignal | undefined } = {},
  surface?: (error: unknown) => never,
): AsyncGenerator<Page<Row, number | undefined>, void, undefined> {
  const gate: Gate = { until: 0 };
  const control = new AbortController();
  // Without `any`, as on Next.js' edge runtime, pages in flight outlive a walk that has a signal and is left.
  const stop = signal ? (AbortSignal.any?.([control.signal, signal]) ?? signal) : control.signal;
  const overlap = +!allowUnprovenJoins;
  let at: Cursor = cursor ?? { offset: +offset, timestamp_id: params.timestamp_id };
  // Refuses text too, which a database may have made of a cursor's number.
  if (!(Math.abs(at.offset) === at.offset && (params.limit ?? 1) > 0 && prefetch < 1e3))
    throw new RangeError(`no valid offset, limit or prefetch: ${at.offset}, ${params.limit}, ${prefetch}`);
  /** Rows that the service puts in a page; at most `overlap` until that is known. */
  let size = 0;
  /** Number of rows in the previous page. */
  let before: number | undefined;
  /** Pages in flight, in order. */
  let ahead: Flight<Row>[] = [];

  const ask = (from: number, limit: number | undefined): Flight<Row> => {
    const how: PageCall = { ...options, gate, ends: from > 0 && endsWalk, signal: stop };
    const page = get({ ...params, offset: from, limit, timestamp_id: at.timestamp_id }, how);
    // A prefetched page is awaited later, if ever. One that is awaited at once keeps the caller's frames in its errors only if
    // nothing else handles it.
    if (prefetch) page.catch(() => {});
    return { from, limit, how, page };
  };

  /** Requests the next page, unless it is in flight, and those to prefetch; false at the promised total. */
  const fill = (): boolean => {
    const start = at.offset - (at.last ? overlap : 0);
    // Once the caller aborts, pages that have already arrived are dropped: a new request fails at once.
    ahead = ahead.filter(({ from }) => !stop.aborted && from >= start);
    if (at.offset === at.total) return false;
    const next = ahead[0]?.from;
    if (next !== start) ahead.unshift(ask(start, next ? next - start + overlap : params.limit));
    while (size > overlap && ahead.length < prefetch) {
      const from = (ahead.at(-1) as Flight<Row>).from + size - overlap;
      // Never without a total.
      if (from >= (at.total as number)) break;
      ahead.push(ask(from, size));
    }
    return true;
  };

  try {
    while (fill()) {
      const { how, limit, page } = ahead.shift() as Flight<Row>;
      let { rows, total = at.total } = await page;
      const { offset, last } = at;
      const unjoined = () => (how.fail as Fail)("register-changed", `the page at ${offset} does not join`);
      // Not for a page that was requested to fill a gap.
      if (!((limit as number) < size)) {
        // One short page may be chance, as may two of different lengths; two of the same length are a cap.
        if (size <= overlap || rows.length === before) size = rows.length;
        before = rows.length;
      }
      if (overlap && last) {
        if (print(rows[0], how) !== last) throw unjoined();
        // A copy: others may keep the rows, such as a cache in an axios interceptor.
        rows = rows.slice(1);
        if (!rows.length) {
          // Either this is the end, or pages have one row each and none can prove its join: then the last row must still be
          // where it was, and not after it too, which would mean that the service ignores `offset`.
          ({ rows, total = total } = await ask(offset, params.limit).page);
          // If pages have had more rows, one with the last row alone has proven the end.
          const proven = !rows.length && size > 1;
          if (!proven && (print(rows[0], how) === last || print((await ask(offset - 1, 1).page).rows[0], how) !== last))
            throw unjoined();
        }
      }
      const was = at.total ?? total;
      const end = offset + rows.length;
      // The total changed, is exceeded, or is not reached: all false without a total.
      if (!allowTotalChange && (total !== was || (rows.length ? end > (total as number) : end < (total as number))))
        throw (how.fail as Fail)("register-changed", `the total was ${was}, is ${total}, got rows to ${end}`);
      if (!rows.length) return;
      at = {
        offset: end,
        last: print(rows.at(-1), how),
        total,
        timestamp_id: at.timestamp_id ?? (how.state as string | undefined),
      };
      if (prefetch) fill();
      yield { offset, rows, total, cursor: at };
    }
  } catch (error) {
    if (error instanceof RegisterError) error.cursor = at;
    surface?.(error);
    throw error;
  } finally {
    control.abort();
  }
}
