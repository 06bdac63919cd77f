import { growingRedactor, type Redact } from "#kit/redact";
import { widestLimit } from "../checks/probe.ts";
import { contractOf } from "../checks/sentence.ts";
import type { CasesContract } from "../contract/cases.ts";
import { type Contract, presentContract } from "../contract/contract.ts";
import { keyHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { casesView } from "../evidence/cases-view.ts";
import type { Unjudged } from "../evidence/outcome.ts";
import { tokenHeader } from "../evidence/request.ts";
import { Conversation } from "../exchange/conversation.ts";
import { type Clock, endingWith, systemClock } from "../exchange/pace.ts";
import { type Fetch, type Send, sender } from "../exchange/send.ts";
import { Tokens, usesTokens } from "../exchange/tokens.ts";
import type { RunEvent } from "../report/events.ts";
import { completeReport, type Report, type ReportBody, type ReportedSubject } from "../report/report.ts";
import type { Result } from "../report/result.ts";
import { seededRandom } from "../shared/random.ts";
import { repository, suite } from "../shared/suite.ts";
import { printable } from "../shared/text.ts";
import { askCases } from "./ask-cases.ts";
import { RegisterAsker } from "./ask-register.ts";
import { judgeCases } from "./judge.ts";
import { makePlan, type Plan } from "./plan.ts";
import { type RunOptions, secretsOf } from "./run-options.ts";
import { type RegisterOutcome, RegisterRun } from "./run-register.ts";
import { maxSecondLooks } from "./second-look.ts";

/** Judges a service against the contract, requirement by requirement. */
export const runConformance = (options: RunOptions): Promise<Report> => runWith({}, options);

/** What a replay has in place of a service. */
export interface Replay {
  /** Has the replies. @defaultValue requests are sent */
  send?: Send | undefined;
  /** The limit of requests for the first rows at first; infinite for none. */
  width?: number;
  /** Called with each access token before it is sent. */
  onToken?: (token: string) => void;
  /** What is judged by. @defaultValue the contract of the specs */
  contract?: Contract | undefined;
}

/** Judges a service, or what is in its place. */
export async function runWith(
  { send, width = widestLimit, onToken, contract = presentContract }: Replay,
  options: RunOptions,
): Promise<Report> {
  const started = new Date();
  const { operations } = contract;
  const plan = makePlan(options, contract);
  const { redact: hide, add } = growingRedactor(secretsOf(options));
  // Redacted first, and cut afterwards: half a secret would not be found.
  const redact = (text: string): string => printable(hide(text));
  const clock = endingWith(options.clock ?? systemClock, options.signal);
  const from = clock.now();
  const emit = (event: RunEvent): void => options.onEvent?.(event);
  const tokens = usesTokens(options)
    ? new Tokens(options, options.fetch ?? fetch, hide, (token) => {
        add(token);
        onToken?.(token);
      })
    : undefined;
  const ownSend = send ?? senderOf(options, tokens?.fetch ?? options.fetch ?? fetch, redact);
  const conversation = startConversation(options, ownSend, plan, clock, emit);
  emit({
    type: "start",
    baseUrl: redact(options.baseUrl),
    operations: plan.registerRequirements.length === 0 ? 0 : plan.operations.length,
    planned: plan.planned,
    most: plan.most,
    seed: plan.seed,
  });

  const noToken = await tokens?.whyNone();
  const register: RegisterOutcome =
    noToken === undefined
      ? await judgeRegister(options, plan, { width, operations }, conversation, redact, emit)
      : { results: [], subjects: [], stopped: noToken };
  const cases =
    register.stopped === undefined ? await judgeGraphQL(options, plan, contract.cases, conversation, redact) : [];
  // Audits catch the error of an aborted request.
  options.signal?.throwIfAborted();
  emit({ type: "cases", results: cases });
  const why = register.stopped ?? conversation.closed;
  const stopped = why === undefined ? undefined : redact(why);
  if (stopped !== undefined) emit({ type: "stopped", reason: stopped });
  const milliseconds = Math.round(clock.now() - from);
  return completeReport(
    reportBody(options, plan, redact, { conversation, started, milliseconds, register, cases, stopped }),
  );
}

const senderOf = ({ timeout = 30_000, signal }: RunOptions, send: Fetch, redact: Redact): Send =>
  sender({ fetch: send, timeout, redact, signal });

function startConversation(
  options: RunOptions,
  send: Send,
  plan: Plan,
  clock: Clock,
  emit: (event: RunEvent) => void,
): Conversation {
  const conversation: Conversation = new Conversation({
    send,
    clock,
    rate: options.rate,
    maxRequests: plan.most,
    planned: plan.planned,
    secondLooks: maxSecondLooks,
    signal: options.signal,
    onExchange: (...exchange) => {
      options.onExchange?.(...exchange);
      emit({ type: "asking", sent: conversation.sent, most: plan.most });
    },
  });
  return conversation;
}

/** What a run has shown, and how long it took. */
interface RunOutcome {
  conversation: Conversation;
  started: Date;
  milliseconds: number;
  register: RegisterOutcome;
  cases: readonly Result[];
  stopped: string | undefined;
}

function reportBody(options: RunOptions, plan: Plan, redact: Redact, seen: RunOutcome): ReportBody {
  const { conversation, register, cases, stopped } = seen;
  const subjectsOfCases = [...new Set(cases.map(({ subject }) => subject))];
  const subjects: ReportedSubject[] = [
    ...register.subjects,
    ...subjectsOfCases.map((name): ReportedSubject => ({ name, interface: "B", rows: 0 })),
  ];
  return {
    schema: 1,
    suite,
    target: {
      baseUrl: redact(options.baseUrl),
      ...(options.graphqlUrl === undefined ? {} : { graphqlUrl: redact(options.graphqlUrl) }),
      kind: options.kind ?? "live",
    },
    started: seen.started.toISOString(),
    milliseconds: seen.milliseconds,
    seed: plan.seed,
    requests: {
      sent: conversation.sent,
      planned: plan.planned,
      most: plan.most,
      ...(conversation.looked > 0 ? { secondLooks: conversation.looked } : {}),
    },
    ...(stopped === undefined ? {} : { stopped }),
    failOn: options.failOn ?? "must",
    requirements: [...plan.registerRequirements, ...plan.caseRequirements].map((one) => ({
      id: one.id,
      level: one.level,
      title: one.title,
      section: one.section,
      ...contractOf(one, repository),
    })),
    subjects: subjects.map((subject) => ({
      ...subject,
      milliseconds: Math.round(conversation.spentOn(subject.name)),
    })),
    results: [...register.results, ...cases],
  };
}

/** Whether the token is for GraphQL too: it goes to one origin, and a header of the user comes first. */
function takesToken(options: RunOptions): boolean {
  const { baseUrl, graphqlUrl, graphqlHeaders = {} } = options;
  if (!usesTokens(options) || Object.keys(graphqlHeaders).some((name) => name.toLowerCase() === "authorization"))
    return false;
  return graphqlUrl !== undefined && new URL(graphqlUrl).origin === new URL(baseUrl).origin;
}

function judgeRegister(
  options: RunOptions,
  plan: Plan,
  { width, operations }: Required<Pick<Replay, "width">> & { operations: readonly Operation[] },
  conversation: Conversation,
  redact: Redact,
  emit: (event: RunEvent) => void,
): Promise<RegisterOutcome> {
  const target = {
    baseUrl: options.baseUrl,
    // A contract may have tokens alone. A recording has none, and what is reported about its requests says where one stood.
    key: keyHeader === "" ? undefined : options.key,
    usesToken: usesTokens(options) || (keyHeader === "" && options.kind === "recording"),
    headers: options.headers,
    wrongKey: seededRandom(plan.seed, "wrong key").uuid().replaceAll("-", ""),
    xmlBy: options.xmlBy ?? { by: "accept" as const },
  };
  const asker = new RegisterAsker(conversation, target, plan.seed, width, operations);
  const judging = {
    target,
    requirements: plan.registerRequirements,
    mock: options.kind === "mock",
    show: options.evidence ?? "shape",
    redact,
  };
  return new RegisterRun(options, plan, asker, judging, emit).judge();
}

async function judgeGraphQL(
  options: RunOptions,
  plan: Plan,
  contract: CasesContract,
  conversation: Conversation,
  redact: Redact,
): Promise<Result[]> {
  const { graphqlUrl, cases = [], graphqlHeaders: headers = {}, evidence: show = "shape" } = options;
  if (plan.caseRequirements.length === 0) return [];
  if (graphqlUrl === undefined) {
    const unjudged: Unjudged =
      options.kind === "mock"
        ? { state: "not applicable", reason: "the mock has only REST" }
        : { state: "not tested", reason: "no address was given (--graphql-url)" };
    return judgeCases(plan.caseRequirements, contract, unjudged, [], redact);
  }
  const token = takesToken(options) ? { authorization: tokenHeader } : {};
  const target = { url: graphqlUrl, headers: { ...token, ...headers }, cases };
  const replies = await askCases(conversation, target, contract, seededRandom(plan.seed, "cases"), plan.audits);
  const view = casesView(replies, cases, show, contract);
  return judgeCases(plan.caseRequirements, contract, view, Object.keys(headers), redact);
}
