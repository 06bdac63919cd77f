import type { Rows } from "./walk.ts";

/** How one call differs from a plain one. */
export interface CallVariant {
  /** Leaves a good answer as it came. */
  raw?: boolean | undefined;
  /** Media type to ask for, instead of JSON. */
  accept?: string | undefined;
}

/** Rows, and the response that brought them. */
export interface CallResult<Response> extends Rows<unknown> {
  response: Response;
}

/** Makes one call of one operation. */
export type Start<Response> = (variant?: CallVariant) => Promise<CallResult<Response>>;

/**
 * The promise that a call returns. It sends its request in the next microtask, unless `asResponse`, which may want another
 * representation, has been called until then.
 */
export class Call<Response, Value> extends Promise<Value> {
  // Promises made from this one are plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #start: Start<Response>;
  readonly #pick: (result: CallResult<Response>) => Value;
  #sent: Promise<CallResult<Response>> | undefined;

  constructor(start: Start<Response>, pick: (result: CallResult<Response>) => Value) {
    super(() => {});
    this.#start = start;
    this.#pick = pick;
    queueMicrotask(() => this.#raw || this.withResponse());
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = Value, B = never>(
    resolved?: ((value: Value) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.withResponse().then(this.#pick).then(resolved, rejected);
  }

  withResponse(): Promise<CallResult<Response>> {
    this.#sent ??= this.#start();
    return this.#sent;
  }

  async asResponse({ accept }: { accept?: string | undefined } = {}): Promise<Response> {
    this.#raw = true;
    return (await this.#start({ raw: true, accept })).response;
  }

  #raw = false;
}
