import type { Reply } from "../evidence/answer.ts";
import { maxWait, retryAfter, saysLater } from "../evidence/asks-to-wait.ts";

/** Whether nothing was wrong if a retry succeeds: the service asked for it, or closed a connection that it may close. */
export const isExcused = (reply: Reply): boolean =>
  reply.kind === "no answer" ? reply.wasKept === true : saysLater(reply);

/** Milliseconds to wait before a failed request is retried; undefined if it is not. */
export function retryDelay(reply: Reply, attempt: number): number | undefined {
  if (attempt >= 3) return undefined;
  if (reply.kind === "no answer") return reply.final ? undefined : 100 * attempt;
  if (reply.status === 429 || reply.status === 503) {
    const wait = retryAfter(reply.headers) ?? 200 * attempt;
    return wait > maxWait ? undefined : wait;
  }
  if (reply.status >= 500) return 100 * attempt;
  // Any other status is the service's own decision; one retry shows that it is no accident.
  return attempt === 1 ? 0 : undefined;
}
