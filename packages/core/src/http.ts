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

/** What brings an answer: of a `Response`, what is looked at here. */
export interface Reply {
  readonly status: number;
  /** Whether the answer is good, so that its body may be left unread. */
  readonly ok?: boolean;
  readonly headers: Answer["headers"];
  text(): string | Promise<string>;
}

/** What a request is made with: method, body, headers and more. */
export interface Request extends RequestInit {
  headers: Record<string, string>;
}

/**
 * Sends one request, following no redirect, and has its answer examined: gives what `examine` makes of it. Rejects when
 * there is no answer, and with what `examine` throws. `hide` cuts secrets out; `start` is another URL than `url` after a
 * redirect.
 */
export type Transport<T> = (
  url: string,
  request: Request,
  examine: (reply: Reply) => Promise<T | undefined>,
  hide: (text: unknown) => string,
  start: string,
) => Promise<T | undefined>;

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
  /** Leaves the body of a good answer unread, and the signal connected for it. */
  raw?: boolean | undefined;
}

/** What a call sends, and what it makes of the answer. */
export interface HttpCall<R, T extends R> {
  transport: Transport<T>;
  /** The request of the next attempt. It adds each secret in it to `secrets`, which are kept out of errors. */
  request(secrets: string[], fail: Fail): Promise<Request>;
  /**
   * The value of an answer, which gets the `response` too; undefined leaves the verdict to the status. Throws what `fail`
   * makes. `hide` cuts secrets out.
   */
  read(answer: Answer, fail: Fail, hide: (text: string) => string): R | undefined;
}

/** What runtimes throw where there is no answer: the reason is inside. */
type Nested = { cause?: { errors?: unknown } } | undefined;

/** Options of a call over those of its client; one that is undefined is not given. */
export function merge<Options extends object>(defaults: Options, options?: Options): Options {
  const merged = { ...defaults };
  for (const name in options) merged[name] = options[name] ?? merged[name];
  return merged;
}

/**
 * Makes a call.
 *
 * @param operation - Its name in errors.
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
   * Cuts secrets out of a text, however URLs, JSON or HTML write the signs in them: `+` is also `%2B`, `\u002B` and `&#x2B;`.
   * Before the text is cut: half a secret is one too.
   */
  const hide = (text: unknown): string =>
    secrets.reduce(
      (left, secret) =>
        left.replace(
          RegExp(
            // Each way starts with signs of its own, or a text could be tried in very many ways.
            secret.replace(/\W/g, "(\\\\{0,3}\\$&|[%&\\\\]{1,3}[\\w#;]{2,10}?)"),
            "g",
          ),
          "[redacted]",
        ),
      String(text),
    );
  /** Where to ask: elsewhere after a redirect. */
  let target = url;
  let attempts = 0;
  let retries = 0;
  let waited = 0;
  let answer: Answer | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** What remains of a cause: an error may carry a request, and a request a secret. Causes may go round in a circle. */
  const bare = (cause: unknown, depth = 9): ErrorOptions | undefined => {
    // Nor need one be readable: an error that is thrown here, while the caller aborts, would end his process.
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

  /** The value of what was answered; undefined when it is a redirect to follow, which stays on the origin. */
  const examine = async (reply: Reply): Promise<T | undefined> => {
    const { status, headers } = reply;
    answer = { status, headers, text: raw && reply.ok ? "" : await reply.text() };
    // A browser hides redirects, and where they lead.
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

  /** Sends one attempt after the other. */
  const run = async (): Promise<T> => {
    for (;;) {
      control.signal.throwIfAborted();
      while (gate.until > Date.now()) {
        await new Promise((wake) => {
          // In parts: a longer delay than 31 bits would end at once.
          timer = setTimeout(wake, (gate.until - Date.now()) % 2e9);
        });
      }
      attempts++;
      answer = undefined;
      // A longer one would end at once too.
      if (timeout && timeout < 2e9)
        timer = setTimeout(() => stop(fail("timeout", `no answer in ${timeout} ms`)), timeout);
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
            : // A host with several addresses has an error for each.
              fail(
                "connection",
                `no answer: ${(cause as Nested)?.cause?.errors ?? (cause as Nested)?.cause ?? cause}`,
                cause,
              );
        // TypeScript does not see that `examine` sets it.
        const after = (answer as Answer | undefined)?.headers.get("retry-after") as string;
        // Seconds or a date (RFC 9110, section 10.2.3).
        problem.retryAfter = [Number.parseFloat(after) * 1_000, Date.parse(after) - Date.now()].find(Number.isFinite);
        // Else a random part of a doubling time.
        const wait = Math.max(0, problem.retryAfter ?? random() * Math.min(8_000, 500 * 2 ** retries));
        waited += wait;
        const passes =
          // With an answer there, what failed is the caller's own code.
          problem.kind === "connection"
            ? !answer
            : problem.status === 408 || problem.status === 429 || (problem.status as number) > 499;
        // Written so that NaN ends it.
        if (!(passes && retries++ < maxRetries && waited <= maxWait)) throw problem;
        target = url;
        gate.until = Math.max(gate.until, Date.now() + wait);
      } finally {
        clearTimeout(timer);
      }
    }
  };

  // What is fetched may keep its signal for long: the signal reaches nothing of ours, so that pages do not stay with it.
  let stop!: (error: unknown) => void;
  const abort = (): void => stop(fail("aborted", "aborted", signal?.reason));
  // Not left to `{ signal }`, which Node forgets when memory is freed.
  const leave = (): void => signal?.removeEventListener("abort", abort);
  return new Promise<T>((resolve, reject) => {
    stop = (error) => {
      reject(error);
      leave();
      // Here too: what does not heed its signal may never end.
      clearTimeout(timer);
      control.abort();
    };
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    // By `resolve` itself: V8 then finds the caller's lines for the stack of an error.
    run().then(resolve, stop);
  });
}

/** Carries requests by `fetch`. */
export const fetchTransport =
  <T>(fetch?: (url: string, init: RequestInit) => Promise<Response>): Transport<T> =>
  async (url, request, examine) =>
    examine(await (fetch ?? globalThis.fetch)(url, request));
