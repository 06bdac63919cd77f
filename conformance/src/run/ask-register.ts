import { firstRows, limitsFrom, type Seen, widestLimit, withLimit } from "../checks/probe.ts";
import { operations as allOperations } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { notAcceptable, type Reply } from "../evidence/answer.ts";
import { saysLater } from "../evidence/asks-to-wait.ts";
import {
  acceptedOf,
  answerOf,
  type ProbeName,
  type ProbeResult,
  type ProbeResults,
  readRows,
  readTotal,
} from "../evidence/operation-view.ts";
import { limitOf, type RegisterRequest, type RegisterTarget, requestId, toWire } from "../evidence/request.ts";
import type { Attempts, Conversation } from "../exchange/conversation.ts";
import { seededRandom } from "../shared/random.ts";
import { probeNamed } from "../topics/catalogue.ts";
import { type NamedPath, Paths } from "./paths.ts";

/** What became of a request of REST. */
export type AskedProbe = Extract<ProbeResult, { kind: "asked" }>;

/** Whether a status is fine although it is not 200. */
type IsExpected = (status: number) => boolean;

/** Asks a service for the rows of REST, and learns which limits it accepts. */
export class RegisterAsker {
  readonly conversation: Conversation;
  readonly target: RegisterTarget;
  readonly #seed: number;
  /** The limit of requests for the first rows; infinite if none is sent. */
  width: number;
  /** The smallest limit known to be accepted; infinite if none is. */
  minLimit = 1;
  /** Whether the run has not begun yet. */
  #isReaching = false;

  readonly #paths: Paths;

  /** @param operations - Those of the contract, whose rows show what can be looked up. */
  constructor(
    conversation: Conversation,
    target: RegisterTarget,
    seed: number,
    width: number = widestLimit,
    operations: readonly Operation[] = allOperations,
  ) {
    this.conversation = conversation;
    this.target = target;
    this.#seed = seed;
    this.width = width;
    this.#paths = new Paths(operations);
  }

  /**
   * Sends probes one after another, based on the data as they are now; equal requests are sent once and share their response.
   * @param from - the offset of a further page.
   */
  async ask(operation: Operation, probes: readonly ProbeName[], from?: number): Promise<ProbeResults> {
    const results = new Map<ProbeName, ProbeResult>();
    const sent = new Map<string, ProbeResult>();
    const named = operation.inPath.length === 0 ? undefined : await this.#pathOf(operation);
    for (const probe of probes) {
      const { about } = probeNamed(probe);
      const made =
        named === "unknown"
          ? "no list shows a value for the parameters in the path, and the spec has no example"
          : probeNamed(probe).request(operation, {
              ...this.#seen(operation, results, from),
              path: named?.values ?? {},
            });
      if (typeof made === "string") {
        results.set(probe, { about, kind: "not asked", reason: made });
        continue;
      }
      const request = named === undefined || named === "unknown" ? made : { path: named.values, ...made };
      const known = sent.get(requestId(request));
      if (known !== undefined) {
        results.set(probe, { ...known, about });
        continue;
      }
      const asked =
        this.#unsent(request) ??
        (probe === "json"
          ? await this.#askFirstRows(operation, request)
          : await this.#askPage(request, refusals(probe, request)));
      const doubtful = typeof named === "object" && named.doubtful !== undefined ? { doubtful: named.doubtful } : {};
      const kept = { ...shareBody(asked, results.values()), about, ...doubtful };
      if (probe === "json") this.#paths.learn(operation, readRows(kept) ?? []);
      sent.set(requestId(kept.request), kept);
      results.set(probe, kept);
    }
    return results;
  }

  /** What is sent for the parameters in a path: what rows of a list show. One that was not asked yet is asked now, if the budget allows. */
  async #pathOf(operation: Operation): Promise<NamedPath | "unknown"> {
    const list = this.#paths.listToAsk(operation);
    if (list !== undefined && this.conversation.retriesLeft > 0) {
      this.conversation.useRetry();
      await this.ask(list, ["json"]);
    }
    return this.#paths.of(operation, seededRandom(this.#seed, `${operation.id} path`)) ?? "unknown";
  }

  /** Requests the first rows to see whether the service responds, and accepts the key. What refuses it is not asked again. */
  async reach(operation: Operation): Promise<Reply | undefined> {
    this.#isReaching = true;
    const result = (await this.ask(operation, ["json"])).get("json");
    this.#isReaching = false;
    return result?.kind === "asked" ? result.reply : undefined;
  }

  /** Asks for one more page, from an offset, with a request beyond the plan. Undefined if none is left. */
  async askFurther(operation: Operation, from: number): Promise<ProbeResult | undefined> {
    if (this.conversation.retriesLeft < 1) return undefined;
    this.conversation.useRetry();
    return (await this.ask(operation, ["further"], from)).get("further");
  }

