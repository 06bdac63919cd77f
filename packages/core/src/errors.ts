import type { Cursor } from "./walk.ts";

/**
 * What went wrong:
 * - `authentication`: status 401 or 403, or no key to send
 * - `rate-limit`: status 429, after all retries
 * - `http`: another status than 200
 * - `timeout`: no complete answer within `timeout`
 * - `connection`: no answer at all, or one that broke off
 * - `decode`: status 200, but not the data that the contract promises; with GraphQL also a variable that is no integer
 * - `unsafe-integer`: an integer that a JavaScript number would round
 * - `register-changed`: the data changed during a walk
 * - `redirect`: a redirect that would carry the key elsewhere, one too many, or any in a browser
 * - `aborted`: stopped by the caller's signal
 * - `graphql`: the answer to a GraphQL request has errors
 */
export type ErrorKind =
  | "authentication"
  | "rate-limit"
  | "http"
  | "timeout"
  | "connection"
  | "decode"
  | "unsafe-integer"
  | "register-changed"
  | "redirect"
  | "aborted"
  | "graphql";

/** One entry of the `errors` of a GraphQL answer. */
export interface GraphQLFailure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What a {@link RegisterError} knows about its call. */
export interface ErrorDetails {
  /** What went wrong. */
  readonly kind: ErrorKind;
  /** Operation that was called, such as `sjediste.list`. */
  readonly operation: string;
  /** URL that was asked for. */
  readonly url: string;
  /** Requests begun, the first one and those that a redirect led to included. */
  readonly attempts: number;
  /** HTTP status of the answer to the last attempt, if there was one. */
  readonly status?: number | undefined;
  /** Start of that answer's body, at most 500 characters. */
  readonly body?: string | undefined;
  /**
   * Where in the answer, such as `[3].drzava.id`. With kind `unsafe-integer`; with GraphQL also where a number is no integer
   * (kind `decode`), and for a variable that is not sent, its name.
   */
  readonly path?: string | undefined;
}

/** Every failure of a call. Keys are cut out of its texts by value, from causes and bodies too. */
export class RegisterError extends Error implements ErrorDetails {
  override name = "RegisterError";
  declare readonly kind: ErrorKind;
  declare readonly operation: string;
  declare readonly url: string;
  declare readonly attempts: number;
  declare readonly status: number | undefined;
  declare readonly body: string | undefined;
  declare readonly path: string | undefined;
  /** Milliseconds that the service asks to wait before the next attempt, by `Retry-After`: at most 0 when that time has come. */
  declare retryAfter?: number | undefined;
  /** Where a walk can be resumed. With every error that comes out of a walk. */
  declare cursor?: Cursor;
  /** What the service says is wrong. With kind `graphql`. */
  declare readonly errors: readonly GraphQLFailure[] | undefined;
  /** The data that came beside the errors. With kind `graphql`. */
  declare readonly data: Readonly<Record<string, unknown>> | null | undefined;

  constructor(message: string, options: ErrorOptions | undefined, details: ErrorDetails) {
    super(message, options);
    Object.assign(this, details);
  }
}
