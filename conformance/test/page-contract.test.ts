/** What a spec may say beyond the present one is served, judged, and found wrong where it is wrong: on a contract of a page. */
import { document, suiteOperations } from "@court-register/tools/fixed-contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContractService, serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
import { readOperation } from "../src/contract/operations.ts";
import type { WrittenOperation } from "../src/contract/shape/operation.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Report } from "../src/index.ts";
import { recordRun } from "../src/run/recorded-run.ts";

const operations = (suiteOperations as readonly WrittenOperation[]).map(readOperation);
const key = "a-key-of-the-tests";

let service: ContractService;
let recording: Recording;
let report: Report;

beforeAll(async () => {
  service = await serveContract(document, key);
  ({ report, recording } = await recordRun(
    { baseUrl: "http://127.0.0.1", key, fetch: service.fetch as never, seed: 7, only: ["REG"], maxRequests: 400 },
    undefined,
    operations,
  ));
});
afterAll(() => service[Symbol.asyncDispose]());

test("all of it is served", () => {
  expect(service.contract.unserved).toEqual([]);
});

test("a sound service conforms", () => {
  const wrong = report.results.filter(({ state }) => state === "fail" || state === "error");
  expect(wrong).toEqual([]);
  expect(report.conclusion).toBe("conforms");
  expect(recording.log.entries.length).toBeGreaterThan(50);
  console.log(report.results.filter((r) => r.state !== "pass").map((r) => `${r.requirement} ${r.subject} ${r.state}: ${r.reason}`).join("\n"));
});
