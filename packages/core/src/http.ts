/** One call over HTTP: attempts, waits, redirects, time and abort, whatever it asks for. Shared by all clients. */
import { type ErrorKind, RegisterError } from "./errors.ts";

export { type ErrorDetails, type ErrorKind, type GraphQLFailure, RegisterError } from "./errors.ts";

/** Options that a client has, and that each call can set anew. */
export interface RequestOptions {
  /**
   * Milliseconds that one attempt may take, its body included; 0 or `Infinity` for no limit. A timeout is not retried.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * Times to try again after a connection error or status 408, 429 or 5xx.
   * @defaultValue `2`
   */
  maxRetries?: number | undefined;
  /**
   * Milliseconds that the waits between the attempts of one call may take together. A `Retry-After` that is longer is not
   * waited for: the call fails at once.
   * @defaultValue `60_000`
   */
  maxWait?: number | undefined;
}

/** What a test may put in the place of the world. */
export interface Effects {
  /**
   * Random number from 0 to 1, which spreads the waits.
   * @defaultValue `Math.random`
   */
  random?: (() => number) | undefined;
}

/** One answer, whatever brought it. */
export interface Answer {
  /** HTTP status; 0 when the runtime hides a redirect. */
  readonly status: number;
  readonly headers: { get(name: string): unknown };
  /** The whole body. Who has read it may put less in its place: errors keep the answer. */
  text: string;
}

/** One HTTP request of a call. */
export interface Attempt {
  url: string;
  headers: Headers | Record<string, string>;
  /** Aborts on the caller's behalf and when time is up. */
  signal: AbortSignal;
}

/**
 * Brings an attempt's answer, following no redirect, and has it read: what `read` makes of it, with what the transport
 * adds. Rejects when there is no answer, and with what `read` throws.
 */
export type Transport<R, T> = (attempt: Attempt, read: (answer: Answer) => R | undefined) => Promise<T | undefined>;

/** Makes an error of a call. `path` is a place in the answer. */
export type Fail = (kind: ErrorKind, what: string, cause?: unknown, path?: string) => RegisterError;

/** A time, in milliseconds since 1970, before which nothing is sent: shared by calls that slow down together. */
export interface Gate {
  until: number;
}

/** How a call is made. */
export interface Settings extends RequestOptions, Effects {
  signal?: AbortSignal | undefined;
  gate?: Gate | undefined;
  /** Leaves the signal connected after the answer, for a body that is still to be read. */
  raw?: boolean | undefined;
}

/** What a call sends, and what it makes of the answer. */
export interface HttpCall<R, T> {
  transport: Transport<R, T>;
  /** Request headers of the next attempt. Each secret in them goes to `keep`, which keeps it out of errors. */
  headers(keep: (secret: string) => void, fail: Fail): Promise<Attempt["headers"]>;
  /** The value of an answer; undefined leaves the verdict to the status. Throws what `fail` makes. `hide` cuts secrets out. */
  read(answer: Answer, fail: Fail, hide: (text: string) => string): R | undefined;
}

/** Options of a call over those of its client; one that is undefined is not given. */
export function merge<Options extends object>(defaults: Options, ...more: (Options | undefined)[]): Options {
  const merged = { ...defaults };
  for (const options of more) for (const name in options) merged[name] = options[name] ?? merged[name];
  return merged;
}

/** Cuts secrets out of a text, as they are and encoded for a URL. Before the text is cut: half a secret is one too. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (left, secret) => left.replaceAll(secret, "[redacted]").replaceAll(encodeURIComponent(secret), "[redacted]"),
    text,
  );

const kinds: Record<number, ErrorKind> = { 401: "authentication", 403: "authentication", 429: "rate-limit" };

/**
 * Makes a call.
 *
 * @param operation - Its name in errors.
 * @throws RegisterError
 */
