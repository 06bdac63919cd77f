import { createRecorder, type Recording } from "../exchange/recording.ts";
import { redactor } from "../exchange/redact.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Report } from "../report/report.ts";
import { runConformance } from "./run.ts";
import { secretsOf } from "./secrets.ts";

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
