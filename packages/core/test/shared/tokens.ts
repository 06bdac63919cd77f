import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientCredentialsOptions, clientCredentials } from "../../src/client-credentials.ts";
import { keyHeader, tokenUrl as stated } from "../../src/generated/service.ts";
import { callsOf, rows } from "./calls.ts";
import { type Client, type ClientUnderTest, rejection } from "./client-under-test.ts";
import { texts } from "./secrets.ts";
import { type Handler, type Reply, type Service, serve } from "./service.ts";

const key = "kljuc-7c1f";
/** What is sent of the key beside a token: nothing, if the contract has no key. */
const beside = keyHeader === "" ? undefined : key;
const secret = "tajna lozinka/7+č";
const clientId = "klijent:1";
const basic = `Basic ${btoa("klijent%3A1:tajna+lozinka%2F7%2B%C4%8D")}`;

/** Every text that must not have it: the secret as it is, and as it is sent. */
const secrets = [secret, "tajna", "dGFqbmE", basic.slice("Basic ".length), "pristupnica"];

/** A register that wants tokens, and the endpoint that gives them. */
interface Guarded extends AsyncDisposable {
  service: Service;
  /** What has reached the endpoint: the way of authentication, and the body. */
  asked: string[];
  /** The greatest number of token requests that were open at a time. */
  mostOpen(): number;
  /** Refuses all tokens given so far. */
  withdraw(): void;
  connect(options?: object, credentials?: ClientCredentialsOptions): Client;
}

/** How it answers, if not as it should: by the number of the request. */
interface Behaviour {
  expires_in?: unknown;
  token?: (request: number) => Reply | undefined;
  register?: Handler;
}

