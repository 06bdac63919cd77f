/** A register that asks for access tokens in place of a key. */
import { afterEach, expect, test, vi } from "vitest";
import { CasesSource } from "../src/sync/cases/cases-source.ts";
import { sync } from "../src/sync/sync.ts";
import { type Ended, run, runHere } from "./support/command.ts";
import { copied, firstDay, nextDay, optionsFor, secondDay, startRegister } from "./support/days.ts";
import type { Register } from "./support/register.ts";
import { canonicalRows, newTarget, rowsInViews } from "./support/target.ts";

afterEach(() => vi.unstubAllEnvs());

const canonicalDay = (day: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(copied.map((list) => [list, canonicalRows(day[list] ?? [])]));

async function startWithTokens(): Promise<Register> {
  const register = await startRegister(true);
  register.asksForToken = true;
  return register;
}

const command = (target: string, register: Register): string[] => [
  ...["sync", target, "--base-url", register.url, "--token-url", `${register.url}/token`, "--client-id", "klijent"],
  ...copied.flatMap((list) => ["--list", list]),
];

const expectNoSecret = ({ output, errors }: Ended): void =>
  expect(output + errors).not.toMatch(/tajna|dGFqbmE|pristupnica/);

test("the command copies it, in both its threads, with the secret of the environment", async () => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", register.secret);
  vi.stubEnv("COURT_REGISTER_SCOPE", "javno");
  const done = await run(...command(target.name, register));
  expect(done).toMatchObject({ code: 0 });
  expectNoSecret(done);
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(firstDay));
  const basic = `Basic ${btoa(`klijent:${register.secret}`)}`;
  expect(new Set(register.tokenRequests)).toEqual(new Set([`${basic} grant_type=client_credentials&scope=javno`]));
  // One for each thread, and another where the one of the other thread had taken its place.
  expect(register.tokenRequests.length).toBeGreaterThan(1);
  nextDay(register);
  vi.stubEnv("COURT_REGISTER_TOKEN_URL", `${register.url}/token`);
  vi.stubEnv("COURT_REGISTER_CLIENT_ID", "klijent");
  const lists = copied.flatMap((list) => ["--list", list]);
  expect(await run("sync", target.name, "--base-url", register.url, ...lists)).toMatchObject({ code: 0 });
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(secondDay));
});

test("the secret is in the body, in both threads, where the endpoint takes it only there", async () => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", register.secret);
  const done = await run(...command(target.name, register), "--client-auth", "post");
  expect(done).toMatchObject({ code: 0 });
  expectNoSecret(done);
  const asked = { grant_type: "client_credentials", client_id: "klijent", client_secret: register.secret };
  expect(register.tokenRequests.length).toBeGreaterThan(1);
  for (const request of register.tokenRequests) {
    const [header, body] = request.split(" ");
    expect([header, Object.fromEntries(new URLSearchParams(body))]).toEqual(["undefined", asked]);
  }
});

test("a program copies it, with its own fetch", async () => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  const { subscriptionKey: _, ...options } = optionsFor(register);
  const tokens = { tokenUrl: `${register.url}/token`, clientId: "klijent", clientSecret: register.secret };
  await sync(target.name, { ...options, ...tokens });
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(firstDay));
  expect(register.tokenRequests).toHaveLength(1);
});

test.each<[what: string, args: string[], said: RegExp]>([
  ["no secret", [], /^court-register-mirror: COURT_REGISTER_CLIENT_SECRET is missing\./],
  [
    "no client",
    ["--client-id", ""],
    /--client-id is missing, and so is the environment variable COURT_REGISTER_CLIENT_ID\./,
  ],
  ["a token endpoint over http", ["--token-url", "http://prijava.primjer.hr"], /--token-url must start with https:/],
])("%s is an error that names what is missing", async (what, args, said) => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", what === "no secret" ? "" : register.secret);
  const ended = await runHere(...command(target.name, register), ...args);
  expect(ended).toMatchObject({ code: 2, errors: expect.stringMatching(said) });
  expectNoSecret(ended);
});

test("a service that wants a token and got a key says so, and what to give", async () => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  const ended = await runHere("sync", target.name, "--base-url", register.url, "--key", register.key);
  expect(ended.code).toBe(2);
  expect(ended.errors).toContain("The service refuses the request.");
  expect(ended.errors).toContain("the service refuses the access token, or wants one.");
  expect(ended.errors).toContain("Check --token-url, --client-id and COURT_REGISTER_CLIENT_SECRET.");
});

test.each<[status: number, body: string, code: number, said: string]>([
  [401, '{"error":"invalid_client"}', 2, "There is no access token for the service."],
  [
    401,
    '{"error":"invalid_client"}',
    2,
    "status 401, invalid_client. Check --token-url, --client-id and COURT_REGISTER_CLIENT_SECRET.",
  ],
  [200, "<p>", 1, "sent no JSON object. Check that --token-url is the token endpoint."],
])("what the token endpoint says with status %i and %s, the command says", async (status, body, code, said) => {
  await using register = await startWithTokens();
  await using target = await newTarget();
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", register.secret);
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  const ended = await runHere(...command(target.name, register)).finally(() => vi.unstubAllGlobals());
  expect(ended).toMatchObject({ code, errors: expect.stringContaining(said) });
  expect(ended.errors).not.toMatch(/authentication|clientSecret|Check --key/);
  expectNoSecret(ended);
});

test.each<[what: string, options: object, sent: string | null]>([
  ["of the same origin as the register", { baseUrl: "https://registar.primjer.hr/a" }, "Bearer pristupnica"],
  ["without a register", {}, "Bearer pristupnica"],
  ["of another origin", { baseUrl: "https://drugi.primjer.hr" }, null],
  [
    "with a header of the user",
    { baseUrl: "https://registar.primjer.hr", graphqlHeaders: { Authorization: "Bearer mine" } },
    "Bearer mine",
  ],
])("court cases %s get the right token", async (_, options, sent) => {
  vi.stubEnv("COURT_REGISTER_BASE_URL", "");
  const seen: (string | null)[] = [];
  const source = new CasesSource({
    graphqlUrl: "https://registar.primjer.hr/graphql",
    tokenUrl: "https://prijava.primjer.hr/token",
    clientId: "klijent",
    clientSecret: "tajna-of-this-test",
    fetch: async (url, init) => {
      if (url.endsWith("/token")) return Response.json({ access_token: "pristupnica", token_type: "Bearer" });
      seen.push(new Headers(init.headers).get("authorization"));
      return Response.json({ data: { posljednjeAzuriranje: null } });
    },
    ...options,
  });
  await source.state();
  expect(seen).toEqual([sent]);
});
