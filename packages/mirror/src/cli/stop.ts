/** Stops the work of a command when its user or the system ends it. A second signal ends the process, as if nobody listened. */
export class Stop implements Disposable {
  readonly #controller = new AbortController();
  readonly #signals = ["SIGINT", "SIGTERM"] as const;

  constructor() {
    for (const signal of this.#signals) process.once(signal, this.now);
  }

  readonly now = (): void => this.#controller.abort();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const signal of this.#signals) process.off(signal, this.now);
  }
}
