import { startMock } from "@court-register/tools/mock";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { exitCode, type Report, runConformance } from "../src/index.ts";
import { parseCase, parseHeader, splitCases, splitHeaders } from "../src/options/kinds.ts";
import { defaultMaxRequests } from "../src/run/plan.ts";
import { allRequirements } from "../src/topics/catalogue.ts";
import { accessBy } from "./support/access.ts";
import { serverOptions, smallServer } from "./support/targets.ts";

/** One test per requirement, so that the test runner's report has the results of the suite. */
function describeReport(title: string, judge: () => Promise<Report>): void {
  describe(title, () => {
    let report: Report;
    beforeAll(async () => {
      report = await judge();
    });

    test("conforms", () => {
      expect(report.verdict).toContain(" conforms (");
      expect(exitCode(report)).toBe(0);
      expect(report.requests.sent).toBeLessThanOrEqual(defaultMaxRequests());
      expect(report.subjects.filter((subject) => subject.interface === "A")).toHaveLength(operations.length);
    });

    test.for(allRequirements.filter(({ level }) => level !== "INFO"))("$id $title", ({ id }, context) => {
      const ours = report.results.filter(({ requirement }) => requirement === id);
      expect(ours.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
      if (!ours.some(({ state }) => state === "pass")) context.skip(ours[0]?.reason ?? "not judged");
    });
  });
}

async function runMock(): Promise<Report> {
  await using mock = await startMock();
  return await runConformance({ baseUrl: mock.url, ...accessBy("any-key"), kind: "mock" });
}
let known: Promise<Report> | undefined;
const judgeMock = (): Promise<Report> => {
  known ??= runMock();
  return known;
};

describeReport("the mock", judgeMock);

describeReport("the reference server", async () => {
  await using server = await smallServer();
  return await runConformance(serverOptions(server));
});

const liveUrl = process.env.COURT_REGISTER_BASE_URL;
const { COURT_REGISTER_CASES: liveCases = "", COURT_REGISTER_GRAPHQL_HEADERS: liveHeaders = "" } = process.env;
const live = {
  baseUrl: liveUrl ?? "",
  key: process.env.COURT_REGISTER_KEY,
  graphqlUrl: process.env.COURT_REGISTER_GRAPHQL_URL,
  graphqlHeaders: Object.fromEntries(
    splitHeaders(liveHeaders).map((one) => parseHeader(one, "COURT_REGISTER_GRAPHQL_HEADERS")),
  ),
  cases: splitCases(liveCases).map(parseCase),
};

if (liveUrl === undefined)
  test("a live service", ({ skip }) => skip("asked for with COURT_REGISTER_BASE_URL set, and the name of this file"));
else describeReport(`the service at ${new URL(liveUrl).host}`, () => runConformance(live));

test("what a mock cannot show never passes", async () => {
  const report = await judgeMock();
  const beyond = report.results.filter(({ requirement }) => /^REG-(PAGE|TOTAL|KEY)/.test(requirement));
  expect(beyond.length).toBeGreaterThan(100);
  expect(new Set(beyond.map(({ state }) => state))).toEqual(new Set(["not applicable"]));
  expect(beyond.every(({ reason }) => reason !== undefined && reason !== "")).toBe(true);
});
