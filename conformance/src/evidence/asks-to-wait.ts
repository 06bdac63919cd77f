import { readHttpDate, readRetryAfter } from "#kit/retry-after";
import type { Answer, Reply } from "./answer.ts";

/** Maximum wait before a retry, in milliseconds. If a service asks for more, its request is not retried. */
export const maxWait = 30_000;

/** Whether the service asks to come back later. */
export function saysLater(reply: Reply): boolean {
  if (reply.kind === "no answer") return false;
  return reply.status === 429 || (reply.status === 503 && reply.headers["retry-after"] !== undefined);
}

/** Why a service is not asked any further, if it asks for a longer wait than that; otherwise undefined. */
export function asksTooLong(reply: Reply): string | undefined {
  if (reply.kind === "no answer" || !saysLater(reply)) return undefined;
  const wait = retryAfter(reply.headers) ?? 0;
  if (wait <= maxWait) return undefined;
  return `the service asks clients to wait ${duration(wait)} (status ${reply.status}, Retry-After): run again after that, with --rate`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** `Retry-After` in milliseconds: given in seconds, or as a date, relative to that of the response (RFC 9110, section 10.2.3). */
export function retryAfter(headers: Answer["headers"]): number | undefined {
  const wait = readRetryAfter(headers["retry-after"], readHttpDate(headers.date) ?? Number.NaN);
  return wait !== undefined && wait >= 0 ? wait : undefined;
}
