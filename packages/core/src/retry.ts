import type { RegisterError } from "./errors.ts";

/** A time before which nothing is sent, in milliseconds since 1970. Calls that slow down together share one. */
export interface Gate {
  until: number;
}

/** Milliseconds that the service asks to wait, by a `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: unknown): number | undefined {
  const text = String(header);
  return [Number.parseFloat(text) * 1_000, Date.parse(text) - Date.now()].find(Number.isFinite);
}

/** Milliseconds to wait before a retry: exponential backoff with full jitter, from half a second to eight seconds. */
export const backOff = (retries: number, random: () => number): number =>
  random() * Math.min(8_000, 500 * 2 ** retries);

/** Whether the next attempt may succeed where this one failed. */
export function isTransient({ kind, status }: RegisterError, responded: boolean): boolean {
  // If there was a response, what failed is the caller's own code.
  if (kind === "connection") return !responded;
  if (kind === "too-large" || status === undefined) return false;
  return status === 408 || status === 429 || status >= 500;
}

/** Waits until the gate opens. `schedule` sets the timer, so that the call can clear it. */
export async function passGate(gate: Gate, schedule: (wake: () => void, delay: number) => void): Promise<void> {
  // Less than a millisecond is no wait: a timer of that length may be over before the clock moves, again and again.
  while (gate.until - Date.now() >= 1) {
    // In parts: a delay of more than 31 bits would fire at once.
    await new Promise<void>((wake) => schedule(wake, (gate.until - Date.now()) % 2e9));
  }
}
