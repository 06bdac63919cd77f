import type { Cursor } from "./cursor.ts";

/**
 * What went wrong:
 * - `authentication`: status 401 or 403, or no key to send
 * - `rate-limit`: status 429, after all retries
 * - `http`: any other status except 200
 * - `timeout`: no complete response within `timeout`
 * - `connection`: no response at all, or one that broke off, as far as that can be seen of a compressed one
 * - `too-large`: a body longer than `maxBody`
 * - `decode`: status 200, but not the data that the contract promises: bytes that are no text in their charset, text that is no array of
 *   objects, a number that a double cannot hold; with GraphQL also a variable that is missing, or not an integer
 * - `unsafe-integer`: an integer that a JavaScript number would round
 * - `register-changed`: the data changed during a walk
 * - `redirect`: a redirect to another origin or to no URL, too many redirects, or any redirect in a browser
 * - `aborted`: stopped by the caller's signal
 * - `graphql`: the GraphQL response has errors
 */
export type ErrorKind =
  | "authentication"
  | "rate-limit"
  | "http"
  | "timeout"
  | "connection"
  | "too-large"
  | "decode"
  | "unsafe-integer"
  | "register-changed"
  | "redirect"
  | "aborted"
  | "graphql";

/** One entry in the `errors` of a GraphQL response. */
export interface GraphQLFailure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What a {@link RegisterError} says about its call. */
export interface ErrorDetails {
  /** What went wrong. */
  readonly kind: ErrorKind;
  /** The same in words that name no option, with what the service says of it: at most some 500 characters. */
  readonly problem: string;
  /**
   * What to do about it; empty if that is not known. Options are in braces, such as `{maxBody}`, for programs that have other names
   * for them: the message has it without the braces.
   */
  readonly advice: string;
  /** Operation that was called, such as `sjediste.list`. */
  readonly operation: string;
  /** URL that was requested. */
  readonly url: string;
  /** Number of requests started, including the first and those that followed a redirect. */
  readonly attempts: number;
  /** HTTP status of the response to the last attempt, if there was one. */
  readonly status?: number | undefined;
  /** Headers of that response by lower-case name, such as the request id to quote to the service. Cookies are left out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The first 500 characters of that response's body. */
  readonly body?: string | undefined;
  /**
   * Place in the response, such as `[3].drzava.id`. Set with kind `unsafe-integer`; with kind `decode` for a number, or for the first
   * byte that is no text, such as `byte 11`. For a variable that is not sent, its name.
   */
  readonly path?: string | undefined;
  /** The token endpoint, if the call failed because there is no access token: `status` and `headers` are then of its response. */
  readonly tokenUrl?: string | undefined;
}

/** An error of any kind. */
class CallError extends Error implements ErrorDetails {
  /** As every class has it. By its type, `instanceof` tells compilers what a value is, and what it is not. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is RegisterError;
  override name = "RegisterError";
  declare readonly kind: ErrorKind;
  declare readonly problem: string;
  declare readonly advice: string;
  declare readonly operation: string;
  declare readonly url: string;
  declare readonly attempts: number;
  declare readonly status: number | undefined;
  declare readonly headers: Readonly<Record<string, string>> | undefined;
  declare readonly body: string | undefined;
  declare readonly path: string | undefined;
  declare readonly tokenUrl: string | undefined;
  /** Milliseconds to wait before the next attempt, by the service's `Retry-After`: 0 or less if that time has passed. */
  declare retryAfter?: number | undefined;
  /** Where to resume a walk. Set on every error from a walk. */
  declare cursor?: Cursor;
  /** What the service says is wrong. Set with kind `graphql`. */
  declare readonly errors: readonly GraphQLFailure[] | undefined;
  /** The data that came with the errors. Set with kind `graphql`. */
  declare readonly data: Readonly<Record<string, unknown>> | null | undefined;

  constructor(message: string, options: ErrorOptions | undefined, details: ErrorDetails) {
    super(message, options);
    Object.assign(this, details);
  }
}

/** An error of some kinds. */
interface ErrorOf<Kind extends ErrorKind> extends CallError {
  readonly kind: Kind;
}

/** The service has answered with another status than 200. */
interface StatusError extends ErrorOf<"http" | "rate-limit"> {
  readonly status: number;
}

/** A JavaScript number would round an integer. */
interface IntegerError extends ErrorOf<"unsafe-integer"> {
  readonly path: string;
}

/** The response has errors of GraphQL. */
interface DocumentError extends ErrorOf<"graphql"> {
  readonly errors: readonly GraphQLFailure[];
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * Every failure of a call; its `kind` tells compilers what else is there. Keys are removed by value from all its texts, including
 * causes, headers and bodies.
 */
export type RegisterError =
  | ErrorOf<Exclude<ErrorKind, "http" | "rate-limit" | "unsafe-integer" | "graphql">>
  | StatusError
  | IntegerError
  | DocumentError;

/** Makes errors. */
interface RegisterErrorConstructor {
  new (message: string, options: ErrorOptions | undefined, details: ErrorDetails): RegisterError;
  readonly [Symbol.hasInstance]: (value: unknown) => value is RegisterError;
}

export const RegisterError = CallError as RegisterErrorConstructor;
