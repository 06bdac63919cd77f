import type { Fail } from "./call-report.ts";
import type { Gate } from "./retry.ts";

/** A longer timer would fire at once: a delay has 31 bits. */
const longest = 2e9;

/** Keeps the time of one call: its waits, the timeout of each attempt, and its end if the caller aborts. */
export class CallTimer {
  readonly #control = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #fail: Fail;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reject!: (error: unknown) => void;

  constructor(callers: AbortSignal | undefined, fail: Fail) {
    this.#callers = callers;
    this.#fail = fail;
  }

  /** Aborted once the call has failed: what is under way then stops. */
  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Does the work of the call. Rejects as soon as time is up or the caller aborts, even if the work never settles. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    // The runtime may keep a request's signal for long: nothing of ours is reachable from it, or pages would stay in memory.
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#callers?.addEventListener("abort", this.#abort);
      if (this.#callers?.aborted) this.#abort();
      // `resolve` itself, not wrapped: V8 then finds the caller's frames for the stack of an error.
      work().then(resolve, this.#stop);
    });
  }

  /** Ends the call with an error, whatever its transport does. */
  readonly #stop = (error: unknown): void => {
    this.#reject(error);
    this.leave();
    this.stopTimeout();
    this.#control.abort();
  };

  readonly #abort = (): void =>
    this.#stop(this.#fail("aborted", "the caller's signal aborted the call", "", this.#callers?.reason));

  /** Stops listening to the caller. Not by addEventListener's option `signal`, which Node forgets after a garbage collection. */
  leave(): void {
    this.#callers?.removeEventListener("abort", this.#abort);
  }

  /** Waits until the gate opens. */
  async pass(gate: Gate): Promise<void> {
    // Less than a millisecond is no wait: a timer of that length may be over before the clock moves, again and again.
    while (gate.until - Date.now() >= 1) {
      await new Promise<void>((wake) => {
        this.#timer = setTimeout(wake, (gate.until - Date.now()) % longest);
      });
    }
  }

  /** Ends the call after `timeout` milliseconds, unless it is 0 or endless. */
  startTimeout(timeout: number): void {
    const expire = (): void =>
      this.#stop(
        this.#fail(
          "timeout",
          `no complete response in ${timeout} ms`,
          "Ask for fewer rows with {limit}, or raise {timeout}.",
        ),
      );
    if (timeout > 0 && timeout < longest) this.#timer = setTimeout(expire, timeout);
  }

  stopTimeout(): void {
    clearTimeout(this.#timer);
  }
}
