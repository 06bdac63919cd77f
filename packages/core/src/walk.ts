import { arrayOptions, checkOptions, isWhole } from "./check-options.ts";
import { type Cursor, checkCursor } from "./cursor.ts";
import type { Decoded } from "./decode.ts";
import { digestRow } from "./digest.ts";
import { RegisterError } from "./errors.ts";
import type { PagedOperation, PageParams } from "./operation.ts";
import type { CallOptions, WalkOptions, WalkSettings } from "./options.ts";
import { queuePages, type RequestPage } from "./page-queue.ts";
import type { Gate } from "./retry.ts";

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

/** A walk over rows. Each use of it is the same walk: it can be read once. */
export interface RowWalk<Row> extends AsyncGenerator<Row, void, undefined> {
  /**
   * Reads the rows into an array: all of them, or the first `max`.
   * @throws TypeError if `max` is not a whole number from 0 on.
   */
  toArray(options?: { max?: number | undefined }): Promise<Row[]>;
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

/** How a walk makes its calls. */
export interface PageOptions extends CallOptions {
  /** Pauses all pages of a walk together. */
  gate: Gate;
  endsWalk: WalkSettings["endsWalk"];
}

/** Calls the operation for one page. */
export type GetPage<Row> = (params: Record<string, unknown>, options: PageOptions) => Promise<Decoded<Row[]>>;

/**
 * Walks over all pages of an operation. Every `RegisterError` that it throws has the `cursor`.
 *
 * @param surface - Throws an error in the form that users expect.
 * @throws RangeError at once if `offset`, `limit` or `cursor` cannot be that of a walk over this operation.
 */
export function walkPages<Params extends PageParams, Row, Total extends number | undefined>(
  { id: operation }: PagedOperation<Params, Row, Total>,
  get: GetPage<Row>,
  { cursor, offset = 0, limit: given, ...params }: WalkParams<PageParams>,
  options: WalkOptions,
  surface?: (error: unknown) => never,
): AsyncGenerator<Page<Row, Total>, void, undefined> {
  if (cursor != null) checkCursor(cursor, operation);
  const start: Cursor = cursor ?? { operation, offset: Number(offset), timestamp_id: params.timestamp_id };
  if (!isWhole(start.offset))
    throw new RangeError(`The offset of a walk with ${operation} must be a whole number from 0 on, but is ${offset}.`);
  const limit = typeof given === "bigint" ? Number(given) : (given ?? undefined);
  if (limit !== undefined && !(isWhole(limit) && limit > 0))
    throw new RangeError(`The limit of a walk with ${operation} must be a whole number above 0, but is ${given}.`);
  return pagesFrom(start, get, limit, params, options, surface);
}

const startAgain = "Start the walk again.";

/** A signal that fires with any of these; only with the caller's where the runtime, such as Next.js' edge, has no `any`. */
const either = (own: AbortSignal, callers: AbortSignal | undefined): AbortSignal =>
  callers ? (AbortSignal.any?.([own, callers]) ?? callers) : own;

async function* pagesFrom<Row, Total extends number | undefined>(
  start: Cursor,
  get: GetPage<Row>,
  limit: number | undefined,
  params: object,
  options: WalkOptions,
  surface: ((error: unknown) => never) | undefined,
): AsyncGenerator<Page<Row, Total>, void, undefined> {
  const { prefetch = 0, endsWalk, allowUnprovenJoins = false, allowTotalChange = false, signal, ...call } = options;
  const overlap = allowUnprovenJoins ? 0 : 1;
  const control = new AbortController();
  const stop = either(control.signal, signal);
  const gate: Gate = { until: 0 };
  let at = start;

  const request: RequestPage<Row> = (offset, size) => {
    const ask = (): Promise<Decoded<Row[]>> =>
      get(
        { ...params, offset, limit: size, timestamp_id: at.timestamp_id },
        { ...call, gate, signal: stop, endsWalk: offset > 0 ? endsWalk : undefined },
      );
    // A service that is busy has answered as if there were no rows, too: what is no array is believed the second time.
    return ask().then((page) => (page.isEnd ? ask() : page));
  };
  /** Requests a page that proves something about another. */
  const requestProof: RequestPage<Row> = async (offset, size) => {
    const page = await request(offset, size);
    checkState(page, at);
    return page;
  };
  const queue = queuePages(request, limit, prefetch, overlap);
  /** The rows of the walk, while all of them came in one response. */
  let whole: Row[] | undefined;
  /** Requests the next page, and those to prefetch. */
  const fill = (): void => {
    // Once the caller aborts, pages that have already arrived are dropped: a new request fails at once.
    if (stop.aborted) queue.clear();
    queue.fill(at.offset - (at.last ? overlap : 0), at.total);
  };

  try {
    while (at.offset !== at.total) {
      fill();
      const page = await queue.take();
      checkState(page, at);
      const { data: rows, total } =
        overlap && at.last ? await proveJoin(page, at, { size: queue.size, limit, whole }, requestProof) : page;
      whole = at.offset === 0 ? rows : undefined;
      const reached: Cursor = { ...at, offset: at.offset + rows.length, total: total ?? at.total };
      if (!allowTotalChange) checkTotal(page, at, reached);
      if (rows.length === 0) return;
      const { offset } = at;
      at = { ...reached, last: digestOf(rows.at(-1), page), timestamp_id: at.timestamp_id ?? stateOf(page) };
      if (prefetch > 0 && at.offset !== at.total) fill();
      yield { offset, rows, total: at.total as Total, cursor: at };
    }
  } catch (error) {
    if (error instanceof RegisterError) error.cursor = at;
    surface?.(error);
    throw error;
  } finally {
    control.abort();
  }
}

/** The state that the page names, unless the service echoes a secret in it. */
const stateOf = ({ state, report }: Decoded<object>): string | undefined =>
  state !== undefined && report.hide(state) === state ? state : undefined;

/** @throws RegisterError of kind `register-changed` if the page names another state than the one that the walk reads. */
function checkState(page: Decoded<object>, { offset, timestamp_id }: Cursor): void {
  const state = stateOf(page);
  if (state === undefined || timestamp_id == null) return;
  if (state.toLowerCase() === String(timestamp_id).trim().toLowerCase()) return;
  throw page.report.fail(
    "register-changed",
    `the page at ${offset} is of the state ${state}, not of ${timestamp_id}: the register has changed, or the service does not keep to timestamp_id`,
    startAgain,
  );
}

function digestOf<Row>(row: Row | undefined, { report }: Decoded<object>): string {
  try {
    return digestRow(row);
  } catch (cause) {
    // Thousands of levels overflow the stack.
    throw report.fail("decode", `a row cannot be compared with others: ${cause}`, "Read the rows with {list}.", cause);
  }
}

/** What is known of the pages before one that has to join them. */
interface Before<Row> {
  /** Rows that the service puts in a page. */
  size: number;
  /** Rows that it is asked for. */
  limit: number | undefined;
  /** All rows so far, if they came in one response. */
  whole: Row[] | undefined;
}

/**
 * Proves that a page starts with the row that the walk read last, and returns the rows after it.
 *
 * @throws RegisterError of kind `register-changed`.
 */
async function proveJoin<Row>(
  page: Decoded<Row[]>,
  at: Cursor,
  { size, limit, whole }: Before<Row>,
  request: RequestPage<Row>,
): Promise<Pick<Decoded<Row[]>, "data" | "total">> {
  const isLast = (row: Row | undefined): boolean => digestOf(row, page) === at.last;
  const changed = (): RegisterError =>
    page.report.fail(
      "register-changed",
      `the page at ${at.offset} does not join the rows before it: the register has changed, or its rows have no stable order`,
      startAgain,
    );
  if (!isLast(page.data[0])) {
    // Rows that came in one response need no order. They are all rows if the last place has one of them, no row comes after it, and
    // the same rows come again.
    const digests = (rows: Row[]): string[] => rows.map((row) => digestOf(row, page)).sort();
    const known = digests(whole ?? []);
    if (page.data.length !== 1 || !known.includes(digestOf(page.data[0], page))) throw changed();
    if ((await request(at.offset, limit)).data.length > 0) throw changed();
    if (digests((await request(0, limit)).data).join() !== known.join()) throw changed();
    return { data: [], total: page.total };
  }
  // A copy: others may keep the rows, such as a cache in an axios interceptor.
  const data = page.data.slice(1);
  if (data.length > 0) return { data, total: page.total };
  // Only the last row came. At the end of the list, no row follows it. But where pages have one row each, no page can prove its join:
  // then the last row must still be at its place, and not at the next one too. A service that ignores `offset` sends it for both.
  const { data: after, total = page.total } = await request(at.offset, limit);
  // If pages have had more rows, one with the last row alone has proven the end.
  const isProven = after.length === 0 && size > 1;
  if (!isProven && (isLast(after[0]) || !isLast((await request(at.offset - 1, 1)).data[0]))) throw changed();
  return { data: after, total };
}

/** @throws RegisterError of kind `register-changed` if the promised total changed, is exceeded, or is not reached. */
function checkTotal({ report }: Decoded<object>, before: Cursor, reached: Cursor): void {
  const { total, offset } = reached;
  if (total === undefined) return;
  const promised = before.total ?? total;
  const ended = offset === before.offset;
  if (total === promised && (ended ? offset >= total : offset <= total)) return;
  throw report.fail(
    "register-changed",
    `the service promises ${total} rows${total === promised ? "" : ` instead of ${promised}`}, and sent ${ended ? "only " : ""}${offset}: the register has changed, or the total is wrong`,
    startAgain,
  );
}

/** Adds `toArray` to a generator of rows. */
export function rowWalk<Row>(rows: AsyncGenerator<Row, void, undefined>): RowWalk<Row> {
  return Object.assign(rows, {
    async toArray(options?: { max?: number | undefined }): Promise<Row[]> {
      checkOptions("toArray", options, arrayOptions);
      const max = options?.max ?? Number.POSITIVE_INFINITY;
      const read: Row[] = [];
      if (max === 0) return read;
      for await (const row of rows) {
        read.push(row);
        if (read.length >= max) break;
      }
      return read;
    },
  });
}

/** Yields the rows of pages. Not with `yield*`, which awaits several times per row. */
export async function* rowsOf<Row>(pages: AsyncIterable<{ rows: Row[] }>): AsyncGenerator<Row, void, undefined> {
  for await (const { rows } of pages) for (const row of rows) yield row;
}
