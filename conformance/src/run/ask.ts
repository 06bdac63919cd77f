import type { Operation } from "../contract/operation.ts";
import { notAcceptable, type Reply } from "../evidence/answer.ts";
import { asksTooLong, saysLater } from "../evidence/asks-to-wait.ts";
import {
  acceptedOf,
  answerOf,
  type ProbeResult,
  type ProbeResults,
  readRows,
  readTotal,
} from "../evidence/operation-view.ts";
import { aboutProbe, type ProbeName } from "../evidence/probes.ts";
import { limitOf, type RegisterRequest, type RegisterTarget, requestId, toWire } from "../evidence/request.ts";
import type { Clock } from "../exchange/exchange.ts";
import { isOutage, type Leaving, leave, leaveSilent, whyLeft } from "./leave.ts";
import { allProbes, firstRows, limitsFrom, type Seen, withLimit } from "./probes.ts";
import { seededRandom } from "./random.ts";
import { isExcused, retryDelay } from "./retry.ts";

export interface Asking extends Leaving {
  clock: Clock;
  target: RegisterTarget;
  seed: number;
  /** The limit of requests for the first rows; infinite if none is sent. */
  width: number;
  /** The smallest limit known to be accepted; infinite if none is. */
  minLimit: number;
  /** Whether a repeated request returned its rows in another order: then no operation is trusted to keep one. */
  orderChanges: boolean;
  /** Whether requests go beyond what the run needs: then a service that asks for a long wait is left alone, and still judged. */
  isExtra: boolean;
  /** Requests available for retries: those the budget allows beyond the plan, so that planned ones are still sent. */
  spare: Spare;
}

export interface Spare {
  left: number;
  /** How many there were at first. */
  readonly all: number;
  /** Number of requests that the plan has with a large enough budget, without retries. */
  readonly complete: number;
  /** The budget to try, once a retry was not possible. */
  enough?: number;
}

/**
 * A budget to try instead of one that has no retry left: the whole plan, if all of it needs as many retries as what was sent so
 * far. The first estimate of a run is kept, so that it names one number.
 */
export function enoughRequests({ spare, exchange }: Asking): number {
  const wanted = spare.all + 1;
  const first = Math.max(1, exchange.sent() - spare.all);
  spare.enough ??= Math.ceil((spare.complete * (1 + wanted / first)) / 50) * 50;
  return spare.enough;
}

/** Statuses by which a gateway says that it is busy. */
const busy = new Set([408, 429, 502, 503, 504]);

/** Whether a valid key got that status as well: then it says nothing about the key. */
const isForAll = ({ diary }: Asking, reply: Reply): boolean =>
  reply.kind === "answer" && busy.has(reply.status) && diary.some(({ status }) => status === reply.status);

type Asked = Extract<ProbeResult, { kind: "asked" }>;

/**
 * A request without a valid key is sent once: any response shows how the service refuses it. But if the rate is limited for
 * valid keys too, being told to come back later is no refusal.
 */
const isFinal = ({ request, reply, forAll }: Asked): boolean =>
  request.key !== "valid" && !(saysLater(reply) && forAll === true);

/** Sends a request, and retries it if it fails, unless failing is its purpose. */
async function askUntilAnswered(
  asking: Asking,
  request: RegisterRequest,
  isExpected: (status: number) => boolean,
): Promise<Asked> {
  const wire = toWire(request, asking.target);
  const isValid = request.key === "valid";
  let flaky: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await asking.exchange.send(wire);
    const status = reply.kind === "answer" ? reply.status : undefined;
    const isUnseen = reply.kind === "no answer" && reply.unseen === true;
    if (isValid && !isUnseen) asking.diary.push({ operation: request.operation.name, status });
    // Without a valid key too: silence takes the whole timeout, whatever was asked.
    if (!isUnseen) leaveSilent(asking, request, reply);
    if (status === 200) asking.isWaiting = false;
    const forAll = !isValid && isForAll(asking, reply) ? ({ forAll: true } as const) : {};
    const asked: Asked = { kind: "asked", request, reply, ...forAll };
    const problem = problemOf(reply, isExpected);
    if (problem === undefined) return flaky === undefined ? asked : { ...asked, flaky };
    if (isFinal(asked)) return asked;
    const wait = retryDelay(reply, attempt);
    const tooLong = isValid && !asking.isExtra ? asksTooLong(reply) : undefined;
    if (tooLong !== undefined) leave(asking, request.operation, tooLong);
    // Even if it is not retried: the next request would come too fast as well.
    if (saysLater(reply) && wait !== 0) asking.exchange.slowDown();
    if (wait === undefined) return asked;
    if (asking.spare.left < 1) return { ...asked, enough: enoughRequests(asking) };
    if (isOutage(asking) || whyLeft(asking, request) !== undefined) return asked;
    asking.spare.left -= 1;
    if (!isExcused(reply)) flaky ??= problem;
    await asking.clock.sleep(wait);
  }
}

