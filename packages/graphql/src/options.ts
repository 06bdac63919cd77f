import type { Integers } from "./integers.ts";
import type { RegisterError } from "./interim.ts";

/** Request headers, or a function that gives them, called once an attempt (for credentials that change). */
export type HeadersOption = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

/** Options of one call; they replace those of the client. */
export interface CallOptions {
  /** Stops the call: it rejects with kind `aborted`. */
  signal?: AbortSignal;
  /**
   * Milliseconds that one attempt may take, its body included.
   * @defaultValue that of the client
   */
  timeoutMs?: number;
  /**
   * How often a failed attempt is repeated.
   * @defaultValue that of the client
   */
  maxRetries?: number;
}

/** Options of `many`. */
export interface ManyOptions extends CallOptions {
  /**
   * Milliseconds to wait between one query and the next.
   * @defaultValue `0`
   */
  pauseMs?: number;
}

/** Options of the client. */
export interface CourtCasesClientOptions<Mode extends Integers = "number"> {
  /** Address of the GraphQL endpoint. The contract does not name it. */
  url: string | URL;
  /**
   * Headers to send with each request, such as `{ authorization: "Bearer …" }`. The contract does not say how the service
   * authenticates. Their values are kept out of errors, and never leave the origin of `url`.
   * @defaultValue none
   */
  headers?: HeadersOption;
  /**
   * How integers (`BigInteger`) are returned: as `number`, where one that a number cannot hold exactly raises kind
   * `unsafe-integer`, or as `bigint`.
   * @defaultValue `"number"`
   */
  integers?: Mode;
  /**
   * Milliseconds that one attempt may take, its body included.
   * @defaultValue `30_000`
   */
  timeoutMs?: number;
  /**
   * How often an attempt is repeated after a connection error, a timeout, 408, 429 or 5xx. `0` switches retries off.
   * @defaultValue `2`
   */
  maxRetries?: number;
  /**
   * The `fetch` to use.
   * @defaultValue `globalThis.fetch`
   */
  fetch?: typeof fetch;
}

/** A method that looks one thing up, or many in a few queries. */
export interface Lookup<Key, Answer> {
  (key: Key, options?: CallOptions): Promise<Answer>;
  /**
   * Looks many up, at most 20 in a query, one query after another.
   *
   * Answers in the order of the keys, one answer a key, each as if it had been asked alone: the value, `null`, or the error that
   * asking for it would have raised. Only `signal` makes the whole reject.
   */
  many(keys: Iterable<Key>, options?: ManyOptions): Promise<(Answer | RegisterError)[]>;
}
