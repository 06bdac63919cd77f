import {
  type Cursor,
  createRegisterCaller,
  noRows,
  type PageParams,
  type RegisterCaller,
  type RegisterClientOptions,
  RegisterError,
} from "@court-register/fetch";
import { requestLimiter } from "@court-register/fetch/limiter";
import { MirrorError } from "../mirror-error.ts";
import { say, writeText } from "../option-text.ts";
import { rowHasher } from "../wire/hash.ts";
import type { RegisterList } from "../wire/list.ts";
import { parseRows, type WireObject } from "../wire/wire.ts";
import { inOwnWords, withOwnOptions } from "./advice.ts";
import { anotherHour, Inconsistency, leaveOut } from "./inconsistency.ts";
import {
  type Answer,
  credentialsOf,
  defaultMaxBody,
  type Source,
  type SourceOptions,
  type SourcePage,
} from "./source.ts";

/** What one response holds. */
interface Response {
  rows: WireObject[];
  state: string | undefined;
  total: number | undefined;
  /** What was sent in place of an empty array. */
  emptySign?: string;
}

/** The rows of a response, or of a page of a walk. */
interface Received extends Partial<Response> {
  offset: number;
  rows: WireObject[];
  cursor?: Cursor | undefined;
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

/** Reads the service in the thread of the caller. */
export class DirectSource implements Source {
  readonly limit: number;
  readonly #prefetch: number;
  readonly #signal: AbortSignal | undefined;
  readonly #call: RegisterCaller;
  /** The state that all responses must be from. */
  #state: string | undefined;
  /** By operation, since its walk began. */
  readonly #observed = new Map<string, Observed>();
  /** The responses that pages are from, by their last row. */
  readonly #texts = new WeakMap<WireObject, string>();
  requests = 0;

  /** @throws TypeError if an option cannot work. */
  constructor(options: SourceOptions) {
    const { limit = 1000, prefetch = 2, rate, signal, baseUrl, subscriptionKey, timeout, fetch, random } = options;
    const { maxBody = defaultMaxBody } = options;
    this.limit = limit;
    this.#prefetch = prefetch;
    this.#signal = signal;
    const clientOptions: RegisterClientOptions = {
      baseUrl,
      subscriptionKey,
      credentials: credentialsOf(options, fetch),
      timeout,
      fetch,
      random,
      maxBody,
      headers: { "user-agent": "court-register-mirror" },
      ...(rate === undefined ? {} : { limiter: requestLimiter({ perMinute: rate }) }),
      parse: (text) => {
        if (noRows({ status: 200, text })) throw new EmptySign(signOf({ status: 200, text }));
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
    };
    this.#call = withOwnOptions("register", () => createRegisterCaller(clientOptions));
  }

  get state(): string | undefined {
    return this.#state;
  }

  pin(state: string | undefined): void {
    this.#state = state;
  }

  async request(list: RegisterList, page: { offset: number; limit: number }): Promise<Answer> {
    const { rows, state, total } = await this.#request(list, page);
    return { hashes: hashesOf(rows, list), state, total };
  }

  async #request(list: RegisterList, page: { offset: number; limit: number }): Promise<Response> {
    const params: PageParams = { timestamp_id: this.#state, ...(list.paged ? page : {}) };
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const call = this.#call.one(list.operation, params, { signal: this.#signal });
        const { rows, response } = await call.withResponse();
        return { ...this.#named(Object.fromEntries(response.headers)), rows };
      } catch (error) {
        const emptySign = emptySignOf(error);
        if (emptySign === undefined) throw inconsistencyIn(error, list);
        const named = this.#named((error as RegisterError).headers ?? {});
        // Asked once more before it is believed: a service that is busy has answered so, too.
        if (isRepeated) {
          await this.#checkState(list);
          return { ...named, rows: [], emptySign };
        }
      }
    }
  }

  /** The state and the total that a response names. @throws Inconsistency if it is another state than the one that was asked for. */
  #named(headers: Readonly<Record<string, string>>): { state: string | undefined; total: number | undefined } {
    const state = headers["x-timestamp-id"]?.trim() || undefined;
    if (this.#state && state && state.toLowerCase() !== this.#state.toLowerCase())
      throw new Inconsistency(
        `the service was asked for the state ${this.#state}, and answered with ${state}`,
        anotherHour,
      );
    return { state, total: totalIn(headers["x-total-count"]) };
  }

