/** Changes as messages to a receiver, signed as Standard Webhooks (standardwebhooks.com, version 1.0.0). */
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { readRetryAfter } from "#kit/retry-after";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import type { Span } from "./span.ts";

/** Where and how changes are sent. */
export interface PostOptions {
  /** The receiver. The URL may hold a secret: messages show where it leads, and no more. */
  url: string;
  /**
   * The secret that it shares with the receiver: `whsec_`, then 24 to 64 bytes in base64.
   * @defaultValue the environment variable `COURT_REGISTER_WEBHOOK_SECRET`
   */
  secret?: string | undefined;
  /** @defaultValue the global `fetch` */
  fetch?: typeof fetch | undefined;
  /** Stops it. What was accepted is told. */
  signal?: AbortSignal | undefined;
  /**
   * A random number from 0 to 1, by which pauses differ.
   * @defaultValue `Math.random`
   */
  random?: (() => number) | undefined;
}

/** How often a message is tried, and how long the pauses between are at most, in milliseconds: a second, then each time three times as long. */
const attempts = 5;
const firstPause = 1_000;
/** A receiver that wants a longer pause gets the message with the next run. */
const longestPause = 300_000;
/** Milliseconds that a receiver may take: the standard recommends 15 to 30 seconds. */
const timeout = 30_000;

const howToMake = 'Make one: echo "whsec_$(openssl rand -base64 32)"';

export class Poster {
  readonly #url: string;
  /** The URL without what may be secret. */
  readonly #name: string;
  readonly #webhook: Webhook;
  readonly #copy: string;
  readonly #options: PostOptions;

  /**
   * @param copy - The identity of the copy.
   * @throws MirrorError of kind `usage` if there is no such URL or secret.
   */
  constructor(options: PostOptions, copy: string) {
    this.#url = options.url;
    this.#name = nameOf(options.url);
    this.#webhook = webhookOf(options.secret ?? process.env.COURT_REGISTER_WEBHOOK_SECRET);
    this.#copy = copy;
    this.#options = options;
  }

  /**
   * Sends a message, and returns once the receiver has said whether it accepts it.
   *
   * @param changes - Each as JSON.
   * @param after - How many changes of the comparison came before them.
   * @returns "too large" if the receiver takes fewer bytes, and there is more than one change.
   * @throws MirrorError
   */
  async send(changes: readonly string[], { from, to }: Span, after: number): Promise<"accepted" | "too large"> {
    const data = JSON.stringify({ copy: this.#copy, from, to, after });
    const body = `{"type":"court_register.changes","timestamp":${JSON.stringify(to.completed)},"data":${data.slice(0, -1)},"changes":[${changes.join(",")}]}}`;
    // The same for the same changes, whenever they are sent, so that a receiver knows a repetition.
    const id = `changes_${createHash("sha256").update(body).digest("hex").slice(0, 32)}`;
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#try(id, body);
      if (!failure) return "accepted";
      if (failure.isTooLarge && changes.length > 1) return "too large";
      const backOff = firstPause * 3 ** (attempt - 1) * (this.#options.random ?? Math.random)();
      const pause = Math.max(backOff, failure.retryAfter ?? 0);
      if (!failure.isTransient || attempt === attempts || pause > longestPause) throw failure.error;
      await setTimeout(pause, undefined, { signal: this.#options.signal }).catch(() => this.#stopped());
    }
  }

  async #try(id: string, body: string): Promise<PostFailure | undefined> {
    const { fetch = globalThis.fetch, signal } = this.#options;
    const time = AbortSignal.timeout(timeout);
    const now = new Date();
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
          "webhook-signature": this.#webhook.sign(id, now, body),
        },
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, time]) : time,
      });
      // What it says beside its status does not matter.
      await response.body?.cancel().catch(() => {});
      return response.ok ? undefined : this.#answered(response, Buffer.byteLength(body));
    } catch (cause) {
      if (signal?.aborted) this.#stopped();
      const blocked = time.aborted ? undefined : blockedBy(cause);
      if (blocked !== undefined)
        return {
          isTransient: false,
          error: new MirrorError(
            "refused",
            `Nothing can be sent to ${this.#name}: ${blocked}. Give a URL with another port.`,
            { cause },
          ),
        };
      const why = time.aborted
        ? `has not answered within ${timeout / 1_000} seconds`
        : `cannot be reached: ${reason(cause)}`;
      return { isTransient: true, error: this.#unaccepted(why) };
    }
  }

  /** What an answer means that does not accept the message. */
  #answered({ status, headers }: Response, bytes: number): PostFailure {
    if (status === 408 || status === 429 || status >= 500)
      return {
        isTransient: true,
        retryAfter: readRetryAfter(headers.get("retry-after")),
        error: this.#unaccepted(`has answered with status ${status}`),
      };
    if (status === 413)
      return {
        isTransient: false,
        isTooLarge: true,
        error: new MirrorError(
          "refused",
          `${this.#name} refuses a message of ${bytes.toLocaleString("en")} bytes with one change as too large (status 413). Let it take that many: raise the limit of its server or of its body parser.`,
        ),
      };
    const advice =
      status < 400
        ? "It leads elsewhere, where nothing is sent. Give the final URL."
        : status === 410
          ? say`It wants no more messages. Leave out ${option("post")}, or give another URL.`
          : status === 401 || status === 403
            ? "Does it have the same secret as COURT_REGISTER_WEBHOOK_SECRET?"
            : "Check the URL, and what the receiver says of it.";
    return {
      isTransient: false,
      error: new MirrorError("refused", say`${this.#name} refuses the changes with status ${status}. ${advice}`),
    };
  }

  #unaccepted(why: string): MirrorError {
    return new MirrorError(
      "service",
      `${this.#name} ${why}. What it has not accepted is not told: run the command again.`,
    );
  }

  #stopped(): never {
    throw new MirrorError("stopped", "Stopped. What was not accepted is not told: run the command again.");
  }
}

interface PostFailure {
  isTransient: boolean;
  /** Whether a smaller message may be accepted. */
  isTooLarge?: boolean | undefined;
  /** Milliseconds that the receiver wants to be left alone, at least. */
  retryAfter?: number | undefined;
  error: MirrorError;
}

/** Where a URL leads, as messages may show it. */
function nameOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    throw new MirrorError(
      "usage",
      say`The URL of ${option("post")} is none that changes can be sent to. It looks like https://primjer.hr/hook, without a user name or a password.`,
    );
  return `${parsed.origin}/…`;
}

function webhookOf(secret: string | undefined): Webhook {
  if (!secret)
    throw new MirrorError(
      "usage",
      `There is no secret to sign with: set the environment variable COURT_REGISTER_WEBHOOK_SECRET. ${howToMake}`,
    );
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const { length } = Buffer.from(base64, "base64");
  if (length >= 24 && length <= 64 && base64.length % 4 === 0) return new Webhook(secret);
  throw new MirrorError(
    "usage",
    `COURT_REGISTER_WEBHOOK_SECRET is not whsec_ and 24 to 64 bytes in base64. ${howToMake}`,
  );
}

/** Why a request could not be made: `fetch` has that in its cause. */
function reason(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(error);
}

/**
 * Why `fetch` itself sends nothing, as to a port that its standard blocks: what comes from the network has a code. Undefined if the network
 * failed.
 */
function blockedBy(error: unknown): string | undefined {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error && !("code" in cause) ? cause.message : undefined;
}
