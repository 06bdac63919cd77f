import type { Operation } from "../contract/operations.ts";
import type { Answer, NoAnswer } from "../exchange/answer.ts";
import type { Clock, Exchange } from "../exchange/exchange.ts";
import { type RegisterRequest, type RegisterTarget, requestId, toWire } from "../exchange/request.ts";
import { type ProbeResult, readRows, readTotal } from "./operation-view.ts";
import { allProbes, firstRows, lesserLimit, type ProbeName, type Seen } from "./probes.ts";
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
  operations: readonly Operation[];
  /** The limit that the first rows are asked for with. */
  width: number;
  /** Requests that may be sent a second time: what the budget leaves beside the plan, so that later questions keep theirs. */
  spare: { left: number };
}

/** The longest wait before a request is repeated, whatever `Retry-After` says. */
const longestWait = 5_000;

/** What to wait before a failed request is repeated, in milliseconds; undefined when it is not. */
function waitBeforeAgain(result: Answer | NoAnswer, attempt: number): number | undefined {
  if (attempt >= 3) return undefined;
  if (result.kind === "no answer") return result.final ? undefined : 100 * attempt;
  if (result.status === 429 || result.status === 503) {
    const seconds = Number(result.headers["retry-after"]);
    return Number.isFinite(seconds) ? Math.min(seconds * 1000, longestWait) : 200 * attempt;
  }
  if (result.status >= 500) return 100 * attempt;
  // Any other status is an answer of the service's own; once more shows that it is no accident.
  return attempt === 1 ? 0 : undefined;
}

/** So many requests in a row without one answer are an outage: asking each again would only prolong it. */
const outage = 6;

const isOutage = ({ diary }: Asking): boolean =>
  diary.length >= outage && diary.slice(-outage).every(({ status }) => status !== 200);

/** Sends a request, and again when it fails and failing is not what it is for. */
async function askUntilAnswered(
  asking: Asking,
  request: RegisterRequest,
  mayBe: (status: number) => boolean,
): Promise<{ answer: Answer | NoAnswer; flaky?: string; once?: true }> {
  const wire = toWire(request, asking.target);
  let first: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await asking.exchange.send(wire);
    const status = answer.kind === "answer" ? answer.status : undefined;
    if (request.key === "valid") asking.diary.push({ operation: request.operation.id, status });
    const good = answer.kind === "answer" && (answer.status === 200 || mayBe(answer.status));
    if (good && answer.unreadable === undefined) return first === undefined ? { answer } : { answer, flaky: first };
    const wait = good ? (attempt === 1 ? 0 : undefined) : waitBeforeAgain(answer, attempt);
    if (wait === undefined || isOutage(asking)) return { answer };
    if (asking.spare.left < 1) return { answer, once: true };
    asking.spare.left -= 1;
    first ??=
      answer.kind === "answer" ? (good ? (answer.unreadable ?? "") : `status ${answer.status}`) : answer.problem;
    if (wait > 0) await asking.clock.sleep(wait);
  }
}

/** The statuses other than 200 that answer a request well: a key that is refused, a representation that is not offered. */
function refusals(probe: ProbeName, { as }: RegisterRequest): (status: number) => boolean {
  if (allProbes[probe].refusal === true) return (status) => status !== 429 && status !== 503;
  return (status) => as === "xml" && (status === 406 || status === 415);
}

/**
 * The first rows once more with the lesser limit, when an operation refused the great one: the greatest is not shown, so that is
 * no failure. Undefined when it did not, or refuses the lesser one as well.
 */
async function withLesserLimit(
  asking: Asking,
  operation: Operation,
  asked: ProbeResult,
): Promise<ProbeResult | undefined> {
  if (!operation.paged || asking.width <= lesserLimit || asking.spare.left < 1) return undefined;
  if (
    asked.kind !== "asked" ||
    asked.answer.kind !== "answer" ||
    asked.answer.status < 400 ||
    asked.answer.status === 429
  )
    return undefined;
  asking.spare.left -= 1;
  const request = { ...asked.request, query: firstRows(operation, lesserLimit) };
  const again = await askUntilAnswered(asking, request, () => true);
  return again.answer.kind === "answer" && again.answer.status === 200
    ? { kind: "asked", request, ...again }
    : undefined;
}

/** Asks probes one after the other; equal requests are sent once and their answer is shared. */
export async function askProbes(
  asking: Asking,
  operation: Operation,
  probes: readonly ProbeName[],
): Promise<Map<ProbeName, ProbeResult>> {
  const results = new Map<ProbeName, ProbeResult>();
  const sent = new Map<string, ProbeResult>();
  const seen: Seen = {
    rows: (probe) => readRows(results.get(probe)),
    total: (probe) => readTotal(results.get(probe)),
    isFirst: (test) => asking.operations.find(test) === operation,
    random: (name) => seededRandom(asking.seed, `${operation.id} ${name}`),
    width: asking.width,
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
    let result: ProbeResult = {
      kind: "asked",
      request,
      ...(await askUntilAnswered(asking, request, refusals(probe, request))),
    };
    const lesser = probe === "json" ? await withLesserLimit(asking, operation, result) : undefined;
    if (lesser !== undefined) {
      result = lesser;
      // The whole run asks for less from here on: what one operation refuses, others may as well.
      asking.width = lesserLimit;
      seen.width = lesserLimit;
    }
    sent.set(id, result);
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
