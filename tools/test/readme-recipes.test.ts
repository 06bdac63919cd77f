/** Code that users copy from packages/README.md, run as it stands there. */
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { createRegisterClient } from "@court-register/fetch";
import { createCourtCasesClient } from "@court-register/graphql";
import { createReferenceService } from "@court-register/reference-server";
import { afterEach, expect, test, vi } from "vitest";
import { root } from "../src/shared/repository.ts";

interface Credentials {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
}

const readme = await readFile(`${root}/packages/README.md`, "utf8");
const [, code = ""] = /```ts\n((?:(?!```).)*export function fetchWithToken.*?)```/s.exec(readme) ?? [];
const { fetchWithToken }: { fetchWithToken(credentials: Credentials, send?: typeof fetch): typeof fetch } =
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`);

afterEach(() => void vi.useRealTimers());

const baseUrl = "https://registar.primjer.hr";
const secret = "tajna/lozinka+1";
const credentials = {
  baseUrl,
  tokenUrl: "https://prijava.primjer.hr/token",
  clientId: "klijent:1",
  clientSecret: secret,
};

/** A register that wants a token beside its key, and whatever gives it. */
async function register(options: { seconds?: number; answer?: (calls: number) => Response | undefined } = {}) {
  const service = createReferenceService({ rows: 5, keys: ["my-key"] });
  await service.ready();
  const requests: string[] = [];
  const seen: Request[] = [];
  let valid = "";
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    seen.push(request.clone());
    const { origin } = new URL(request.url);
    if (request.url === credentials.tokenUrl) {
      requests.push(`${request.headers.get("authorization")} ${await request.text()}`);
      const refused = options.answer?.(requests.length);
      if (refused) return refused;
      valid = `token-${requests.length}`;
      return Response.json({ access_token: valid, token_type: "Bearer", expires_in: options.seconds });
    }
    if (origin !== baseUrl) return Response.json([]);
    if (request.headers.get("authorization") !== `Bearer ${valid}`) return new Response(null, { status: 401 });
    // Without the half of the service that takes long to load.
    if (request.url.endsWith("/graphql")) return Response.json({ data: { sudovi: [] } });
    return service.fetch(request);
  };
  const fetchIt = fetchWithToken(credentials, send);
  const client = createRegisterClient({ baseUrl, subscriptionKey: "my-key", fetch: fetchIt, maxRetries: 0 });
  return {
    client,
    fetchIt,
    requests,
    seen,
    /** As if the token had been withdrawn. */
    withdraw: () => {
      valid = "none";
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}

const basic = `Basic ${btoa("klijent%3A1:tajna%2Flozinka%2B1")} grant_type=client_credentials`;

test("one token serves all calls, until it is about to expire", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await using server = await register({ seconds: 300 });
  const { client, requests } = server;
  await Promise.all([client.jezik.list(), client.drzava.list(), client.sud.list()]);
  vi.setSystemTime(Date.now() + 269_000);
  await client.jezik.list();
  expect(requests).toEqual([basic]);
  vi.setSystemTime(Date.now() + 2_000);
  await Promise.all([client.jezik.list(), client.drzava.list()]);
  expect(requests).toEqual([basic, basic]);
});

test("a token that is short-lived serves half its time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await using server = await register({ seconds: 20 });
  for (const wait of [0, 9_000, 2_000]) {
    vi.setSystemTime(Date.now() + wait);
    await server.client.jezik.list();
  }
  expect(server.requests).toHaveLength(2);
});

test("a token that the service refuses is replaced once, for all calls", async () => {
  await using server = await register();
  const { client, requests, withdraw } = server;
  await client.jezik.list();
  withdraw();
  const calls = [client.jezik.list(), client.drzava.list(), client.sud.list()];
  for (const rows of await Promise.all(calls)) expect(rows).not.toHaveLength(0);
  expect(requests).toHaveLength(2);
});

test("a service that refuses every token gets two requests for a call", async () => {
  await using server = await register({ answer: () => Response.json({ access_token: "another" }) });
  await expect(server.client.jezik.list()).rejects.toMatchObject({ kind: "authentication", status: 401 });
  expect(server.seen.map(({ url }) => new URL(url).pathname)).toEqual([
    "/token",
    "/javni/jezik",
    "/token",
    "/javni/jezik",
  ]);
});

test.each<[what: string, answer: () => Response, kind: string]>([
  ["refuses the secret", () => Response.json({ error: "invalid_client", secret }, { status: 400 }), "authentication"],
  ["is busy", () => new Response(secret, { status: 503 }), "http"],
  ["limits the rate", () => new Response(secret, { status: 429 }), "rate-limit"],
  ["answers without a token", () => Response.json({ secret }), "http"],
  ["answers with a token that no header takes", () => Response.json({ access_token: `a\n${secret}` }), "http"],
  ["answers with null", () => Response.json(null), "http"],
  ["answers with a page", () => new Response(`<p>${secret}`), "http"],
  [
    "cannot be reached",
    () => {
      throw new TypeError("fetch failed");
    },
    "connection",
  ],
])("if the endpoint %s, every call fails without the secret, and the next one asks again", async (_, answer, kind) => {
  await using server = await register({ answer: (calls) => (calls === 1 ? answer() : undefined) });
  const { client, requests } = server;
  const failed = await Promise.allSettled([client.jezik.list(), client.drzava.list()]);
  for (const one of failed) {
    expect(one).toMatchObject({ status: "rejected", reason: { kind } });
    const { reason } = one as PromiseRejectedResult;
    expect(JSON.stringify([reason, reason.stack, String(reason.cause), reason.cause?.stack])).not.toMatch(/tajna/);
  }
  expect(requests).toHaveLength(1);
  expect(await client.jezik.list()).not.toHaveLength(0);
  expect(requests).toHaveLength(2);
});

test("a wait that the endpoint asks for is passed on", async () => {
  const headers = { "retry-after": "7" };
  await using server = await register({ answer: () => new Response(null, { status: 429, headers }) });
  await expect(server.client.jezik.list()).rejects.toMatchObject({ retryAfter: 7_000 });
});

test("the token goes to the origin of the service alone, and the credentials to that of the token alone", async () => {
  await using server = await register();
  await server.client.jezik.list();
  await server.fetchIt("https://drugi.primjer.hr/javni/jezik");
  await server.fetchIt("http://registar.primjer.hr/javni/jezik");
  const authorizations = server.seen.map(({ url, headers }) => [
    new URL(url).origin,
    headers.get("authorization")?.split(" ")[0],
  ]);
  expect(authorizations).toEqual([
    ["https://prijava.primjer.hr", "Basic"],
    [baseUrl, "Bearer"],
    ["https://drugi.primjer.hr", undefined],
    ["http://registar.primjer.hr", undefined],
  ]);
  expect(server.seen[0]).toMatchObject({ redirect: "error" });
});

test("a query of GraphQL is sent again with its body", async () => {
  await using server = await register();
  await server.client.jezik.list();
  server.withdraw();
  const cases = createCourtCasesClient({ url: `${baseUrl}/graphql`, fetch: server.fetchIt });
  expect(await cases.sudovi()).toEqual([]);
  const [first, second] = await Promise.all(
    server.seen.filter(({ url }) => url.endsWith("/graphql")).map((one) => one.text()),
  );
  expect(first).toMatch(/sudovi/);
  expect(second).toBe(first);
});
