import { expect, test } from "vitest";
import type { Recording } from "../exchange/recording.ts";
import type { Settings } from "../options/table.ts";
import { planOf, replayRun, serviceRun } from "./what-to-run.ts";

const baseUrl = "https://registar.primjer.hr";
const graphqlUrl = "https://predmeti.primjer.hr/graphql";

test("a run of everything is whole, and one of some requirements or operations is a part", () => {
  expect(serviceRun({ baseUrl })).toMatchObject({ isPart: false, options: { baseUrl } });
  expect(serviceRun({ baseUrl, only: ["REG-KEY"] }).isPart).toBe(true);
  expect(serviceRun({ baseUrl, operation: ["sud.list"] }).isPart).toBe(true);
});

test("GraphQL alone is asked below its own root", () => {
  expect(serviceRun({ graphqlUrl, only: ["CASE"] }).options.baseUrl).toBe(new URL(graphqlUrl).origin);
  expect(() => serviceRun({ graphqlUrl })).toThrow("no base URL: give the service's root with --base-url");
});

test("only a plan may have no base URL", () => {
  expect(planOf({}).plan.planned).toBeGreaterThan(0);
  expect(() => serviceRun({})).toThrow("no base URL");
});

test("tokens need their secret before anything is sent", () => {
  const settings = { baseUrl, tokenUrl: `${baseUrl}/token`, clientId: "trial" };
  expect(() => serviceRun(settings)).toThrow("no secret: set COURT_REGISTER_CLIENT_SECRET");
  expect(serviceRun(settings, "a-secret-of-a-trial").options.clientSecret).toBe("a-secret-of-a-trial");
});

test.each<[what: string, settings: Settings, recorded: Partial<Recording["log"]["_run"]>, isPart: boolean]>([
  ["a whole recording", {}, {}, false],
  ["a part of it", { only: ["REG-KEY"] }, {}, true],
  ["the recording of a part", {}, { only: ["REG-KEY"] }, true],
])("a replay of %s", (_, settings, recorded, isPart) => {
  const recording = { log: { _run: { baseUrl, ...recorded } } } as Recording;
  // What is about asking is the recording's own.
  const run = replayRun({ ...settings, baseUrl: "https://drugi.primjer.hr", seed: "7" }, recording);
  expect(run.isPart).toBe(isPart);
  expect(run.options).not.toHaveProperty("baseUrl");
  expect(run.options).not.toHaveProperty("seed");
  expect(() => replayRun({ ...settings, record: "again" }, recording)).toThrow("use only one of them");
});
