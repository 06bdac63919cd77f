import { firstRows, limitsFrom, widestLimit } from "../checks/probe.ts";
import { operations as allOperations } from "../contract/operations.ts";
import { requestId } from "../evidence/request.ts";
import { systemClock } from "../exchange/pace.ts";
import { createRecorder, type Recording, replayFetch, replayKey } from "../exchange/recording.ts";
import { redactor } from "../exchange/redact.ts";
import type { Fetch } from "../exchange/send.ts";
import type { Report } from "../report/report.ts";
import { runConformance, runFrom } from "./run.ts";
import { type RunOptions, secretsOf } from "./run-options.ts";

/** Judges a service and records every exchange. The recording contains rows, but no key. */
export async function recordRun(options: RunOptions): Promise<{ report: Report; recording: Recording }> {
  // Case marks stay: a replay asks for the same cases, and the recorded rows reveal as much.
  const recorder = createRecorder(redactor(secretsOf({ key: options.key, graphqlHeaders: options.graphqlHeaders })));
  const report = await runConformance({ ...options, onExchange: recorder.onExchange });
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

/** Judges a recording, offline. */
export function judgeRecording(
  recording: Recording,
  fetch: Fetch = replayFetch(recording),
  options: Pick<RunOptions, "operations" | "only" | "failOn" | "evidence" | "onEvent"> = {},
): Promise<Report> {
  const run = recording.log._run;
  const operations = options.operations ?? run.operations;
  const only = options.only ?? run.only;
  // What is picked for the replay has a plan of its own.
  const isWhole = options.operations === undefined && options.only === undefined;
  return runFrom(isWhole ? widestLimit : widthOf(recording, operations), {
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
    timeout: 60_000,
    // A recording responds at once: there is no point in waiting before a retry.
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    fetch,
  });
}

/** The limit with which the recorded run got the first rows of the first paged one of these operations. */
export function widthOf({ log }: Recording, names: readonly string[] | undefined): number {
  const first = allOperations.find(({ name, paged }) => paged && (names === undefined || names.includes(name)));
  if (first === undefined) return widestLimit;
  const answered = new Set(log.entries.filter(({ response }) => response.status === 200).map(({ _id }) => _id));
  const isAnswered = (width: number): boolean =>
    answered.has(requestId({ operation: first, query: firstRows(first, width), as: "json", key: "valid" }));
  return limitsFrom(widestLimit).find(isAnswered) ?? widestLimit;
}
