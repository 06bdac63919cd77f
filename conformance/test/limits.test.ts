import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { maxMebibytes, maxValues } from "../src/evidence/answer.ts";
import { Screen } from "../src/generated/output.ts";
import { type Report, type RunOptions, runConformance } from "../src/index.ts";
import { jobSummary } from "../src/report/github.ts";
import { htmlReport } from "../src/report/html.ts";
import { printSummary } from "../src/report/text.ts";
import { defaultMaxRequests, makePlan } from "../src/run/plan.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { largeBudget, mustFailures, serverOptions, smallServer } from "./support/targets.ts";

/** One for all: what a service refuses or changes is done to its responses. */
let server: Awaited<ReturnType<typeof smallServer>>;
beforeAll(async () => {
  server = await smallServer();
});
afterAll(() => server.close());

const paged = operations.filter((operation) => operation.paged);

/** How often a requirement passed. */
const passes = (report: Report, id: string): number =>
  report.results.filter(({ requirement, state }) => requirement === id && state === "pass").length;

/** Judges a service that refuses some requests with status 400; it conforms, within the budget. */
async function expectConforms(refuses: (url: URL) => boolean): ReturnType<typeof recordRun> {
  const run = await recordRun({
    ...serverOptions(server),
    fetch: (url, init) =>
      refuses(new URL(url)) ? Promise.resolve(new Response("", { status: 400 })) : fetch(url, init),
    audits: false,
  });
  expect(mustFailures(run.report)).toEqual([]);
  expect(run.report.conclusion).toBe("conforms");
  expect(run.report.requests.sent).toBeLessThanOrEqual(defaultMaxRequests());
  return run;
}

test.for([
  { bound: 500, path: "" },
  { bound: 500, path: "/gfi" },
  { bound: 100, path: "" },
  { bound: 100, path: "/gfi" },
  { bound: 20, path: "" },
])(
  "a service that refuses limits above $bound conforms, and gets smaller ones: at javni$path",
  async ({ bound, path }) => {
    const { report, recording: recorded } = await expectConforms(
      ({ pathname, searchParams }) => pathname.includes(`/javni${path}`) && Number(searchParams.get("limit")) > bound,
    );
    expect(passes(report, "REG-PAGE-01")).toBe(paged.length);
    const hasDefaults = report.requirements.some(({ id }) => id === "REG-PAGE-04");
    expect(passes(report, "REG-PAGE-04") > 0).toBe(hasDefaults);
    // A replay sends the requests of the recorded run.
    const again = await judgeRecording(recorded);
    expect(mustFailures(again)).toEqual([]);
    expect(passes(again, "REG-PAGE-01")).toBe(paged.length);
  },
);

/** Judges a service whose responses for one operation are too large, if their limit is: by their bytes, unless otherwise. */
async function judgeLarge(
  operation: string,
  tooLarge: (limit: number) => boolean,
  body: (text: string) => string = (text) => text + " ".repeat(maxMebibytes * 1024 ** 2),
): ReturnType<typeof recordRun> {
  return await recordRun({
    ...serverOptions(server),
    only: ["REG"],
    maxRequests: largeBudget,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { pathname, searchParams } = new URL(url);
      if (pathname !== `/javni/${operation}` || !response.ok) return response;
      if (!tooLarge(Number(searchParams.get("limit") ?? 100))) return response;
      return new Response(body(await response.text()), { headers: response.headers });
    },
  });
}

test("a service whose rows are too large to be read by the thousand conforms, and gets smaller limits", async () => {
  const { report, recording } = await judgeLarge("sjediste", (limit) => limit > 100);
  expect(mustFailures(report)).toEqual([]);
  expect((await judgeRecording(recording)).conclusion).toBe("conforms");
});

