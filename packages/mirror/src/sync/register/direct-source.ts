/** Reads the register in the thread of the caller. */
import {
  type Cursor,
  createRegisterCaller,
  noRows,
  type PageParams,
  type RegisterCaller,
  type RegisterClientOptions,
  RegisterError,
  type ResponseEvent,
} from "@court-register/fetch";
import { requestLimiter } from "@court-register/fetch/limiter";
import { MirrorError } from "../../mirror-error.ts";
import { say } from "../../option-text.ts";
import { rowHasher } from "../../wire/hash.ts";
import type { PagedList, RegisterList } from "../../wire/list.ts";
import type { WireObject } from "../../wire/wire.ts";
import { withOwnOptions } from "../advice.ts";
import { afterEmptyStart, wrongTotal } from "../after-page.ts";
import { Inconsistency, leaveOut } from "../inconsistency.ts";
import {
  credentialsOf,
  defaultMaxBody,
  type ListResponse,
  type Source,
  type SourceOptions,
  type SourcePage,
} from "../source.ts";
import {
  asBody,
  asSentRows,
  emptySignOf,
  inconsistencyIn,
  type ListBody,
  lastRows,
  mayBeEmpty,
  type Named,
  namedIn,
  parseBody,
  parseSentRows,
  signOf,
  totalIn,
} from "./response.ts";

/** A response, with the state and the total that it names. */
interface Received extends Named {
  body: ListBody;
}

/** What one response has brought of a list. */
interface Portion {
  offset: number;
  /** Rows of the body that are new: the last ones. */
  count: number;
  body: ListBody;
  cursor?: Cursor | undefined;
  state?: string | undefined;
}

/** A page, with the body that its rows are at the end of. */
export interface DirectPage extends SourcePage {
  body: ListBody;
}

/** What the responses to an operation have said. */
interface Observed {
  /** The totals that were named. */
  totals: Set<number>;
  /** Whether one has not named the state that it was asked for. */
  isUnnamed: boolean;
}

export class DirectSource implements Source {
  readonly limit: number;
  readonly #prefetch: number;
  readonly #signal: AbortSignal | undefined;
  /** For single requests: each is a {@link ListBody}. */
  readonly #single: RegisterCaller;
  /** For walks: their rows are of {@link SentRow}. */
  readonly #walks: RegisterCaller;
  /** The state that all responses must be from. */
  #state: string | undefined;
  /** By operation, since its walk began. */
  readonly #observed = new Map<string, Observed>();
  requests = 0;

