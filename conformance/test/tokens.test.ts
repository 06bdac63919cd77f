/** Services that want access tokens, beside a key or in its place. */

import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReferenceService, startServer } from "@court-register/reference-server";
import { afterEach, expect, test, vi } from "vitest";
import { keyHeader } from "../src/contract/operations.ts";
import { tokenUrlOf, usesTokens } from "../src/exchange/tokens.ts";
import { exitCode, type RunOptions, runConformance } from "../src/index.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { noKey } from "./support/access.ts";
import { command } from "./support/command.ts";
import { mustFailures } from "./support/targets.ts";
import { failures, fastClock } from "./support/through.ts";

afterEach(() => vi.unstubAllEnvs());

const baseUrl = "https://registar.primjer.hr";
const secret = "tajna/7+c";
const client = { client: "proba", clientSecret: secret };
const credentials = { tokenUrl: `${baseUrl}/token`, clientId: "proba", clientSecret: secret };
const few = ["drzava", "jezik", "gfi"];

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a request reaches the service, which a test may change, and what reached it. */
async function service(
  through: (url: string, init: RequestInit, next: Fetch) => Promise<Response> = (url, init, next) => next(url, init),
  own: object = {},
) {
  const reference = createReferenceService({ rows: 25, ...client, ...own });
  await reference.ready();
  const tokens: string[] = [];
  const seen: { path: string; authorization: string | null; key: string | null }[] = [];
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    seen.push({
      path: new URL(url).pathname,
      authorization: headers.get("authorization"),
      key: noKey === undefined ? headers.get(keyHeader) : null,
    });
    const response = await through(url, init, (other, sent) => reference.fetch(other, sent));
    const given = /"access_token":"([^"]*)"/.exec(url.endsWith("/token") ? await response.clone().text() : "")?.[1];
    if (given !== undefined) tokens.push(given);
    return response;
  };
  const options: RunOptions = {
    baseUrl,
    ...credentials,
    operations: few,
    only: ["REG"],
    seed: 7,
    fetch,
    ...fastClock(),
  };
  return { reference, tokens, seen, options, [Symbol.asyncDispose]: () => reference.close() };
}

/** No text has the secret, in any form in which it is sent, or a token. */
function expectNoSecret(text: string, tokens: readonly string[] = []): void {
  for (const one of [secret, "tajna", encodeURIComponent(secret), btoa(`proba:tajna%2F7%2Bc`), ...tokens])
    expect(text).not.toContain(one);
}

test("the command judges a service that takes tokens alone, and writes none of them", async () => {
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", secret);
  await using folder = await mkdtempDisposable(join(tmpdir(), "conformance-"));
  // Each token is renewed several times during the run.
  await using server = await startServer({ rows: 120, ...client, tokenSeconds: 1 });
  const [example] = server.exampleCases;
  const run = command(folder.path);
  const { code, out, err, report } = await run([
    ...["--base-url", server.url, "--token-url", `${server.url}/token`, "--client-id", "proba", "--seed", "7"],
    ...["--graphql-url", `${server.url}/graphql`, "--case", `${example?.oznakaBroj}@${example?.sud}`],
    ...["--record", join(folder.path, "recording")],
  ]);
  expect(mustFailures(await report())).toEqual([]);
  expect([code, err]).toEqual([0, ""]);
  expectNoSecret(out);
  const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const written = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  expect(written.length).toBeGreaterThan(3);
  for (const file of written) {
    const text = await readFile(file, "utf8");
    expectNoSecret(text);
    expect(text).not.toMatch(/Bearer [\w-]{43}/);
  }
});

test("the secret is in the body, where the endpoint takes it only there, and in no report", async () => {
  const bodies: string[] = [];
  await using sound = await service(async (url, init, next) => {
    if (url.endsWith("/token")) bodies.push(String(init.body));
    return url.endsWith("/token") && new Headers(init.headers).has("authorization")
      ? Response.json({ error: "invalid_client" }, { status: 401 })
      : next(url, init);
  });
  const report = await runConformance({ ...sound.options, clientAuth: "post" });
  expect(failures(report)).toEqual([]);
  expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toEqual({
    grant_type: "client_credentials",
    client_id: credentials.clientId,
    client_secret: secret,
  });
  expectNoSecret(JSON.stringify(report), sound.tokens);
  expect((await runConformance(sound.options)).stopped).toContain("--client-auth");
});

test("a service that wants a key too gets both, and one alone gets no data", async ({ skip }) => {
  skip(noKey !== undefined, noKey);
  await using sound = await service(undefined, { keys: ["a-key-of-the-test"] });
  const report = await runConformance({ ...sound.options, key: "a-key-of-the-test" });
  expect(failures(report)).toEqual([]);
  const sent = new Set(
    sound.seen
      .filter(({ path }) => path !== "/token")
      .map(({ authorization, key }) => `${authorization?.replace(/\S{32,}$/, "…")} ${key?.replace(/^\w{32}$/, "…")}`),
  );
  expect(sent).toEqual(new Set(["Bearer … a-key-of-the-test", "undefined undefined", "Bearer ", "Bearer … …"]));
  const alone = await runConformance(sound.options);
  expect(alone.stopped).toContain(
    "are tokens of this client (--client-id, --scope) for this service, and does it want a key too",
  );
});

