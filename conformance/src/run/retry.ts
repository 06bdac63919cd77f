import type { Answer, Reply } from "../exchange/answer.ts";

/** Maximum wait before a retry, in milliseconds. If a service asks for more, its request is not retried. */
const maxWait = 30_000;

/** Whether nothing was wrong if a retry succeeds: the service asked for it, or closed a connection that it may close. */
export const isExcused = (result: Reply): boolean =>
  result.kind === "no answer" ? result.wasKept === true : saysLater(result);

/** Whether the service asks to come back later. */
export function saysLater(result: Reply): boolean {
  if (result.kind === "no answer") return false;
  return result.status === 429 || (result.status === 503 && result.headers["retry-after"] !== undefined);
}

/** Why a run ends, if the service asks for a longer wait than that; otherwise undefined. */
export function asksTooLong(result: Reply): string | undefined {
  if (result.kind === "no answer" || !saysLater(result)) return undefined;
  const wait = retryAfter(result.headers) ?? 0;
  if (wait <= maxWait) return undefined;
  return `the service asks clients to wait ${duration(wait)} (status ${result.status}, Retry-After): run again after that, with --rate`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** Milliseconds to wait before a failed request is retried; undefined if it is not. */
export function retryDelay(result: Reply, attempt: number): number | undefined {
  if (attempt >= 3) return undefined;
  if (result.kind === "no answer") return result.final ? undefined : 100 * attempt;
  if (result.status === 429 || result.status === 503) {
    const wait = retryAfter(result.headers) ?? 200 * attempt;
    return wait > maxWait ? undefined : wait;
  }
  if (result.status >= 500) return 100 * attempt;
  // Any other status is the service's own decision; one retry shows that it is no accident.
  return attempt === 1 ? 0 : undefined;
}

/** `Retry-After` in milliseconds: given in seconds, or as a date, relative to that of the response. */
function retryAfter(headers: Answer["headers"]): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const wait = Date.parse(text) - Date.parse(headers.date ?? "");
  return wait > 0 ? wait : undefined;
}
