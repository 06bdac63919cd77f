import type { Reply } from "../evidence/answer.ts";
import { maxWait, retryAfter, saysLater } from "../evidence/asks-to-wait.ts";
import type { WireRequest } from "../evidence/request.ts";
import { counted } from "../shared/text.ts";
import { type Clock, Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import type { Send } from "./send.ts";

/** Called after every exchange; what it receives contains the key. */
export type OnExchange = (reply: Reply, started: Date, milliseconds: number) => void;

export interface ConversationOptions {
  send: Send;
  clock: Clock;
  /** Once it is aborted, requests reject with its reason. */
  signal?: AbortSignal | undefined;
  /** Requests per minute. @defaultValue no limit */
  rate?: number | undefined;
  /** Maximum number of requests. */
  maxRequests: number;
  /** Number of requests that the plan has. */
  planned: number;
  /** Maximum number of requests for second looks, beside `maxRequests`. @defaultValue none */
  secondLooks?: number | undefined;
  onExchange?: OnExchange | undefined;
}

/** When a request is sent again, and which requests of the budget that may take. */
export interface Retrying {
  /** Whether the request has to be sent again after a reply. */
  isToRepeat: (reply: Reply) => boolean;
  /** Whether repeating it takes only requests beyond the plan, so that planned ones are still sent. @defaultValue takes any that is left */
  onlyRetries?: boolean;
  /** Whether it is no use to repeat the request, whatever its reply. */
  isGivenUp?: () => boolean;
}

/** What became of a request that may have been sent several times. */
export interface Attempts {
  /** The reply to each attempt, in order. */
  attempts: readonly Reply[];
  /** The last of them. */
  reply: Reply;
  /** Set if no request was left for another attempt. */
  noRetryLeft?: true;
}

/**
 * A conversation with a service, about both interfaces: the one place that sends requests. They are sent one after another, within a
 * budget, at a pace that the service keeps up with, and again if they fail; what does not respond is left alone.
 */
export class Conversation {
  readonly patience: Patience = new Patience((why) => this.close(why));
  readonly #options: ConversationOptions;
  readonly #pace: Pace;
  /** Milliseconds until the responses about each subject. */
  readonly #spent = new Map<string, number>();
  #sent = 0;
  #looked = 0;
  /** Whether a second look is under way: its requests, retries included, take nothing of the run's own budget. */
  #isLooking = false;
  #closed: string | undefined;
  #retriesLeft: number;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#pace = new Pace(options.clock, options.rate);
    this.#retriesLeft = Math.max(0, options.maxRequests - options.planned);
  }

  /** Requests sent so far, except for second looks. */
  get sent(): number {
    return this.#sent;
  }

  /** Requests sent so far for second looks. */
  get looked(): number {
    return this.#looked;
  }

  /** Requests that may still be sent. */
  get left(): number {
    if (this.#closed !== undefined) return 0;
    const { maxRequests, secondLooks = 0 } = this.#options;
    return this.#isLooking ? secondLooks - this.#looked : maxRequests - this.#sent;
  }

  /** Takes a second look, if so many requests are left for it, or else for retries. Undefined if there are not. */
  async secondLook<T>(count: number, look: () => Promise<T>): Promise<T | undefined> {
    this.#isLooking = true;
    try {
      if (this.left >= count) return await look();
    } finally {
      this.#isLooking = false;
    }
    if (Math.min(this.left, this.#retriesLeft) < count) return undefined;
    this.useRetry(count);
    return await look();
  }

  /** Requests available for more than is planned: for retries, and to ask again. */
  get retriesLeft(): number {
    return this.#isLooking ? this.left : this.#retriesLeft;
  }

  useRetry(count = 1): void {
    if (!this.#isLooking) this.#retriesLeft -= count;
  }

  /** Why the conversation has ended; undefined before that. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Ends the conversation: every further request results in this reason. */
  close(reason: string): void {
    this.#closed ??= reason;
  }

  /** How long the service took to respond to all requests about a subject, in milliseconds. */
  spentOn(subject: string): number {
    return this.#spent.get(subject) ?? 0;
  }

  /** Sends a request once. */
  async send(request: WireRequest): Promise<Reply> {
    const { clock, maxRequests, signal } = this.#options;
    const problem =
      this.#closed ??
      (this.left > 0 ? undefined : `the budget of ${counted(maxRequests, "request")} is used up (--max-requests)`);
    if (problem !== undefined) return { kind: "no answer", request, problem, final: true, unseen: true };
    if (this.#isLooking) this.#looked += 1;
    else this.#sent += 1;
    await this.#pace.wait();
    signal?.throwIfAborted();
    const started = new Date();
    const from = clock.now();
    const reply = await this.#options.send(request);
    signal?.throwIfAborted();
    const milliseconds = clock.now() - from;
    this.#spent.set(request.subject, this.spentOn(request.subject) + milliseconds);
    this.#options.onExchange?.(reply, started, milliseconds);
    this.#pace.note(reply);
    this.patience.note(reply);
    return reply;
  }

  /** Sends a request, and again while it has to be repeated, after as long a wait as the service asks for. */
  async ask(request: WireRequest, { isToRepeat, onlyRetries = false, isGivenUp }: Retrying): Promise<Attempts> {
    const attempts: Reply[] = [];
    for (;;) {
      const reply = await this.send(request);
      attempts.push(reply);
      if (!isToRepeat(reply)) return { attempts, reply };
      const wait = retryDelay(reply, attempts.length);
      // Even if it is not repeated: the next request would come too fast as well. To come back at once is no such wish.
      if (reply.kind === "answer" && saysLater(reply) && retryAfter(reply.headers) !== 0) this.#pace.slowDown();
      if (wait === undefined) return { attempts, reply };
      if (onlyRetries && this.#retriesLeft < 1) return { attempts, reply, noRetryLeft: true };
      if (isGivenUp?.() === true || (!onlyRetries && this.left === 0)) return { attempts, reply };
      if (onlyRetries) this.useRetry();
      await this.#options.clock.sleep(wait);
    }
  }
}

/** Milliseconds to wait before a failed request is sent again; undefined if it is not. */
export function retryDelay(reply: Reply, attempt: number): number | undefined {
  if (attempt >= 3) return undefined;
  if (reply.kind === "no answer") return reply.final ? undefined : 100 * attempt;
  if (reply.status === 429 || reply.status === 503) {
    // The header is a floor: that a service lets clients come back at once does not mean that it helps.
    const wait = Math.max(retryAfter(reply.headers) ?? 0, 200 * attempt);
    return wait > maxWait ? undefined : wait;
  }
  if (reply.status >= 500) return 100 * attempt;
  // Any other status is the service's own decision: one retry shows whether it was an accident.
  return attempt === 1 ? 0 : undefined;
}