test.each<[fault: string, lets: (authorization: string | null) => boolean, failed: string]>([
  ["without a token", (authorization) => authorization === null, "REG-KEY-01"],
  ["with an empty token", (authorization) => authorization === "Bearer", "REG-KEY-02"],
  ["with a token that was never given", (authorization) => /^Bearer \w{32}$/.test(authorization ?? ""), "REG-KEY-03"],
])("data for a request %s is a failure", async (_, lets, failed) => {
  await using leaking = await service((url, init, next) => {
    const headers = new Headers(init.headers);
    if (url.endsWith("/token") || !lets(headers.get("authorization"))) return next(url, init);
    headers.set("authorization", `Bearer ${leaking.tokens.at(-1)}`);
    return next(url, { ...init, headers });
  });
  const report = await runConformance(leaking.options);
  expect(failures(report)).toEqual(few.map((name) => `${failed} ${name}`).sort(byOperation));
});

const byOperation = (one: string, other: string): number => order(one) - order(other);
const order = (text: string): number => ["gfi", "jezik", "drzava"].indexOf(text.split(" ")[1] ?? "");

test("a token that the service withdraws is renewed, and what it echoes is redacted, in reports and recordings", async () => {
  let count = 0;
  await using echoing = await service(async (url, init, next) => {
    const { authorization = "" } = init.headers as Record<string, string>;
    if (!url.endsWith("/token") && authorization.length > 40 && ++count % 7 === 0)
      return new Response(`no: ${authorization}`, { status: 401 });
    const response = await next(url, init);
    const headers = new Headers(response.headers);
    headers.set("x-echo", `${authorization} ${encodeURIComponent(secret)}`);
    return new Response(url.includes("jezik") ? `<p>${authorization} ${secret}` : response.body, {
      status: response.status,
      headers,
    });
  });
  const { report, recording } = await recordRun({ ...echoing.options, evidence: "values" });
  expect(echoing.tokens.length).toBeGreaterThan(2);
  expect(failures(report).some((one) => one.endsWith("jezik"))).toBe(true);
  expect(failures(report).some((one) => one.endsWith("drzava"))).toBe(false);
  for (const text of [JSON.stringify(report), JSON.stringify(recording)]) expectNoSecret(text, echoing.tokens);
  const curl = report.results
    .flatMap(({ findings = [] }) => findings)
    .map((finding) => finding.curl)
    .join("\n");
  expect(curl).toContain('-H "authorization: Bearer $COURT_REGISTER_TOKEN"');
  const again = await judgeRecording(recording);
  expect(failures(again)).toEqual(failures(report));
});

test.each<[what: string, answer: () => Promise<Response>, said: string]>([
  [
    "refuses the secret",
    async () => Response.json({ error: "invalid_client", error_description: `no ${secret}` }, { status: 401 }),
    "answered with status 401, invalid_client: are --token-url, --client-id, COURT_REGISTER_CLIENT_SECRET, --client-auth and --scope right?. It says: no [redacted]",
  ],
  [
    "redirects",
    async () => new Response(null, { status: 307, headers: { location: "https://drugi.primjer.hr" } }),
    "answered with status 307: redirects are not followed: give the address they lead to (--token-url)",
  ],
  ["is busy", async () => new Response(secret, { status: 503 }), "answered with status 503: try again later"],
  [
    "sends a page",
    async () => new Response(`<p>${secret}`),
    "answered without an access_token that a header can carry: is --token-url right?",
  ],
  ["sends too much", async () => new Response(" ".repeat(70_000)), "answered without an access_token"],
  [
    "gives another token",
    async () => Response.json({ access_token: "pristupnica", token_type: "mac" }),
    "answered with a token whose token_type is not Bearer: no other is supported",
  ],
  [
    "is not there",
    async () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })),
    "did not answer: ECONNREFUSED",
  ],
])("if the token endpoint %s, the run says so, and sends the service nothing", async (_, answer, said) => {
  await using closed = await service((url, init, next) => (url.endsWith("/token") ? answer() : next(url, init)));
  const report = await runConformance(closed.options);
  expect(report.stopped).toContain(`no access token: ${baseUrl}/token ${said}`);
  expect(exitCode(report)).toBe(2);
  expect(closed.seen.map(({ path }) => path)).toEqual(["/token"]);
  expectNoSecret(JSON.stringify(report));
});

