import type { Answer, NoAnswer } from "../exchange/answer.ts";

/** The longest that a run waits before one request is repeated, in milliseconds. A service that asks for more is not asked again. */
const longestWait = 30_000;

/** Whether the service says that it will answer later: when it then does, nothing was wrong. */
export function saysLater(result: Answer | NoAnswer): boolean {
  if (result.kind === "no answer") return false;
  return result.status === 429 || (result.status === 503 && result.headers["retry-after"] !== undefined);
}

/** Why a run ends when the service asks to come back later than a run waits for; undefined when it does not. */
export function asksTooLong(result: Answer | NoAnswer): string | undefined {
  if (result.kind === "no answer" || !saysLater(result)) return undefined;
  const wait = retryAfter(result.headers) ?? 0;
  if (wait <= longestWait) return undefined;
  return `the service asks clients to wait ${duration(wait)} (status ${result.status}, Retry-After): run again after that, with --rate`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** What to wait before a failed request is repeated, in milliseconds; undefined when it is not. */
export function waitBeforeAgain(result: Answer | NoAnswer, attempt: number): number | undefined {
  if (attempt >= 3) return undefined;
  if (result.kind === "no answer") return result.final ? undefined : 100 * attempt;
  if (result.status === 429 || result.status === 503) {
    const wait = retryAfter(result.headers) ?? 200 * attempt;
    return wait > longestWait ? undefined : wait;
  }
  if (result.status >= 500) return 100 * attempt;
  // Any other status is an answer of the service's own; once more shows that it is no accident.
  return attempt === 1 ? 0 : undefined;
}

/** What `Retry-After` says, in milliseconds: seconds, or a date after the answer's own. */
function retryAfter(headers: Answer["headers"]): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const wait = Date.parse(text) - Date.parse(headers.date ?? "");
  return wait > 0 ? wait : undefined;
}
