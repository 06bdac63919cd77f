import { afterAll, beforeAll, expect, test } from "vitest";
import { Screen } from "#kit/screen";
import { operations } from "../src/contract/operations.ts";
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

const mebibyte = new Uint8Array(1024 ** 2).fill(0x20);

/** A body of blanks without end. */
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(mebibyte) });

test("an operation whose rows are always too large could not be judged, and the others are", async () => {
  const { report, recording } = await recordRun({
    ...serverOptions(server),
    only: ["REG-STATUS", "REG-JSON"],
    operations: ["sjediste", "gfi", "jezik"],
    fetch: async (url, init) =>
      url.includes("/javni/sjediste")
        ? new Response(endless(), { headers: { "content-type": "application/json" } })
        : await fetch(url, init),
  });
  for (const one of [report, await judgeRecording(recording)]) {
    expect(one.conclusion).toBe("could not be judged");
    const errors = one.results.filter(({ state }) => state === "error");
    const reason = "a body of more than 16 MiB or 500,000 values: does the service ignore limit?";
    expect(new Set(errors.map((error) => `${error.subject}: ${error.reason}`))).toEqual(
      new Set([`sjediste: ${reason}`]),
    );
    expect(passes(one, "REG-JSON-01")).toBe(2);
  }
});

test.for([{ bound: 15, path: "/gfi", limit: "20" }])(
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
  for (const retries of [0, 2, 8]) {
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
  const report = await runConformance({
    ...serverOptions(server),
    fetch: refusesPages,
    only: ["REG"],
    operations: ["sjediste", "gfi", "drzava"],
  });
  expect(mustFailures(report).map((text) => JSON.parse(text).requirement)).toEqual(["REG-STATUS-01"]);
});

test("a timestamp_id is sent to as many operations as the budget allows, picked by the seed", () => {
  const tried = (options: Partial<RunOptions>): string[] => {
    const { probes } = makePlan({ ...serverOptions(server), ...options });
    return [...probes].flatMap(([name, probe]) => (probe.includes("timestamp") ? [name] : []));
  };
  const some = tried({ seed: 7, maxRequests: 270 });
  expect(some.length).toBeGreaterThan(1);
  expect(some.length).toBeLessThan(operations.length);
  expect(tried({ seed: 7, maxRequests: 270 })).toEqual(some);
  expect(tried({ seed: 8, maxRequests: 270 })).not.toEqual(some);
  expect(tried({ seed: 7 }).length).toBeGreaterThan(0);
  expect(tried({ seed: 7, maxRequests: largeBudget })).toHaveLength(operations.length);
  expect(tried({ seed: 7, only: ["REG-INFO-10"] })).toHaveLength(operations.length);
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
