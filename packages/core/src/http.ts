/** One call over HTTP, whatever it requests: attempts, waits, redirects, timeout and abort. Shared by all clients. */
import { type ErrorKind, RegisterError } from "./errors.ts";

export { type ErrorDetails, type ErrorKind, type GraphQLFailure, RegisterError } from "./errors.ts";

/** Options of a client that each call can override. */
export interface RequestOptions {
  /**
   * Time limit of one attempt in milliseconds, including the body; 0 or `Infinity` for none. A timeout is not retried.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * How many times to retry after a connection error or status 408, 429 or 5xx.
   * @defaultValue `2`
   */
  maxRetries?: number | undefined;
  /**
   * Milliseconds that all waits of one call may take together. If `Retry-After` is longer, the call fails at once.
   * @defaultValue `60_000`
   */
  maxWait?: number | undefined;
}

/** Side effects that a test can replace. */
export interface Effects {
  /**
   * Random number from 0 to 1, for jitter.
   * @defaultValue `Math.random`
   */
  random?: (() => number) | undefined;
}

/** One response, from any transport. */
export interface Answer {
  /** HTTP status; 0 if the runtime hides a redirect. */
  readonly status: number;
  readonly headers: { get(name: string): unknown };
  /** The whole body. Once read, it may be replaced by less, because errors keep it. */
  text: string;
}

/** A transport's response: the parts of a `Response` that are used here. */
export interface Reply {
  readonly status: number;
  /** Whether the status is a success, so that the body may be left unread. */
  readonly ok?: boolean;
  readonly headers: Answer["headers"];
  text(): string | Promise<string>;
}

/** Method, body, headers and more of a request. */
export interface Request extends RequestInit {
  headers: Record<string, string>;
}

/**
 * Sends one request, following no redirect, and resolves with what `examine` makes of the response. Rejects if there is
 * no response, or with what `examine` throws. `hide` removes secrets; `start` is the URL before any redirect.
 */
export type Transport<T> = (
  url: string,
  request: Request,
  examine: (reply: Reply) => Promise<T | undefined>,
  hide: (text: unknown) => string,
  start: string,
) => Promise<T | undefined>;

/** Makes an error for a call. `path` is a place in the response. */
export type Fail = (kind: ErrorKind, what: string, cause?: unknown, path?: string) => RegisterError;

/** A time before which nothing is sent, in milliseconds since 1970; shared by calls that slow down together. */
export interface Gate {
  until: number;
}

/** How a call is made. */
export interface Settings extends RequestOptions, Effects {
  signal?: AbortSignal | undefined;
  gate?: Gate | undefined;
  /** Leaves the body of a successful response unread, and the signal connected to it. */
  raw?: boolean | undefined;
}

/** What a call sends, and how it reads the response. */
export interface HttpCall<R, T extends R> {
  transport: Transport<T>;
  /** Returns the request for the next attempt, and adds each secret in it to `secrets`, which are kept out of errors. */
  request(secrets: string[], fail: Fail): Promise<Request>;
  /**
   * Returns the value of a response, to which the `response` is added; undefined lets the status decide. Throws what `fail`
   * makes. `hide` removes secrets.
   */
  read(answer: Answer, fail: Fail, hide: (text: string) => string): R | undefined;
}

/** What runtimes throw if there is no response: the reason is in the cause. */
type Nested = { cause?: { errors?: unknown }; __CANCEL__?: unknown } | undefined;

/** Merges the options of a call over those of its client, ignoring undefined ones. */
export function merge<Options extends object>(defaults: Options, options?: Options): Options {
  const merged = { ...defaults };
  for (const name in options) merged[name] = options[name] ?? merged[name];
  return merged;
}

/**
 * Makes a call.
 *
 * @param operation - Name of the operation in errors.
 * @throws RegisterError
 */
