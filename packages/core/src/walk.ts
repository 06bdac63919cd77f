import { RegisterError } from "./errors.ts";
import type { Answer, Fail, Gate } from "./http.ts";

/** Where a walk goes on: JSON, to be kept and passed on as it is, also to another process. */
export interface Cursor {
  /** Position of the next row. */
  readonly offset: number;
  /** The row before it, by which the next page proves that it joins. */
  readonly last?: string | undefined;
  /** Number of rows that the service promised. */
  readonly total?: number | undefined;
  /** The state of the data that the walk reads. */
  readonly timestamp_id?: string | undefined;
}

/** Some rows of a walk. */
export interface Page<Row, Total = undefined> {
  /** Position of the first of `rows`. */
  readonly offset: number;
  /** Rows that no earlier page had, at least one. */
  readonly rows: Row[];
  /** Number of rows altogether, where the contract promises it in `x-total-count` and the runtime may read it. */
  readonly total: Total;
  /** Resumes the walk after this page. */
  readonly cursor: Cursor;
}

/** Parameters of a walk: those of the operation, where `offset` is the start and `limit` the size of a page. */
export type WalkParams<Params extends { offset: unknown }> = Omit<Params, "offset"> & {
  /**
   * Position to start at.
   * @defaultValue `0`
   */
  offset?: Params["offset"] | undefined;
  /** Resumes an earlier walk with the same parameters; `offset` is then of no effect. */
  cursor?: Cursor | undefined;
};

/** Whether an answer means "no more rows". */
export type Ends = ((answer: Pick<Answer, "status" | "text">) => boolean) | undefined;

/** How to walk. */
export interface WalkSettings {
  /**
   * Pages to keep in flight ahead of the consumer, once the real page size is known.
   * @defaultValue `0`
   */
  prefetch?: number | undefined;
  /**
   * Says that an answer past offset 0 means "no more rows". Asked before any retry, about every answer that is not a
   * status 200 with an array. The preset `noRows` knows the forms that have been seen.
   * @defaultValue none: only an empty array or the promised total ends a walk
   */
  endsWalk?: Ends;
  /**
   * Goes on without the proof that each page starts on the last row of the one before.
   * @defaultValue `false`
   */
  allowUnprovenJoins?: boolean | undefined;
  /**
   * Goes on when the promised total changes, or is not reached.
   * @defaultValue `false`
   */
  allowTotalChange?: boolean | undefined;
}

/** One answered page, before the walk has looked at it. */
export interface Rows<Row> {
  rows: Row[];
  total: number | undefined;
  /** The state of the data that the answer is from. */
  state: string | undefined;
  fail: Fail;
}

/** Asks for one page. */
export type GetPage<Row> = (params: object, how: { signal: AbortSignal; gate: Gate; ends: Ends }) => Promise<Rows<Row>>;

/** A row as text: the same for the same values, in whatever order its fields come and however its integers are held. */
const print = (row: unknown): string =>
  JSON.stringify(row, (_, value) =>
    value === null || typeof value !== "object"
      ? `${value}`
      : Array.isArray(value)
        ? value
        : Object.entries(value).sort(),
  );

/** Walks over all pages. Every error that it throws has the `cursor`. */
export async function* walk<Row>(
  get: GetPage<Row>,
  {
    cursor,
    offset,
    ...params
  }: WalkParams<{ offset: number | string; limit?: number | undefined; timestamp_id?: string | undefined }>,
  {
    prefetch = 0,
    endsWalk,
    allowUnprovenJoins,
    allowTotalChange,
    signal,
  }: WalkSettings & { signal?: AbortSignal | undefined },
): AsyncGenerator<Page<Row, number | undefined>, void, undefined> {
  const gate: Gate = { until: 0 };
  /** Rows of a page, as the service gives them; 0 while that is not known. */
  let size = 0;
  let at: Cursor = cursor ?? { offset: Number(offset ?? 0), timestamp_id: params.timestamp_id };
  if (!(at.offset >= 0 && (params.limit ?? 1) > 0))
    throw new RangeError("A walk needs an offset of 0 or more and a limit of 1 or more.");
  /** Whether the next request starts on the next row, instead of on the last one seen. */
  let direct = allowUnprovenJoins || at.last === undefined;
  let control = new AbortController();
  let ahead: { offset: number; page: Promise<Rows<Row>> }[] = [];

  const ask = (from: number, limit: number | undefined): void => {
    const page = get(
      { ...params, offset: from, limit, timestamp_id: at.timestamp_id },
      {
        gate,
        signal: signal ? AbortSignal.any([signal, control.signal]) : control.signal,
        ends: from > 0 ? endsWalk : undefined,
      },
    );
    page.catch(() => {}); // Looked at when its turn comes, if ever.
    ahead.push({ offset: from, page });
  };

  /** Has `count` pages in flight, the first of them where the walk goes on. */
  const fill = (count: number): void => {
    const from = at.offset - (direct ? 0 : 1);
    if (ahead[0]?.offset !== from) {
      control.abort();
      control = new AbortController();
      ahead = [];
      if (count > 0) ask(from, params.limit);
    }
    const step = size - (allowUnprovenJoins ? 0 : 1);
    while (step > 0 && ahead.length < count) {
      const next = (ahead.at(-1)?.offset ?? from) + step;
      if (next >= (at.total ?? Infinity)) break;
      ask(next, size);
    }
  };

  try {
    while (at.offset < (at.total ?? Infinity)) {
      fill(Math.max(1, prefetch));
      const { rows, total, state, fail } = await (ahead.shift() as (typeof ahead)[0]).page;
      const changed = (what: string): RegisterError =>
        fail("register-changed", `${what}: start again, or resume from the cursor`);
      if (!allowTotalChange && at.total !== undefined && total !== undefined && total !== at.total) {
        throw changed(`the total was ${at.total} and is ${total}`);
      }
      size = rows.length * 2 > size ? rows.length : 0;
      // A page that should start on the last row must; one that starts after it must not, or `offset` has no effect.
      if (at.last !== undefined && !allowUnprovenJoins && direct === (print(rows[0]) === at.last)) {
        throw changed(`the page at ${at.offset} does not join the one before`);
      }
      if (!direct) rows.shift();
      const { offset } = at;
      if (rows.length > 0) {
        at = {
          offset: offset + rows.length,
          last: print(rows.at(-1)),
          total: total ?? at.total,
          timestamp_id: at.timestamp_id ?? state,
        };
        direct = !!allowUnprovenJoins;
        fill(prefetch);
        yield { offset, rows, total: at.total, cursor: at };
      } else if (direct) {
        if (!allowTotalChange && offset < (total ?? at.total ?? 0))
          throw changed(`no rows at ${offset}, before the total`);
        return;
      } else direct = true;
    }
  } catch (error) {
    if (error instanceof RegisterError) error.cursor = at;
    throw error;
  } finally {
    control.abort();
  }
}
