// Not the global one: tests of a program that have fake timers call the service all the same.
import { setImmediate } from "node:timers";

/** Milliseconds of slices between two turns of the event loop, in which all others are served. */
const budget = 10;

/**
 * Runs long work in slices. However many long lists and searches there are, they take at most a fixed time of each turn, one
 * after another, so that short requests hardly notice them.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;

  /** Runs a slice when its turn comes. A slice is synchronous and takes a few milliseconds at most. */
  run<T>(slice: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(slice());
        } catch (error) {
          reject(error);
        }
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#take());
  }

  #take(): void {
    this.#scheduled = false;
    const until = performance.now() + budget;
    do this.#waiting.shift()?.();
    while (this.#waiting.length > 0 && performance.now() < until);
    if (this.#waiting.length > 0) this.#schedule();
  }
}