  /** @throws TypeError if an option cannot work. */
  constructor(options: SourceOptions) {
    const { limit = 1000, prefetch = 2, signal } = options;
    this.limit = limit;
    this.#prefetch = prefetch;
    this.#signal = signal;
    const shared = clientOptions(options, (event) => this.#observe(event));
    const caller = (parse: (text: string) => object): RegisterCaller =>
      withOwnOptions("register", () => createRegisterCaller({ ...shared, parse }));
    this.#single = caller(parseBody);
    this.#walks = caller(parseSentRows);
  }

  get state(): string | undefined {
    return this.#state;
  }

  pin(state: string | undefined): void {
    this.#state = state;
  }

  async request(list: RegisterList, page: { offset: number; limit: number }): Promise<ListResponse> {
    const { body, state, total } = await this.#request(list, page);
    return { hashes: hashesOf(body.rows, list), state, total };
  }

  async *pages(list: RegisterList, cursor: Cursor | undefined): AsyncGenerator<DirectPage, void> {
    const operation = list.operation.id;
    this.#observed.delete(operation);
    let reached = cursor?.offset ?? 0;
    for await (const portion of list.paged ? this.#walk(list, cursor) : this.#whole(list)) {
      const { offset, count, body, cursor: next, state } = portion;
      reached = offset + count;
      const rows = lastRows(body.rows, count);
      const { totals, isUnnamed } = this.#observedOf(operation);
      yield {
        offset,
        hashes: hashesOf(rows, list),
        rows: () => rows,
        body,
        cursor: next,
        total: [...totals].at(-1),
        state: next?.timestamp_id ?? state,
        isUnnamed,
        emptySign: body.emptySign,
      };
    }
    const wrong = wrongTotal(list.name, reached, this.#observedOf(operation).totals, "says");
    if (wrong) throw wrong;
  }

  async close(): Promise<void> {}

  /** Asks for one page, or for a list that has none. What stands for "no rows" is asked for once more before it is believed. */
  async #request(list: RegisterList, page: { offset: number; limit: number }): Promise<Received> {
    const first = await this.#ask(list, page);
    if (first.body.emptySign === undefined) return first;
    // A service that is busy has answered so, too.
    const second = await this.#ask(list, page);
    if (second.body.emptySign !== undefined) await this.#checkState(list);
    return second;
  }

  async #ask(list: RegisterList, page: { offset: number; limit: number }): Promise<Received> {
    const params: PageParams = { timestamp_id: this.#state, ...(list.paged ? page : {}) };
    try {
      const call = this.#single.one(asBody(list), params, { signal: this.#signal });
      const { row: body, response } = await call.withResponse();
      return { body, ...namedIn(Object.fromEntries(response.headers), this.#state) };
    } catch (error) {
      const empty = emptySignOf(error);
      if (!empty) throw inconsistencyIn(error, list);
      return { body: { text: "[]", rows: [], emptySign: empty.sign }, ...namedIn(empty.headers, this.#state) };
    }
  }

  /**
   * Makes sure that the service still keeps the state that it is asked for: without it, it may answer as if there were no rows.
   *
   * @throws Inconsistency if it does not.
   */
  async #checkState(list: RegisterList): Promise<void> {
    if (!this.#state) return;
    const params: PageParams = list.paged ? { offset: 0, limit: 1 } : {};
    const headers = await this.#single
      .one(asBody(list), params, { signal: this.#signal })
      .withResponse()
      .then(
        ({ response }) => Object.fromEntries(response.headers) as Record<string, string>,
        (error: unknown) => (error instanceof RegisterError ? error.headers : undefined),
      );
    namedIn(headers ?? {}, this.#state);
  }

  /** Reads a list that comes in one response. */
  async *#whole(list: RegisterList): AsyncGenerator<Portion, void> {
    const { body, state } = await this.#request(list, { offset: 0, limit: 0 });
    yield { offset: 0, count: body.rows.length, body, state };
  }

  /** Walks over a list. The client proves that its pages join. */
  async *#walk(list: PagedList, cursor: Cursor | undefined): AsyncGenerator<Portion, void> {
    const params = { limit: this.limit, timestamp_id: this.#state, cursor };
    let reached = cursor?.offset ?? 0;
    let emptySign: string | undefined;
    const endsWalk = (answer: { status: number; text: string }): boolean => {
      if (!noRows(answer)) return false;
      emptySign = signOf(answer);
      return true;
    };
    const how = { prefetch: this.#prefetch, endsWalk, signal: this.#signal };
    for (let tries = 1; ; tries++) {
      try {
        for await (const { offset, rows, cursor: next } of this.#walks.pages(asSentRows(list), params, how)) {
          const last = rows.at(-1);
          reached = offset + rows.length;
          if (last) yield { offset, count: rows.length, body: last.body, cursor: next };
        }
        break;
      } catch (error) {
        // A walk takes only an array for its first page. A list without rows may look otherwise.
        if (reached > 0 || !mayBeEmpty(error)) throw inconsistencyIn(error, list);
        const { body, state } = await this.#request(list, { offset: 0, limit: this.limit });
        const next = afterEmptyStart(body.rows.length, tries);
        if (next === "walk again") continue;
        if (next === "inconsistent")
          throw new Inconsistency(`the service sent rows of ${list.name} and none in turn`, leaveOut(list.name));
        yield { offset: 0, count: 0, body, state };
        return;
      }
    }
    if (emptySign !== undefined && reached > 0) await this.#checkState(list);
  }

  /** Keeps what any response says, also one that only proves something about another. */
  #observe({ operation, status, responseHeaders }: ResponseEvent): void {
    this.requests++;
    // A list may end with an error.
    if (status !== 200 && status !== 400 && status !== 500) return;
    const observed = this.#observedOf(operation);
    if (status === 200 && this.#state && !responseHeaders["x-timestamp-id"]) observed.isUnnamed = true;
    const total = totalIn(responseHeaders);
    if (total !== undefined) observed.totals.add(total);
  }

  #observedOf(operation: string): Observed {
    const known = this.#observed.get(operation) ?? { totals: new Set(), isUnnamed: false };
    this.#observed.set(operation, known);
    return known;
  }
}

/** The options of the client, but for how it reads a response. */
function clientOptions(options: SourceOptions, onResponse: (event: ResponseEvent) => void): RegisterClientOptions {
  const { rate, baseUrl, subscriptionKey, timeout, fetch, random, maxBody = defaultMaxBody } = options;
  return {
    baseUrl,
    subscriptionKey,
    credentials: credentialsOf(options, fetch),
    timeout,
    fetch,
    random,
    maxBody,
    headers: { "user-agent": "court-register-mirror" },
    ...(rate === undefined ? {} : { limiter: requestLimiter({ perMinute: rate }) }),
    onResponse,
  };
}

/** @throws MirrorError of kind `service` if a row has so many levels that it cannot be compared. */
function hashesOf(rows: readonly WireObject[], list: RegisterList): string[] {
  try {
    return rows.map(rowHasher(list.columns));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new MirrorError(
      "service",
      say`A row of ${list.name} has thousands of levels, and cannot be compared with others. ${leaveOut(list.name)}`,
      { cause },
    );
  }
}