test("a service that takes too long for a thousand rows conforms, and gets smaller limits", async () => {
  const { report, recording } = await recordRun({
    ...serverOptions(server),
    only: ["REG"],
    maxRequests: largeBudget,
    timeout: 1_000,
    fetch: async (url, init) => {
      if (Number(new URL(url).searchParams.get("limit")) > 101)
        await new Promise((_, reject) => init.signal?.addEventListener("abort", reject));
      return await fetch(url, init);
    },
  });
  expect(mustFailures(report)).toEqual([]);
  for (const one of [report, await judgeRecording(recording)]) {
    expect(one.conclusion).toBe("conforms");
    expect(passes(one, "REG-PAGE-01")).toBe(paged.length);
  }
});

const manyValues = (text: string): string =>
  text.startsWith("<") ? `<a>${"<b/>".repeat(maxValues + 1)}</a>` : `[${"{},".repeat(maxValues + 1)}{}]`;

test.for([
  ["sjediste", "a body of more than 16 MiB or 500,000 values: does the service ignore limit?", undefined],
  ["sjediste", "a body of more than 16 MiB or 500,000 values: does the service ignore limit?", manyValues],
  ["sud", "a body of more than 16 MiB or 500,000 values", undefined],
] as const)(
  "%s always returns %s, so it could not be judged, and the others are",
  async ([operation, problem, body]) => {
    const { report, recording } = await judgeLarge(operation, () => true, body);
    for (const one of [report, await judgeRecording(recording)]) {
      expect(one.conclusion).toBe("could not be judged");
      const errors = one.results.filter(({ state }) => state === "error");
      expect(new Set(errors.map(({ subject }) => subject))).toEqual(new Set([operation]));
      expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set([problem]));
      expect(passes(one, "REG-JSON-01")).toBe(operations.length - 1);
    }
  },
);

test.for([
  { bound: 5, path: "", limit: "10" },
  { bound: 15, path: "", limit: "20" },
  { bound: 15, path: "/gfi", limit: "20" },
  { bound: 700, path: "/sjediste", limit: "1000" },
])(
  "a service that refuses limits below $bound conforms, and pages are judged with larger ones: at javni$path",
  async ({ bound, path, limit }) => {
    const asked: string[] = [];
    const { report, recording: recorded } = await expectConforms(({ pathname, searchParams }) => {
      asked.push(`${pathname} ${searchParams.get("offset")} ${searchParams.get("limit")}`);
      return pathname.includes(`/javni${path}`) && Number(searchParams.get("limit") ?? bound) < bound;
    });
    for (const id of ["REG-PAGE-01", "REG-PAGE-02", "REG-PAGE-03"]) expect(passes(report, id)).toBe(paged.length);
    expect(passes(report, "REG-TOTAL-03")).toBe(paged.filter(({ declaresTotal }) => declaresTotal).length);
    const observed = report.results
      .filter(({ requirement }) => requirement === "REG-INFO-14")
      .map(({ reason }) => reason);
    expect(observed).toHaveLength(paged.length);
    expect(observed.filter((reason) => /limit=\d+ is refused, limit=\d+ is accepted/.test(reason ?? ""))).toHaveLength(
      1,
    );
    // What was learned once is not tried again.
    expect(asked.filter((one) => Number(one.split(" ")[1]) > 0 && one.endsWith(` ${limit}`)).length).toBeGreaterThan(3);
    expect(mustFailures(await judgeRecording(recorded))).toEqual([]);
  },
);

test.for<[string, (limit: number) => boolean, string]>([
  ["above 20", (limit) => limit > 20, "conforms"],
  ["below 15", (limit) => limit < 15, "could not be judged"],
])("even if the plan takes the whole budget, a refused limit is no failure: %s", async ([, isRefused, withoutRoom]) => {
  const options = {
    ...serverOptions(server),
    only: ["REG-STATUS", "REG-PAGE"],
    operations: ["sjediste", "gfi", "drzava"],
  };
  // With none of the probes that a larger budget adds.
  const { planned } = makePlan({ ...options, maxRequests: 1 });
  const conclusions: string[] = [];
  for (let retries = 0; retries <= 8; retries += 1) {
    const report = await runConformance({
      ...options,
      maxRequests: planned + retries,
      fetch: (url, init) =>
        url.includes("/javni/gfi") && isRefused(Number(new URL(url).searchParams.get("limit") ?? 15))
          ? Promise.resolve(new Response("", { status: 400 }))
          : fetch(url, init),
    });
    expect(report.requests.sent).toBeLessThanOrEqual(planned + retries);
    conclusions.push(report.conclusion);
  }
  expect(conclusions).not.toContain("does not conform");
  expect(conclusions[0]).toBe(withoutRoom);
  expect(conclusions.at(-1)).toBe("conforms");
});

