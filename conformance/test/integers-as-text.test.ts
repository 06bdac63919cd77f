import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { exitCode, type Report, type RunOptions, runConformance } from "../src/index.ts";
import { serverOptions, smallServer } from "./support/targets.ts";
import { failures, judge } from "./support/through.ts";

/** Judges GraphQL of a service that refuses some requests as invalid. */
async function judgeRefusing(
  isRefused: (body: string) => boolean,
  send = fetch,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  await using server = await smallServer();
  return await runConformance({
    ...serverOptions(server),
    only: ["CASE"],
    audits: false,
    ...options,
    fetch: (url, init) =>
      // Tokens are not what this is about.
      !url.endsWith("/token") && isRefused(String(init.body))
        ? Promise.resolve(new Response('{"errors":[{"message":"invalid value"}]}', { status: 400 }))
        : (url.endsWith("/token") ? fetch : send)(url, init),
  });
}

const form = ({ results }: Report): string | undefined =>
  results.find(({ requirement, subject }) => requirement === "CASE-INFO-03" && subject === "predmet")?.reason;

test("a service that reads a BigInteger only from a string conforms, and that is observed", async () => {
  const report = await judgeRefusing((body) => /"sud":-?\d/.test(body));
  expect(failures(report)).toEqual([]);
  for (const id of ["CASE-QUERY-01", "CASE-SCHEMA-07", "CASE-LOOKUP-01", "CASE-LOOKUP-02", "CASE-LOOKUP-03"])
    expect([id, ...new Set(report.results.filter((one) => one.requirement === id).map(({ state }) => state))]).toEqual([
      id,
      "pass",
    ]);
  expect(form(report)).toBe("JSON type of BigInteger: number; in requests, it has to be a string");
});

test("another court's case of the same mark is one of the requested court, also if that is requested as a string", async () => {
  await using graphql = await serve(async (request, response) => {
    const body = (await request.toArray()).join("");
    const [, court] = /"sud":"(\d+)"/.exec(body) ?? [];
    const found = court === undefined ? null : { oznakaBroj: "Ovr-1/2015", sudId: Number(court) };
    const text = JSON.stringify(/"sud":\d/.test(body) ? { errors: [{}] } : { data: { predmet: found } });
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  });
  const cases = [{ mark: "Ovr-1/2015", court: "12" }];
  const report = await judge(graphql.url, {
    only: ["CASE-LOOKUP-03"],
    audits: false,
    graphqlUrl: graphql.url,
    cases,
  });
  expect(report.results.map(({ state }) => state)).toEqual(["pass"]);
});

test("a service that reads a BigInteger in no form does not conform", async () => {
  const report = await judgeRefusing((body) => body.includes('"sud":'));
  expect(failures(report)).toEqual(["CASE-QUERY-01 predmet", "CASE-SCHEMA-07 schema"]);
});

test("a service that reads a BigInteger from a number is sent numbers", async () => {
  expect(form(await judgeRefusing((body) => body.includes('"sud":"')))).toBe("JSON type of BigInteger: number");
});

test.for<[string, () => Promise<Response>]>([
  [
    "asks for a long wait",
    () => Promise.resolve(new Response("", { status: 429, headers: { "retry-after": "3600" } })),
  ],
  ["cannot be reached", () => Promise.reject(new Error("socket hang up"))],
])("a service that %s when it is sent a string did not refuse it", async ([, fail]) => {
  const report = await judgeRefusing(
    (body) => /"sud":-?\d/.test(body),
    (url, init) => (String(init?.body).includes('"sud":"') ? fail() : fetch(url, init)),
  );
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a service that answers with pages is not sent strings", async () => {
  const sent: string[] = [];
  const page = () => Promise.resolve(new Response("<html></html>", { headers: { "content-type": "text/html" } }));
  await judgeRefusing((body) => void sent.push(body) === null, page);
  expect(sent.filter((body) => body.includes('"sud":"'))).toEqual([]);
  expect(sent.filter((body) => body.includes('"sud":'))).not.toEqual([]);
});
