import type { ClientSettings, Integers, RegisterError, RequestOptions } from "@court-register/core";

/** Options of one call; they override those of the client. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then rejects with kind `aborted`. */
  signal?: AbortSignal | undefined;
}

/** Options of `many`. */
export interface ManyOptions extends CallOptions {
  /**
   * Milliseconds to wait between the response to one query and the next query.
   * @defaultValue `0`
   */
  pause?: number | undefined;
}

/** Options of the client. */
export interface CourtCasesClientOptions extends RequestOptions, ClientSettings {
  /**
   * URL of the GraphQL endpoint: the contract does not show it.
   * @defaultValue the environment variable `COURT_REGISTER_GRAPHQL_URL` (Node, Deno, Bun)
   */
  url?: string | URL | undefined;
  /**
   * Headers to send, such as `{ authorization: "Bearer …" }`, or a function that returns them, called for each attempt, so that
   * credentials can change. The contract does not show how the service authenticates. Header values go only to the
   * origin of `url`, and appear in no error; nor does the token of `Bearer …`.
   * @defaultValue none
   */
  headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  /**
   * Type of integers. With `"number"`, one that a number cannot hold exactly fails with kind `unsafe-integer`; with `"bigint"`,
   * all of them are bigints.
   * @defaultValue `"number"`
   */
  integers?: Integers | undefined;
  /**
   * Parses the body of a response, instead of `JSON.parse`: for numbers as they were written. Integers are then left as it
   * returns them, unchecked. If it throws, the response is not GraphQL.
   * @defaultValue none: `JSON.parse`, with exact integers
   */
  parse?: ((text: string) => unknown) | undefined;
  /**
   * The `fetch` to use. It must return responses of any status, and follow no redirect.
   * @defaultValue `globalThis.fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Request headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** The variables of a method, optional if none are required, and the options of the call. */
export type LookupParameters<Key> =
  Record<string, never> extends Key ? [key?: Key, options?: CallOptions] : [key: Key, options?: CallOptions];

/** A method that looks up one thing, or many in a few queries. */
export interface Lookup<Key, Answer> {
  (...parameters: LookupParameters<Key>): Promise<Answer>;
  /**
   * Looks up many, at most 20 in a query, one query after another.
   *
   * Returns one answer per key, in the order of the keys, each as if requested alone: the value, `null`, or the error that the
   * single request would fail with. After a `rate-limit` error, no more queries are sent: the other keys get that error too.
   * Rejects as a whole only if `signal` stops it.
   */
  many(keys: Iterable<Key>, options?: ManyOptions): Promise<(Answer | RegisterError)[]>;
}