/** The outcome of a request that is not sent, because the service asked not to be asked, or does not respond. */
function notSent(asking: Asking, request: RegisterRequest): Asked | undefined {
  const problem = whyLeft(asking, request);
  if (problem === undefined) return undefined;
  const reply = { kind: "no answer", request: toWire(request, asking.target), problem, final: true } as const;
  return { kind: "asked", request, reply };
}

/** Why a request failed; undefined if it did not. */
function problemOf(reply: Reply, isExpected: (status: number) => boolean): string | undefined {
  if (reply.kind === "no answer") return reply.problem;
  return reply.status === 200 || isExpected(reply.status) ? reply.unreadable : `status ${reply.status}`;
}

/** Whether a status may refuse what was asked for: not one that only says when. */
const isRefusal = (status: number): boolean => status !== 429 && status !== 503;

/** Accepts statuses other than 200 that are fine: for a state that does not exist, a representation that is not offered. */
function refusals(probe: ProbeName, { as }: RegisterRequest): (status: number) => boolean {
  if (allProbes[probe].refusal === true) return isRefusal;
  return (status) => as === "xml" && notAcceptable.has(status);
}

/** Statuses that are about the key, the path or the rate, not about a limit. */
const notAboutLimits = new Set([401, 403, 404, 429, 503]);

/**
 * Whether the service may have refused a limit, or so many rows are too much to read. In a replay, the recorded run may already
 * have moved on to a smaller one.
 */
function refusesLimit({ reply }: Asked): boolean {
  if (reply.kind === "answer") return reply.status >= 400 && !notAboutLimits.has(reply.status);
  return reply.unseen === true || reply.tooLarge === true;
}

/**
 * Requests the first rows with the largest limit that the operation accepts: the contract shows no maximum, so refusing one is
 * no failure. What one operation refuses, others may too, so the whole run uses the smaller limit from then on. This goes on
 * even if the plan takes the whole budget: if a smaller limit is accepted, it costs three more requests in the whole run, and
 * if none is, the pages planned from the first rows are not requested.
 */
async function askFirstRows(asking: Asking, operation: Operation, request: RegisterRequest): Promise<Asked> {
  const limits = operation.paged ? limitsFrom(asking.width) : [asking.width];
  const last = limits.at(-1);
  for (const [index, width] of limits.entries()) {
    const sent = { ...request, query: firstRows(operation, width) };
    // From the second limit on, the request was repeated often enough: a 5xx is a refusal too.
    const isExpected = (status: number): boolean =>
      limits.length > 1 && status >= 400 && !notAboutLimits.has(status) && (index > 0 || status < 500);
    const asked = await askUntilAnswered(asking, sent, isExpected);
    if (acceptedOf(asked) !== undefined) asking.width = width;
    // So many rows may also take a service too long; of a small page, the time says nothing about the limit.
    const isSlow = asked.reply.kind === "no answer" && asked.reply.tooSlow === true;
    if (!(isSlow || refusesLimit(asked)) || width === last || isOutage(asking)) return asked;
    if (asking.exchange.left() < 1) return { ...asked, enough: enoughRequests(asking) };
    asking.spare.left -= 1;
  }
  throw new Error("there is always a limit to try");
}

/** Larger limits to try if a small one is refused. */
const largerLimits: readonly number[] = [10, 20, 50, 100];

/**
 * Sends a request. A small limit that is refused is no failure as long as a larger one is accepted at the same offset: the
 * contract shows no minimum either. The largest is tried first: if that is refused too, the limit is not the reason.
 */
