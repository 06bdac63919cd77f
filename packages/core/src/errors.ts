import type { Cursor } from "./walk.ts";

/**
 * What went wrong:
 * - `authentication`: status 401 or 403
 * - `rate-limit`: status 429, after all retries
 * - `http`: another status than 200
 * - `timeout`: no complete answer within `timeout`
 * - `connection`: no answer at all, or one that broke off
 * - `decode`: status 200, but not the data that the contract promises
 * - `graphql`: a GraphQL service answered with errors
 * - `unsafe-integer`: an integer that a JavaScript number would round
 * - `register-changed`: the data changed during a walk
 * - `redirect`: a redirect that would carry the key elsewhere
 * - `aborted`: stopped by the caller's signal
 */
export type ErrorKind =
  | "authentication"
  | "rate-limit"
  | "http"
  | "timeout"
  | "connection"
  | "decode"
  | "graphql"
  | "unsafe-integer"
  | "register-changed"
  | "redirect"
  | "aborted";

/** What a {@link RegisterError} carries. */
export interface ErrorDetails {
  kind: ErrorKind;
  message: string;
  operation: string;
  url: string;
  attempts: number;
  status?: number | undefined;
  body?: string | undefined;
  path?: string | undefined;
  cause?: unknown;
}

/** An error in a GraphQL answer (GraphQL specification, section 7.1.2). */
export interface GraphQLFailure {
  readonly message: string;
  /** Where in the data it happened: names of fields, and positions in lists. */
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Every failure of a call. No part of it holds a secret: keys are cut out by value, from causes and bodies too. */
export class RegisterError extends Error {
  /** What went wrong. */
  declare readonly kind: ErrorKind;
  /** Operation that was called, such as `sjediste.list`. */
  declare readonly operation: string;
  /** URL that was asked for. */
  declare readonly url: string;
  /** Requests made, the first one included. */
  declare readonly attempts: number;
  /** HTTP status of the last answer, if there was one. */
  declare readonly status?: number;
  /** Start of the last answer's body, at most 500 characters. */
  declare readonly body?: string;
  /** Where in the answer, such as `[3].drzava.id`. With kinds `unsafe-integer` and `decode`. */
  declare readonly path?: string;
  /** What a GraphQL service says is wrong, at least one error. With kind `graphql`. */
  declare readonly errors?: readonly GraphQLFailure[];
  /**
   * The part of the data that came beside the errors, integers exact; `null` for none. With kind `graphql`. Not enumerable: it names
   * persons, and errors go to logs.
   */
  declare readonly data?: Readonly<Record<string, unknown>> | null;
  /** Where a walk can be resumed. With every error that comes out of a walk. */
  declare cursor?: Cursor;

  constructor({ message, cause, ...details }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "RegisterError";
    Object.assign(this, details);
  }
}