  /** Sends the request of a probe once more, exactly as before. */
  async repeat(probe: ProbeName, request: RegisterRequest): Promise<AskedProbe> {
    return this.#unsent(request) ?? (await this.#ask(request, refusals(probe, request)));
  }

  /** What a probe can use to decide on its request. */
  #seen(operation: Operation, results: ProbeResults, from: number | undefined): Seen {
    return {
      rows: (probe) => readRows(results.get(probe)),
      total: (probe) => readTotal(results.get(probe)),
      request: (probe) => {
        const result = results.get(probe);
        return result?.kind === "asked"
          ? result.request
          : (result?.reason ?? `there was no request for ${probeNamed(probe).about}`);
      },
      random: (name) => seededRandom(this.#seed, `${operation.id} ${name}`),
      from,
      width: this.width,
      minLimit: this.minLimit,
    };
  }

  /**
   * Requests the first rows with the largest limit that the operation accepts. The contract shows no maximum, so a service may
   * refuse one. Other operations may refuse the same limit, so the whole run uses the smaller one from then on. Smaller limits are
   * tried even if the plan takes the whole budget: if one is accepted, that costs three requests in the whole run, and if none is,
   * the pages planned from the first rows are not requested.
   */
  async #askFirstRows(operation: Operation, request: RegisterRequest): Promise<AskedProbe> {
    const limits = operation.paged ? limitsFrom(this.width) : [this.width];
    const last = limits.at(-1);
    for (const [index, width] of limits.entries()) {
      const sent = { ...request, query: firstRows(operation, width) };
      // From the second limit on, the request was repeated often enough: a 5xx is a refusal too.
      const isExpected = (status: number): boolean =>
        limits.length > 1 && status >= 400 && !notAboutLimits.has(status) && (index > 0 || status < 500);
      const asked = await this.#ask(sent, isExpected);
      if (acceptedOf(asked) !== undefined) this.width = width;
      // Many rows may also take a service too long. If a small page does, the limit is not the reason.
      const isSlow = asked.reply.kind === "no answer" && asked.reply.tooSlow === true;
      if (!(isSlow || refusesLimit(asked)) || width === last || this.conversation.patience.isOutage) return asked;
      if (this.conversation.left < 1) return { ...asked, noRetryLeft: true };
      this.conversation.useRetry();
    }
    throw new Error("there is always a limit to try");
  }

  /**
   * Sends a request. The contract shows no minimum limit, so a service may refuse a small one if it accepts a larger one at the same
   * offset. The largest is tried first: if that is refused too, the limit is not the reason.
   */
  async #askPage(request: RegisterRequest, isExpected: IsExpected): Promise<AskedProbe> {
    const first = await this.#ask(request, isExpected);
    if (!this.#maybeTooFew(first)) return first;
    if (this.conversation.retriesLeft < 1) return { ...first, noRetryLeft: true };
    const most = await this.#askWithLimit(request, this.width);
    if (most === undefined) return first;
    for (const limit of largerLimits.filter((one) => one > limitIn(request) && one < this.width)) {
      const fewer = await this.#askWithLimit(request, limit);
      if (fewer !== undefined) return fewer;
    }
    return most;
  }

  /** Whether a page may have been refused for a limit that is too small. */
  #maybeTooFew(asked: AskedProbe): boolean {
    const { request, reply } = asked;
    // A request for XML or without a valid key has a limit that was accepted before.
    if (request.as !== "json" || limitIn(request) >= this.width) return false;
    // A server error refuses a large limit perhaps, but not a small one.
    if (reply.kind === "answer" && reply.status >= 500) return false;
    return refusesLimit(asked) && !this.conversation.patience.isOutage;
  }

  /** Sends a request with another limit. Undefined if that is not accepted either, or if it cannot be sent. */
  async #askWithLimit(request: RegisterRequest, limit: number): Promise<AskedProbe | undefined> {
    if (this.conversation.retriesLeft < 1 || this.#unsent(request) !== undefined) return undefined;
    this.conversation.useRetry();
    const other = { ...request, query: withLimit(request.query, limit) };
    const asked = await this.#ask(other, isRefusal);
    if (acceptedOf(asked) === undefined) return undefined;
    this.minLimit = limit;
    return { ...asked, refusedLimit: limitIn(request) };
  }

  /** The result of a request that is not sent, because the service asked for a long wait, or does not respond. */
  #unsent(request: RegisterRequest): AskedProbe | undefined {
    const problem = this.conversation.patience.whyUnsent(request);
    if (problem === undefined) return undefined;
    const reply = { kind: "no answer", request: toWire(request, this.target), problem, final: true } as const;
    return { about: "", kind: "asked", request, reply };
  }

  /** Sends a request, and sends it again if it fails. Without a valid key, it is meant to fail. */
  async #ask(request: RegisterRequest, isExpected: IsExpected): Promise<AskedProbe> {
    const { patience } = this.conversation;
    const isForAll = (reply: Reply): boolean => request.key !== "valid" && isForValidKeys(reply, patience.log);
    const asked = await this.conversation.ask(toWire(request, this.target), {
      onlyRetries: true,
      // Without a valid key, any response shows how the service refuses the request. But if the rate is limited for valid keys too,
      // being told to come back later is not a refusal.
      isToRepeat: (reply) =>
        problemOf(reply, isExpected) !== undefined &&
        (request.key === "valid" || (saysLater(reply) && isForAll(reply))),
      isGivenUp: () =>
        patience.isOutage ||
        patience.whyUnsent(request) !== undefined ||
        (this.#isReaching && refusesKey.has(patience.log.at(-1)?.status ?? 0)),
    });
    const { reply, noRetryLeft } = asked;
    return {
      about: "",
      kind: "asked",
      request,
      reply,
      ...flakiness(asked, isExpected),
      ...(noRetryLeft && { noRetryLeft }),
      ...(isForAll(reply) ? { forAll: true } : {}),
    };
  }
}