async function guard(subject: ClientUnderTest, behaviour: Behaviour = {}): Promise<Guarded> {
  const asked: string[] = [];
  let valid = "";
  let open = 0;
  let mostOpen = 0;
  const service = await serve(async (seen, response) => {
    if (seen.path === "/token") {
      mostOpen = Math.max(mostOpen, ++open);
      response.once("close", () => open--);
      const { authorization = "none" } = seen.headers;
      asked.push(`${authorization} ${await seen.body()}`);
      const other = behaviour.token?.(asked.length);
      if (other) return other;
      valid = `pristupnica-${asked.length}`;
      return { body: { access_token: valid, token_type: "bearer", expires_in: behaviour.expires_in } };
    }
    if (seen.headers.authorization !== `Bearer ${valid}`)
      return { status: 401, body: `no: ${seen.headers.authorization}` };
    return behaviour.register ? await behaviour.register(seen, response) : { body: rows };
  });
  return {
    service,
    asked,
    mostOpen: () => mostOpen,
    withdraw: () => {
      valid = "";
    },
    connect: (options, credentials) =>
      subject.create({
        baseUrl: service.url,
        random: () => 0,
        credentials: clientCredentials({
          tokenUrl: `${service.url}/token`,
          clientId,
          clientSecret: secret,
          ...credentials,
        }),
        ...options,
      }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** No text that a program may make of it has a token or the secret. */
function expectNoSecret(...all: unknown[]): void {
  for (const text of all.flatMap((one) => texts(one))) for (const one of secrets) expect(text).not.toContain(one);
}

const grant = "grant_type=client_credentials";

/** Access tokens are got once, renewed in time, sent to the service alone, and shown nowhere. */
export function testTokens(subject: ClientUnderTest): void {
  describe("tokens", () => {
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });

    it("are got once for calls side by side, and go beside the key or in its place", async () => {
      await using guarded = await guard(subject);
      const client = guarded.connect();
      const results = await Promise.all([client.jezik.list(), client.sud.list(), client.gfi.list({ offset: 0 })]);
      expect(results.map(subject.rows)).toEqual([rows, rows, rows]);
      await guarded.connect({ subscriptionKey: key }).jezik.list();
      expect(guarded.asked).toEqual([`${basic} ${grant}`, `${basic} ${grant}`]);
      const sent = guarded.service.seen.filter(({ path }) => path !== "/token");
      expect(sent.map(({ headers }) => [headers.authorization, headers[keyHeader]])).toEqual([
        ...Array(3).fill(["Bearer pristupnica-1", undefined]),
        ["Bearer pristupnica-2", beside],
      ]);
    });

    it("come beside the key of the environment", async () => {
      await using guarded = await guard(subject);
      vi.stubEnv("COURT_REGISTER_KEY", key);
      await guarded.connect().jezik.list();
      expect(guarded.service.seen.at(-1)?.headers[keyHeader]).toBe(beside);
    });

    it("take the place of an authorization that headers have", async () => {
      await using guarded = await guard(subject);
      const client = guarded.connect({ headers: { Authorization: "Basic x" } });
      expect(subject.rows(await client.jezik.list({}, { headers: { authorization: "Basic y" } }))).toEqual(rows);
    });

    it("are asked for with a scope, and with the secret in the body", async () => {
      await using guarded = await guard(subject);
      const options = { scope: "register:read cases", authentication: "client_secret_post" } as const;
      await guarded.connect({}, options).jezik.list();
      const secretInBody = "client_secret=tajna+lozinka%2F7%2B%C4%8D";
      expect(guarded.asked).toEqual([
        `none ${grant}&scope=register%3Aread+cases&client_id=klijent%3A1&${secretInBody}`,
      ]);
    });

    it("are asked for as the environment says", async () => {
      await using guarded = await guard(subject);
      vi.stubEnv("COURT_REGISTER_TOKEN_URL", `${guarded.service.url}/token`);
      vi.stubEnv("COURT_REGISTER_CLIENT_ID", clientId);
      vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", `${secret}\n`);
      vi.stubEnv("COURT_REGISTER_SCOPE", "cases");
      await guarded.connect({ credentials: clientCredentials() }).jezik.list();
      expect(guarded.asked).toEqual([`${basic} ${grant}&scope=cases`]);
    });

    it.each<[expires: unknown, waits: number[], asked: number]>([
      [300, [0, 269_000], 1],
      [300, [0, 269_000, 2_000], 2],
      ["300", [0, 269_000, 2_000], 2],
      [20, [0, 9_000, 2_000], 2],
      [0, [0, 0], 2],
      [undefined, [0, 1e9], 1],
      [null, [0, 1e9], 1],
      ["soon", [0, 1e9], 1],
      [-5, [0, 1e9], 1],
    ])("that last %j seconds, used after waits of %j ms, are asked for %i times", async (expires_in, waits, asked) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      await using guarded = await guard(subject, { expires_in });
      const client = guarded.connect();
      for (const wait of waits) {
        vi.setSystemTime(Date.now() + wait);
        await Promise.all([client.jezik.list(), client.sud.list()]);
      }
      expect(guarded.asked).toHaveLength(asked);
    });

    it("that the service refuses are renewed once, for all calls, without a retry", async () => {
      await using guarded = await guard(subject);
      const client = guarded.connect({ maxRetries: 0 });
      await client.jezik.list();
      guarded.withdraw();
      const results = await Promise.all([client.jezik.list(), client.sud.list(), client.jezik.list().asResponse()]);
      expect(results.slice(0, 2).map(subject.rows)).toEqual([rows, rows]);
      expect(guarded.asked).toHaveLength(2);
    });

    it("that the service refuses again and again are asked for twice in a call", async () => {
      await using guarded = await guard(subject, {
        token: () => ({ body: { access_token: "pristupnica-x", token_type: "Bearer" } }),
      });
      const thrown = await rejection(guarded.connect().jezik.list());
      const error = subject.error(thrown);
      expect(error).toMatchObject({ kind: "authentication", status: 401, attempts: 2, body: "no: Bearer [redacted]" });
      expect(error.message).toContain("the service refuses the credentials. Check the key or the headers.");
      expect(guarded.service.seen.map(({ path }) => path)).toEqual([
        "/token",
        "/javni/jezik",
        "/token",
        "/javni/jezik",
      ]);
      expectNoSecret(thrown, error);
    });

    it("are renewed in the midst of a walk", async () => {
      let served = 0;
      await using guarded = await guard(subject, {
        register: ({ query }) => {
          if (++served % 2 === 0) guarded.withdraw();
          const from = Number(query.offset);
          return { body: [1, 2, 3, 4, 5].slice(from, from + Number(query.limit)).map((mbs) => ({ mbs })) };
        },
      });
      const all = await guarded.connect().gfi.all({ limit: 2 }).toArray();
      expect(all.map(({ mbs }) => mbs)).toEqual([1, 2, 3, 4, 5]);
      expect(guarded.asked.length).toBeGreaterThan(2);
    });

    it.each<[what: string, reply: Reply, kind: string, said: string]>([
      [
        "refuses the secret",
        { status: 401, body: { error: "invalid_client", error_description: `no: ${secret}` } },
        "authentication",
        "answered with status 401, invalid_client. It says: no: [redacted]. Check clientId, clientSecret and how they are sent, authentication.",
      ],
      [
        "refuses the scope",
        { status: 400, body: { error: "invalid_scope" } },
        "authentication",
        "answered with status 400, invalid_scope. Check scope.",
      ],
      [
        "says no more than 400",
        { status: 400, body: `<p>${secret}` },
        "authentication",
        "answered with status 400. Check clientId",
      ],
      ["is not there", { status: 404, body: secret }, "http", "answered with status 404. Check tokenUrl."],
      ["is busy", { status: 503, body: secret }, "http", "answered with status 503. Try again later."],
      ["limits requests", { status: 429, body: secret }, "rate-limit", "answered with status 429. Ask less often"],
      [
        "sends a page",
        { body: `<p>${secret}` },
        "decode",
        "sent no JSON object. Check that tokenUrl is the token endpoint.",
      ],
      ["sends a form", { body: "access_token=pristupnica-1&token_type=bearer" }, "decode", "sent no JSON object."],
      ["sends null", { body: "null" }, "decode", "sent no JSON object."],
      ["sends no token", { body: { secret } }, "decode", "sent no access_token that a header can hold."],
      [
        "sends a token that no header takes",
        { body: { access_token: "pristupnica\n1", token_type: "bearer" } },
        "decode",
        "sent no access_token that a header can hold.",
      ],
      [
        "sends a token of another type",
        { body: { access_token: "pristupnica-1", token_type: "mac" } },
        "decode",
        "sent a token whose token_type is not Bearer.",
      ],
      ["sends too much", { body: " ".repeat(70_000) }, "decode", "sent a response of more than 65536 bytes."],
    ])("fail the calls if the endpoint %s, and the next call asks again", async (_, reply, kind, said) => {
      await using guarded = await guard(subject, { token: (request) => (request === 1 ? reply : undefined) });
      const client = guarded.connect({ maxRetries: 0 });
      const failed = [rejection(client.jezik.list()), rejection(client.sud.list())];
      for (const [index, thrown] of (await Promise.all(failed)).entries()) {
        const error = subject.error(thrown);
        const operation = index === 0 ? "jezik.list" : "sud.list";
        expect(error).toMatchObject({ kind, operation, status: reply.status ?? 200, attempts: 1 });
        expect(error.message).toContain(`${operation}: no access token: ${guarded.service.url}/token ${said}`);
        expect(error.tokenUrl).toBe(`${guarded.service.url}/token`);
        expectNoSecret(thrown, error);
      }
      expect(guarded.asked).toHaveLength(1);
      expect(subject.rows(await client.jezik.list())).toEqual(rows);
      expect(guarded.asked).toHaveLength(2);
    });

    it("are asked for again as calls are retried, after the wait that the endpoint asks for", async () => {
      await using guarded = await guard(subject, {
        token: (request) =>
          request < 3 ? { status: request === 1 ? 503 : 429, headers: { "retry-after": "0" } } : undefined,
      });
      expect(subject.rows(await guarded.connect().jezik.list())).toEqual(rows);
      await using busy = await guard(subject, { token: () => ({ status: 503, headers: { "retry-after": "3600" } }) });
      const error = subject.error(await rejection(busy.connect().jezik.list()));
      expect(error).toMatchObject({ kind: "http", status: 503, attempts: 1, retryAfter: 3_600_000 });
    });

    it("are not waited for without end", async () => {
      const hang = (_: unknown, response: { on(event: "close", call: () => void): void }) =>
        void response.on("close", () => {});
      await using service = await serve(hang);
      const options = { tokenUrl: service.url, clientId, clientSecret: secret, timeout: 30 };
      const client = subject.create({ baseUrl: service.url, credentials: clientCredentials(options) });
      const error = subject.error(await rejection(client.jezik.list()));
      expect(error).toMatchObject({ kind: "timeout", attempts: 1 });
      expect(error.message).toContain(`${service.url}/ sent no complete response in 30 ms.`);
      await expect.poll(() => service.open()).toBe(0);
      const slow = subject.create({
        baseUrl: service.url,
        credentials: clientCredentials({ ...options, timeout: 300 }),
      });
      const ends = [{ signal: AbortSignal.timeout(20) }, { timeout: 20 }].map((end) =>
        rejection(slow.jezik.list({}, end)),
      );
      expect((await Promise.all(ends)).map((thrown) => subject.error(thrown).kind)).toEqual(["aborted", "timeout"]);
      // One for both, if the service has seen it at all in that time.
      expect(service.seen.length).toBeLessThanOrEqual(2);
      await expect.poll(() => service.open()).toBe(0);
    });

    it("fail the calls if the endpoint cannot be reached", async () => {
      const closed = await serve(() => undefined);
      await closed[Symbol.asyncDispose]();
      await using guarded = await guard(subject);
      const client = guarded.connect({}, { tokenUrl: `${closed.url}/token?k=${encodeURIComponent(secret)}` });
      const thrown = await rejection(client.jezik.list());
      expect(subject.error(thrown)).toMatchObject({ kind: "connection", attempts: 3, status: undefined });
      expect(subject.error(thrown).message).toMatch(/no access token: \S+\/token sent no response: .*ECONNREFUSED/);
      expectNoSecret(thrown);
    });

    it.each([301, 302, 303, 307, 308])("are not asked for where a redirect (%i) leads", async (status) => {
      await using other = await serve(() => ({ body: { access_token: "pristupnica-x", token_type: "bearer" } }));
      const headers = { location: `${other.url}/?s=${encodeURIComponent(secret)}` };
      await using guarded = await guard(subject, { token: () => ({ status, headers }) });
      const thrown = await rejection(guarded.connect().jezik.list());
      expect(subject.error(thrown)).toMatchObject({ kind: "redirect", status, attempts: 1 });
      expect(subject.error(thrown).message).toContain("Give the final URL as tokenUrl.");
      expect(other.seen).toHaveLength(0);
      expectNoSecret(thrown);
    });

    it("go where the service redirects within its origin, and to no other", async () => {
      await using other = await serve(() => ({ body: rows }));
      await using guarded = await guard(subject, {
        register: ({ path }) => {
          if (path === "/moved") return { body: rows };
          return { status: 307, headers: { location: path.endsWith("jezik") ? "/moved" : `${other.url}/` } };
        },
      });
      const client = guarded.connect();
      expect(subject.rows(await client.jezik.list())).toEqual(rows);
      expect(subject.error(await rejection(client.sud.list())).kind).toBe("redirect");
      expect(other.seen).toHaveLength(0);
    });

    it("are in no text, and nor is the secret, whatever the service echoes", async () => {
      const seen: unknown[] = [];
      await using guarded = await guard(subject, {
        register: ({ headers: { authorization = "" } }) => {
          const token = authorization.replace("Bearer ", "");
          const all = [
            authorization,
            encodeURIComponent(token),
            btoa(token),
            secret,
            encodeURIComponent(secret),
            basic,
          ];
          return { status: 500, body: { message: all.join(" ") }, headers: { "x-echo": `${authorization} ${basic}` } };
        },
      });
      const hook = (event: object) => seen.push(event);
      const client = guarded.connect({ maxRetries: 0, onRequest: hook, onResponse: hook });
      const thrown = await rejection(client.jezik.list());
      expect(seen).toMatchObject([{ headers: { authorization: "Bearer [redacted]" } }, { status: 500 }]);
      expectNoSecret(thrown, subject.error(thrown), seen, client, subject.error(thrown).headers);
    });

    it("of thousands of characters are in no text", async () => {
      const long = `pristupnica-${"abcDEF0123456789".repeat(500)}`;
      await using guarded = await guard(subject, {
        token: () => ({ body: { access_token: long, token_type: "Bearer" } }),
      });
      const thrown = await rejection(guarded.connect().jezik.list());
      expect(subject.error(thrown).body).toBe("no: Bearer [redacted]");
      for (const text of texts(thrown)) expect(text).not.toContain("abcDEF");
    });

    it("are named where a service asks for them, and none was sent", async () => {
      const headers = { "www-authenticate": 'Basic realm="r", Bearer realm="registar"' };
      await using service = await serve(() => ({ status: 401, headers, body: "" }));
      const { failed } = callsOf(subject);
      expect((await failed(service)).message).toContain(
        "status 401: the service refuses the access token, or wants one. Check the option credentials.",
      );
    });

    const withoutUrl: [options: object, said: string][] =
      stated === ""
        ? [
            [
              { tokenUrl: null },
              "The option tokenUrl of clientCredentials is missing, and so is the environment variable",
            ],
          ]
        : [];
    it.each<[options: object, said: string]>([
      [
        { tokenUrl: "http://prijava.primjer.hr/token" },
        "The option tokenUrl of clientCredentials must start with https://",
      ],
      [{ tokenUrl: "http://127.0.0.1.primjer.hr/token" }, "must start with https://"],
      [{ tokenUrl: "ftp://127.0.0.1/token" }, "must start with https://"],
      [{ tokenUrl: "token" }, "must start with https://"],
      [{ tokenUrl: "https://x:tajna@prijava.primjer.hr/" }, "must have no user and no fragment."],
      [{ tokenUrl: "https://prijava.primjer.hr/#a" }, "must have no user and no fragment."],
      [
        { clientSecret: "" },
        "The option clientSecret of clientCredentials is missing, and so is the environment variable COURT_REGISTER_CLIENT_SECRET.",
      ],
      [
        { clientId: undefined },
        "The option clientId of clientCredentials is missing, and so is the environment variable COURT_REGISTER_CLIENT_ID.",
      ],
      ...withoutUrl,
      [{ clientSecret: 7 }, "The option clientSecret of clientCredentials must be text"],
      [{ timeout: 0 }, "The option timeout of clientCredentials must be "],
      [{ authentication: "none" }, "The option authentication of clientCredentials must be "],
      [{ secret }, "The option secret of clientCredentials is unknown: there are tokenUrl, "],
    ])("with %j are refused at once", (options, said) => {
      for (const name of ["TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET"]) vi.stubEnv(`COURT_REGISTER_${name}`, "");
      const given = { tokenUrl: "https://prijava.primjer.hr/token", clientId, clientSecret: secret, ...options };
      const make = () => clientCredentials(given as ClientCredentialsOptions);
      expect(make).toThrow(TypeError);
      expect(make).toThrow(said);
      expect(make).not.toThrow(/tajna/);
    });

    it.each(["http://localhost:1/t", "http://[::1]:1/t", "http://127.0.0.1/t", "HTTPS://prijava.primjer.hr/t?a=b"])(
      "are asked for at %s",
      (tokenUrl) => {
        expect(inspect(clientCredentials({ tokenUrl, clientId, clientSecret: secret }))).not.toContain("tajna");
      },
    );

    it("are asked for one at a time, and no call is lost, whatever fails in between", async () => {
      const step = fc.constantFrom("good", "busy", "limited", "withdrawn");
      const plan = fc.record({ calls: fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }), steps: fc.array(step) });
      const replies: Record<string, Reply | undefined> = {
        busy: { status: 503, body: `${secret} pristupnica` },
        limited: { status: 429, headers: { "retry-after": "0" } },
      };
      await fc.assert(
        fc.asyncProperty(plan, async ({ calls, steps }) => {
          const left = [...steps];
          await using guarded = await guard(subject, {
            expires_in: steps.length % 2 === 0 ? 0 : 600,
            token: () => replies[left.shift() ?? "good"],
            register: () => {
              const next = left.shift() ?? "good";
              if (next === "withdrawn") guarded.withdraw();
              return replies[next] ?? { body: rows };
            },
          });
          const { jezik } = guarded.connect({ maxRetries: 100 });
          for (const count of calls) {
            const results = await Promise.allSettled(Array.from({ length: count }, () => jezik.list()));
            for (const result of results) {
              if (result.status === "fulfilled") expect(subject.rows(result.value)).toEqual(rows);
              else {
                // Two of its tokens were withdrawn before it arrived.
                expect(subject.error(result.reason)).toMatchObject({ kind: "authentication", status: 401 });
                expectNoSecret(result.reason, subject.error(result.reason));
              }
            }
          }
          expect(guarded.mostOpen()).toBeLessThan(2);
        }),
        { numRuns: 60 },
      );
    });
  });
}
