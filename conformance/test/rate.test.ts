import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { exitCode } from "../src/index.ts";
import { serve, servedKey, serveRecording } from "./serve.ts";
import { failures, fastClock, judge, judgeThrough, recorded } from "./through.ts";

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
  expect(report.requests.sent).toBe(1);
  expect(report.stopped).toContain("the service asks clients to wait 60 minutes (status 429, Retry-After)");
  expect(exitCode(report)).toBe(2);
});

test("a service that asks for it half-way stops the run, whatever was judged before", async () => {
  const { clock, waits } = fastClock();
  const report = await judgeThrough(
    (_, response, count) => {
      if (count < 60) return false;
      response.writeHead(503, { "retry-after": "90" }).end();
      return true;
    },
    { clock },
  );
  expect(waits).toEqual([]);
  expect(report.requests.sent).toBe(60);
  expect(report.stopped).toContain("90 seconds (status 503");
  expect(report.counts.pass).toBeGreaterThan(100);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("so does an interface B that asks for it", async () => {
  let asked = 0;
  await using graphql = await serve((_, response) => {
    asked += 1;
    response.writeHead(429, { "retry-after": "36000" }).end();
  });
  await using server = await serveRecording(await recorded(), () => false);
  const report = await judge(server.url, {
    only: ["REG-JSON", "CASE"],
    operations: ["drzava"],
    graphqlUrl: graphql.url,
  });
  expect(asked).toBe(1);
  expect(report.stopped).toContain("wait 10 hours");
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
  expect(report.verdict).toContain(" conforms (");
  const told = report.results
    .filter(({ requirement }) => requirement === "REG-INFO-08")
    .map(({ reason = "" }) => reason);
  expect(told).toHaveLength(operations.length);
  const shown = isAnswer ? `without a key: ${how.slice(0, 3)}, ` : "without a key: no response, ";
  expect(told.filter((reason) => !reason.startsWith(shown))).toEqual([]);
  const ofKeys = report.results.filter(({ requirement }) => requirement.startsWith("REG-KEY"));
  expect(ofKeys.length).toBeGreaterThan(60);
  // An answer without data keeps the promise, and the report names its status; no answer may be an outage.
  expect(new Set(ofKeys.map(({ state }) => state))).toEqual(new Set([isAnswer ? "pass" : "not tested"]));
  expect(new Set(ofKeys.map(({ reason }) => reason?.split(/[,:]/)[0]))).toEqual(
    new Set([isAnswer ? `status ${how.slice(0, 3)}` : "no data and no response"]),
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
    new Set(["not tested: status 429, which valid keys get as well"]),
  );
  expect(exitCode(report)).toBe(0);
});

test("a storm of 429 from the first request on is an error", async () => {
  await using server = await serve((_, response) => response.writeHead(429, { "retry-after": "0" }).end());
  const report = await judge(server.url);
  expect(report.stopped).toContain("429");
  expect(exitCode(report)).toBe(2);
});
