import { growingRedactor } from "#kit/redact";
import { firstRows, limitsFrom, widestLimit } from "../checks/probe.ts";
import { type Contract, presentContract } from "../contract/contract.ts";
import { operations as allOperations } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { requestId } from "../evidence/request.ts";
import { systemClock } from "../exchange/pace.ts";
import { createRecorder, type Recording, replay } from "../exchange/recording.ts";
import type { Send } from "../exchange/send.ts";
import type { Report } from "../report/report.ts";
import { runWith } from "./run.ts";
import { type RunOptions, secretsOf } from "./run-options.ts";

/**
 * Judges a service and records every exchange. The recording contains rows, but no key.
 *
 * @param contract - What is judged by. @defaultValue the contract of the specs
 */
export async function recordRun(
  options: RunOptions,
  send?: Send,
  contract?: Contract,
): Promise<{ report: Report; recording: Recording }> {
  // Case marks stay: a replay asks for the same cases, and the recorded rows reveal as much.
  const { redact, add } = growingRedactor(secretsOf({ ...options, cases: [] }));
  const recorder = createRecorder(redact);
  const report = await runWith({ send, onToken: add, contract }, { ...options, onExchange: recorder.onExchange });
  const { graphqlUrl, operations, only, audits, maxRequests } = options;
  const recording = recorder.recording({
    baseUrl: options.baseUrl,
    ...(graphqlUrl === undefined ? {} : { graphqlUrl }),
    ...(operations === undefined ? {} : { operations }),
    ...(only === undefined ? {} : { only }),
    ...(audits === undefined ? {} : { audits }),
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(options.kind === "mock" ? { mock: true } : {}),
    cases: options.cases ?? [],
    xmlBy: options.xmlBy ?? { by: "accept" },
    seed: report.seed,
  });
  return { report, recording };
}

/** The key of a replay: recordings contain none, and what is reported about requests with a key must differ from those without. */
const replayKey = "the-key-of-a-replay";

/** Judges a recording, offline. */
export function judgeRecording(
  recording: Recording,
  send: Send = replay(recording),
  options: Pick<RunOptions, "operations" | "only" | "failOn" | "evidence" | "onEvent"> = {},
  contract: Contract = presentContract,
): Promise<Report> {
  const run = recording.log._run;
  const operations = options.operations ?? run.operations;
  const only = options.only ?? run.only;
  // What is picked for the replay has a plan of its own.
  const isWhole = options.operations === undefined && options.only === undefined;
  return runWith(
    { send, width: isWhole ? widestLimit : widthOf(recording, operations, contract.operations), contract },
    {
      baseUrl: run.baseUrl,
      key: replayKey,
      graphqlUrl: run.graphqlUrl,
      cases: run.cases,
      audits: run.audits,
      xmlBy: run.xmlBy,
      seed: run.seed,
      maxRequests: isWhole ? run.maxRequests : undefined,
      ...options,
      operations,
      only,
      kind: run.mock === true ? "mock" : "recording",
      // A recording responds at once: there is no point in waiting before a retry.
      clock: { ...systemClock, sleep: () => Promise.resolve() },
    },
  );
}

/** The limit with which the recorded run got the first rows of the first paged one of these operations. */
export function widthOf(
  { log }: Recording,
  names: readonly string[] | undefined,
  contract: readonly Operation[] = allOperations,
): number {
  const first = contract.find(({ name, paged }) => paged && (names === undefined || names.includes(name)));
  if (first === undefined) return widestLimit;
  const answered = new Set(log.entries.filter(({ response }) => response.status === 200).map(({ _id }) => _id));
  const isAnswered = (width: number): boolean =>
    answered.has(requestId({ operation: first, query: firstRows(first, width), as: "json", key: "valid" }));
  return limitsFrom(widestLimit).find(isAnswered) ?? widestLimit;
}