export function send<R extends object, T extends R>(
  operation: string,
  url: string,
  call: HttpCall<R, T>,
  {
    signal,
    gate = { until: 0 },
    raw,
    timeout = 30_000,
    maxRetries = 2,
    maxWait = 60_000,
    random = Math.random,
  }: Settings,
): Promise<T> {
  const control = new AbortController();
  const secrets: string[] = [];
  /**
   * Redacts secrets in a text, however URLs, JSON or HTML escape their characters: `+` is also `%2B`, `\u002B` and `&#x2B;`.
   * Comes before any truncation: half a secret is one too.
   */
  const hide = (text: unknown): string =>
    secrets.reduce(
      (redacted, secret) =>
        redacted.replace(
          RegExp(
            // Both alternatives start with a non-word character, or matching could take exponential time.
            secret.replace(/\W/g, "(\\\\{0,3}\\$&|[%&\\\\]{1,3}[\\w#;]{2,10}?)"),
            // A URL has its host in lower case.
            "gi",
          ),
          "[redacted]",
        ),
      String(text),
    );
  /** URL of the next request: another one after a redirect. */
  let target = url;
  let attempts = 0;
  let retries = 0;
  let answer: Answer | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The part of a cause that is kept: an error may carry a request, and a request a secret. Causes may be circular. */
  const bare = (cause: unknown, depth = 9): ErrorOptions | undefined => {
    // Reading one may throw: an error thrown here, while the caller aborts, would end the process.
    if (depth)
      try {
        const { name = "Error", message = cause, code, cause: inner } = cause as Error & { code?: unknown };
        return { cause: Object.assign(new Error(hide(message), bare(inner, depth - 1)), { name, code }) };
      } catch {}
    return undefined;
  };

  const fail: Fail = (kind, what, cause, path) =>
    new RegisterError(`${operation}: ${hide(what).slice(0, 200)} (${hide(url)}, attempt ${attempts})`, bare(cause), {
      kind,
      operation,
      url: hide(url),
      attempts,
      status: answer?.status,
      body: answer && hide(answer.text).slice(0, 500),
      path,
    });

  /** The value of a response; undefined for a redirect to follow, which stays within the origin. */
  const examine = async (reply: Reply): Promise<T | undefined> => {
    const { status, headers } = reply;
    answer = { status, headers, text: raw && reply.ok ? "" : await reply.text() };
    // A browser hides redirects and their targets.
    const location = status ? status > 300 && status < 400 && (headers.get("location") as string) : "hidden:redirect";
    if (!location) {
      const value = call.read(answer, fail, hide);
      if (value) return Object.assign(value, { response: reply }) as R as T;
      if (status === 401 || status === 403) throw fail("authentication", `status ${status}: is the key right?`);
      throw fail(status === 429 ? "rate-limit" : "http", `status ${status}`);
    }
    const next = new URL(location, target);
    if (next.origin !== new URL(url).origin || attempts > 5 + 6 * retries)
      throw fail("redirect", `redirected to ${next}: configure the final URL`);
    target = next.href;
    return undefined;
  };

  /** Makes one attempt after another. */
  const run = async (): Promise<T> => {
    for (;;) {
      control.signal.throwIfAborted();
      // Less than a millisecond is no wait: a timer of that length may be over before the clock moves, again and again.
      while (gate.until - Date.now() >= 1) {
        await new Promise((wake) => {
          // In parts: a delay of more than 31 bits would fire at once.
          timer = setTimeout(wake, (gate.until - Date.now()) % 2e9);
        });
      }
      attempts++;
      answer = undefined;
      // A longer one would fire at once too.
      if (timeout && timeout < 2e9)
        timer = setTimeout(() => stop(fail("timeout", `no response in ${timeout} ms`)), timeout);
      try {
        const value = await call.transport(
          target,
          { ...(await call.request(secrets, fail)), signal: control.signal, redirect: "manual" },
          examine,
          hide,
          url,
        );
        if (value) {
          if (!raw) leave();
          return value;
        }
      } catch (cause) {
        control.signal.throwIfAborted();
        const problem =
          cause instanceof RegisterError
            ? cause
            : // A host with several addresses fails with an error for each.
              fail(
                // The mark of axios, whose instances may have a signal or token of their own.
                (cause as Nested)?.__CANCEL__ ? "aborted" : "connection",
                `no response: ${(cause as Nested)?.cause?.errors ?? (cause as Nested)?.cause ?? cause}`,
                cause,
              );
        // TypeScript does not see that `examine` sets it.
        const after = (answer as Answer | undefined)?.headers.get("retry-after") as string;
        // Seconds or a date (RFC 9110, section 10.2.3).
        problem.retryAfter = [Number.parseFloat(after) * 1_000, Date.parse(after) - Date.now()].find(Number.isFinite);
        // Otherwise, exponential backoff with full jitter.
        const wait = Math.max(0, problem.retryAfter ?? random() * Math.min(8_000, 500 * 2 ** retries));
        maxWait -= wait;
        const isTransient =
          // If there was a response, what failed is the caller's own code.
          problem.kind === "connection"
            ? !answer
            : problem.status === 408 || problem.status === 429 || (problem.status as number) > 499;
        // Written so that NaN ends the call.
        if (!(isTransient && retries++ < maxRetries && maxWait >= 0)) throw problem;
        target = url;
        gate.until = Math.max(gate.until, Date.now() + wait);
      } finally {
        clearTimeout(timer);
      }
    }
  };

  // The runtime may keep a request's signal for long: nothing of ours is reachable from it, or pages would stay in memory.
  let stop!: (error: unknown) => void;
  const abort = (): void => stop(fail("aborted", "aborted", signal?.reason));
  // Not by addEventListener's option `signal`, which Node forgets after a garbage collection.
  const leave = (): void => signal?.removeEventListener("abort", abort);
  return new Promise<T>((resolve, reject) => {
    stop = (error) => {
      reject(error);
      leave();
      // Here too: a transport that ignores its signal may never settle.
      clearTimeout(timer);
      control.abort();
    };
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    // `resolve` itself, not wrapped: V8 then finds the caller's frames for the stack of an error.
    run().then(resolve, stop);
  });
}

/** Sends requests with `fetch`. */
export const fetchTransport =
  <T>(fetch?: (url: string, init: RequestInit) => Promise<Response>): Transport<T> =>
  async (url, request, examine) =>
    examine(await (fetch ?? globalThis.fetch)(url, request));
