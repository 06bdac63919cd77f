import { type Cursor, createRegisterClient, noRows, RegisterError } from "@court-register/fetch";
import { requestLimiter } from "@court-register/fetch/limiter";
import { rowHasher } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { parseRows, type WireObject } from "../wire/wire.ts";
import { inOwnWords } from "./advice.ts";
import { anotherHour, Inconsistency, leaveOut } from "./inconsistency.ts";
import type { Answer, Source, SourceOptions, SourcePage } from "./source.ts";

/** The functions of one list in the client. */
interface Operations {
  [verb: string]: (
    params: Record<string, unknown>,
    options: Record<string, unknown>,
  ) => Promise<unknown> & { withResponse(): Promise<{ rows: unknown[]; response: Response }> };
}

/** The rows of one response, or of a page of a walk. */
interface Received {
  offset: number;
  rows: WireObject[];
  cursor?: Cursor | undefined;
  emptySign?: string | undefined;
}

/** A page, with the response that its rows are at the end of: the last row of the page before may come first. */
export interface DirectPage extends SourcePage {
  text: string;
}

/** What the responses to an operation have said. */
interface Observed {
  /** The totals that were named. */
  totals: Set<number>;
  /** Whether one has not named the state that it was asked for. */
  isUnnamed: boolean;
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
  /** By operation, since its walk began. */
  readonly #observed = new Map<string, Observed>();
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
        refuseEmptySign({ status: 200, text });
        const rows = parseRows(text);
        const last = rows.at(-1);
        if (last) this.#texts.set(last, text);
        return rows;
      },
      onResponse: ({ operation, status, responseHeaders }) => {
        this.requests++;
        // A list may end with an error.
        if (status !== 200 && status !== 400 && status !== 500) return;
        const observed = this.#observedOf(operation);
        if (status === 200 && this.#state && !responseHeaders["x-timestamp-id"]) observed.isUnnamed = true;
        const total = totalIn(responseHeaders["x-total-count"]);
        if (total !== undefined) observed.totals.add(total);
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
  ): Promise<{ rows: WireObject[]; state?: string | undefined; total?: number | undefined; emptySign?: string }> {
    const params = { timestamp_id: this.#state, ...(list.paged ? page : {}) };
    const operation = this.#operation(list)[list.verb] as Operations[string];
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const { rows, response } = await operation(params, { signal: this.#signal }).withResponse();
        const state = response.headers.get("x-timestamp-id")?.trim() || undefined;
        if (this.#state && state && state.toLowerCase() !== this.#state.toLowerCase())
          throw new Inconsistency(
            `the service was asked for the state ${this.#state}, and answered with ${state}`,
            anotherHour,
          );
        return { rows: rows as WireObject[], state, total: totalIn(response.headers.get("x-total-count")) };
      } catch (error) {
        const emptySign = emptySignOf(error);
        if (emptySign === undefined) throw inconsistencyIn(error, list);
        // Asked once more before it is believed: a service that is busy has answered so, too.
        if (isRepeated)
          return { rows: [], total: totalIn((error as RegisterError).headers?.["x-total-count"]), emptySign };
      }
    }
  }

  async *pages(list: List, cursor: Cursor | undefined): AsyncGenerator<DirectPage, void> {
    const hash = rowHasher(list.columns);
    const operation = `${list.tag}.${list.verb}`;
    this.#observed.delete(operation);
    let reached = cursor?.offset ?? 0;
    for await (const { offset, rows, cursor: next, emptySign } of this.#pages(list, cursor)) {
      reached = offset + rows.length;
      const text = this.#texts.get(rows.at(-1) as WireObject) ?? "[]";
      const { totals, isUnnamed } = this.#observedOf(operation);
      const total = [...totals].at(-1);
      yield { offset, hashes: rows.map(hash), rows: () => rows, text, cursor: next, total, isUnnamed, emptySign };
    }
    // Whatever the contract promises: a total that the service has named is not ignored.
    for (const total of this.#observedOf(operation).totals)
      if (total !== reached)
        throw new Inconsistency(
          `the service says that ${list.name} has ${total} rows, and has sent ${reached}`,
          leaveOut(list.name),
        );
  }

  async *#pages(list: List, cursor: Cursor | undefined): AsyncGenerator<Received, void> {
    if (!list.paged) {
      yield { offset: 0, ...(await this.#request(list, { offset: 0, limit: 0 })) };
      return;
    }
    // Via unknown: among the verbs of a list, `pages` alone returns no promise.
    const walk = this.#operation(list).pages as unknown as (
      params: Record<string, unknown>,
      options: Record<string, unknown>,
    ) => AsyncIterable<Received & { cursor: Cursor }>;
    let at = cursor;
    /** Whether the service has said here, in an unusual form, that there are no more rows. It is asked once more. */
    let wasEmpty = false;
    const endsWalk = (answer: { status: number; text: string }): boolean => {
      // Here, and not only as the error that it is, so that a status 500 is not retried as one.
      if (!wasEmpty) refuseEmptySign(answer);
      return noRows(answer);
    };
    for (;;) {
      const params = { limit: this.limit, timestamp_id: this.#state, cursor: at };
      try {
        for await (const page of walk(params, { prefetch: this.#prefetch, endsWalk, signal: this.#signal })) {
          wasEmpty = false;
          at = page.cursor;
          yield page;
        }
        return;
      } catch (error) {
        const emptySign = emptySignOf(error);
        if (emptySign === undefined) throw inconsistencyIn(error, list);
        // A walk takes only an array for its first page. A list without rows may look otherwise.
        if (wasEmpty) {
          yield { offset: at?.offset ?? 0, rows: [], cursor: at, emptySign };
          return;
        }
        wasEmpty = true;
      }
    }
  }

  async close(): Promise<void> {}

  #observedOf(operation: string): Observed {
    const known = this.#observed.get(operation) ?? { totals: new Set(), isUnnamed: false };
    this.#observed.set(operation, known);
    return known;
  }

  #operation(list: List): Operations {
    return this.#client[list.tag] as Operations;
  }
}

/** The number in `x-total-count`, unless it cannot count rows. */
const totalIn = (header: string | null | undefined): number | undefined =>
  /^\s*\d{1,15}\s*$/.test(header ?? "") ? Number(header) : undefined;

/** A response that is no array, but may mean that there are no rows. The client keeps the name and the message of an error. */
class EmptySign extends Error {
  override readonly name = "EmptySign" as const;
}

/** @throws EmptySign */
function refuseEmptySign({ status, text }: { status: number; text: string }): void {
  if (!noRows({ status, text })) return;
  throw new EmptySign(status === 200 ? text.trim() || "an empty body" : `status ${status}`);
}

/** What stands for "no rows" in the response that an error of the client is about; undefined if the error is about something else. */
function emptySignOf(error: unknown): string | undefined {
  if (!(error instanceof RegisterError)) return undefined;
  if (error.cause instanceof Error && error.cause.name === "EmptySign") return error.cause.message;
  const { kind, status = 0, body = "" } = error;
  return kind === "http" && noRows({ status, text: body }) ? `status ${status}` : undefined;
}

/** The inconsistency that an error of a client is about, or the error. */
function inconsistencyIn(error: unknown, list: List): unknown {
  if (!(error instanceof RegisterError) || error.kind !== "register-changed") return error;
  return new Inconsistency(inOwnWords(error), anotherHour, { list: list.name, cause: error });
}
