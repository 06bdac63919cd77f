import type { CallReport } from "./call-report.ts";

/** Options of a client that each call can override. */
export interface RequestOptions {
  /**
   * Time limit of one attempt in milliseconds, including the body; 0 or `Infinity` for none. A timeout is not retried.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * How many times to retry after a connection error or status 408, 429 or 5xx; `Infinity` is allowed.
   * @defaultValue `2`
   */
  maxRetries?: number | undefined;
  /**
   * Milliseconds that all waits of one call may take together. If `Retry-After` is longer, the call fails at once; a shorter one does
   * not shorten the back-off.
   * @defaultValue `60_000`
   */
  maxWait?: number | undefined;
  /**
   * Number of bytes that the body of a response may have, counted after decompression. A longer one fails with kind
   * `too-large`, before it is read whole; so does one with more than a value for each 8 of these bytes, because a small value takes many
   * times as much memory. `Infinity` for no limit.
   * @defaultValue `16_777_216` - 16 MiB, some 50 pages of 1,000 rows
   */
  maxBody?: number | undefined;
}

/** One request, as the hooks see it: without key and token. */
export interface RequestEvent {
  /** Operation that was called, such as `sjediste.list`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Number of this request within its call, from 1 on. */
  readonly attempt: number;
  /** Headers by lower-case name. Secrets are removed by value. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of one request, as the hooks see it. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** Headers of the response; empty if there was none. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Milliseconds from the request to the end of the body, or to the failure. */
  readonly duration: number;
  /** What failed, in this attempt. A later attempt may still succeed. */
  readonly error: Error | undefined;
}

/** Lets requests pass one after another, within its limits. */
export interface Limiter {
  /**
   * Resolves when the next request may start, in the order of the calls, with a function that says that it has ended. Rejects
   * with the reason of `signal`.
   */
  start(signal: AbortSignal): Promise<() => void>;
}

/** Gets access tokens, as `clientCredentials` of the entry point `/client-credentials` makes it. Several clients may share one. */
export interface Credentials {
  /**
   * Resolves with the token of the next request, and keeps it out of the texts of `report`; rejects with an error of `report`.
   *
   * @param refused - A token that the service has refused, and that must not be the result.
   */
  token(report: CallReport, refused: string | undefined): Promise<string>;
}

/** Options for a whole client, which calls cannot override. */
export interface ClientSettings {
  /**
   * Access tokens (OAuth 2) to send, as `clientCredentials` of the entry point `/client-credentials` gets them. A token goes only to the
   * origin of the service. One that is refused with status 401 is renewed, once in a call.
   * @defaultValue none
   */
  credentials?: Credentials | undefined;
  /**
   * Called before each request, for logs and metrics. What it throws fails the call.
   * @defaultValue none
   */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /**
   * Called after each request, whether it succeeded or failed. What it throws fails the call.
   * @defaultValue none
   */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /**
   * Limits requests per minute and requests in flight, as `requestLimiter` of the entry point `/limiter` makes it. Several clients may share one.
   * @defaultValue none: no limit
   */
  limiter?: Limiter | undefined;
  /**
   * Random number from 0 to 1, for jitter.
   * @defaultValue `Math.random`
   */
  random?: (() => number) | undefined;
}

/** Type that exact integers are returned as. */
export type Integers = "number" | "bigint";

/**
 * The option `integers`, whose type decides that of a client. Compilers infer `Option` from the first form, `undefined` included; the
 * second says that the option may be missing.
 */
export type IntegersOption<Option> = { integers: Option } | { integers?: Option | undefined };

/** The type of the integers of a client, by its option `integers`. */
export type IntegerOf<Option> = Option extends "bigint" ? bigint : number;

/** Options of a REST client. */
export interface ClientOptions extends RequestOptions, ClientSettings {
  /**
   * Root of the service, without `/javni`: `https://host` or `https://host/some/prefix`. A trailing slash is optional.
   * @defaultValue the environment variable `COURT_REGISTER_BASE_URL` (Node, Deno, Bun)
   */
  baseUrl?: string | undefined;
  /**
   * Subscription key, or a function that returns it, called for each attempt, so that keys can rotate. Surrounding whitespace
   * is ignored. It may be missing if there are `credentials`, and is not sent if the contract has no key.
   * @defaultValue the environment variable `COURT_REGISTER_KEY` (Node, Deno, Bun)
   */
  subscriptionKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Type of integers of 64 bits or of no stated width. With `"number"`, one that a number cannot hold fails with kind
   * `unsafe-integer`; with `"bigint"`, all of them are bigints, and exact.
   * @defaultValue `"number"`
   */
  integers?: Integers | undefined;
  /**
   * Parses the body of a response into rows, or into one object where the operation returns one, instead of `JSON.parse`: for digits that a JavaScript number cannot hold, such as
   * those of `iznos`. Integers are then left as it returns them, unchecked.
   * @defaultValue none: `JSON.parse`, with exact integers
   */
  parse?: ((text: string) => object) | undefined;
  /** Additional request headers. They cannot replace the key or the token. Errors may quote their values, unlike those two. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then fails with kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** Additional request headers, which override those of the client. They cannot replace the key or the token, and errors may quote them. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** How to walk. */
export interface WalkSettings {
  /**
   * Pages to keep in flight ahead of the consumer, once the real page size is known; below 1,000. If a page is short, the
   * missing rows are requested in addition.
   * @defaultValue `0`
   */
  prefetch?: number | undefined;
  /**
   * Says whether a response past offset 0 means "no more rows". Called before any retry, for every response that is not
   * status 200 with an array. Such a response is asked for once more before it is believed. The preset `noRows` covers the forms
   * seen so far.
   * @defaultValue none: only an empty array or the promised total ends a walk
   */
  endsWalk?: ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
  /**
   * Continues without proof that each page starts with the last row of the previous one.
   * @defaultValue `false`
   */
  allowUnprovenJoins?: boolean | undefined;
  /**
   * Continues if the promised total changes, is exceeded, or is not reached.
   * @defaultValue `false`
   */
  allowTotalChange?: boolean | undefined;
}

/** Options of a walk. */
export interface WalkOptions extends CallOptions, WalkSettings {}

/** Returns the options of a client with those of a call over them. One that is undefined or null counts as absent. */
export function mergeOptions<Options extends object>(defaults: Options, options: Options | undefined): Options {
  const given = [defaults, options ?? {}].flatMap((some) => Object.entries(some));
  return Object.fromEntries(given.filter(([, value]) => value != null)) as Options;
}
