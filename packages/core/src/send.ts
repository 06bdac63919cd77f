/** One call over HTTP, whatever it requests: attempts, redirects, timeout and abort. Shared by all clients. */
import type { Answer, ResponseHeaders } from "./answer.ts";
import { RegisterError } from "./errors.ts";
import { CallReport, type Fail, namedHeaders } from "./failure.ts";
import type { ClientSettings, RequestEvent, RequestOptions } from "./options.ts";
import { backOff, type Gate, isTransient, passGate, readRetryAfter } from "./retry.ts";

/** A transport's response, before its body is read. */
export interface Reply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Reads the whole body. Throws an error of kind `too-large` or `decode` if it cannot. */
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
  /** Bytes that the body may have. */
  readonly maxBody: number;
  /** Makes an error about the call. */
  readonly fail: Fail;
  /** Removes secrets from a text. */
  readonly hide: (text: unknown) => string;
  /** Returns the value of the response; undefined if it is a redirect to follow. Throws if the response is a failure. */
  examine(reply: Reply): Promise<Value | undefined>;
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

/** What a call sends, and how it reads the response. */
export interface HttpCall<Value, Response> {
  /** Name of the operation in errors. */
  readonly operation: string;
  readonly url: string;
  readonly transport: Transport<Value, Response>;
  /** Returns the request of the next attempt, and conceals each secret in it. */
  request(report: CallReport): Promise<Request>;
  /** Returns the value of a response; undefined lets the status decide. Throws what `report.fail` makes. */
  read(answer: Answer, report: CallReport): Value | undefined;
}

/** How a call is made. */
export interface SendSettings extends RequestOptions, ClientSettings {
  signal?: AbortSignal | undefined;
  gate?: Gate | undefined;
  /** Leaves the body of a successful response unread, and the signal connected to it. */
  raw?: boolean | undefined;
}

/** What runtimes throw if there is no response: the reason is in the cause. */
type Nested = { cause?: { errors?: unknown }; __CANCEL__?: unknown } | undefined;

/** Redirects that one attempt may follow. */
const maxRedirects = 5;

/** Makes a call. @throws RegisterError */
export const send = <Value, Response>(
  call: HttpCall<Value, Response>,
  settings: SendSettings,
): Promise<Received<Value, Response>> => new Sending(call, settings).run();

/** A call on its way: one attempt after another, until one succeeds or the call has failed. */
class Sending<Value, Response> {
  readonly #call: HttpCall<Value, Response>;
  readonly #settings: SendSettings;
  readonly #report: CallReport;
  readonly #control = new AbortController();
  readonly #gate: Gate;
  /** URL of the next request: another one after a redirect. */
  #target: string;
  #redirects = 0;
  #retries = 0;
  /** Milliseconds that waits may still take. */
  #waitLeft: number;
  /** The request that the hooks know of, and when it was sent. */
  #told: { event: RequestEvent; begun: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the call with an error, whatever its transport does. */
  #stop!: (error: unknown) => void;

  constructor(call: HttpCall<Value, Response>, settings: SendSettings) {
    this.#call = call;
    this.#settings = settings;
    this.#report = new CallReport(call.operation, call.url);
    this.#gate = settings.gate ?? { until: 0 };
    this.#target = call.url;
    this.#waitLeft = settings.maxWait ?? 60_000;
  }

  run(): Promise<Received<Value, Response>> {
    const { signal } = this.#settings;
    // The runtime may keep a request's signal for long: nothing of ours is reachable from it, or pages would stay in memory.
    return new Promise((resolve, reject) => {
      this.#stop = (error) => {
        reject(error);
        this.#leave();
        // Here too: a transport that ignores its signal may never settle.
        clearTimeout(this.#timer);
        this.#control.abort();
      };
      signal?.addEventListener("abort", this.#abort);
      if (signal?.aborted) this.#abort();
      // `resolve` itself, not wrapped: V8 then finds the caller's frames for the stack of an error.
      this.#attemptUntilDone().then(resolve, this.#stop);
    });
  }

  readonly #abort = (): void =>
    this.#stop(this.#report.fail("aborted", "the caller's signal aborted the call.", this.#settings.signal?.reason));

  /** Stops listening to the caller. Not by addEventListener's option `signal`, which Node forgets after a garbage collection. */
  #leave(): void {
    this.#settings.signal?.removeEventListener("abort", this.#abort);
  }

  async #attemptUntilDone(): Promise<Received<Value, Response>> {
    for (;;) {
      const done = await this.#attempt().catch((problem) => this.#prepareRetry(problem));
      if (!done) continue;
      if (!this.#settings.raw) this.#leave();
      return done;
    }
  }

