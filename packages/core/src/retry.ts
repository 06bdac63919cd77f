import type { RegisterError } from "./errors.ts";
import type { ClientSettings, RequestOptions } from "./options.ts";
import type { WholeResponse } from "./response.ts";

/** A time before which nothing is sent, in milliseconds since 1970. Calls that slow down together share one. */
export interface Gate {
  until: number;
}

/** How to retry. */
export type RetrySettings = Pick<RequestOptions & ClientSettings, "maxRetries" | "maxWait" | "random">;

/**
 * Starts to count the retries of one call, and how long it may still wait. After a failure, the function that it returns closes the
 * gate until the next attempt may start, or throws the failure if there is to be none.
 */
export function countRetries(
  { maxRetries = 2, maxWait = 60_000, random = Math.random }: RetrySettings,
  gate: Gate,
): (failure: RegisterError, answer: WholeResponse | undefined) => void {
  let made = 0;
  let waitLeft = maxWait;
  return (failure, answer) => {
    failure.retryAfter = readRetryAfter(answer?.headers.get("retry-after"));
    // The service says how long to wait at least: not that to come back at once would help.
    const wait = Math.max(backOff(made, random), failure.retryAfter ?? 0);
    const mayRetry = isTransient(failure, answer) && made < maxRetries && wait <= waitLeft;
    if (!mayRetry) throw failure;
    made++;
    waitLeft -= wait;
    gate.until = Math.max(gate.until, Date.now() + wait);
  };
}

/**
 * Milliseconds that the service asks to wait, by a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), such as
 * `Mon, 05 Jan 2026 08:00:09 GMT`.
 */
export function readRetryAfter(header: unknown, now: number = Date.now()): number | undefined {
  const text = usualDate(String(header).trim());
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const date = new Date(text);
  return text.endsWith(" GMT") && date.toUTCString() === text ? date.getTime() - now : undefined;
}

/** A date in the form that services send. They may not send the two obsolete ones, but clients must read them (section 5.6.7). */
const usualDate = (text: string): string =>
  text
    .replace(
      /^(\w{3})\w{3,6}, (\d\d)-(\w{3})-(\d)/,
      (_, weekday, day, month, decade) => `${weekday}, ${day} ${month} ${decade < 7 ? 20 : 19}${decade}`,
    )
    .replace(
      /^(\w{3}) (\w{3}) ([ \d]\d) ([\d:]{8}) (\d{4})$/,
      (_, weekday, month, day, time, year) => `${weekday}, ${day.replace(" ", "0")} ${month} ${year} ${time} GMT`,
    );

/** Milliseconds to wait before a retry: exponential backoff with full jitter, from half a second to eight seconds. */
const backOff = (retries: number, random: () => number): number => random() * Math.min(8_000, 500 * 2 ** retries);

/** Whether the next attempt may succeed where this one failed. */
function isTransient({ kind, status }: RegisterError, answer: WholeResponse | undefined): boolean {
  // If there was a response, what failed is the caller's own code.
  if (kind === "connection") return answer === undefined;
  if (kind === "too-large" || status === undefined) return false;
  return status === 408 || status === 429 || status >= 500;
}
