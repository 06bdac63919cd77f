import type { IncomingMessage, ServerResponse } from "node:http";
import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { exitCode } from "../src/index.ts";
import { defaultMaxRequests } from "../src/run/plan.ts";
import { keyKind, sentAccess } from "./support/access.ts";
import { failures, fastClock, judge, judgeThrough } from "./support/through.ts";

test.for(["Thu, 20 Nov 2025 10:00:01 GMT", undefined])(
  "a service that limits the rate, and responds on retry, is judged: Retry-After %s",
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
    expect(report.requests.sent).toBeLessThanOrEqual(defaultMaxRequests());
    if (retryAfter !== undefined) expect(waits).toContain(1_000);
    // After the first refusal, requests are further apart.
    expect(waits.filter((wait) => wait === 25).length).toBeGreaterThan(10);
  },
);

/** The pauses of a run, without the waits that the service asks for, if it refuses some requests. */
async function pausesThrough(isRefused: (count: number, now: number) => boolean): Promise<number[]> {
  const { clock, waits } = fastClock();
  const report = await judgeThrough(
    (_, response, count) => {
      if (!isRefused(count, clock.now())) return false;
      response.writeHead(429, { "retry-after": "10" }).end();
      return true;
    },
    { clock },
  );
  expect(failures(report)).toEqual([]);
  return waits.filter((wait) => wait !== 10_000);
}

test("a service that refuses every seventh request is not asked more and more slowly", async () => {
  const pauses = await pausesThrough((count) => count % 7 === 0);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(10_000);
});

test("a service that allows twelve requests a minute is not asked faster once no retry is left", async () => {
  let allowed: number[] = [];
  const pauses = await pausesThrough((_, now) => {
    allowed = allowed.filter((at) => at > now - 60_000);
    const isAllowed = allowed.length < 12;
    if (isAllowed) allowed.push(now);
    return !isAllowed;
  });
  // Good responses halve the pause, and refusals bring it back to a second, retried or not.
  expect(pauses.slice(-100).filter((pause) => pause < 250)).toEqual([]);
  expect(pauses.at(-1)).toBe(1_000);
});

