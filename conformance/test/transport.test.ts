import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { Recording } from "../src/exchange/recording.ts";
import { exitCode, type Report, type RunOptions, runConformance } from "../src/index.ts";
import { recordRun } from "../src/run/record.ts";
import { serve, servedKey, serveRecording } from "./serve.ts";
import { serverOptions, smallServer } from "./targets.ts";

let recording: Recording;

beforeAll(async () => {
  await using server = await smallServer();
  ({ recording } = await recordRun({ ...serverOptions(server), only: ["REG"] }));
});

const judge = (baseUrl: string, options: Partial<RunOptions> = {}): Promise<Report> =>
  runConformance({ baseUrl, key: servedKey, seed: 7, only: ["REG"], timeout: 5_000, ...options });

/** Judges the recorded service over sockets, with something in between. */
async function judgeThrough(
  before: (request: IncomingMessage, response: ServerResponse, count: number) => boolean,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  await using server = await serveRecording(recording, before);
  return await judge(server.url, options);
}

const failures = (report: Report): string[] => [
  ...new Set(
    report.results
      .filter(({ state }) => state === "fail")
      .map(({ requirement, subject }) => `${requirement} ${subject}`),
  ),
];

test("over sockets, the sound service conforms", async () => {
  const report = await judgeThrough(() => false);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(0);
});

test("a port where nothing listens is an error that says so", async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  const report = await judge(server.url);
  expect(report.stopped).toContain("ECONNREFUSED");
  expect(exitCode(report)).toBe(2);
});

test("a host that does not exist is an error that says so", async () => {
  const report = await judge("http://registar.primjer.invalid");
  expect(report.stopped).toMatch(/ENOTFOUND|EAI_AGAIN/);
  expect(exitCode(report)).toBe(2);
});

test("a service without TLS at an https address is an error that says so", async () => {
  await using server = await serve((_request, response) => response.end());
  const report = await judge(server.url.replace("http:", "https:"));
  expect(report.stopped).toContain("it does not speak TLS: is it http:// in place of https://?");
  expect(exitCode(report)).toBe(2);
});

test("a service that never answers is an error", async () => {
  await using server = await serve(() => {});
  const report = await judge(server.url, { timeout: 50 });
  expect(report.stopped).toContain("no whole answer within 0.05 s");
  expect(exitCode(report)).toBe(2);
});

test("connections that are reset are an error", async () => {
  await using server = await serve((request) => request.socket.destroy());
  expect(exitCode(await judge(server.url))).toBe(2);
});

test("answers that break off are an error, never a failure of JSON", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/drzava")) return false;
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" }).write("[{");
    setImmediate(() => response.destroy());
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a compressed answer that is cut short every time is a failure of the service", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/drzava") || request.headers.accept !== "application/json") return false;
    const whole = gzipSync('[{"id":1,"naziv":"Hrvatska"}]');
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(whole.subarray(0, whole.length - 12));
    return true;
  });
  expect(failures(report)).toContain("REG-JSON-01 drzava");
  expect(exitCode(report)).toBe(1);
});

