import type { IncomingMessage, ServerResponse } from "node:http";
import type { Recording } from "../../src/exchange/recording.ts";
import { type Report, type RunOptions, runConformance } from "../../src/index.ts";
import { recordRun } from "../../src/run/recorded-run.ts";
import { servedAccess } from "./access.ts";
import { serveRecording } from "./serve-recording.ts";
import { largeBudget, serverOptions, smallServer } from "./targets.ts";

async function record(): Promise<Recording> {
  await using server = await smallServer(25);
  return (await recordRun({ ...serverOptions(server), only: ["REG"], maxRequests: largeBudget })).recording;
}

let known: Promise<Recording> | undefined;

/** REST of a small reference server, recorded once for the test files of a worker, which only read it. */
export function recorded(): Promise<Recording> {
  known ??= record();
  return known;
}

/** Judges REST of a service, without waiting between requests. */
export const judge = (baseUrl: string, options: Partial<RunOptions> = {}): Promise<Report> =>
  runConformance({
    ...{ baseUrl, ...servedAccess, seed: 7, only: ["REG"], timeout: 5_000, clock: fastClock().clock },
    ...options,
  });

/** Judges the recorded service over HTTP; `before` may handle some requests. */
export async function judgeThrough(
  before: (request: IncomingMessage, response: ServerResponse, count: number) => boolean,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  await using server = await serveRecording(await recorded(), before);
  return await judge(server.url, options);
}

export const failures = (report: Report): string[] => [
  ...new Set(
    report.results
      .filter(({ state }) => state === "fail")
      .map(({ requirement, subject }) => `${requirement} ${subject}`),
  ),
];

/** A clock that never waits. */
export function fastClock(): { clock: NonNullable<RunOptions["clock"]>; waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
  };
}
