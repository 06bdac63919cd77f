import type { Effects, RegisterError, RequestOptions } from "@court-register/core";
import type { Integers } from "./integers.ts";

/** Options of one call; they replace those of the client. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then rejects with kind `aborted`. */
  signal?: AbortSignal | undefined;
}

/** Options of `many`. */
export interface ManyOptions extends CallOptions {
  /**
   * Milliseconds to wait between the answer to a query and the next query.
   * @defaultValue `0`
   */
  pause?: number | undefined;
}

/** Options of the client. */
export interface CourtCasesClientOptions extends RequestOptions, Effects {
  /** Address of the GraphQL endpoint: the contract does not name it (section 4.8). */
  url: string | URL;
  /**
   * Headers to send, such as `{ authorization: "Bearer …" }`: the contract does not say how the service authenticates (section
   * 5). A function is called once an attempt, for credentials that change. Their values appear in no error, nor does what follows the
   * scheme of `Bearer …`, and they go to the origin of `url` alone.
   * @defaultValue none
   */
  headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  /**
   * How integers are returned: as `number`, where one that a number cannot hold exactly raises kind `unsafe-integer`, or as
   * `bigint`.
   * @defaultValue `"number"`
   */
  integers?: Integers | undefined;
  /**
   * The `fetch` to use.
   * @defaultValue `globalThis.fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Request headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** A method that looks one thing up, or many in a few queries. */
export interface Lookup<Key, Answer> {
  (key: Key, options?: CallOptions): Promise<Answer>;
  /**
   * Looks many up, at most 20 in a query, one query after another.
   *
   * Answers in the order of the keys, one answer a key, each as if it had been asked alone: the value, `null`, or the error that
   * asking for it alone raises. As a whole it rejects only when `signal` stops it.
   */
  many(keys: Iterable<Key>, options?: ManyOptions): Promise<(Answer | RegisterError)[]>;
}