async function askPage(
  asking: Asking,
  request: RegisterRequest,
  isExpected: (status: number) => boolean,
): Promise<Asked> {
  const first = await askUntilAnswered(asking, request, isExpected);
  if (!maybeTooFew(asking, first)) return first;
  if (asking.spare.left < 1) return { ...first, enough: enoughRequests(asking) };
  const most = await askWithLimit(asking, request, asking.width);
  if (most === undefined) return first;
  for (const limit of largerLimits.filter((one) => one > limitIn(request) && one < asking.width)) {
    const fewer = await askWithLimit(asking, request, limit);
    if (fewer !== undefined) return fewer;
  }
  return most;
}

/** Infinite if the request has none. */
const limitIn = (request: RegisterRequest): number => limitOf(request) ?? Number.POSITIVE_INFINITY;

/** Whether a page may have been refused for a limit that is too small. */
function maybeTooFew(asking: Asking, asked: Asked): boolean {
  const { request, reply } = asked;
  // A request for XML or without a valid key has a limit that was accepted before.
  if (request.as !== "json" || limitIn(request) >= asking.width) return false;
  // A large limit may be too much for a server; for a small one, a 5xx is no refusal.
  if (reply.kind === "answer" && reply.status >= 500) return false;
  return refusesLimit(asked) && !isOutage(asking);
}

/** Sends a request with another limit. Undefined if that is not accepted either, or if it cannot be sent. */
async function askWithLimit(asking: Asking, request: RegisterRequest, limit: number): Promise<Asked | undefined> {
  if (asking.spare.left < 1 || notSent(asking, request) !== undefined) return undefined;
  asking.spare.left -= 1;
  const other = { ...request, query: withLimit(request.query, limit) };
  const asked = await askUntilAnswered(asking, other, isRefusal);
  if (acceptedOf(asked) === undefined) return undefined;
  asking.minLimit = limit;
  return { ...asked, refusedLimit: limitIn(request) };
}

/** Keeps and parses a body only once that was received before: a service that ignores limits sends all rows again and again. */
function shareBody(asked: Asked, earlier: Iterable<ProbeResult>): Asked {
  const { reply } = asked;
  if (reply.kind === "no answer") return asked;
  const same = [...earlier]
    .map(answerOf)
    .find((one) => one?.text === reply.text && one.unreadable === reply.unreadable);
  if (same === undefined) return asked;
  const { body, text, json, xml } = same;
  return { ...asked, reply: { ...reply, body, text, json, xml } };
}

/** Sends probes one after another; equal requests are sent once and share their response. */
export async function askProbes(
  asking: Asking,
  operation: Operation,
  probes: readonly ProbeName[],
  from?: number,
): Promise<Map<ProbeName, ProbeResult>> {
  const results = new Map<ProbeName, ProbeResult>();
  const sent = new Map<string, ProbeResult>();
  const seen = (): Seen => ({
    rows: (probe) => readRows(results.get(probe)),
    total: (probe) => readTotal(results.get(probe)),
    request: (probe) => {
      const result = results.get(probe);
      return result?.kind === "asked"
        ? result.request
        : (result?.reason ?? `there was no request for ${aboutProbe[probe]}`);
    },
    random: (name) => seededRandom(asking.seed, `${operation.id} ${name}`),
    from,
    width: asking.width,
    minLimit: asking.minLimit,
  });
  for (const probe of probes) {
    const request = allProbes[probe].request(operation, seen());
    if (typeof request === "string") {
      results.set(probe, { kind: "not asked", reason: request });
      continue;
    }
    const known = sent.get(requestId(request));
    if (known !== undefined) {
      results.set(probe, known);
      continue;
    }
    const asked =
      notSent(asking, request) ??
      (probe === "json"
        ? await askFirstRows(asking, operation, request)
        : await askPage(asking, request, refusals(probe, request)));
    const kept = shareBody(asked, results.values());
    sent.set(requestId(kept.request), kept);
    results.set(probe, kept);
  }
  return results;
}

/** Sends probes a second time, exactly as before. */
export async function askAgain(
  asking: Asking,
  first: ProbeResults,
  probes: readonly ProbeName[],
): Promise<Map<ProbeName, ProbeResult>> {
  const results = new Map(first);
  for (const probe of probes) {
    const before = first.get(probe);
    if (before?.kind !== "asked") continue;
    const unsent = notSent(asking, before.request);
    if (unsent === undefined) asking.spare.left -= 1;
    const asked = unsent ?? (await askUntilAnswered(asking, before.request, refusals(probe, before.request)));
    results.set(probe, shareBody(asked, results.values()));
  }
  return results;
}
