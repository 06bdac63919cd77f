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

/** The date in the three forms of RFC 9110, section 5.6.7: of today, of RFC 850 with two digits of the year, and of C's asctime. */
const dateForms: readonly RegExp[] = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/** The time of an HTTP-date, in milliseconds since 1970; undefined for any other text. */
function readDate(text: string, now: number): number | undefined {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return undefined;
  const { month, time } = parts;
  const day = parts.day?.replace(" ", "0");
  const read = (year: string): number | undefined => {
    const at = Date.parse(`${day} ${month} ${year} ${time} GMT`);
    // A day that the month does not have is read as one of the next.
    return Number.isFinite(at) && new Date(at).toUTCString().slice(5) === `${day} ${month} ${year} ${time} GMT`
      ? at
      : undefined;
  };
  if (parts.year?.length === 4) return read(parts.year);
  // More than 50 years ahead is a year of the last century.
  const thisYear = new Date(now).getUTCFullYear();
  const year = Math.floor(thisYear / 100) * 100 + Number(parts.year);
  return read(String(year > thisYear + 50 ? year - 100 : year));
}

/** Milliseconds that the service asks to wait, by a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: unknown, now: number = Date.now()): number | undefined {
  const text = String(header).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const date = readDate(text, now);
  return date === undefined ? undefined : date - now;
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
