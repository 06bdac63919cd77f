/** The service, as a copy reads it: exact rows, all of one state. */
import {
  type Cursor,
  createRegisterClient,
  noRows,
  type RegisterClientOptions,
  RegisterError,
} from "@court-register/fetch";
import { requestLimiter } from "@court-register/fetch/limiter";
import type { List } from "../wire/list.ts";
import { parseRows, type WireObject } from "../wire/wire.ts";
import { Doubt } from "./doubt.ts";

/** How the service is asked. */
export interface SourceOptions {
  /** Root of the service, without `/javni`. @defaultValue the environment variable `COURT_REGISTER_BASE_URL` */
  baseUrl?: string | undefined;
  /** Subscription key. @defaultValue the environment variable `COURT_REGISTER_KEY` */
  subscriptionKey?: string | undefined;
  /**
   * Rows to ask for in a page. The service may send fewer.
   * @defaultValue `1000`
   */
  limit?: number | undefined;
  /**
   * Pages to keep in flight ahead of those that are written.
   * @defaultValue `2`
   */
  prefetch?: number | undefined;
  /**
   * Requests per minute.
   * @defaultValue none: no limit
   */
  rate?: number | undefined;
  /**
   * Milliseconds that a response may take.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * The `fetch` to use.
   * @defaultValue the global `fetch`
   */
  fetch?: RegisterClientOptions["fetch"];
  /** Stops the copy. What is written stays, and the next run goes on. */
  signal?: AbortSignal | undefined;
}

/** A page of a list. */
export interface SourcePage {
  offset: number;
  rows: WireObject[];
  /** Where the walk goes on after it; undefined for lists without pages. */
  cursor: Cursor | undefined;
  total: number | undefined;
}

/** Rows and the headers that matter of one response. */
interface Answer {
  rows: WireObject[];
  state: string | undefined;
  total: number | undefined;
}

/** The functions of one list in the client. */
interface Operations {
  [verb: string]: (
    params: Record<string, unknown>,
    options: Record<string, unknown>,
  ) => Promise<unknown> & {
    withResponse(): Promise<{ rows: unknown[]; response: Response; total?: number | undefined }>;
  };
}

/** A page of a walk. */
interface WalkPage {
  offset: number;
  rows: unknown[];
  cursor: Cursor;
  total: number | undefined;
}

/** Bytes that a list without pages may have: the largest have as many rows as there are branch offices. */
const maxBody = 2 ** 30;

/** The service that is copied. */
export class Source {
  readonly limit: number;
  readonly #prefetch: number;
  readonly #signal: AbortSignal | undefined;
  readonly #client: Record<string, Operations>;
  /** The state that all responses must be from. */
  #state: string | undefined;
  /** Operations whose responses have not named the state that they were asked for. */
  readonly #unnamed = new Set<string>();
  /** Requests that got a response. */
  requests = 0;

  /** @throws TypeError if an option cannot work. */
  constructor(options: SourceOptions) {
    const { limit = 1000, prefetch = 2, rate, signal, baseUrl, subscriptionKey, timeout, fetch } = options;
    this.limit = limit;
    this.#prefetch = prefetch;
    this.#signal = signal;
    const client = createRegisterClient({
      baseUrl,
      subscriptionKey,
      timeout,
      fetch,
      maxBody,
      headers: { "user-agent": "court-register-mirror" },
      ...(rate === undefined ? {} : { limiter: requestLimiter({ perMinute: rate }) }),
      parse: parseRows,
      onResponse: ({ operation, status, responseHeaders }) => {
        this.requests++;
        if (status === 200 && this.#state && !responseHeaders["x-timestamp-id"]) this.#unnamed.add(operation);
      },
    });
    this.#client = client as unknown as Record<string, Operations>;
  }

  /** The state that is asked for. */
  get state(): string | undefined {
    return this.#state;
  }

  /** Asks for this state from now on; for whatever the service has if it is undefined. */
  pin(state: string | undefined): void {
    this.#state = state;
  }

  /** Whether a response of this list has not named the state that it was asked for. */
  isUnnamed(list: List): boolean {
    return this.#unnamed.has(`${list.tag}.${list.verb}`);
  }

  /** Requests one page, or a list that has none. */
  async request(list: List, page: { offset: number; limit: number }): Promise<Answer> {
    const params = { timestamp_id: this.#state, ...(list.paged ? page : {}) };
    try {
      const operation = this.#operation(list)[list.verb];
      const { rows, response, total } = await (operation as Operations[string])(params, {
        signal: this.#signal,
      }).withResponse();
      const state = response.headers.get("x-timestamp-id")?.trim() || undefined;
      if (this.#state && state && state.toLowerCase() !== this.#state.toLowerCase())
        throw new Doubt(`the service was asked for the state ${this.#state}, and answered with ${state}`);
      return { rows: rows as WireObject[], state, total };
    } catch (error) {
      if (meansNoRows(error)) return { rows: [], state: undefined, total: undefined };
      throw doubtIn(error);
    }
  }

  /** Reads the pages of a list, from the cursor on. */
  async *pages(list: List, cursor: Cursor | undefined): AsyncGenerator<SourcePage> {
    if (!list.paged) {
      const { rows } = await this.request(list, { offset: 0, limit: 0 });
      yield { offset: 0, rows, cursor: undefined, total: undefined };
      return;
    }
    const pages = this.#operation(list).pages as unknown as (
      params: Record<string, unknown>,
      options: Record<string, unknown>,
    ) => AsyncIterable<WalkPage>;
    const params = { limit: this.limit, timestamp_id: this.#state, cursor };
    const options = { prefetch: this.#prefetch, endsWalk: noRows, signal: this.#signal };
    let hasRows = cursor !== undefined;
    try {
      for await (const { rows, offset, total, cursor: next } of pages(params, options)) {
        hasRows = true;
        yield { offset, rows: rows as WireObject[], cursor: next, total };
      }
    } catch (error) {
      // A walk takes only an array for its first page. A list without rows may look otherwise.
      if (!hasRows && meansNoRows(error)) return;
      throw doubtIn(error);
    }
  }

  #operation(list: List): Operations {
    return this.#client[list.tag] as Operations;
  }
}

/** Whether an error is a response of one of the forms that mean "no rows". */
const meansNoRows = (error: unknown): boolean =>
  error instanceof RegisterError &&
  (error.kind === "decode" || error.kind === "http") &&
  error.body !== undefined &&
  noRows({ status: error.status ?? 0, text: error.body });

/** The doubt that an error of a client is about, or the error. */
function doubtIn(error: unknown): unknown {
  const isDoubt = error instanceof RegisterError && error.kind === "register-changed";
  return isDoubt ? new Doubt(error.message, { cause: error }) : error;
}
