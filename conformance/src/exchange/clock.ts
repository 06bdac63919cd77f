import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Milliseconds. */
  now: () => number;
  /** Waits; once the signal is aborted, it may reject. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** A clock whose waits end with the signal, and reject with its reason. */
export const endingWith = (clock: Clock, signal: AbortSignal | undefined): Clock => ({
  now: clock.now,
  sleep: (milliseconds) =>
    clock.sleep(milliseconds, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    }),
});
