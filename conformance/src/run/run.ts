import type { Operation } from "../contract/operation.ts";
import { registerPath } from "../contract/operations.ts";
import type { NoAnswer } from "../evidence/answer.ts";
import { casesView } from "../evidence/cases-view.ts";
import type { Unjudged } from "../evidence/outcome.ts";
import { createExchange, endingWith, systemClock } from "../exchange/exchange.ts";
import { minSecretLength, redactor } from "../exchange/redact.ts";
import { completeReport, type Report, type ReportedSubject } from "../report/report.ts";
import type { Result } from "../report/result.ts";
import { contractOf } from "../requirements/promises.ts";
import { repository, suite } from "../suite.ts";
import { visible } from "../visible.ts";
import { type Asking, askProbes } from "./ask.ts";
import { askCases } from "./ask-cases.ts";
import { type Judged, type Judging, judgeCases, judgeOperation } from "./judge.ts";
import type { DiaryEntry } from "./leave.ts";
import type { RunOptions } from "./options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { widestLimit } from "./probes.ts";
import { seededRandom } from "./random.ts";
import { type OpenEnded, reachEnds, reachOf } from "./reach.ts";
import { refuseUnusable } from "./refuse.ts";
import { lookAgain, type WrongStatus, wrongStatuses } from "./second-look.ts";
import { settle } from "./settle.ts";
import { TimeSpent } from "./time-spent.ts";

/** After so many operations without a single 200, the run stops. */
const stopsAfter = 4;

/** Judges a service against the contract, requirement by requirement. */
export const runConformance = (options: RunOptions): Promise<Report> => runFrom(widestLimit, options);

/** Judges a service, with this limit of requests for the first rows at first; infinite for none. */
export async function runFrom(width: number, options: RunOptions): Promise<Report> {
  const started = new Date();
  const clock = endingWith(options.clock ?? systemClock, options.signal);
  const from = clock.now();
  refuseUnusable(options);
  const plan = makePlan(options);
  const { seed } = plan;
  const hide = redactor(secretsOf(options));
  // Cut only afterwards: half a secret is one too.
  const redact = (text: string): string => visible(hide(text));
  const spent = new TimeSpent();
  const exchange = createExchange({
    fetch: options.fetch ?? fetch,
    clock,
    rate: options.rate,
    timeout: options.timeout ?? 30_000,
    maxRequests: plan.most,
    redact,
    signal: options.signal,
    onExchange: (one, at, milliseconds) => {
      spent.add(one.request.id, milliseconds);
      options.onExchange?.(one, at, milliseconds);
      options.onEvent?.({ type: "asking", sent: exchange.sent(), most: plan.most });
    },
  });
  const target = {
    baseUrl: options.baseUrl,
    key: options.key,
    wrongKey: seededRandom(seed, "wrong key").uuid().replaceAll("-", ""),
    xmlBy: options.xmlBy ?? { by: "accept" as const },
  };
  const spare = Math.max(0, plan.most - plan.planned);
  const asking: Asking = {
    exchange,
    clock,
    target,
    diary: [],
    seed,
    width,
    minLimit: 1,
    orderChanges: false,
    isExtra: false,
    waits: new Map(),
    silence: new Map(),
    isWaiting: false,
    spare: { left: spare, all: spare, complete: plan.complete },
  };
  options.onEvent?.({
    type: "start",
    baseUrl: redact(options.baseUrl),
    operations: plan.registerRequirements.length === 0 ? 0 : plan.operations.length,
    planned: plan.planned,
    most: plan.most,
    seed,
  });

  const judging: Judging = {
    asking,
    requirements: plan.registerRequirements,
    mock: options.kind === "mock",
    show: options.evidence ?? "shape",
    redact,
  };
  const register = await judgeRegister(options, plan, judging);
  const cases = register.stopped === undefined ? await judgeInterfaceB(options, plan, judging) : [];
  // An audit takes the end of a run for a missing response.
  options.signal?.throwIfAborted();
  options.onEvent?.({ type: "cases", results: cases });
  const why = register.stopped ?? exchange.closed();
  const stopped = why === undefined ? undefined : redact(why);
  if (stopped !== undefined) options.onEvent?.({ type: "stopped", reason: stopped });
  return completeReport({
    schema: 1,
    suite,
    target: {
      baseUrl: redact(options.baseUrl),
      ...(options.graphqlUrl === undefined ? {} : { graphqlUrl: redact(options.graphqlUrl) }),
      kind: options.kind ?? "live",
    },
    started: started.toISOString(),
    milliseconds: Math.round(clock.now() - from),
    seed,
    requests: { sent: exchange.sent(), planned: plan.planned, most: plan.most },
    ...(stopped === undefined ? {} : { stopped }),
    failOn: options.failOn ?? "must",
    requirements: [...plan.registerRequirements, ...plan.caseRequirements].map(({ id, level, title, section }) => ({
      id,
      level,
      title,
      section,
      ...contractOf({ id, section }, repository),
    })),
    subjects: [
      ...register.subjects,
      ...[...new Set(cases.map(({ subject }) => subject))].map(
        (name): ReportedSubject => ({ name, interface: "B", rows: 0 }),
      ),
    ].map((subject) => ({ ...subject, milliseconds: Math.round(spent.of(subject.name)) })),
    results: [...register.results, ...cases],
  });
}