test("a service that goes away half-way is an error, whatever was judged before", async () => {
  const report = await judgeThrough((_, response, count) => {
    if (count < 120) return false;
    response.writeHead(503).end();
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  expect(report.results.some(({ reason }) => reason?.includes("no other operation was answered after it"))).toBe(true);
});

/** A clock that nobody waits for. */
function fastClock(): { clock: NonNullable<RunOptions["clock"]>; waits: number[] } {
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

test.for(["1", "Thu, 20 Nov 2025 10:00:01 GMT", undefined])(
  "a service that limits the rate and answers later is judged: Retry-After %s",
  async (retryAfter) => {
    const { clock, waits } = fastClock();
    const report = await judgeThrough(
      (_, response, count) => {
        if (count % 20 !== 0) return false;
        const wait = retryAfter === undefined ? {} : { "retry-after": retryAfter };
        response.writeHead(429, { date: "Thu, 20 Nov 2025 10:00:00 GMT", ...wait }).end();
        return true;
      },
      { clock },
    );
    expect(failures(report)).toEqual([]);
    expect(exitCode(report)).toBe(0);
    expect(report.requests.sent).toBeLessThanOrEqual(250);
    if (retryAfter !== undefined) expect(waits).toContain(1_000);
    // Requests are further apart from the first refusal on.
    expect(waits.filter((wait) => wait === 25).length).toBeGreaterThan(10);
  },
);

test("a rate that is limited further than the budget reaches is an error that says what to do", async () => {
  const report = await judgeThrough((_, response, count) => {
    if (count < 40 || count % 3 !== 0) return false;
    response.writeHead(429, { "retry-after": "0" }).end();
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a service that asks to come back in an hour is not waited for", async () => {
  const { clock, waits } = fastClock();
  await using server = await serve((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
  const report = await judge(server.url, { clock });
  expect(waits).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

const refusesBy: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  "429 and an hour": (_, response) => void response.writeHead(429, { "retry-after": "3600" }).end(),
  "429 alone": (_, response) => void response.writeHead(429).end(),
  "503": (_, response) => void response.writeHead(503).end(),
  "a closed connection": (request) => void request.socket.destroy(),
};

test.for(Object.keys(refusesBy))("a request without a valid key is sent once: refused by %s", async (how) => {
  const isAnswer = how !== "a closed connection";
  const { clock, waits } = fastClock();
  const report = await judgeThrough(
    (request, response) => {
      if (request.headers["ocp-apim-subscription-key"] === servedKey) return false;
      refusesBy[how]?.(request, response);
      return true;
    },
    { clock },
  );
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(0);
  expect(waits).toEqual([]);
  expect(report.requests.sent).toBe(report.requests.planned);
  const ofKeys = report.results.filter(({ requirement }) => requirement.startsWith("REG-KEY"));
  expect(ofKeys.length).toBeGreaterThan(60);
  // An answer without data keeps the promise, and the report names its status; no answer may be an outage.
  expect(new Set(ofKeys.map(({ state }) => state))).toEqual(new Set([isAnswer ? "pass" : "not tested"]));
  expect(new Set(ofKeys.map(({ reason }) => reason?.split(/[,:]/)[0]))).toEqual(
    new Set([isAnswer ? `status ${how.slice(0, 3)}` : "no data and no answer"]),
  );
});

test("a refusal by a status that valid keys meet as well says nothing about the key", async () => {
  const { clock } = fastClock();
  let valid = 0;
  const report = await judgeThrough(
    (request, response) => {
      const isValid = request.headers["ocp-apim-subscription-key"] === servedKey;
      valid += isValid ? 1 : 0;
      if (isValid && valid !== 2) return false;
      response.writeHead(429, { "retry-after": "1" }).end();
      return true;
    },
    { clock, operations: ["drzava", "jezik"] },
  );
  const ofKeys = report.results.filter(({ requirement }) => requirement.startsWith("REG-KEY"));
  expect(new Set(ofKeys.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
    new Set(["not tested: status 429, which the service gives to valid keys as well"]),
  );
  expect(exitCode(report)).toBe(0);
});

test("a query that is refused by the rate is asked again", async () => {
  const { clock, waits } = fastClock();
  let asked = 0;
  await using graphql = await serve((_, response) => {
    asked += 1;
    if (asked % 2 === 1) response.writeHead(429, { "retry-after": "2" }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end('{"data":{"sudovi":[]}}');
  });
  await using server = await serveRecording(recording, () => false);
  const report = await judge(server.url, { only: ["CASE"], graphqlUrl: graphql.url, audits: false, clock });
  expect(waits).toContain(2_000);
  expect(report.results.filter(({ state }) => state === "error")).toEqual([]);
});

test("a storm of 429 from the first request on is an error", async () => {
  await using server = await serve((_, response) => response.writeHead(429, { "retry-after": "0" }).end());
  const report = await judge(server.url);
  expect(report.stopped).toContain("429");
  expect(exitCode(report)).toBe(2);
});

test("errors that come and go are an error, never conforming", async () => {
  const report = await judgeThrough((_, response, count) => {
    if (count % 17 !== 0) return false;
    response.writeHead(500).end();
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  expect(report.results.some(({ reason }) => reason?.includes("comes and goes"))).toBe(true);
});

test("a status that repeats on one operation while others answer is its failure", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/vrsta_gfi_dokumenta")) return false;
    response.writeHead(500).end();
    return true;
  });
  expect(failures(report)).toEqual(["REG-STATUS-01 vrsta_gfi_dokumenta"]);
  expect(exitCode(report)).toBe(1);
});

test("a wrong key for everything ends early, and says to look at the key", async () => {
  await using server = await serveRecording(recording, () => false);
  const report = await judge(server.url, { key: "not-the-key" });
  expect(report.stopped).toContain("--key");
  expect(report.requests.sent).toBeLessThan(120);
  expect(exitCode(report)).toBe(2);
});

test("no key at all ends early, and says where one comes from", async () => {
  await using server = await serve((_request, response) => response.writeHead(401).end());
  const report = await judge(server.url, { key: undefined });
  expect(report.stopped).toContain("no key was given (--key). You find yours in your profile with the service");
  expect(exitCode(report)).toBe(2);
});

test("the budget is never exceeded, and what was not asked is not a failure", async () => {
  const report = await judgeThrough(() => false, { maxRequests: 60 });
  expect(report.requests.sent).toBe(60);
  expect(failures(report)).toEqual([]);
  expect(report.results.filter(({ state }) => state === "error")).toEqual([]);
  expect(report.results.filter(({ reason }) => reason?.includes("--max-requests")).length).toBeGreaterThan(100);
  expect(report.verdict).toMatch(/conforms \(\d+ of \d+ requirements judged on \d of 24 operations and \d+ of at least \d+ rows/);
  expect(exitCode(report)).toBe(0);
});

test("requests keep to the rate", async () => {
  const starts: number[] = [];
  let now = 0;
  const clock = { now: () => now, sleep: async (milliseconds: number) => tick(milliseconds) };
  const tick = (milliseconds: number): void => {
    now += milliseconds;
  };
  await judgeThrough(
    () => {
      starts.push(now);
      return false;
    },
    { rate: 6, clock, operations: ["drzava"] },
  );
  expect(starts.length).toBeGreaterThan(4);
  expect(starts.slice(1).every((start, index) => start - (starts[index] ?? 0) >= 9_999)).toBe(true);
});

test("an address where no GraphQL is, is an error that says so", async () => {
  await using graphql = await serve((_, response) => response.writeHead(404).end("not here"));
  await using server = await serveRecording(recording, () => false);
  const report = await judge(server.url, { only: ["CASE"], graphqlUrl: graphql.url, audits: false });
  expect(failures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")?.reason).toContain(
    "is --graphql-url right?",
  );
  expect(exitCode(report)).toBe(2);
});

test("an address that answers every query with a page could not be judged, though all of interface A conforms", async () => {
  await using graphql = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><html><body>Registar</body></html>"),
  );
  await using server = await serveRecording(recording, () => false);
  const report = await judge(server.url, { only: ["REG", "CASE"], graphqlUrl: graphql.url, audits: false });
  expect(failures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")).toMatchObject({
    state: "error",
    reason: "status 200 with an HTML page, and no query was answered as GraphQL: is --graphql-url right?",
  });
  expect(exitCode(report)).toBe(2);
});

test.for(["[]", "{}", '"x"'])(
  "an address that answers every query with other JSON does not conform: %s",
  async (text) => {
    await using graphql = await serve((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(text),
    );
    await using server = await serveRecording(recording, () => false);
    const report = await judge(server.url, { only: ["CASE"], graphqlUrl: graphql.url, audits: false });
    expect(new Set(failures(report).map((one) => one.split(" ")[0]))).toEqual(
      new Set(["CASE-QUERY-01", "CASE-SCHEMA-07"]),
    );
    expect(exitCode(report)).toBe(1);
  },
);