  /**
   * Makes sure that the service still keeps the state that it is asked for: without it, it may answer as if there were no rows.
   *
   * @throws Inconsistency if it does not.
   */
  async #checkState(list: RegisterList): Promise<void> {
    if (!this.#state) return;
    const params: PageParams = list.paged ? { offset: 0, limit: 1 } : {};
    const headers = await this.#call
      .one(list.operation, params, { signal: this.#signal })
      .withResponse()
      .then(
        ({ response }) => Object.fromEntries(response.headers) as Record<string, string>,
        (error: unknown) => (error instanceof RegisterError ? error.headers : undefined),
      );
    this.#named(headers ?? {});
  }

  async *pages(list: RegisterList, cursor: Cursor | undefined): AsyncGenerator<DirectPage, void> {
    const operation = list.operation.id;
    this.#observed.delete(operation);
    let reached = cursor?.offset ?? 0;
    for await (const { offset, rows, cursor: next, state, emptySign } of this.#pages(list, cursor)) {
      reached = offset + rows.length;
      const text = this.#texts.get(rows.at(-1) as WireObject) ?? "[]";
      const { totals, isUnnamed } = this.#observedOf(operation);
      yield {
        offset,
        hashes: hashesOf(rows, list),
        rows: () => rows,
        text,
        cursor: next,
        total: [...totals].at(-1),
        state: next?.timestamp_id ?? state,
        isUnnamed,
        emptySign,
      };
    }
    // Whatever the contract promises: a total that the service has named is not ignored.
    for (const total of this.#observedOf(operation).totals)
      if (total !== reached)
        throw new Inconsistency(
          `the service says that ${list.name} has ${total} rows, and has sent ${reached}`,
          leaveOut(list.name),
        );
  }

  async *#pages(list: RegisterList, cursor: Cursor | undefined): AsyncGenerator<Received, void> {
    if (!list.paged) {
      yield { offset: 0, ...(await this.#request(list, { offset: 0, limit: 0 })) };
      return;
    }
    const params = { limit: this.limit, timestamp_id: this.#state, cursor };
    let reached = cursor?.offset ?? 0;
    let emptySign: string | undefined;
    const endsWalk = (answer: { status: number; text: string }): boolean => {
      if (!noRows(answer)) return false;
      emptySign = signOf(answer);
      return true;
    };
    for (let tries = 1; ; tries++) {
      try {
        const how = { prefetch: this.#prefetch, endsWalk, signal: this.#signal };
        for await (const page of this.#call.pages(list.operation, params, how)) {
          reached = page.offset + page.rows.length;
          yield page;
        }
        break;
      } catch (error) {
        // A walk takes only an array for its first page. A list without rows may look otherwise.
        if (reached > 0 || emptySignOf(error) === undefined) throw inconsistencyIn(error, list);
        const again = await this.#request(list, { offset: 0, limit: this.limit });
        if (again.rows.length > 0 && tries < 3) continue;
        if (again.rows.length > 0)
          throw new Inconsistency(`the service sent rows of ${list.name} and none in turn`, leaveOut(list.name));
        yield { offset: 0, ...again };
        return;
      }
    }
    if (emptySign !== undefined && reached > 0) await this.#checkState(list);
  }

  async close(): Promise<void> {}

  #observedOf(operation: string): Observed {
    const known = this.#observed.get(operation) ?? { totals: new Set(), isUnnamed: false };
    this.#observed.set(operation, known);
    return known;
  }
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

/** The number in `x-total-count`, unless it cannot count rows. */
const totalIn = (header: string | null | undefined): number | undefined =>
  /^\s*\d{1,15}\s*$/.test(header ?? "") ? Number(header) : undefined;

/** A response that is no array, but may mean that there are no rows. The client keeps the name and the message of an error. */
class EmptySign extends Error {
  override readonly name = "EmptySign" as const;
}

/** Names what was sent in place of an empty array. */
const signOf = ({ status, text }: { status: number; text: string }): string =>
  status === 200 ? text.trim() || "an empty body" : `status ${status}`;

/** What stands for "no rows" in the response that an error of the client is about; undefined if the error is about something else. */
function emptySignOf(error: unknown): string | undefined {
  if (!(error instanceof RegisterError)) return undefined;
  if (error.cause instanceof Error && error.cause.name === "EmptySign") return error.cause.message;
  const { kind, status = 0, body = "" } = error;
  return kind === "http" && noRows({ status, text: body }) ? signOf({ status, text: body }) : undefined;
}

/** The inconsistency that an error of a client is about, or the error. */
function inconsistencyIn(error: unknown, list: RegisterList): unknown {
  if (!(error instanceof RegisterError) || error.kind !== "register-changed") return error;
  return new Inconsistency(writeText(inOwnWords(error)), anotherHour, { list: list.name, cause: error });
}
