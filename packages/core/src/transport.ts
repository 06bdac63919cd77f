import type { Fail } from "./call-report.ts";
import type { ResponseHeaders } from "./response.ts";

/** A transport's response, before its body is read. */
export interface UnreadResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Reads the whole body. Throws an error of kind `too-large` or `decode` if it cannot, and of no kind if the body broke off. */
  text(): string | Promise<string>;
}

/** Method, body, headers and more of a request. */
export interface Request extends RequestInit {
  headers: Record<string, string>;
}

/** One request, for a transport to send. */
export interface Exchange<Value> {
  readonly url: string;
  /** Whether `url` is the target of a redirect. */
  readonly redirected: boolean;
  readonly request: Request;
  /** Whether the caller takes a response with status 200 as it is: its body may stay unread. */
  readonly raw: boolean;
  /** Bytes that the body may have. */
  readonly maxBody: number;
  /** Makes an error about the call. */
  readonly fail: Fail;
  /** Removes secrets from a text. */
  readonly hide: (text: unknown) => string;
  /** Returns the value of the response; undefined if it is a redirect to follow, or the request is to be sent again. Throws if the response is a failure. */
  examine(reply: UnreadResponse): Promise<Value | undefined>;
}

/** The value of a response, and the response itself. */
export interface Received<Value, Response> {
  value: Value;
  response: Response;
}

/**
 * Sends one request, following no redirect, and resolves with the value that `examine` returns; with undefined where it does.
 * Rejects if there is no response, or with what `examine` throws.
 */
export type Transport<Value, Response> = (exchange: Exchange<Value>) => Promise<Received<Value, Response> | undefined>;
