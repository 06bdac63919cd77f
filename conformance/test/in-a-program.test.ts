import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { PlanError, type RunOptions, runConformance } from "../src/index.ts";
import { refuseUnusable } from "../src/options/table.ts";
import { recordRun } from "../src/run/recorded-run.ts";
import { serverOptions, smallServer } from "./support/targets.ts";

/** What an unset variable is to a program that is not type-checked. */
const unset = undefined as never;

test.for<[string, Partial<RunOptions>, string]>([
  ["an address that is not a URL", { baseUrl: "registar.primjer.hr" }, "baseUrl is not a URL: registar.primjer.hr"],
  [
    "an address with a password",
    { baseUrl: "https://ja:tajni-kljuc@registar.primjer.hr" },
    "baseUrl contains a user name",
  ],
  [
    "an endpoint with a password",
    { graphqlUrl: "https://:tajni-kljuc@registar.primjer.hr" },
    "graphqlUrl contains a user name",
  ],
  [
    "an address that is not a URL because of its password",
    { baseUrl: "https://ja:tajni/kljuc@primjer.hr" },
    "not a URL: https://…@primjer.hr",
  ],
  ["an address with a query", { baseUrl: "https://primjer.hr/?code=tajni-kljuc" }, "baseUrl has a query or a fragment"],
  ["a key with the line break of its file", { key: "tajni-kljuc\n" }, "is there a line break"],
  ["a key with the blank that `set` of Windows keeps before `&&`", { key: "tajni-kljuc " }, "a blank at its end"],
  ["a key that no header can carry", { key: "tajni-ključ" }, "is there a line break or a non-ASCII letter in it"],
  ["an empty query", { baseUrl: "https://primjer.hr/?" }, "baseUrl has a query or a fragment"],
  [
    "an address of files",
    { baseUrl: "file:///javni" },
    "baseUrl must start with https:// or http://, not with file://",
  ],
  ["no address", { baseUrl: unset }, "baseUrl must be a string, but is undefined: is its variable set?"],
  ["a header with lines", { graphqlHeaders: { authorization: "tajni-kljuc\nb" } }, "a value that no header can carry"],
  [
    "a header with a space in its name",
    { graphqlHeaders: { "tajni kljuc": "b" } },
    "a name or a value that no header can carry",
  ],
  [
    "a case without a mark",
    { cases: [{ mark: unset, court: "1" }] },
    "the mark of a case must be a string, but is undefined",
  ],
  [
    "a court whose id is not in digits",
    { cases: [{ mark: "P-12/2020", court: "ZG" }] },
    "the court of a case must be its id, in digits",
  ],
  [
    "a mark with half of a surrogate pair",
    { cases: [{ mark: "P-12/2020 \ud83d", court: "12" }] },
    "the mark of a case (--case) contains half of a surrogate pair, such as \\ud83d, which is not a character: write",
  ],
  ["a level that is none", { failOn: "SHOULD" as never }, "failOn must be one of must, should, not SHOULD"],
  ["no requests", { maxRequests: 0 }, "maxRequests must be a whole number of at least 1, not 0"],
  [
    "no end of requests",
    { maxRequests: Number.POSITIVE_INFINITY },
    "maxRequests must be a whole number of at least 1, not Infinity",
  ],
  ["a seed that is no number", { seed: Number.NaN }, "seed must be a whole number of at least 0, not NaN"],
  ["a rate that is meant to be none", { rate: 0 }, "rate must be a number of at least 0.01, not 0"],
  ["a timeout that is not a number", { timeout: Number.NaN }, "timeout must be a number of at least 1, not NaN"],
])("%s is refused before the first request, and no key is quoted", async ([, wrong, message]) => {
  let asked = 0;
  const run = runConformance({
    baseUrl: "https://registar.primjer.hr",
    fetch: async () => {
      asked += 1;
      return new Response("[]");
    },
    ...wrong,
  });
  const error = await run.catch((one: unknown) => one);
  expect(error).toBeInstanceOf(PlanError);
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain("tajni");
  expect(asked).toBe(0);
});

test("a seed of 0 and the id of a court below 0 are not refused", () => {
  const cases = [{ mark: "P-12/2020", court: "-1" }];
  expect(() => refuseUnusable({ baseUrl: "https://registar.primjer.hr", seed: 0, cases })).not.toThrow();
});

test("the line break of a secret header's file is not sent, and does not keep the secret from being redacted", async () => {
  await using server = await serve((request, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: { posljednjeAzuriranje: request.headers.authorization } })),
  );
  const report = await runConformance({
    baseUrl: server.url,
    graphqlUrl: server.url,
    graphqlHeaders: { authorization: "Bearer tajna-rijec\n" },
    only: ["CASE-TYPE"],
    evidence: "values",
  });
  expect(JSON.stringify(report)).toContain("[redacted]");
  expect(JSON.stringify(report)).not.toContain("tajna-rijec");
});

test("one of several cookies, and a mark without the whitespace around it, are redacted", async () => {
  await using server = await serve((request, response) => {
    const session = /session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
    response.writeHead(200, { "content-type": "application/json", "set-cookie": `session=${session}; Path=/` }).end(
      JSON.stringify({
        data: { posljednjeAzuriranje: session, predmet: { sudac: "Ovr-4711/2020", id: "Ovr-4711/2020" } },
      }),
    );
  });
  const { report, recording } = await recordRun({
    baseUrl: server.url,
    graphqlUrl: server.url,
    graphqlHeaders: { Cookie: "session=tajna-rijec; tema=tamna" },
    cases: [{ mark: " Ovr-4711/2020 ", court: "3" }],
    only: ["CASE"],
    evidence: "values",
  });
  expect(JSON.stringify(report)).toContain("[redacted]");
  expect(JSON.stringify([report, recording])).not.toContain("tajna-rijec");
  expect(JSON.stringify(report)).not.toContain("Ovr-4711");
});

test("a signal ends a run: it rejects with its reason, and no further request is sent", async () => {
  await using server = await smallServer();
  const controller = new AbortController();
  const run = runConformance({
    ...serverOptions(server),
    signal: controller.signal,
    onEvent: (event) => event.type === "asking" && event.sent === 20 && controller.abort(new Error("enough")),
    fetch: (url, init) => (controller.signal.aborted ? Promise.reject(new Error("asked again")) : fetch(url, init)),
  });
  await expect(run).rejects.toThrow("enough");
});

test("a signal ends a run among its audits, which come last", async () => {
  await using server = await smallServer();
  const controller = new AbortController();
  const run = runConformance({
    ...serverOptions(server),
    only: ["CASE"],
    signal: controller.signal,
    onEvent: (event) => event.type === "asking" && event.sent === 20 && controller.abort(new Error("enough")),
  });
  await expect(run).rejects.toThrow("enough");
});

test.for([
  ["for the rate", { rate: 1 }, 200],
  ["that the service asks for", {}, 429],
] as const)("a signal ends a wait %s", async ([, options, status]) => {
  await using server = await serve((_, response) => response.writeHead(status, { "retry-after": "20" }).end("[]"));
  const started = performance.now();
  const run = runConformance({ baseUrl: server.url, ...options, signal: AbortSignal.timeout(200) });
  await expect(run).rejects.toThrow(/timeout/);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("a signal ends a request that the service does not answer", async () => {
  await using server = await serve(() => {});
  const started = performance.now();
  const run = runConformance({ baseUrl: server.url, signal: AbortSignal.timeout(50) });
  await expect(run).rejects.toThrow(/timeout/);
  expect(performance.now() - started).toBeLessThan(5_000);
});