export function send<R, T>(
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
  const hide = (text: unknown): string => redact(String(text), secrets);
  let attempts = 0;
  let waited = 0;
  let answer: Answer | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** What remains of a cause: an error may carry a request, and a request a secret. */
  const bare = (cause: unknown): Error | undefined => {
    if (cause == null) return undefined;
    const { name = "Error", message = cause, code, cause: inner } = cause as Error & { code?: unknown };
    return Object.assign(new Error(hide(message), { cause: bare(inner) }), { name, code });
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

  /** Sends one attempt, along redirects that stay on the origin. */
  const ask = async (): Promise<T> => {
    const headers = await call.headers((secret) => secrets.push(secret), fail);
    for (let target = url, hops = 0; ; hops++) {
      let next = undefined as URL | undefined;
      answer = undefined;
      const result = await call.transport({ url: target, headers, signal: control.signal }, (arrived) => {
        answer = arrived;
        const { status } = arrived;
        // A browser hides redirects, and where they lead.
        const location = status
          ? status > 300 && status < 400 && (arrived.headers.get("location") as string)
          : "hidden:redirect";
        if (location) {
          next = new URL(location, target);
          return undefined;
        }
        const value = call.read(arrived, fail, hide);
        if (value) return value;
        const kind = kinds[status] ?? "http";
        throw fail(kind, `status ${status}${kind === "authentication" ? ": is the key right?" : ""}`);
      });
      if (!next) return result as T;
      if (next.origin !== new URL(url).origin || hops > 4)
        throw fail("redirect", `redirected to ${next}: configure the final URL`);
      target = next.href;
    }
  };

  const run = async (): Promise<T> => {
    for (;;) {
      while (gate.until > Date.now()) {
        await new Promise((wake) => {
          // In parts: a longer delay than 31 bits would end at once.
          timer = setTimeout(wake, (gate.until - Date.now()) % 2e9);
        });
      }
      control.signal.throwIfAborted();
      attempts++;
      // A longer one would end at once too.
      if (timeout && timeout < 2e9)
        timer = setTimeout(() => stop(fail("timeout", `no answer in ${timeout} ms`), control), timeout);
      try {
        return await ask();
      } catch (cause) {
        control.signal.throwIfAborted();
        clearTimeout(timer);
        const problem =
          cause instanceof RegisterError
            ? cause
            : fail("connection", `no answer: ${(cause as Error)?.cause ?? cause}`, cause);
        // Seconds or a date (RFC 9110, section 10.2.3); else a random part of a doubling time.
        const after = answer?.headers.get("retry-after") as string;
        const asked = /^[\d.]+$/.test(after) ? +after * 1_000 : Date.parse(after) - Date.now();
        // NaN is no wait that was asked for.
        const wait = asked <= Infinity ? Math.max(0, asked) : random() * Math.min(8_000, 250 * 2 ** attempts);
        waited += wait;
        if (!/^con|429|408|http5/.test(problem.kind + problem.status) || attempts > maxRetries || waited > maxWait)
          throw problem;
        gate.until = Math.max(gate.until, Date.now() + wait);
      }
    }
  };

  let stop!: (error?: RegisterError, running?: AbortController) => void;
  // What is fetched may keep its signal for long: the signal reaches nothing of ours, so that pages do not stay with it.
  const abort = (): void => stop(fail("aborted", "aborted", signal?.reason), control);
  return new Promise<T>((resolve, reject) => {
    // What ends a call, not its transport, cleans up after it: one that does not heed its signal may never end.
    stop = (error, running) => {
      reject(error);
      clearTimeout(timer);
      if (error || !raw) signal?.removeEventListener("abort", abort);
      running?.abort();
    };
    signal?.addEventListener("abort", abort);
    // Not begun at all then: a wait for the gate would begin with it, and keep the process.
    if (signal?.aborted) abort();
    else
      run()
        .then(resolve)
        .then(() => stop(), stop);
  });
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
    attempt: Attempt,
    read: (answer: Answer) => R | undefined,
  ): Promise<(R & { response: Response }) | undefined> => {
    const response = await fetch(attempt.url, { ...init, ...attempt, redirect: "manual" });
    const { status, headers } = response;
    const result = read({ status, headers, text: open && response.ok ? "" : await response.text() });
    return result && Object.assign(result, { response });
  };
