import { type Reply, type Seen, type Service, serve } from "./service.ts";

export interface Row {
  mbs: number;
  ime: string;
}

/** The rows of a register: distinct, so that a lost or repeated one is noticed. */
export const register = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ mbs: 80_000_000 + index, ime: `Tvrtka ${index} d.o.o.` }));

/** The forms in which services say "no more rows". */
export const noMoreRows: Record<string, Reply> = {
  "[]": { body: [] },
  null: { body: "null" },
  "{}": { body: "{}" },
  "an empty body": { body: "" },
  "status 400": { status: 400, body: { error_code: 505, error_message: "no rows", log_id: 17 } },
  "status 500": { status: 500, body: { error_code: 505, error_message: "no rows", log_id: 17 } },
};

export interface PagingOptions {
  rows: Row[] | ((seen: Seen, request: number) => Row[]);
  /** Maximum number of rows in a page, whatever `limit` asks for. */
  cap?: (request: number) => number;
  /** The response past the end. */
  end?: Reply;
  headers?: (seen: Seen, request: number, total: number) => Record<string, string>;
  /** A response instead of a page. */
  instead?: (seen: Seen, request: number) => Reply | undefined | Promise<Reply | undefined>;
}

/** A service that pages. Past the end it responds with `end`; at offset 0 always with an array. */
export function servePages({ rows, cap, end = { body: [] }, headers, instead }: PagingOptions): Promise<Service> {
  let request = 0;
  return serve(async (seen) => {
    const turn = request++;
    const other = await instead?.(seen, turn);
    if (other) return other;
    const all = typeof rows === "function" ? rows(seen, turn) : rows;
    const offset = Number(seen.query.offset);
    const limit = Math.min(Number(seen.query.limit ?? 100), cap?.(turn) ?? Number.POSITIVE_INFINITY);
    const page = all.slice(offset, offset + limit);
    return {
      ...(page.length === 0 && offset > 0 ? end : { body: page }),
      headers: headers?.(seen, turn, all.length) ?? {},
    };
  });
}

/** Everything that a walk yields. */
export async function collect<T>(walk: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of walk) all.push(one);
  return all;
}

/** The requested offsets, in order. */
export const offsets = (service: Service): number[] => service.seen.map(({ query }) => Number(query.offset));