test("a rate limit that takes more retries than the budget allows is an error", async () => {
  const refuse = (_: IncomingMessage, response: ServerResponse, count: number): boolean => {
    if (count < 40 || count % 3 !== 0) return false;
    response.writeHead(429, { "retry-after": "0" }).end();
    return true;
  };
  const report = await judgeThrough(refuse, { clock: fastClock().clock });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a service that asks to come back in an hour is not waited for", async () => {
  const { clock, waits } = fastClock();
  await using server = await serve((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
  const report = await judge(server.url, { clock });
  expect(waits).toEqual([]);
  // The second request asks another operation, whose rate may be limited on its own.
  expect(report.requests.sent).toBe(2);
  expect(report.stopped).toContain("the service asks clients to wait 60 minutes (status 429, Retry-After)");
  expect(exitCode(report)).toBe(2);
});

test("a service that asks for a long wait halfway stops the run, whatever was judged before", async () => {
  const { clock, waits } = fastClock();
  const refused: [count: number, path: string | undefined][] = [];
  const report = await judgeThrough(
    (request, response, count) => {
      // To a request without the key, 503 is a refusal like any other.
      if (count < 60 || keyKind(request.headers) !== "valid") return false;
      refused.push([count, request.url?.split("?")[0]]);
      response.writeHead(503, { "retry-after": "90" }).end();
      return true;
    },
    { clock },
  );
  expect(waits).toEqual([]);
  expect(new Set(refused.map(([, path]) => path)).size).toBe(2);
  expect(refused.map(([count]) => count)).toEqual([expect.any(Number), report.requests.sent]);
  expect(report.stopped).toContain("90 seconds (status 503");
  expect(report.counts.pass).toBeGreaterThan(100);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test.for([
  ["sjediste", 429, 0],
  ["gfi", 503, 4],
] as const)(
  "an operation that alone asks for a long wait is an error, and the others are judged: %s, status %i after %i",
  async ([name, status, allowed]) => {
    const { clock, waits } = fastClock();
    let asked = 0;
    const report = await judgeThrough(
      (request, response) => {
        if (request.url?.split("?")[0] !== `/javni/${name}`) return false;
        asked += 1;
        if (asked <= allowed) return false;
        response.writeHead(status, { "retry-after": "3600" }).end();
        return true;
      },
      { clock },
    );
    const why = `the service asks clients to wait 60 minutes (status ${status}, Retry-After): run again after that, with --rate`;
    expect(asked).toBe(allowed + 1);
    expect(waits.filter((wait) => wait > 1_000)).toEqual([]);
    expect(failures(report)).toEqual([]);
    expect(report.stopped).toBeUndefined();
    const errors = report.results.filter(({ state }) => state === "error");
    expect(new Set(errors.map(({ subject, reason }) => `${subject}: ${reason}`))).toEqual(new Set([`${name}: ${why}`]));
    expect(errors).toContainEqual(expect.objectContaining({ requirement: "REG-STATUS-01" }));
    const passes = report.results.filter(
      ({ requirement, state }) => requirement === "REG-STATUS-01" && state === "pass",
    );
    expect(passes).toHaveLength(operations.length - 1);
    expect(exitCode(report)).toBe(2);
  },
);

test("that the service is up is seen at an operation that did not ask for a long wait", async () => {
  let asked = 0;
  const report = await judgeThrough(
    (request, response) => {
      const path = request.url?.split("?")[0];
      if (path === "/javni/sjediste") asked += 1;
      const isGone = path === "/javni/vrsta_gfi_dokumenta";
      if (isGone) response.writeHead(404).end();
      else if (path === "/javni/sjediste" && asked > 2) response.writeHead(429, { "retry-after": "3600" }).end();
      else return false;
      return true;
    },
    { operations: ["sjediste", "gfi", "vrsta_gfi_dokumenta"], only: ["REG-STATUS"], clock: fastClock().clock },
  );
  // Of the last operation, only what responds after it shows that the service was not down.
  expect(report.results.map(({ subject, state }) => `${subject}: ${state}`)).toEqual([
    "sjediste: error",
    "gfi: pass",
    "vrsta_gfi_dokumenta: fail",
  ]);
});

test("GraphQL stops the run too if it asks for a long wait", async () => {
  let asked = 0;
  await using graphql = await serve((_, response) => {
    asked += 1;
    response.writeHead(429, { "retry-after": "36000" }).end();
  });
  const report = await judgeThrough(() => false, {
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
  "a closed connection": (request) => void request.socket.destroy(),
};

test.for(Object.keys(refusesBy))("a request without a valid key is sent once: refused by %s", async (how) => {
  const isResponse = how !== "a closed connection";
  const { clock, waits } = fastClock();
  const refused: string[] = [];
  const report = await judgeThrough(
    (request, response) => {
      if (keyKind(request.headers) === "valid") return false;
      refused.push(`${request.url} ${request.headers.accept} ${sentAccess(request.headers)}`);
      refusesBy[how]?.(request, response);
      return true;
    },
    { clock },
  );
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(0);
  expect(waits).toEqual([]);
  expect(refused.length).toBeGreaterThan(60);
  expect(new Set(refused).size).toBe(refused.length);
  expect(report.verdict).toContain(" conforms (");
  const observed = report.results
    .filter(({ requirement }) => requirement === "REG-INFO-08")
    .map(({ reason = "" }) => reason);
  expect(observed).toHaveLength(operations.length);
  const start = isResponse ? `without a key: ${how.slice(0, 3)}, ` : "without a key: no response, ";
  expect(observed.filter((reason) => !reason.startsWith(start))).toEqual([]);
  const ofKeys = report.results.filter(({ requirement }) => requirement.startsWith("REG-KEY"));
  expect(ofKeys.length).toBeGreaterThan(60);
  // A response without data passes, and the report names its status; no response may be an outage.
  expect(new Set(ofKeys.map(({ state }) => state))).toEqual(new Set([isResponse ? "pass" : "not tested"]));
  expect(new Set(ofKeys.map(({ reason }) => reason?.split(/[,:]/)[0]))).toEqual(
    new Set([isResponse ? `status ${how.slice(0, 3)}` : "no data and no response"]),
  );
});

test("a refusal by a status that valid keys get as well says nothing about the key", async () => {
  const { clock } = fastClock();
  let valid = 0;
  const report = await judgeThrough(
    (request, response) => {
      const isValid = keyKind(request.headers) === "valid";
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