/** What the first attempt got that cannot be excused, if only a later one succeeded. */
function flakiness({ attempts, reply }: Attempts, isExpected: IsExpected): { flaky?: string } {
  if (problemOf(reply, isExpected) !== undefined) return {};
  const [first] = attempts.slice(0, -1).filter((one) => !isExcused(one));
  const flaky = first && problemOf(first, isExpected);
  return flaky === undefined ? {} : { flaky };
}

/** Whether a failure does not count once a retry succeeds: the service asked for the retry, or closed a connection that it may close. */
const isExcused = (reply: Reply): boolean => (reply.kind === "no answer" ? reply.wasKept === true : saysLater(reply));

/** Why a request failed; undefined if it did not. */
function problemOf(reply: Reply, isExpected: IsExpected): string | undefined {
  if (reply.kind === "no answer") return reply.problem;
  return reply.status === 200 || isExpected(reply.status) ? reply.unreadable : `status ${reply.status}`;
}

/** Statuses by which a gateway says that it is busy. */
const busy = new Set([408, 429, 502, 503, 504]);

/** Whether a valid key got that status as well: then it says nothing about the key. */
const isForValidKeys = (reply: Reply, log: Conversation["patience"]["log"]): boolean =>
  reply.kind === "answer" && busy.has(reply.status) && log.some(({ status }) => status === reply.status);

/** Whether a status may refuse what was asked for. 429 and 503 only say that it was asked at the wrong time. */
const isRefusal = (status: number): boolean => status !== 429 && status !== 503;

/** Accepts statuses other than 200 that are fine: for a state that does not exist, a representation that is not offered. */
function refusals(probe: ProbeName, { as }: RegisterRequest): IsExpected {
  if (probeNamed(probe).refusal === true) return isRefusal;
  return (status) => as === "xml" && notAcceptable.has(status);
}

/** Statuses that are about the key. */
export const refusesKey: ReadonlySet<number> = new Set([401, 403]);

/** Statuses that are about the key, the path or the rate, not about a limit. */
const notAboutLimits = new Set([401, 403, 404, 429, 503]);

/**
 * Whether the service may have refused a limit, or so many rows are too much to read. In a replay, the recorded run may already
 * have moved on to a smaller one.
 */
function refusesLimit({ reply }: AskedProbe): boolean {
  if (reply.kind === "answer") return reply.status >= 400 && !notAboutLimits.has(reply.status);
  return reply.unseen === true || reply.tooLarge === true;
}

/** Larger limits to try if a small one is refused. */
const largerLimits: readonly number[] = [10, 20, 50, 100];

/** Infinite if the request has none. */
const limitIn = (request: RegisterRequest): number => limitOf(request) ?? Number.POSITIVE_INFINITY;

/** Keeps and parses a body only once that was received before: a service that ignores limits sends all rows again and again. */
function shareBody(asked: AskedProbe, earlier: Iterable<ProbeResult>): AskedProbe {
  const { reply } = asked;
  if (reply.kind === "no answer") return asked;
  const same = [...earlier]
    .map(answerOf)
    .find((one) => one?.text === reply.text && one.unreadable === reply.unreadable);
  if (same === undefined) return asked;
  const { body, text, json, xml } = same;
  return { ...asked, reply: { ...reply, body, text, json, xml } };
}
