/** One call over HTTP: attempts, waits, redirects, time and abort; whatever it asks for. GraphQL uses it too. */
import { type ErrorKind, RegisterError } from "./errors.ts";
import { redact, safeCause } from "./redact.ts";

/** Options that a client has, and that each call can set anew. */
export interface RequestOptions {
  /**
   * Milliseconds that one attempt may take, its body included; `Infinity` for no limit. A timeout is not retried.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * Times to try again after a connection error or status 408, 429 or 5xx.
   * @defaultValue `2`
   */
  maxRetries?: number | undefined;
  /**
   * Milliseconds that the waits between the attempts of one call may take together. A longer `Retry-After` is not waited
   * for: the call fails at once.
   * @defaultValue `60_000`
   */
  maxWait?: number | undefined;
  /** Further request headers. They cannot replace the key. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What a test may put in the place of the world. */
export interface Effects {
  /** Random number from 0 to 1. */
  random?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
}

/** One answer, whatever brought it. */
export interface Answer {
  /** HTTP status; 0 when the runtime hides a redirect. */
  readonly status: number;
  readonly headers: { get(name: string): unknown };
  /** The whole body. */
  readonly text: string;
}

/** One HTTP request of a call. */
export interface Attempt {
  url: string;
  headers: Record<string, string>;
  /** Aborts on the caller's behalf and when time is up. */
  signal: AbortSignal;
  /** Cuts the secrets out of a text. */
  hide(text: string): string;
}

/**
 * Brings an attempt's answer, following no redirect, and has it read: what `read` makes of it, with what the transport
 * adds. Rejects when there is no answer.
 */
export type Transport<R, T> = (attempt: Attempt, read: (answer: Answer) => R | undefined) => Promise<T | undefined>;

/** Makes the error of a call. */
export type Fail = (kind: ErrorKind, what: string, details?: { cause?: unknown; path?: string }) => RegisterError;

/** A point in time before which nothing is sent, shared by calls that slow down together. */
export interface Gate {
  until: number;
}

/** One call. */
export interface Call<R, T> {
  /** Its name in errors. */
  operation: string;
  url: string;
  /** Request headers of the next attempt. Every secret in them must be passed to `keep`, which keeps it out of errors. */
  headers(keep: (secret: string) => void, fail: Fail): Promise<Record<string, string>>;
  transport: Transport<R, T>;
  /** The value of an answer; undefined leaves the verdict to the status. Throws what `fail` makes. */
  read(answer: Answer, fail: Fail): R | undefined;
  options: RequestOptions & Effects;
  signal?: AbortSignal | undefined;
  gate?: Gate | undefined;
  /** Told of every error that was made, and of the answer that it is about. */
  failed?: ((error: RegisterError, answer: Answer | undefined) => void) | undefined;
  /** Leaves the signal connected after the answer, for a body that is still to be read. */
  open?: boolean | undefined;
}

/** Milliseconds that the answer asks to wait: seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(answer: Answer | undefined, now: number): number | undefined {
  const after = String(answer?.headers.get("retry-after"));
  const wait = /^\d+$/.test(after) ? +after * 1_000 : Date.parse(after) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Browsers hide a redirect behind status 0. */
const isRedirect = ({ status, headers }: Answer): boolean =>
  !status || (status > 300 && status < 400 && headers.get("location") != null);

/** The error that a status means, if the body did not say better. */
function judge({ status }: Answer, fail: Fail): RegisterError {
  if (status === 401 || status === 403) return fail("authentication", `status ${status}: check the key`);
  return fail(status === 429 ? "rate-limit" : "http", `status ${status}`);
}

/**
 * Makes a call.
 * @throws RegisterError
 */
export async function send<R, T>(call: Call<R, T>): Promise<T> {
  const { operation, url, options, signal, gate = { until: 0 } } = call;
  const { timeout = 30_000, maxRetries = 2, maxWait = 60_000, random = Math.random, now = Date.now } = options;
  const control = new AbortController();
  const secrets: string[] = [];
  let attempts = 0;
  let waited = 0;
  let answer: Answer | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = (text: string): string => redact(text, secrets);

  const fail: Fail = (kind, what, { cause, path } = {}) => {
    const error = new RegisterError({
      kind,
      message: hide(`${operation}: ${what} (${url}, attempt ${attempts})`),
      operation,
      url: hide(url),
      attempts,
      ...(answer && { status: answer.status, body: hide(answer.text).slice(0, 500) }),
      ...(path && { path }),
      cause: safeCause(cause, secrets),
    });
    call.failed?.(error, answer);
    return error;
  };

  const sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      timer = setTimeout(wake, ms);
    });

  /** Sends one attempt, along redirects that stay on the origin. */
  const ask = async (): Promise<T> => {
    const headers = await call.headers((secret) => secret && secrets.push(secret, encodeURIComponent(secret)), fail);
    for (let target = url, hops = 0; ; hops++) {
      answer = undefined;
      const result = await call.transport({ url: target, headers, signal: control.signal, hide }, (arrived) => {
        answer = arrived;
        return isRedirect(arrived) ? undefined : call.read(arrived, fail);
      });
      if (result) return result;
      const got = seen();
      if (!isRedirect(got)) throw judge(got, fail);
      const location = String(got.headers.get("location"));
      const next = URL.canParse(location, target) ? new URL(location, target) : undefined;
      if (!got.status || next?.origin !== new URL(url).origin || hops > 4) {
        throw fail(
          "redirect",
          `redirected to ${got.status ? location : "a URL that browsers hide"}: configure the final URL`,
        );
      }
      target = next.href;
    }
  };
  // The compiler does not see that a callback has set it.
  const seen = (): Answer => answer as Answer;

  const run = async (): Promise<T> => {
    for (;;) {
      while (gate.until > now()) await sleep(gate.until - now());
      control.signal.throwIfAborted();
      attempts++;
      if (timeout < 2 ** 31)
        timer = setTimeout(() => control.abort(fail("timeout", `no complete answer within ${timeout} ms`)), timeout);
      try {
        return await ask();
      } catch (cause) {
        clearTimeout(timer);
        control.signal.throwIfAborted();
        const problem = cause instanceof RegisterError ? cause : fail("connection", "no complete answer", { cause });
        const { kind, status = 0 } = problem;
        const wait = retryAfter(answer, now()) ?? random() * Math.min(8_000, 500 * 2 ** (attempts - 1));
        waited += wait;
        const again =
          kind === "connection" || kind === "rate-limit" || (kind === "http" && (status === 408 || status > 499));
        if (!again || attempts > maxRetries || waited > maxWait) throw problem;
        if (status === 429) gate.until = Math.max(gate.until, now() + wait);
        else await sleep(wait);
      }
    }
  };

  const stopped = new Promise<never>((_, reject) => {
    control.signal.onabort = () => reject(control.signal.reason);
  });
  const abort = (): void => control.abort(fail("aborted", "aborted by the caller", { cause: signal?.reason }));
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    return await Promise.race([stopped, run()]);
  } finally {
    clearTimeout(timer);
    if (!call.open) signal?.removeEventListener("abort", abort);
  }
}

/**
 * Carries requests by `fetch`. Its results get the `response`.
 *
 * @param init - Method, body and more; `headers`, `signal` and `redirect` are set here.
 * @param open - Leaves the body of a good answer unread.
 */
export const fetchTransport =
  (fetch: typeof globalThis.fetch = globalThis.fetch, init?: RequestInit, open?: boolean) =>
  async <R extends object>(
    { url, headers, signal }: Attempt,
    read: (answer: Answer) => R | undefined,
  ): Promise<(R & { response: Response }) | undefined> => {
    const response = await fetch(url, { ...init, headers, signal, redirect: "manual" });
    const text = open && response.ok ? "" : await response.text();
    const result = read({ status: response.status, headers: response.headers, text });
    return result && Object.assign(result, { response });
  };

export { type ErrorKind, type GraphQLFailure, RegisterError } from "./errors.ts";
export { parseJson } from "./exact.ts";
export { redact } from "./redact.ts";
