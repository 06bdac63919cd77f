import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { exitCode, type Report } from "../src/index.ts";
import { applyBaseline, makeBaseline } from "../src/report/baseline.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { accessBy, missingHint, refusedHint, servedAccess, withShellAccess } from "./support/access.ts";
import { serveRecording } from "./support/serve-recording.ts";
import { failures, fastClock, judge, judgeThrough, recorded } from "./support/through.ts";

/** For what is about one of these operations: the others are judged on their own. */
const ofFew = { operations: ["drzava", "jezik", "gfi", "vrsta_gfi_dokumenta"] };

/** Judges the recorded service over HTTP, and judges the recording of that run again; `before` may handle some requests. */
async function judgeTwice(
  before: Parameters<typeof judgeThrough>[0],
  operations?: readonly string[],
): Promise<[report: Report, again: Report]> {
  await using server = await serveRecording(await recorded(), before);
  const only = ["REG"];
  const options = { baseUrl: server.url, ...servedAccess, seed: 7, only, clock: fastClock().clock, operations };
  const { report, recording } = await recordRun(options);
  return [report, await judgeRecording(recording, undefined, { only })];
}

test("over HTTP, the sound service conforms", async () => {
  const report = await judgeThrough(() => false);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(0);
});

test("a port where nothing is listening is an error that says so", async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  const report = await judge(server.url);
  // The address: it may be that of a proxy.
  expect(report.stopped).toContain(`(ECONNREFUSED ${new URL(server.url).host})`);
  expect(exitCode(report)).toBe(2);
});

test("a host that does not exist is an error that says so", async () => {
  const report = await judge("http://registar.primjer.invalid");
  expect(report.stopped).toMatch(/\((ENOTFOUND|EAI_AGAIN) registar\.primjer\.invalid\)/);
  expect(exitCode(report)).toBe(2);
});

