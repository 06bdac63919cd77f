import { type Served, serve } from "@court-register/tools/local-server";
import { buildSchema, introspectionFromSchema } from "graphql";
import { expect, test } from "vitest";
import { casesContract } from "../src/contract/cases.ts";
import { type Send, sender } from "../src/exchange/send.ts";
import { sdl } from "../src/generated/court-cases.ts";
import { exitCode, type Report, type RunOptions, runConformance } from "../src/index.ts";
import { runWith } from "../src/run/run.ts";
import { serverOptions, smallServer } from "./support/targets.ts";
import { failures, fastClock, judge, judgeThrough } from "./support/through.ts";

/** Judges GraphQL alone, without the audits. */
const judgeCases = (graphql: Served, options: Partial<RunOptions> = {}): Promise<Report> =>
  judge(graphql.url, { only: ["CASE"], graphqlUrl: graphql.url, audits: false, ...options });

/** A response to any query of the contract: it has nothing for each query field. */
const allData = JSON.stringify({ data: Object.fromEntries(casesContract.fields.map(({ name }) => [name, null])) });

test("a URL without GraphQL is an error that says so", async () => {
  await using graphql = await serve((_, response) => response.writeHead(404).end("not here"));
  const report = await judgeCases(graphql);
  expect(failures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")?.reason).toContain(
    "is --graphql-url right?",
  );
  expect(exitCode(report)).toBe(2);
});

test("a URL that returns a page for every query could not be judged, although REST conforms", async () => {
  await using graphql = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><html><body>Registar</body></html>"),
  );
  const report = await judgeThrough(() => false, { only: ["REG", "CASE"], graphqlUrl: graphql.url, audits: false });
  expect(failures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")).toMatchObject({
    state: "error",
    reason: "status 200 with an HTML page, and no query got a GraphQL response: is --graphql-url right?",
  });
  expect(exitCode(report)).toBe(2);
});

test.for([0, 3])("GraphQL that never responds is not asked hundreds of times: after %d requests", async (answered) => {
  let left: number = answered;
  let silent = 0;
  await using server = await smallServer();
  const options = { ...serverOptions(server), only: ["CASE"], clock: fastClock().clock };
  const sound = sender({ fetch, timeout: 30_000, redact: (text) => text });
  const send: Send = async (request) => {
    if (request.body !== undefined && left > 0) {
      left -= 1;
      return await sound(request);
    }
    silent += 1;
    // As after the timeout, but at once: how busy this machine is does not matter.
    return { kind: "no answer", request, problem: "no complete response", final: false, tooSlow: true };
  };
  const report = await runWith({ send }, options);
  // Three times each of three queries.
  expect(silent).toBe(9);
  expect(report.stopped).toBeUndefined();
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("an outage in the middle of GraphQL is no failure of the queries that it hit", async () => {
  await using server = await smallServer();
  const { clock } = fastClock();
  const judgeWith = (isDown: (body: string, count: number) => boolean): Promise<Report> => {
    let count = 0;
    return runConformance({
      ...serverOptions(server),
      only: ["CASE"],
      audits: false,
      clock,
      fetch: (url, init) => {
        count += 1;
        return isDown(String(init.body), count) ? Promise.resolve(new Response("", { status: 503 })) : fetch(url, init);
      },
    });
  };
  const report = await judgeWith((body, count) => (count > 1 && count < 8) || body.includes("query vrstaUpisnika"));
  expect(failures(report)).toEqual(["CASE-QUERY-01 vrstaUpisnika"]);
  const reasons = report.results.filter(({ state }) => state === "error").map(({ reason }) => reason);
  expect(reasons).toContain("status 503, then 200 after the other queries: an intermittent failure");
});

test.for([
  [401, "the service wants other credentials (--graphql-header)"],
  [403, "the service wants other credentials (--graphql-header)"],
  [429, "status 429"],
  [500, "status 500"],
])("status %i for every query could not be judged, even in GraphQL's form", async ([status, reason]) => {
  await using graphql = await serve((_, response) =>
    response
      .writeHead(Number(status), { "content-type": "application/json" })
      .end('{"errors":[{"message":"no"}],"data":null}'),
  );
  const { clock } = fastClock();
  const report = await judgeCases(graphql, { clock });
  expect(failures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")?.reason).toContain(reason);
  expect(exitCode(report)).toBe(2);
});

test.for([
  [400, '{"errors":[{"message":"PersistedQueryOnly"}]}', "1 error"],
  [200, '{"errors":[{"message":"no","path":["sudovi"]}],"data":{"sudovi":null}}', "1 error at /data/sudovi"],
] as const)(
  "errors for every query could not be judged, whether the schema is shown or not: %i %s",
  async ([status, body, what]) => {
    const schema = JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) });
    for (const isShown of [false, true]) {
      await using graphql = await serve(async (request, response) => {
        const isSchema = isShown && (await request.toArray()).join("").includes("__schema");
        response
          .writeHead(isSchema ? 200 : status, { "content-type": "application/json" })
          .end(isSchema ? schema : body);
      });
      const report = await judgeCases(graphql, { audits: true });
      expect(failures(report)).toEqual([]);
      expect(report.results.find(({ requirement }) => requirement === "CASE-QUERY-01")?.reason).toBe(
        `no query got data (${what}): does the service want credentials (--graphql-header)?`,
      );
      expect(report.results).toContainEqual(
        expect.objectContaining({ requirement: "CASE-SCHEMA-01", state: isShown ? "pass" : "not tested" }),
      );
      expect(report.results).toContainEqual(
        expect.objectContaining({ requirement: "CASE-INFO-04", reason: "no query got data" }),
      );
      expect(exitCode(report)).toBe(2);
    }
  },
);

