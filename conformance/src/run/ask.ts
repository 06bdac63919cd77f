import type { Operation } from "../contract/operations.ts";
import type { Answer, NoAnswer } from "../exchange/answer.ts";
import type { Clock, Exchange } from "../exchange/exchange.ts";
import { type RegisterRequest, type RegisterTarget, requestId, toWire } from "../exchange/request.ts";
import { asksTooLong, saysLater, waitBeforeAgain } from "./again.ts";
import { type ProbeResult, readRows, readTotal } from "./operation-view.ts";
import { allProbes, firstRows, limitsFrom, type ProbeName, type Seen, withLimit } from "./probes.ts";
import { seededRandom } from "./random.ts";

/** One line of the run's diary: settling asks it whether the service was there when a request failed. */
export interface DiaryEntry {
  operation: string;
  /** The status, or undefined when there was no answer. */
  status: number | undefined;
}

export interface Asking {
  exchange: Exchange;
  clock: Clock;
  target: RegisterTarget;
  diary: DiaryEntry[];
  seed: number;
  /** The limit that the first rows are asked for with; infinite when none is sent. */
  width: number;
  /** The least limit that is known to be taken; infinite when none is. */
  least: number;
  /** Whether the same request was seen to give its rows in another order: then no operation is trusted to keep one. */
  orderChanges: boolean;
  /** Whether what is asked now is more than the run needs: then a service that asks to wait for long is left alone, and judged. */
  isExtra: boolean;
  /** Requests that may be sent a second time: what the budget leaves beside the plan, so that later questions keep theirs. */
  spare: { left: number };
}

/** So many requests in a row without one answer are an outage: asking each again would only prolong it. */
const outage = 6;

const isOutage = ({ diary }: Asking): boolean =>
  diary.length >= outage && diary.slice(-outage).every(({ status }) => status !== 200);

/** Statuses by which a gateway says that it is busy. */
const busy = new Set([408, 429, 502, 503, 504]);

/** Whether a valid key met such an answer as well: then it says nothing about the key. */
const isForAll = ({ diary }: Asking, answer: Answer | NoAnswer): boolean =>
  answer.kind === "answer" && busy.has(answer.status) && diary.some(({ status }) => status === answer.status);

/**
 * A request without a valid key is sent once: whatever comes is how the service refuses it. Where the rate is limited for
 * everybody, to be told to come later is no refusal.
 */
const isFinal = (asking: Asking, { key }: RegisterRequest, answer: Answer | NoAnswer): boolean =>
  key !== "valid" && !(saysLater(answer) && isForAll(asking, answer));

type Asked = Omit<Extract<ProbeResult, { kind: "asked" }>, "kind" | "request">;

/** Sends a request, and again when it fails and failing is not what it is for. */
async function askUntilAnswered(
  asking: Asking,
  request: RegisterRequest,
  mayBe: (status: number) => boolean,
): Promise<Asked> {
  const wire = toWire(request, asking.target);
  let first: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await asking.exchange.send(wire);
    const status = answer.kind === "answer" ? answer.status : undefined;
    const isUnseen = answer.kind === "no answer" && answer.unseen === true;
    if (request.key === "valid" && !isUnseen) asking.diary.push({ operation: request.operation.id, status });
    const good = answer.kind === "answer" && (answer.status === 200 || mayBe(answer.status));
    if (good && answer.unreadable === undefined) return first === undefined ? { answer } : { answer, flaky: first };
    if (isFinal(asking, request, answer)) return { answer };
    const forAll = request.key !== "valid" && isForAll(asking, answer) ? ({ forAll: true } as const) : {};
    const wait = good ? (attempt === 1 ? 0 : undefined) : waitBeforeAgain(answer, attempt);
    const tooLong = request.key === "valid" && !asking.isExtra ? asksTooLong(answer) : undefined;
    if (tooLong !== undefined) asking.exchange.close(tooLong);
    if (wait === undefined) return { answer, ...forAll };
    if (asking.spare.left < 1) return { answer, once: true, ...forAll };
    if (isOutage(asking)) return { answer, ...forAll };
    asking.spare.left -= 1;
    if (saysLater(answer)) {
      if (wait > 0) asking.exchange.slowDown();
    } else
      first ??=
        answer.kind === "answer" ? (good ? (answer.unreadable ?? "") : `status ${answer.status}`) : answer.problem;
    if (wait > 0) await asking.clock.sleep(wait);
  }
}

/** The statuses other than 200 that answer a request well: a state that is not there, a representation that is not offered. */
function refusals(probe: ProbeName, { as }: RegisterRequest): (status: number) => boolean {
  if (allProbes[probe].refusal === true) return (status) => status !== 429 && status !== 503;
  return (status) => as === "xml" && (status === 406 || status === 415);
}

/** Statuses that speak of the key, the path or the rate, and not of a limit. */
const notOfLimits = new Set([401, 403, 404, 429, 503]);

/** Whether a service may have refused a limit. In a replay, the limit may be one that the recorded run no longer asked for. */
function refusesLimit({ answer }: { answer: Answer | NoAnswer }): boolean {
  return answer.kind === "answer" ? answer.status >= 400 && !notOfLimits.has(answer.status) : answer.unseen === true;
}