test("of a host with several addresses, each that was tried is named", async () => {
  const one = (address: string): Error =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:80`), { code: "ECONNREFUSED", address, port: 80 });
  const cause = Object.assign(new AggregateError([one("::1"), one("127.0.0.1")]), { code: "ECONNREFUSED" });
  const report = await judge("http://registar.primjer.hr", {
    fetch: () => Promise.reject(new TypeError("fetch failed", { cause })),
  });
  expect(report.stopped).toContain("nothing is listening at that address (ECONNREFUSED ::1:80 127.0.0.1:80)");
});

test("a service without TLS at an https URL is an error that says so", async () => {
  await using server = await serve((_request, response) => response.end());
  const report = await judge(server.url.replace("http:", "https:"));
  expect(report.stopped).toContain("the server does not speak TLS: should it be http:// instead of https://?");
  expect(exitCode(report)).toBe(2);
});

test.for(["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
  "for a certificate that is not trusted, the message says how to trust it, and there is no retry: %s",
  async (code) => {
    const cause = Object.assign(new Error("a certificate"), { code });
    const report = await judge("https://registar.primjer.hr", {
      fetch: () => Promise.reject(new TypeError("fetch failed", { cause })),
    });
    expect(report.stopped).toContain("NODE_EXTRA_CA_CERTS=FILE adds");
    expect(report.requests.sent).toBe(1);
  },
);

test("if only GraphQL is there, the message says how to judge it alone", async () => {
  await using server = await serve((_, response) => response.writeHead(404).end());
  const graphqlUrl = `${server.url}/graphql`;
  expect((await judge(server.url, { graphqlUrl })).stopped).toContain("to judge GraphQL alone, add --only CASE");
  expect((await judge("http://127.0.0.1:9", { graphqlUrl })).stopped).toContain("add --only CASE");
  expect((await judge(server.url)).stopped).not.toContain("--only");
});

test("a timeout longer than timers allow does not fire at once", async () => {
  const slow = async (_url: string, { signal }: RequestInit): Promise<Response> => {
    await setTimeout(20);
    signal?.throwIfAborted();
    return new Response("[]");
  };
  const report = await judge("http://registar.primjer.hr", {
    timeout: 3_000_000_000,
    fetch: slow,
    only: ["REG-JSON-01"],
    operations: ["jezik"],
  });
  expect(report.stopped).toBeUndefined();
  expect(exitCode(report)).toBe(0);
});

test("connections that are reset are an error", async () => {
  await using server = await serve((request) => request.socket.destroy());
  expect(exitCode(await judge(server.url))).toBe(2);
});

test("responses that break off are an error, never a failure of JSON", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/drzava")) return false;
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" }).write("[{");
    setImmediate(() => response.destroy());
    return true;
  }, ofFew);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a compressed response that is truncated every time is a failure of the service", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/drzava") || request.headers.accept !== "application/json") return false;
    const whole = gzipSync('[{"id":1,"naziv":"Hrvatska"}]');
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(whole.subarray(0, whole.length - 12));
    return true;
  }, ofFew);
  expect(failures(report)).toContain("REG-JSON-01 drzava");
  expect(exitCode(report)).toBe(1);
});

test.for<[string, string, string]>([
  ["gzip that breaks off before its first value", "gzip", gzipSync("[]").subarray(0, 11).toString("latin1")],
  ["invalid brotli", "br", '[{"id":1}]'],
])("a body of %s is judged in a replay as in the run", async ([, encoding, body]) => {
  const handle: Parameters<typeof judgeThrough>[0] = (request, response, count) => {
    // Every JSON response of one operation, and some others: an intermittent fault.
    const isOurs = request.url?.startsWith("/javni/drzava") === true && request.headers.accept === "application/json";
    if (!isOurs && count % 3 !== 0) return false;
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
    response.end(Buffer.from(body, "latin1"));
    return true;
  };
  const [report, again] = await judgeTwice(handle, ["drzava", "jezik", "gfi"]);
  expect(JSON.stringify(report.results)).toContain("a body that does not decompress");
  expect(withShellAccess(again.results)).toEqual(withShellAccess(report.results));
});

test("a service that goes down halfway is an error, whatever was judged before", async () => {
  const report = await judgeThrough((_, response, count) => {
    if (count < 120) return false;
    response.writeHead(503).end();
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  expect(
    report.results.some(({ reason }) => reason?.endsWith("in the end status 503 for an operation that had responded")),
  ).toBe(true);
});

test("a service that resets connections from halfway on is no change from a baseline", async () => {
  const baseline = makeBaseline(await judgeRecording(await recorded(), undefined, { only: ["REG"] }));
  const report = await judgeThrough((_, response, count) => {
    if (count >= 120) response.socket?.destroy();
    return count >= 120;
  });
  const judged = applyBaseline(report, baseline, "b.json");
  expect(judged.baseline?.changes).toEqual([]);
  expect(exitCode(judged)).toBe(2);
});

test("an outage in the middle of a run is no failure of the operations that it hit, which a recording knows too", async () => {
  const reports = await judgeTwice((request, response, count) => {
    const isBroken = request.url?.startsWith("/javni/vrsta_gfi_dokumenta") === true;
    if (!isBroken && (count < 100 || count > 130)) return false;
    response.writeHead(503).end();
    return true;
  });
  for (const one of reports) {
    expect(failures(one)).toEqual(["REG-STATUS-01 vrsta_gfi_dokumenta"]);
    const reasons = one.results.filter(({ state }) => state === "error").map(({ reason }) => reason);
    expect(reasons).toContain("status 503, then 200 after the other operations: an intermittent failure");
  }
});

test("with intermittent failures, a service could not be judged", async () => {
  const report = await judgeThrough((_, response, count) => {
    if (count % 17 !== 0) return false;
    response.writeHead(500).end();
    return true;
  });
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  expect(report.results.some(({ reason }) => reason?.includes("an intermittent failure"))).toBe(true);
});

test.for([
  [5, "status 503, then 200 on retry: an intermittent failure, or too many requests: try --rate"],
  [2, "status 503, and no request left to retry: try --rate, or a higher --max-requests"],
] as const)(
  "behind a proxy that limits the rate by status 503, as nginx does, messages name --rate: one in %d",
  async ([every, message]) => {
    const report = await judgeThrough((_, response, count) => {
      if (count % every !== 0) return false;
      response.writeHead(503).end();
      return true;
    });
    expect(failures(report)).toEqual([]);
    expect(exitCode(report)).toBe(2);
    expect(report.results.filter(({ reason }) => reason?.startsWith(message))).not.toEqual([]);
  },
);

test("a connection that served other requests may be closed at any time, which a recording knows too", async () => {
  const kept = new WeakSet<object>();
  let closed = 0;
  const reports = await judgeTwice((request, _, count) => {
    const isKept = kept.has(request.socket);
    kept.add(request.socket);
    if (!isKept || count % 17 !== 0) return false;
    closed += 1;
    request.socket.destroy();
    return true;
  });
  expect(closed).toBeGreaterThan(5);
  for (const { results } of reports) {
    expect(results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
  }
});

test("a status that repeats on one operation while others respond is a failure", async () => {
  const report = await judgeThrough((request, response) => {
    if (!request.url?.startsWith("/javni/vrsta_gfi_dokumenta")) return false;
    response.writeHead(500).end();
    return true;
  }, ofFew);
  expect(failures(report)).toEqual(["REG-STATUS-01 vrsta_gfi_dokumenta"]);
  expect(exitCode(report)).toBe(1);
});

test("a wrong key ends the run after three requests, with a hint at the key", async () => {
  await using server = await serveRecording(await recorded());
  const report = await judge(server.url, accessBy("not-the-key"));
  expect(report.stopped).toContain("3 requests got status 401, and none status 200: ");
  expect(report.stopped).toContain(refusedHint);
  expect(report.requests.sent).toBe(3);
  expect(exitCode(report)).toBe(2);
});

test.each([
  ["once", 1, {}],
  ["for a while", 3, {}],
  ["for an hour", 1, { "retry-after": "3600" }],
  ["and then again, between two refusals", 4, {}],
] as const)("a wrong key ends the run soon, also if the service wants no requests %s", async (_, busy, headers) => {
  let sent = 0;
  await using server = await serve((_request, response) => {
    sent += 1;
    const isBusy = busy === 4 ? sent > 1 && sent < 5 : sent <= busy;
    response.writeHead(isBusy ? 429 : 401, isBusy ? headers : {}).end();
  });
  const report = await judge(server.url, accessBy("not-the-key"));
  expect(report.stopped).toContain("3 requests got status 401, and none status 200: ");
  expect(report.stopped).toContain(refusedHint);
  expect([exitCode(report), report.requests.sent]).toEqual([2, busy === 4 ? 6 : 3 + busy]);
});

test.each([undefined, ["sud"]])(
  "without a key, a run that is refused ends after three requests, and says where to get one",
  async (operations) => {
    let sent = 0;
    await using server = await serve((_request, response) => response.writeHead(sent++ === 1 ? 403 : 401).end());
    const report = await judge(server.url, { key: undefined, headers: {}, operations });
    expect(report.stopped).toContain("got status 401 or 403,");
    expect(report.stopped).toContain(missingHint);
    expect([report.requests.sent, exitCode(report)]).toEqual([3, 2]);
  },
);

test("operations that are closed to a key do not end the run, though they come first", async () => {
  const report = await judgeThrough((request, response) => {
    if (!/^\/javni\/(sjediste|ino_registar|skracena_tvrtka|temeljni_kapital)\?/.test(request.url ?? "")) return false;
    response.writeHead(403).end();
    return true;
  });
  expect(report.stopped).toBeUndefined();
  const closed = ["sjediste", "ino_registar", "skracena_tvrtka", "temeljni_kapital"];
  expect(failures(report)).toEqual(closed.map((name) => `REG-STATUS-01 ${name}`));
});

test("the budget is never exceeded, and what was not sent is not a failure", async () => {
  const report = await judgeThrough(() => false, { maxRequests: 60 });
  expect(report.requests.sent).toBe(60);
  expect(failures(report)).toEqual([]);
  expect(report.results.filter(({ state }) => state === "error")).toEqual([]);
  expect(report.results.filter(({ reason }) => reason?.includes("--max-requests")).length).toBeGreaterThan(100);
  expect(report.verdict).toMatch(
    /conforms \(\d+ of \d+ requirements judged on \d of \d+ operations and \d+ of at least \d+ rows/,
  );
  expect(exitCode(report)).toBe(0);
});

test("requests keep to the rate", async () => {
  const starts: number[] = [];
  let now = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    // A wait that nobody waits for ends after the next request.
    await setTimeout(1);
    now += milliseconds;
  };
  await judgeThrough(
    () => {
      starts.push(now);
      return false;
    },
    { rate: 6, clock: { now: () => now, sleep }, operations: ["drzava"] },
  );
  expect(starts.length).toBeGreaterThan(4);
  expect(starts.slice(1).every((start, index) => start - (starts[index] ?? 0) >= 9_999)).toBe(true);
});