test.for([
  [400, 1, "fail"],
  [404, 1, "fail"],
  [401, 2, "error"],
  [403, 2, "error"],
] as const)(
  "a query that gets status %i while others get data: exit code %i, because the contract does not show who may ask what",
  async ([status, code, state]) => {
    await using graphql = await serve(async (request, response) => {
      const isRefused = (await request.toArray()).join("").includes("query sudovi");
      response
        .writeHead(isRefused ? status : 200, { "content-type": "application/json" })
        .end(isRefused ? '{"errors":[{"message":"no"}]}' : allData);
    });
    const report = await judgeCases(graphql, { only: ["CASE-QUERY"] });
    expect(report.results.filter((one) => one.state !== "pass")).toMatchObject([
      { requirement: "CASE-QUERY-01", subject: "sudovi", state },
    ]);
    expect(exitCode(report)).toBe(code);
  },
);

const inGraphForm = '{"errors":[{"message":"no"}]}';

/** Judges a service that returns this status and body to the queries of some cases, or to `sudovi`, as often as said. */
async function judgeFailing(
  status: number,
  body: string,
  times: number,
  fails: (query: string) => boolean,
): Promise<Report> {
  let left = times;
  await using graphql = await serve(async (request, response) => {
    const text = (await request.toArray()).join("");
    const failing = fails(text) && left > 0;
    if (failing) left -= 1;
    response.writeHead(failing ? status : 200, { "content-type": "application/json" }).end(failing ? body : allData);
  });
  const { clock } = fastClock();
  const cases = [{ mark: "Ovr-1/2015", court: "7" }];
  const only = ["CASE-QUERY", "CASE-SCHEMA-01", "CASE-SCHEMA-07", "CASE-LOOKUP-02"];
  return await judgeCases(graphql, { only, clock, cases });
}

test.for([
  ["query sudovi", inGraphForm, "CASE-QUERY-01"],
  ["query sudovi", "<html>", "CASE-QUERY-01"],
  ["__schema", "<html>", "CASE-SCHEMA-01"],
] as const)("a query that fails once is an error: %s, %s", async ([asked, body, requirement]) => {
  const report = await judgeFailing(500, body, 1, (query) => query.includes(asked));
  expect(failures(report)).toEqual([]);
  expect(report.results.filter(({ state }) => state === "error")).toMatchObject([
    { requirement, reason: "status 500, then 200 on retry: an intermittent failure" },
  ]);
  expect(exitCode(report)).toBe(2);
});

test.for([inGraphForm, "<html>"])("a query that always fails while others get data is a failure: %s", async (body) => {
  const report = await judgeFailing(500, body, 99, (query) => query.includes("query sudovi"));
  expect(failures(report)).toEqual(["CASE-QUERY-01 sudovi"]);
});

test.for([404])("an unknown case may be refused with any status: %i", async (status) => {
  const report = await judgeFailing(status, inGraphForm, 99, (query) => query.includes('"oznakaBroj":"Xx-'));
  expect(report.results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
});

test.for([
  ["[]", "a JSON array"],
  ["{}", "a JSON object"],
  ['{"result":{},"status":"ok"}', "a JSON object with result, status"],
  ['"x"', "a JSON string"],
] as const)("a URL that returns other JSON for every query does not conform: %s", async ([text, what]) => {
  await using graphql = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(text),
  );
  const report = await judgeCases(graphql);
  expect(new Set(failures(report).map((one) => one.split(" ")[0]))).toEqual(
    new Set(["CASE-QUERY-01", "CASE-SCHEMA-07"]),
  );
  for (const { findings } of report.results.filter(({ state }) => state === "fail"))
    expect(findings?.[0]?.found).toBe(`status 200 with ${what}, and no GraphQL response`);
  expect(report.results.find(({ requirement }) => requirement === "CASE-SCHEMA-01")?.reason).toBe(
    "no query got a GraphQL response",
  );
  expect(report.results).toContainEqual(
    expect.objectContaining({ requirement: "CASE-INFO-01", state: "not tested", reason: "no query got data" }),
  );
  expect(exitCode(report)).toBe(1);
});

