import { expect, test } from "vitest";
import { serverOptions, smallServer } from "../../test/support/targets.ts";
import { makePlan } from "./plan.ts";
import { judgeRecording, recordRun } from "./recorded-run.ts";
import type { RunOptions } from "./run-options.ts";

test("a recording without audits is judged without them", async () => {
  await using server = await smallServer();
  const { recording } = await recordRun({ ...serverOptions(server), only: ["CASE-INFO-04"], audits: false });
  const { results } = await judgeRecording(recording, undefined, { only: ["CASE-INFO-04"] });
  expect(results).toMatchObject([{ state: "not tested", reason: "the audits were not run" }]);
});

const refuses =
  (status: number, isRefused: (url: URL) => boolean): NonNullable<RunOptions["fetch"]> =>
  (url, init) =>
    isRefused(new URL(url)) ? Promise.resolve(new Response("", { status })) : fetch(url, init);
const ofGfi = ({ pathname }: URL): boolean => pathname === "/javni/gfi";
const isLarge = ({ searchParams }: URL): boolean => Number(searchParams.get("limit")) > 100;
const unknownHost: NonNullable<RunOptions["fetch"]> = (url, init) =>
  ofGfi(new URL(url)) ? Promise.reject(Object.assign(new Error("lost"), { code: "ENOTFOUND" })) : fetch(url, init);
const part = { only: ["REG-STATUS", "REG-PAGE", "REG-SAME"], operations: ["sjediste", "gfi", "jezik"] };

test.for<[string, Partial<RunOptions>, retries: number | undefined]>([
  ["of a part", part, undefined],
  ["of a mock", { ...part, kind: "mock" }, undefined],
  ["without budget for a retry", { ...part, fetch: refuses(503, ofGfi) }, 0],
  ["without budget for smaller limits", { ...part, fetch: refuses(400, isLarge) }, 0],
  ["with a large budget", {}, 200],
  ["in which a retry was pointless", { ...part, only: ["REG-STATUS", "REG-KEY"], fetch: unknownHost }, 20],
])("a replay judges a run %s as the run did", async ([, changed, retries]) => {
  await using server = await smallServer();
  const options = { ...serverOptions(server), ...changed };
  const maxRequests = retries === undefined ? undefined : makePlan({ ...options, maxRequests: 1 }).planned + retries;
  const { report, recording } = await recordRun({ ...options, maxRequests });
  const replayed = await judgeRecording(recording);
  expect(replayed.results).toEqual(report.results);
  expect(replayed.requests).toEqual(report.requests);
  expect(replayed.conclusion).toBe(report.conclusion);
});