/**
 * Asks for the first rows with the greatest limit that the operation takes: the greatest is not shown, so that it is no failure
 * to refuse one. What one operation refuses, others may as well: the whole run asks for less from there on. A plan without room
 * is no reason to leave it at the refusal: where a lesser limit is taken, these are three requests more in the whole run, and
 * where none is, the pages that were planned from the first rows are not asked.
 */
async function askFirstRows(asking: Asking, operation: Operation, request: RegisterRequest): Promise<ProbeResult> {
  const limits = operation.paged ? limitsFrom(asking.width) : [asking.width];
  const last = limits.at(-1);
  for (const [index, width] of limits.entries()) {
    const sent = { ...request, query: firstRows(operation, width) };
    // Refused with one limit after the other, a request was repeated often enough.
    const mayBe = (status: number): boolean =>
      limits.length > 1 && status >= 400 && !notOfLimits.has(status) && (index > 0 || status < 500);
    const result = await askUntilAnswered(asking, sent, mayBe);
    const refused = refusesLimit(result);
    if (!refused && result.answer.kind === "answer" && result.answer.status === 200) asking.width = width;
    if (!refused || width === last || isOutage(asking)) return { kind: "asked", request: sent, ...result };
    if (asking.exchange.left() < 1) return { kind: "asked", request: sent, ...result, once: true };
    asking.spare.left -= 1;
  }
  throw new Error("there is always a limit to ask with, or none");
}

/** Greater limits to try where a small one is refused. */
const moreLimits: readonly number[] = [10, 20, 50, 100];

/**
 * Asks a request. A small limit that is refused is no failure as long as a greater one is taken at the same place: the least
 * limit is not shown either. The greatest goes first: where that is refused as well, the limit is not the reason.
 */
async function askPage(
  asking: Asking,
  request: RegisterRequest,
  mayBe: (status: number) => boolean,
): Promise<ProbeResult> {
  const first = { kind: "asked" as const, request, ...(await askUntilAnswered(asking, request, mayBe)) };
  const limit = Number(request.query.find(([name]) => name === "limit")?.[1] ?? Number.POSITIVE_INFINITY);
  // A great limit may be too much for a server; at a small one, an error of the server's is no refusal.
  const isBroken = first.answer.kind === "answer" && first.answer.status >= 500;
  // What is asked as XML was answered as JSON with the same limit.
  const maybeLimit = request.key === "valid" && request.as === "json" && limit < asking.width;
  if (!maybeLimit || !refusesLimit(first) || isBroken || isOutage(asking)) return first;
  const askWith = async (other: number): Promise<ProbeResult | undefined> => {
    if (asking.spare.left < 1) return undefined;
    asking.spare.left -= 1;
    const query = withLimit(request.query, other);
    const answer = await askUntilAnswered(asking, { ...request, query }, () => true);
    if (answer.answer.kind === "no answer" || answer.answer.status !== 200) return undefined;
    asking.least = other;
    return { kind: "asked", request: { ...request, query }, ...answer, refusedLimit: limit };
  };
  if (asking.spare.left < 1) return { ...first, once: true };
  const greatest = await askWith(asking.width);
  if (greatest === undefined) return first;
  for (const other of moreLimits.filter((one) => one > limit && one < asking.width)) {
    const result = await askWith(other);
    if (result !== undefined) return result;
  }
  return greatest;
}

/** Asks probes one after the other; equal requests are sent once and their answer is shared. */
export async function askProbes(
  asking: Asking,
  operation: Operation,
  probes: readonly ProbeName[],
  from?: number,
): Promise<Map<ProbeName, ProbeResult>> {
  const results = new Map<ProbeName, ProbeResult>();
  const sent = new Map<string, ProbeResult>();
  const seen: Seen = {
    rows: (probe) => readRows(results.get(probe)),
    total: (probe) => readTotal(results.get(probe)),
    request: (probe) => {
      const result = results.get(probe);
      return result?.kind === "asked"
        ? result.request
        : (result?.reason ?? `there was no request for ${allProbes[probe].about}`);
    },
    random: (name) => seededRandom(asking.seed, `${operation.id} ${name}`),
    from,
    width: asking.width,
    least: asking.least,
  };
  for (const probe of probes) {
    const request = allProbes[probe].request(operation, seen);
    if (typeof request === "string") {
      results.set(probe, { kind: "not asked", reason: request });
      continue;
    }
    const id = requestId(request);
    const known = sent.get(id);
    if (known !== undefined) {
      results.set(probe, known);
      continue;
    }
    const result: ProbeResult =
      probe === "json"
        ? await askFirstRows(asking, operation, request)
        : await askPage(asking, request, refusals(probe, request));
    seen.width = asking.width;
    seen.least = asking.least;
    sent.set(result.kind === "asked" ? requestId(result.request) : id, result);
    results.set(probe, result);
  }
  return results;
}

/** Asks probes a second time, exactly as the first time. */
export async function askAgain(
  asking: Asking,
  first: ReadonlyMap<ProbeName, ProbeResult>,
  probes: readonly ProbeName[],
): Promise<Map<ProbeName, ProbeResult>> {
  const results = new Map(first);
  for (const probe of probes) {
    const before = first.get(probe);
    if (before?.kind !== "asked") continue;
    asking.spare.left -= 1;
    results.set(probe, {
      kind: "asked",
      request: before.request,
      ...(await askUntilAnswered(asking, before.request, refusals(probe, before.request))),
    });
  }
  return results;
}