test.for([0, 3])("if no query needs a retry, as many are sent as planned: %i cases", async (count) => {
  await using graphql = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"data":{"sudovi":[]}}'),
  );
  const cases = Array.from({ length: count }, (_, index) => ({ mark: `Xx-${index}/2020`, court: "7" }));
  for (const audits of [false, true]) {
    const { requests } = await judgeCases(graphql, { cases, audits });
    expect(requests.planned).toBeGreaterThan(count);
    expect(requests.sent).toBe(requests.planned);
  }
});

test("a query without a response is an error, the others are judged, and one that was not sent is not tested", async () => {
  await using graphql = await serve(async (request, response) => {
    const text = (await request.toArray()).join("");
    if (text.includes("query sudovi")) response.destroy();
    else response.writeHead(200, { "content-type": "application/json" }).end('{"data":{"vrstaUpisnika":[]}}');
  });
  const { clock } = fastClock();
  const reported = async (maxRequests: number): Promise<Record<string, string>> => {
    const { results } = await judgeCases(graphql, { only: ["CASE-QUERY"], clock, maxRequests });
    return Object.fromEntries(results.map(({ subject, state }) => [subject, state]));
  };
  expect(await reported(20)).toMatchObject({
    posljednjeAzuriranje: "fail",
    predmet: "pass",
    sudovi: "error",
    vrstaUpisnika: "pass",
  });
  expect(await reported(2)).toMatchObject({
    posljednjeAzuriranje: "fail",
    predmet: "not tested",
    sudovi: "not tested",
    vrstaUpisnika: "not tested",
  });
});

test("a query that is refused because of the rate is retried", async () => {
  const { clock, waits } = fastClock();
  let asked = 0;
  await using graphql = await serve((_, response) => {
    asked += 1;
    if (asked % 2 === 1) response.writeHead(429, { "retry-after": "2" }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end('{"data":{"sudovi":[]}}');
  });
  const report = await judgeCases(graphql, { clock });
  expect(waits).toContain(2_000);
  // From then on, queries are sent more slowly.
  expect(waits.some((wait) => wait < 2_000)).toBe(true);
  expect(report.results.filter(({ state }) => state === "error")).toEqual([]);
});

test("audits are run, and those without a request left in the budget are counted", async () => {
  await using server = await smallServer();
  const reported = async (maxRequests: number): Promise<string | undefined> => {
    const options = { ...serverOptions(server), only: ["CASE-INFO-04"], cases: [], maxRequests };
    return (await runConformance(options)).results[0]?.reason;
  };
  expect(await reported(100)).toMatch(/^(\d+) of \1 audits pass$/);
  expect(await reported(6)).toMatch(/^0 of (\d+) audits pass; \1 could not be run$/);
});

/** What is observed of the audits if a service answers each of their requests as said. */
async function observedAudits(answer: (query: string, count: number) => [status: number, retryAfter?: string]) {
  let count = 0;
  await using graphql = await serve(async (request, response) => {
    const text = (await request.toArray()).join("");
    const isAudit = /__type(name)?\b/.test(text) && !text.includes("__schema");
    const [status, retryAfter] = isAudit ? answer(text, count++) : [text.includes("__schema") ? 400 : 200];
    const headers = {
      "content-type": "application/json; charset=utf-8",
      ...(retryAfter && { "retry-after": retryAfter }),
    };
    response.writeHead(status, headers).end(status === 200 ? '{"data":{"sudovi":[]}}' : inGraphForm);
  });
  const { clock } = fastClock();
  const report = await judgeCases(graphql, { only: ["CASE-INFO-04"], audits: true, clock });
  return { reason: report.results[0]?.reason, stopped: report.stopped, count };
}

test("an audit that queries the schema could not be run if that is hidden", async () => {
  const { reason } = await observedAudits((query) => [query.includes("__type(") ? 400 : 200]);
  expect(reason).toMatch(/^(\d+) of \d+ audits pass; 2 could not be run$/);
});

test("an audit that is refused because of the rate is retried, and a longer wait ends the audits, not the run", async () => {
  const { reason } = await observedAudits((_, count) => (count % 2 === 0 ? [429, "2"] : [200]));
  expect(reason).not.toContain("failed");
  const late = await observedAudits(() => [429, "900"]);
  expect(late).toMatchObject({
    reason: expect.stringMatching(/^0 of (\d+) audits pass; \1 could not be run$/),
    count: 1,
  });
  expect(late.stopped).toBeUndefined();
});