test("a service that wants a token, and gets none, is told what to give", async () => {
  await using sound = await service();
  const { tokenUrl: _, clientId: __, clientSecret: ___, ...without } = sound.options;
  const report = await runConformance({ ...without, key: "a-key-of-the-test" });
  expect(report.stopped).toContain(
    "the service wants an access token (WWW-Authenticate: Bearer). Give --client-id, --token-url if the contract states none, and COURT_REGISTER_CLIENT_SECRET",
  );
});

test("GraphQL gets the token if it is of the same origin, and no header of the user says otherwise", async () => {
  await using sound = await service();
  const run = async (options: Partial<RunOptions>) => {
    sound.seen.length = 0;
    await runConformance({ ...sound.options, only: ["CASE-TYPE"], audits: false, ...options });
    return new Set(sound.seen.filter(({ path }) => path === "/graphql").map(({ authorization }) => authorization));
  };
  expect(await run({ graphqlUrl: `${baseUrl}/graphql` })).toEqual(new Set([`Bearer ${sound.tokens[0]}`]));
  expect(await run({ graphqlUrl: "https://drugi.primjer.hr/graphql" })).toEqual(new Set([null]));
  const graphqlHeaders = { Authorization: "Bearer mine" };
  expect(await run({ graphqlUrl: `${baseUrl}/graphql`, graphqlHeaders })).toEqual(new Set(["Bearer mine"]));
});

test("headers for REST go with a valid key alone, and are redacted", async () => {
  await using sound = await service();
  const token = (
    await (
      await sound.reference.fetch(`${baseUrl}/token`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=client_credentials&client_id=proba&client_secret=${encodeURIComponent(secret)}`,
      })
    ).json()
  ).access_token;
  const { tokenUrl: _, clientId: __, clientSecret: ___, ...without } = sound.options;
  const headers = { Authorization: `Bearer ${token}`, "X-Primjer": "tajna-rijec" };
  const { report, recording } = await recordRun({ ...without, headers });
  expect(failures(report)).toEqual([]);
  const sent = new Set(sound.seen.map(({ authorization }) => authorization?.replace(/ \w{32}$/, " …")));
  // Where the contract has no key, an empty token and one that was never given take the place of such keys.
  const others = noKey === undefined ? [] : ["Bearer", "Bearer …"];
  expect(sent).toEqual(new Set([`Bearer ${token}`, undefined, ...others]));
  for (const text of [JSON.stringify(report), JSON.stringify(recording)]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain("tajna-rijec");
  }
});

test("the command takes headers for REST, and hides them", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "conformance-"));
  const run = command(folder.path);
  const shown = await run(["--base-url", baseUrl, "--header", "Authorization: Bearer tajna-rijec", "--print-config"]);
  expect(shown.out).toContain("header = [set, not shown] (flag)");
  const wrong = await run(["--base-url", baseUrl, "--header", "tajna-rijec"]);
  expect([wrong.code, wrong.err]).toEqual([
    2,
    "court-register-conformance: --header must be 'Name: value', in ASCII\n",
  ]);
});

test("a client gets its tokens where the run says, or else where the contract states", () => {
  const client = { clientId: "proba", clientSecret: secret };
  const [own, stated] = ["https://prijava.primjer.hr/own", "https://prijava.primjer.hr/stated"];
  expect(tokenUrlOf({ ...client, tokenUrl: own }, stated)).toBe(own);
  expect(tokenUrlOf(client, stated)).toBe(stated);
  expect(usesTokens(client, stated)).toBe(true);
  // What the contract states makes no run ask for tokens.
  expect(usesTokens({}, stated)).toBe(false);
  expect(() => usesTokens({ clientId: "proba" }, stated)).toThrow("no secret");
  expect(() => usesTokens(client, "")).toThrow("--client-id is given, but not --token-url");
});

test.each<[given: Partial<RunOptions>, said: string]>([
  [{ clientId: undefined }, "--token-url is given, but not --client-id"],
  [{ clientSecret: undefined }, "--token-url is given, but no secret: set COURT_REGISTER_CLIENT_SECRET"],
  [{ clientSecret: "abc" }, "the client secret has fewer than 4 characters"],
  [{ tokenUrl: "http://prijava.primjer.hr" }, "--token-url must start with https://, or be on this machine"],
  [{ tokenUrl: "https://prijava.primjer.hr/#a" }, "--token-url must have no fragment"],
  [{ tokenUrl: "https://a:tajna@prijava.primjer.hr/" }, "tokenUrl contains a user name or password"],
  [{ tokenUrl: "token" }, "tokenUrl is not a URL"],
])("options with %j allow no run", async (given, said) => {
  const error: Error = await runConformance({ baseUrl, ...credentials, ...given }).then(
    () => new Error("it ran"),
    (one) => one,
  );
  expect(error.name).toBe("PlanError");
  expect(error.message).toContain(said);
  expectNoSecret(error.message);
});
