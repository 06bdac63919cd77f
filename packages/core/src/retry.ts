import type { Answer } from "./answer.ts";
import type { RegisterError } from "./errors.ts";
import type { ClientSettings, RequestOptions } from "./options.ts";

/** A time before which nothing is sent, in milliseconds since 1970. Calls that slow down together share one. */
export interface Gate {
  until: number;
}

/** How to retry. */
export type RetrySettings = Pick<RequestOptions & ClientSettings, "maxRetries" | "maxWait" | "random">;

/** The retries of one call: how many it has made, and how long it may still wait. */
export class Retries {
  readonly #max: number;
  readonly #random: () => number;
  readonly #gate: Gate;
  #made = 0;
  /** Milliseconds. */
  #waitLeft: number;

  constructor({ maxRetries = 2, maxWait = 60_000, random = Math.random }: RetrySettings, gate: Gate) {
    this.#max = maxRetries;
    this.#waitLeft = maxWait;
    this.#random = random;
    this.#gate = gate;
  }

  /**
   * Closes the gate until the next attempt may start.
   *
   * @param answer - The response that was a failure, if there was one.
   * @throws the problem itself if there is to be no other attempt.
   */
  prepare(problem: RegisterError, answer: Answer | undefined): void {
    problem.retryAfter = readRetryAfter(answer?.headers.get("retry-after"));
    // The service says how long to wait at least: not that to come back at once would help.
    const wait = Math.max(backOff(this.#made, this.#random), problem.retryAfter ?? 0);
    const mayRetry = isTransient(problem, answer) && this.#made < this.#max && wait <= this.#waitLeft;
    if (!mayRetry) throw problem;
    this.#made++;
    this.#waitLeft -= wait;
    this.#gate.until = Math.max(this.#gate.until, Date.now() + wait);
  }
}

/**
 * Milliseconds that the service asks to wait, by a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), such as
 * `Mon, 05 Jan 2026 08:00:09 GMT`. The two obsolete forms of a date do not count: services may not send them.
 */
export function readRetryAfter(header: unknown, now: number = Date.now()): number | undefined {
  const text = String(header).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const date = new Date(text);
  return text.endsWith(" GMT") && date.toUTCString() === text ? date.getTime() - now : undefined;
}

/** Milliseconds to wait before a retry: exponential backoff with full jitter, from half a second to eight seconds. */
const backOff = (retries: number, random: () => number): number => random() * Math.min(8_000, 500 * 2 ** retries);

/** Whether the next attempt may succeed where this one failed. */
function isTransient({ kind, status }: RegisterError, answer: Answer | undefined): boolean {
  // If there was a response, what failed is the caller's own code.
  if (kind === "connection") return answer === undefined;
  if (kind === "too-large" || status === undefined) return false;
  return status === 408 || status === 429 || status >= 500;
}