  /** Sends one request, and tells the hooks. Resolves with undefined if it was redirected. */
  async #attempt(): Promise<Received<Value, Response> | undefined> {
    this.#control.signal.throwIfAborted();
    await passGate(this.#gate, (wake, delay) => {
      this.#timer = setTimeout(wake, delay);
    });
    const end = await this.#settings.limiter?.start(this.#control.signal);
    try {
      this.#control.signal.throwIfAborted();
      this.#report.attempts++;
      this.#report.answer = undefined;
      this.#startTimeout();
      const request = await this.#call.request(this.#report);
      this.#tellRequest(request);
      const received = await this.#call.transport(this.#exchange(request));
      this.#tellResponse();
      return received;
    } catch (cause) {
      this.#control.signal.throwIfAborted();
      const error = cause instanceof RegisterError ? cause : this.#connectionFailure(cause as Nested);
      this.#tellResponse(error);
      throw error;
    } finally {
      clearTimeout(this.#timer);
      end?.();
    }
  }

  #startTimeout(): void {
    const { timeout = 30_000 } = this.#settings;
    const expire = (): void =>
      this.#stop(
        this.#report.fail(
          "timeout",
          `no complete response in ${timeout} ms. Raise the option timeout, or ask for fewer rows with limit.`,
        ),
      );
    // A longer one would fire at once.
    if (timeout > 0 && timeout < 2e9) this.#timer = setTimeout(expire, timeout);
  }

  /** A request as its transport takes it. */
  #exchange(request: Request): Exchange<Value> {
    const report = this.#report;
    return {
      url: this.#target,
      redirected: this.#target !== this.#call.url,
      request: { ...request, signal: this.#control.signal, redirect: "manual" },
      maxBody: this.#settings.maxBody ?? 64 * 2 ** 20,
      fail: report.fail,
      hide: report.hide,
      examine: (reply) => this.#examine(reply),
    };
  }

  #tellRequest({ method = "GET", headers }: Request): void {
    const { onRequest, onResponse } = this.#settings;
    if (!onRequest && !onResponse) return;
    const { attempts, hide } = this.#report;
    const event: RequestEvent = {
      operation: this.#call.operation,
      method,
      url: hide(this.#target),
      attempt: attempts,
      headers: namedHeaders(Object.entries(headers), hide),
    };
    this.#told = { event, begun: Date.now() };
    onRequest?.(event);
  }

  /** Tells how the request that was told of has ended. */
  #tellResponse(error?: RegisterError): void {
    if (!this.#told) return;
    const { event, begun } = this.#told;
    const { answer, hide } = this.#report;
    const responseHeaders = namedHeaders(answer?.headers ?? [], hide);
    this.#told = undefined;
    this.#settings.onResponse?.({
      ...event,
      status: answer?.status,
      responseHeaders,
      duration: Date.now() - begun,
      error,
    });
  }

  /** Returns the value of a response; undefined for a redirect to follow. */
  async #examine(reply: Reply): Promise<Value | undefined> {
    const report = this.#report;
    const { status, headers } = reply;
    report.answer = { status, headers, text: "" };
    const isUnread = this.#settings.raw && status >= 200 && status < 300;
    if (!isUnread) report.answer = { status, headers, text: await this.#readText(reply) };
    if (this.#isRedirect(status, headers.get("location"))) return undefined;
    const value = this.#call.read(report.answer, report);
    if (!value) throw this.#statusFailure(status);
    return value;
  }

  async #readText(reply: Reply): Promise<string> {
    try {
      return await reply.text();
    } catch (cause) {
      // One that breaks off is no response.
      if (!(cause instanceof RegisterError)) this.#report.answer = undefined;
      throw cause;
    }
  }

  /** Whether the response is a redirect, which must lead to the same origin; the next request then goes there. */
  #isRedirect(status: number, location: unknown): boolean {
    const { fail } = this.#report;
    // A browser hides redirects and their targets.
    if (status === 0)
      throw fail("redirect", "the service redirects, and a browser hides where to: configure the final URL.");
    if (status <= 300 || status >= 400 || !location) return false;
    if (!URL.canParse(String(location), this.#target))
      throw fail("redirect", `the service redirects to ${location}, which is no URL.`);
    const next = new URL(String(location), this.#target);
    if (next.origin !== new URL(this.#call.url).origin)
      throw fail("redirect", `the service redirects to ${next}, at another origin: configure the final URL.`);
    if (++this.#redirects > maxRedirects)
      throw fail(
        "redirect",
        `the service redirects more than ${maxRedirects} times, last to ${next}: configure the final URL.`,
      );
    this.#target = next.href;
    return true;
  }

  #statusFailure(status: number): RegisterError {
    const { fail } = this.#report;
    if (status === 401 || status === 403) return fail("authentication", `status ${status}: is the key right?`);
    if (status === 429)
      return fail("rate-limit", "status 429: the service limits requests. Send fewer, or raise maxWait.");
    return fail("http", `status ${status}.${this.#addressHint(status)}`);
  }

  /** What a status 404 often means. */
  #addressHint(status: number): string {
    return status === 404 && /\/javni\/javni\//.test(this.#call.url)
      ? " Configure the root of the service as baseUrl, without /javni: the client adds it."
      : "";
  }

  /** The error for a request that got no response. */
  #connectionFailure(cause: Nested): RegisterError {
    // The mark of axios, whose instances may have a signal or token of their own.
    if (cause?.__CANCEL__) return this.#report.fail("aborted", `the request was cancelled: ${cause}`, cause);
    // A host with several addresses fails with an error for each.
    return this.#report.fail("connection", `no response: ${cause?.cause?.errors ?? cause?.cause ?? cause}`, cause);
  }

  /** Sets when the next attempt may start, or throws the problem. */
  #prepareRetry(problem: unknown): undefined {
    this.#control.signal.throwIfAborted();
    if (!(problem instanceof RegisterError)) throw problem;
    const { answer } = this.#report;
    const { maxRetries = 2, random = Math.random } = this.#settings;
    problem.retryAfter = readRetryAfter(answer?.headers.get("retry-after"));
    const wait = Math.max(0, problem.retryAfter ?? backOff(this.#retries, random));
    if (!isTransient(problem, answer !== undefined) || this.#retries >= maxRetries || wait > this.#waitLeft)
      throw problem;
    this.#retries++;
    this.#waitLeft -= wait;
    this.#redirects = 0;
    this.#target = this.#call.url;
    this.#gate.until = Math.max(this.#gate.until, Date.now() + wait);
    return undefined;
  }
}