/** Minimum length of a secret that is a part of a header's value: a shorter one may be a name or a scheme, such as `Bearer`. */
const minPartLength = 8;

/** Every value that must not appear in any output. A plan refuses keys and case marks that are too short to redact. */
export function secretsOf(options: Pick<RunOptions, "key" | "graphqlHeaders" | "cases">): string[] {
  // Whitespace around a value is not sent. A service may return a single one of several cookies.
  const headers = Object.values(options.graphqlHeaders ?? {}).flatMap((value) => [
    value.trim(),
    value.trim().split(" ").at(-1) ?? "",
    ...value.split(/[\s;,="]+/).filter(({ length }) => length >= minPartLength),
  ]);
  // A case mark leads to the persons in the case. A service may look it up, and return it, without whitespace around it.
  const marks = (options.cases ?? []).map(({ mark }) => mark.trim());
  return [options.key ?? "", ...headers, ...marks].filter(({ length }) => length >= minSecretLength);
}

interface RegisterOutcome {
  results: Result[];
  subjects: ReportedSubject[];
  stopped?: string;
}

async function judgeRegister(options: RunOptions, plan: Plan, judging: Judging): Promise<RegisterOutcome> {
  const results: Result[] = [];
  const subjects: ReportedSubject[] = [];
  const { diary } = judging.asking;
  const inAnyOrder: Result[] = [];
  if (plan.registerRequirements.length === 0) return { results, subjects };
  // A service may offer only interface B.
  const hint = options.graphqlUrl === undefined ? "" : " (to judge interface B alone, add --only CASE)";
  const wrong: WrongStatus[] = [];
  const settled = (now: readonly Result[], excused?: ReadonlyMap<Result, string>): Result[] => {
    const final = settle(now, diary, excused);
    const changed = final.filter((result, index) => result !== results[index]);
    if (changed.length > 0) options.onEvent?.({ type: "settled", results: changed });
    return final;
  };
  const stop = (why: string): RegisterOutcome => ({
    results: settled(results),
    subjects,
    stopped: `${why}${hint}`,
  });
  const unreachable = await whyUnreachable(judging.asking, plan.operations);
  if (unreachable !== undefined) return stop(unreachable);
  const { exchange, waits } = judging.asking;
  const openEnded: OpenEnded[] = [];
  const answered: Operation[] = [];
  for (const [index, operation] of plan.operations.entries()) {
    const judged: Judged = await judgeOperation(judging, operation, plan.probes.get(operation.name) ?? []);
    results.push(...judged.results);
    subjects.push({
      name: operation.name,
      interface: "A",
      path: operation.path,
      rows: judged.rows,
      ...(judged.total === undefined ? {} : { total: judged.total }),
    });
    wrong.push(...wrongStatuses(judged));
    if (judged.answered) answered.push(operation);
    const reach = judging.mock || waits.has(operation.name) ? undefined : reachOf(operation, judged);
    if (reach !== undefined) openEnded.push(reach);
    inAnyOrder.push(...judged.inAnyOrder);
    const stopped = answered.length === 0 ? whyHopeless(diary, index + 1, options.key) : undefined;
    options.onEvent?.({
      type: "operation",
      name: operation.name,
      path: operation.path,
      results: judged.results,
    });
    if (stopped !== undefined) return stop(stopped);
    // The response that asked for a wait is in the results, as an error; what was not sent any more is not.
    if (exchange.closed() !== undefined) break;
  }
  judging.asking.isExtra = true;
  const excused = await lookAgain(judging.asking, wrong);
  await lookFurther(options, judging, seededRandom(plan.seed, "further").shuffle(openEnded), subjects, results);
  // One more request to an operation that responded, to distinguish a failure of the last one from a service that went down.
  const up = answered.find(({ name }) => !waits.has(name));
  if (up !== undefined && plan.operations.length > 1 && exchange.left() > 0)
    await askProbes(judging.asking, up, ["json"]);
  // If one operation keeps no order, no order that the others seem to keep can be relied on.
  const other = judging.asking.orderChanges ? inAnyOrder : [];
  const final = results.map(
    (result) =>
      other.find(({ requirement, subject }) => requirement === result.requirement && subject === result.subject) ??
      result,
  );
  return { results: settled(final, excused), subjects };
}

/** Spends what is left of the budget on searching for ends without a total, and adds what it finds to the results. */
async function lookFurther(
  options: RunOptions,
  judging: Judging,
  openEnded: readonly OpenEnded[],
  subjects: ReportedSubject[],
  results: Result[],
): Promise<void> {
  if (!judging.requirements.some(({ needs }) => needs.includes("further"))) return;
  for await (const { operation, rows, total, results: found } of reachEnds(judging, openEnded)) {
    const { name, path } = operation;
    options.onEvent?.({ type: "further", name, path, results: found });
    const place = subjects.findIndex((subject) => subject.name === name);
    const subject = subjects[place];
    if (subject !== undefined)
      subjects[place] = { ...subject, rows: subject.rows + rows, ...(total === undefined ? {} : { total }) };
    for (const result of found) {
      const index = results.findIndex((one) => one.requirement === result.requirement && one.subject === name);
      if (results[index]?.state !== "fail") results[index] = result;
    }
  }
}

/**
 * Calls the first operation before anything else, and the next ones while it takes too long: that may be its own fault. Returns why
 * the service cannot be reached, if it cannot.
 */
async function whyUnreachable(asking: Asking, operations: readonly Operation[]): Promise<string | undefined> {
  let silent: NoAnswer | undefined;
  for (const operation of operations.slice(0, stopsAfter)) {
    const result = (await askProbes(asking, operation, ["json"])).get("json");
    silent =
      result?.kind === "asked" && result.reply.kind === "no answer" && !result.reply.tooLarge
        ? result.reply
        : undefined;
    if (silent?.tooSlow !== true) break;
  }
  // The diary is of the run itself, which begins now.
  asking.diary.length = 0;
  return silent && `the service cannot be reached: ${silent.problem}. Is it running, and is --base-url right?`;
}

/** Why going on is pointless, if it is: after several operations, none has returned a 200. */
function whyHopeless(diary: readonly DiaryEntry[], operations: number, key: string | undefined): string | undefined {
  // Without an entry, no request was sent: the budget was used up, and every result says so.
  if (operations < stopsAfter || diary.length === 0) return undefined;
  const statuses = new Set(diary.map(({ status }) => status));
  const [status] = [...statuses].filter((one) => one !== undefined);
  const hint =
    status === 401 || status === 403
      ? `${key === undefined ? "no key was given (--key)." : "is the key right (--key)?"} You can find yours in your profile with the service`
      : status === 404
        ? `is the base URL the service's root, without ${registerPath} (--base-url)?`
        : status !== undefined && status >= 300 && status < 400
          ? "redirects are not followed: give the address they lead to (--base-url)"
          : "nothing can be judged";
  return `every request to the first ${operations} operations got status ${[...statuses].map((one) => one ?? "none").join(" or ")}: ${hint}`;
}

async function judgeInterfaceB(options: RunOptions, plan: Plan, judging: Judging): Promise<Result[]> {
  const { graphqlUrl, cases = [], graphqlHeaders: headers = {} } = options;
  const { asking, mock, show, redact } = judging;
  if (plan.caseRequirements.length === 0) return [];
  if (graphqlUrl === undefined) {
    const unjudged: Unjudged = mock
      ? { state: "not applicable", reason: "the mock has only interface A" }
      : { state: "not tested", reason: "no address was given (--graphql-url)" };
    return judgeCases(plan.caseRequirements, unjudged, [], redact);
  }
  const target = { url: graphqlUrl, headers, cases };
  const replies = await askCases(asking, target, seededRandom(plan.seed, "cases"), plan.audits);
  return judgeCases(plan.caseRequirements, casesView(replies, cases, show), Object.keys(headers), redact);
}
