import { type Cursor, createRegisterClient, noRows, RegisterError } from "@court-register/fetch";
import { requestLimiter } from "@court-register/fetch/limiter";
import { hashResponse, rowHasher } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { parseRows, type WireObject } from "../wire/wire.ts";
import { inOwnWords } from "./advice.ts";
import { Doubt } from "./doubt.ts";
import type { Answer, Source, SourceOptions, SourcePage } from "./source.ts";

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
  cursor: Cursor | undefined;
  total: number | undefined;
}

/** A page, with the response that its rows are at the end of: the last row of the page before may come first. */
export interface DirectPage extends SourcePage {
  text: string;
}

/** Bytes that a list without pages may have: the largest have as many rows as there are branch offices. */
const maxBody = 2 ** 30;

/** Reads the service in the thread of the caller. */
export class DirectSource implements Source {
  readonly limit: number;
  readonly #prefetch: number;
  readonly #signal: AbortSignal | undefined;
  readonly #client: Record<string, Operations>;
  /** The state that all responses must be from. */
  #state: string | undefined;
  /** Operations whose responses have not named the state that they were asked for. */
  readonly #unnamed = new Set<string>();
  /** The responses that pages are from, by their last row. */
  readonly #texts = new WeakMap<WireObject, string>();
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
      parse: (text) => {
        const rows = parseRows(text);
        const last = rows.at(-1);
        if (last) this.#texts.set(last, text);
        return rows;
      },
      onResponse: ({ operation, status, responseHeaders }) => {
        this.requests++;
        if (status === 200 && this.#state && !responseHeaders["x-timestamp-id"]) this.#unnamed.add(operation);
      },
    });
    // Via unknown: lists are called by names that are data here, and each has types of its own.
    this.#client = client as unknown as Record<string, Operations>;
  }

  get state(): string | undefined {
    return this.#state;
  }

  pin(state: string | undefined): void {
    this.#state = state;
  }

  async request(list: List, page: { offset: number; limit: number }): Promise<Answer> {
    const { rows, state, total } = await this.#request(list, page);
    return { hashes: rows.map(rowHasher(list.columns)), state, total };
  }

  async #request(
    list: List,
    page: { offset: number; limit: number },
  ): Promise<{ rows: WireObject[]; state: string | undefined; total: number | undefined }> {
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

  async *pages(list: List, cursor: Cursor | undefined, hashed: boolean): AsyncGenerator<DirectPage, void> {
    const hash = rowHasher(list.columns);
    for await (const page of this.#pages(list, cursor)) {
      const rows = page.rows as WireObject[];
      const text = this.#texts.get(rows.at(-1) as WireObject) ?? "[]";
      const hashes = hashed ? rows.map(hash) : undefined;
      const isUnnamed = this.#unnamed.has(`${list.tag}.${list.verb}`);
      yield { ...page, count: rows.length, rows: () => rows, hashes, text, digest: hashResponse(text), isUnnamed };
    }
  }

  async *#pages(list: List, cursor: Cursor | undefined): AsyncGenerator<WalkPage, void> {
    if (!list.paged) {
      const { rows } = await this.#request(list, { offset: 0, limit: 0 });
      yield { offset: 0, rows, cursor: undefined, total: undefined };
      return;
    }
    // Via unknown: among the verbs of a list, `pages` alone returns no promise.
    const pages = this.#operation(list).pages as unknown as (
      params: Record<string, unknown>,
      options: Record<string, unknown>,
    ) => AsyncIterable<WalkPage>;
    const params = { limit: this.limit, timestamp_id: this.#state, cursor };
    const options = { prefetch: this.#prefetch, endsWalk: noRows, signal: this.#signal };
    let hasRows = cursor !== undefined;
    try {
      for await (const page of pages(params, options)) {
        hasRows = true;
        yield page;
      }
    } catch (error) {
      // A walk takes only an array for its first page. A list without rows may look otherwise.
      if (!hasRows && meansNoRows(error)) return;
      throw doubtIn(error);
    }
  }

  async close(): Promise<void> {}

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
  return isDoubt ? new Doubt(inOwnWords(error), { cause: error }) : error;
}