test.for<[string, number, (offset: number, limit: number) => boolean]>([
  ["that is refused with every limit", 400, (offset) => offset > 0],
  ["that fails with a small limit", 500, (_, limit) => limit < 10],
])("a page %s is a failure", async ([, status, isRefused]) => {
  const refusesPages = (url: string, init: RequestInit): Promise<Response> => {
    const { searchParams } = new URL(url);
    return url.includes("/javni/gfi") &&
      isRefused(Number(searchParams.get("offset")), Number(searchParams.get("limit") ?? 100))
      ? Promise.resolve(new Response("", { status }))
      : fetch(url, init);
  };
  const report = await runConformance({ ...serverOptions(server), fetch: refusesPages, only: ["REG"] });
  expect(mustFailures(report).map((text) => JSON.parse(text).requirement)).toEqual(["REG-STATUS-01"]);
});

test("a timestamp_id is sent to as many operations as the budget allows, picked by the seed", async () => {
  const tried = async (options: Partial<RunOptions>): Promise<string[]> => {
    const report = await runConformance({ ...serverOptions(server), ...options });
    expect(report.requests.sent).toBeLessThanOrEqual(options.maxRequests ?? defaultMaxRequests());
    return report.results.filter(({ requirement }) => requirement === "REG-INFO-10").map(({ subject }) => subject);
  };
  const some = await tried({ seed: 7, maxRequests: 270 });
  expect(some.length).toBeGreaterThan(1);
  expect(some.length).toBeLessThan(operations.length);
  expect(await tried({ seed: 7, maxRequests: 270 })).toEqual(some);
  expect(await tried({ seed: 8, maxRequests: 270 })).not.toEqual(some);
  expect((await tried({ seed: 7 })).length).toBeGreaterThan(0);
  expect(await tried({ seed: 7, maxRequests: largeBudget })).toHaveLength(operations.length);
  expect(await tried({ seed: 7, only: ["REG-INFO-10"] })).toHaveLength(operations.length);
});

test("a cap of limit that nobody promised is in the verdict, and in every summary", async () => {
  const judge = (cap: number): Promise<Report> =>
    runConformance({
      ...serverOptions(server),
      operations: ["sjediste", "gfi", "jezik"],
      only: ["REG-PAGE", "REG-INFO-02"],
      fetch: (url, init) => {
        const capped = new URL(url);
        const limit = Number(capped.searchParams.get("limit") ?? 0);
        if (limit > cap) capped.searchParams.set("limit", String(cap));
        return fetch(capped, init);
      },
    });
  const report = await judge(40);
  expect(report.verdict).toMatch(/ conforms \(.*, limit capped at 40\)$/);
  expect(report.subjects.map(({ name, cap }) => [name, cap])).toEqual([
    ["sjediste", 40],
    ["gfi", 40],
    ["jezik", undefined],
  ]);
  const text = "the service caps limit: at most 40 rows on sjediste, gfi.";
  const printed: string[] = [];
  printSummary(new Screen({ write: (part) => printed.push(part) }, {}), report);
  for (const summary of [printed.join(""), htmlReport(report), jobSummary(report)]) expect(summary).toContain(text);
  // All rows at once are no cap, and neither are fewer rows than were asked for.
  const whole = await judge(1_000);
  expect([whole.verdict, jobSummary(whole)].filter((one) => one.includes("cap"))).toEqual([]);
});
