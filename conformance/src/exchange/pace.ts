import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../evidence/answer.ts";

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

/** Milliseconds between requests to a service that limits their rate: at first, and at most. */
const minPause = 25;
const maxPause = 1_000;

/**
 * After so many good responses in a row, the pause is halved. A service that limits the rate refuses again before the pause is
 * gone, and each refusal doubles it; one that refuses by chance would otherwise slow down the whole run.
 */
const recoversAfter = 5;

/** Whether a response shows that the service keeps up. */
const isGood = (reply: Reply): boolean => reply.kind === "answer" && reply.status < 500 && reply.status !== 429;

/** The pauses between requests. */
export class Pace {
  readonly #clock: Clock;
  /** The pause that the user asked for. */
  readonly #least: number;
  #pause: number;
  #nextAt = 0;
  #good = 0;

  /** @param rate - requests per minute; without one, there is no pause at first. */
  constructor(clock: Clock, rate: number | undefined) {
    this.#clock = clock;
    this.#least = rate === undefined ? 0 : 60_000 / rate;
    this.#pause = this.#least;
  }

  /** Waits until the next request may be sent. */
  async wait(): Promise<void> {
    const wait = this.#nextAt - this.#clock.now();
    if (wait > 0) await this.#clock.sleep(wait);
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now()) + this.#pause;
  }

  /** Shortens the pause after good responses. */
  note(reply: Reply): void {
    this.#good = isGood(reply) ? this.#good + 1 : 0;
    if (this.#good % recoversAfter === 0 && this.#good > 0)
      this.#pause = Math.max(this.#least, this.#pause > minPause ? this.#pause / 2 : 0);
  }

  /** Lengthens the pause, after the service said that requests come too fast. */
  slowDown(): void {
    this.#pause = Math.max(this.#pause, Math.min(Math.max(2 * this.#pause, minPause), maxPause));
  }
}
