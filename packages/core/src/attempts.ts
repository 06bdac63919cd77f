/** One call over HTTP, whatever it requests: attempts until one succeeds. Shared by all clients. */

import { isCutOff } from "./body.ts";
import { CallReport } from "./call-report.ts";
import { RegisterError } from "./errors.ts";
import { connectionFailure, statusFailure } from "./failure.ts";
import { callHooks } from "./hooks.ts";
import type { ClientSettings, RequestOptions } from "./options.ts";
import { finalUrl, maxRedirects, redirectTarget } from "./redirect.ts";
import type { WholeResponse } from "./response.ts";
import { countRetries, type Gate } from "./retry.ts";
import { CallTimer } from "./timeout.ts";
import type { Exchange, Received, Request, Transport, UnreadResponse } from "./transport.ts";

/** What a call sends, and how it reads the response. */
export interface HttpCall<Value, Response> {
  /** Name of the operation in errors. */
  readonly operation: string;
  readonly url: string;
  readonly transport: Transport<Value, Response>;
  /** Returns the request of the next attempt, and conceals each secret in it. */
  request(report: CallReport): Promise<Request>;
  /** Returns the value of a response; undefined lets the status decide. Throws what `report.fail` makes. */
  read(answer: WholeResponse, report: CallReport): Value | undefined;
}

/** How a call is made. */
export interface SendSettings extends RequestOptions, ClientSettings {
  signal?: AbortSignal | undefined;
  gate?: Gate | undefined;
  /** Leaves the body of a successful response unread, and the signal connected to it. */
  raw?: boolean | undefined;
}

/** Makes a call. @throws RegisterError */
export function send<Value, Response>(
  call: HttpCall<Value, Response>,
  settings: SendSettings,
): Promise<Received<Value, Response>> {
  const attempts = new Attempts(call, settings);
  return attempts.timer.run(() => attempts.makeAll());
}

/** The attempts of one call. */
class Attempts<Value, Response> {
  readonly timer: CallTimer;
  readonly #call: HttpCall<Value, Response>;
  readonly #settings: SendSettings;
  readonly #report: CallReport;
  readonly #gate: Gate;
  readonly #closeGate: ReturnType<typeof countRetries>;
  /** URL of the next request: another one after a redirect. */
  #url: string;
  #redirects = 0;
  /** The token of the last request. */
  #token: string | undefined;
  /** The token that the service has refused. */
  #refused: string | undefined;

  constructor(call: HttpCall<Value, Response>, settings: SendSettings) {
    this.#call = call;
    this.#settings = settings;
    this.#url = call.url;
    this.#report = new CallReport(call.operation, call.url);
    this.timer = new CallTimer(settings.signal, this.#report.fail);
    this.#gate = settings.gate ?? { until: 0 };
    this.#closeGate = countRetries(settings, this.#gate);
  }

  /** Makes one attempt after another, until one succeeds or the call has failed. */
  async makeAll(): Promise<Received<Value, Response>> {
    for (;;) {
      const received = await this.#attempt().catch((problem) => this.#prepareRetry(problem));
      if (!received) continue;
      if (!this.#settings.raw) this.timer.leave();
      return received;
    }
  }

  /** Sends one request when its turn comes, and calls the hooks. Resolves with undefined if it was redirected. */
  async #attempt(): Promise<Received<Value, Response> | undefined> {
    const { signal } = this.timer;
    signal.throwIfAborted();
    await this.timer.pass(this.#gate);
    const end = await this.#settings.limiter?.start(signal);
    let callEndHook: ((error?: RegisterError) => void) | undefined;
    // One function, long as it is: V8 keeps ten frames of a stack, and each of ours takes the place of one of the caller's.
    try {
      signal.throwIfAborted();
      this.timer.startTimeout(this.#settings.timeout ?? 30_000);
      this.#report.startAttempt();
      const request = await this.#call.request(this.#report);
      const { credentials } = this.#settings;
      if (credentials) {
        this.#token = await credentials.token(this.#report, this.#refused);
        request.headers.authorization = `Bearer ${this.#token}`;
      }
      callEndHook = callHooks(this.#settings, this.#report, this.#url, request);
      const received = await this.#call.transport(this.#exchange(request));
      callEndHook();
      return received;
    } catch (cause) {
      signal.throwIfAborted();
      const error = cause instanceof RegisterError ? cause : connectionFailure(cause, this.#report);
      callEndHook?.(error);
      throw error;
    } finally {
      this.timer.stopTimeout();
      end?.();
    }
  }

  /** A request as its transport takes it. */
  #exchange(request: Request): Exchange<Value> {
    const { fail, hide } = this.#report;
    return {
      url: this.#url,
      redirected: this.#url !== this.#call.url,
      request: { ...request, signal: this.timer.signal, redirect: "manual" },
      raw: this.#settings.raw ?? false,
      maxBody: this.#settings.maxBody ?? 16 * 2 ** 20,
      fail,
      hide,
      examine: (reply) => this.#examine(reply),
    };
  }

  /** Returns the value of a response; undefined for a redirect, which the next request then follows, and for a token to renew. */
  async #examine(reply: UnreadResponse): Promise<Value | undefined> {
    const report = this.#report;
    const answer = await this.#read(reply);
    // A service may end a token before its time. One that refuses a new one as well means it.
    if (answer.status === 401 && this.#refused === undefined && this.#token !== undefined) {
      this.#refused = this.#token;
      return undefined;
    }
    const target = redirectTarget(answer, this.#url, report.fail);
    if (target !== undefined) return this.#redirect(target);
    let value: Value | undefined;
    // In place, as in #attempt.
    try {
      value = this.#call.read(answer, report);
    } catch (cause) {
      if (!isCutOff(answer)) throw cause;
      // One that breaks off is no response, whatever could be read of it.
      report.answer = undefined;
      throw new Error("the body broke off: it is compressed, and its JSON has no end");
    }
    if (!value) throw statusFailure(answer, this.#call.url, report.fail);
    return value;
  }

  /** Reads the body of a response. */
  async #read({ status, headers, text }: UnreadResponse): Promise<WholeResponse> {
    const unread: WholeResponse = { status, headers, text: "" };
    this.#report.answer = unread;
    try {
      this.#report.answer = { ...unread, text: await text() };
    } catch (cause) {
      // One that breaks off is no response.
      if (!(cause instanceof RegisterError)) this.#report.answer = undefined;
      // Of another status, the body only explains: without it, the status still says what is wrong.
      else if (cause.kind === "decode" && status !== 200) return unread;
      throw cause;
    }
    return this.#report.answer;
  }

  #redirect(target: string): undefined {
    if (++this.#redirects > maxRedirects)
      throw this.#report.fail(
        "redirect",
        `the service redirects more than ${maxRedirects} times, last to ${target}`,
        finalUrl,
      );
    this.#url = target;
  }

  /** Prepares the next attempt, or throws the problem. */
  #prepareRetry(problem: unknown): undefined {
    this.timer.signal.throwIfAborted();
    if (!(problem instanceof RegisterError)) throw problem;
    this.#closeGate(problem, this.#report.answer);
    this.#redirects = 0;
    this.#url = this.#call.url;
  }
}
