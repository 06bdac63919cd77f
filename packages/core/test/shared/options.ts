import { afterEach, describe, expect, it, vi } from "vitest";
import { requestLimiter } from "../../src/limiter.ts";
import { accessBy, noKey, secret, secretHeader, sentAs } from "./access.ts";
import { callsOf, inTurn, rows } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { serve } from "./service.ts";

/** Options that cannot work are refused at once, and those that can are used. */
export function testOptions(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);

  const service = { baseUrl: "http://127.0.0.1:9", ...accessBy(secret) };
  const cannotWork: [object, string][] = [
    [{ timeout: Number.NaN }, "timeout"],
    [{ timeout: -5 }, "timeout"],
    [{ timeout: "30" }, "timeout"],
    [{ maxRetries: Number.NaN }, "maxRetries"],
    [{ maxRetries: 1.5 }, "maxRetries"],
    [{ maxWait: -1 }, "maxWait"],
    [{ maxBody: 0 }, "maxBody"],
  ];

  describe("an option that cannot work", () => {
    it.each<[object, string]>([
      ...cannotWork,
      [{ integers: "string" }, "integers"],
      [{ onRequest: "log" }, "onRequest"],
      [{ limiter: 6 }, "limiter"],
      [{ limiter: { perMinute: 6 } }, "limiter"],
      [{ subscriptionKey: 17 }, "subscriptionKey"],
      // Nothing of these would be sent, or the runtime would refuse each request.
      [{ headers: new Headers({ "x-trace": "7" }) }, "headers"],
      [{ headers: [["x-trace", "7"]] }, "headers"],
      [{ headers: { "x trace": "7" } }, "headers"],
      [{ headers: { "x-trace": "č" } }, "headers"],
      [{ headers: { "x-trace": 7 } }, "headers"],
    ])("%o is refused when the client is made, by name", (options, name) => {
      const create = () => subject.create({ ...service, ...options });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(`The option ${name} of createRegisterClient must be `);
    });

    it.each(cannotWork)("%o is refused when a call or a walk is made", async (options, name) => {
      const { gfi } = subject.create(service);
      expect(await rejection(gfi.list({ offset: 0 }, options))).toMatchObject({
        name: "TypeError",
        message: expect.stringContaining(`The option ${name} of gfi.list must be `),
      });
      for (const walk of [gfi.all, gfi.pages]) expect(() => walk({}, options)).toThrow(`The option ${name} of gfi.`);
    });

    it.each([{ signal: {} }, { signal: new AbortController() }, { headers: new Headers() }])(
      "%o is refused when a call or a walk is made",
      async (options) => {
        const { gfi } = subject.create(service);
        expect(await rejection(gfi.list({ offset: 0 }, options as object))).toBeInstanceOf(TypeError);
        for (const walk of [gfi.all, gfi.pages]) expect(() => walk({}, options as object)).toThrow(TypeError);
      },
    );

    it("of asResponse or toArray is refused, misspelt or not", async () => {
      await using answering = await inTurn({ body: rows });
      const { gfi } = connect(answering);
      const misspelt: object = { acept: "application/xml", maximum: 2 };
      const call = gfi.list({ offset: 0 });
      expect(String(await rejection(call.asResponse(misspelt)))).toContain("The option acept of asResponse is unknown");
      const number = { accept: 7 as never };
      expect(String(await rejection(gfi.list({ offset: 0 }).asResponse(number)))).toContain("must be a media type");
      expect(answering.seen).toHaveLength(0);
      await expect(gfi.all().toArray(misspelt)).rejects.toThrow("The option acept of toArray is unknown");
      await expect(gfi.all().toArray({ max: "2" as never })).rejects.toThrow("The option max of toArray must be ");
    });

    it.each([Number.POSITIVE_INFINITY, Number.NaN, 1_000, -1])(
      "prefetch %d is refused with what is allowed",
      (prefetch) => {
        const walk = () => subject.create(service).gfi.all({}, { prefetch });
        expect(walk).toThrow(`must be a whole number from 0 to 999, but is ${prefetch}`);
      },
    );

    it("with a misspelt name is refused, with the names that there are", async () => {
      const misspelt: object = { maxRetry: 3 };
      expect(() => subject.create({ ...service, ...misspelt })).toThrow(
        /The option maxRetry of createRegisterClient is unknown: there are .*maxRetries/,
      );
      const { gfi } = subject.create(service);
      expect(String(await rejection(gfi.list({ offset: 0 }, misspelt)))).toContain(
        "The option maxRetry of gfi.list is unknown",
      );
      expect(() => gfi.all({}, misspelt)).toThrow("The option maxRetry of gfi.pages is unknown");
    });

    it("is not quoted where it may be a secret", () => {
      const create = () => subject.create({ ...service, onRequest: { secret } as never });
      expect(create).toThrow("but is of type object");
    });

    it.each([undefined, null])("that is %o counts as absent: the default holds", async (absent) => {
      const none = { timeout: absent, maxRetries: absent, maxWait: absent, maxBody: absent };
      await using answering = await inTurn({ status: 503 }, { body: rows }, { status: 503 }, { body: rows });
      const { sjediste } = connect(answering, { ...none, limiter: absent });
      expect(subject.rows(await sjediste.list({ offset: 0 }))).toEqual(rows);
      expect(subject.rows(await sjediste.list({ offset: 0 }, { ...none, signal: absent } as object))).toEqual(rows);
    });
  });

  describe("the environment", () => {
    afterEach(() => vi.unstubAllEnvs());

    it("has the default of the base URL", async () => {
      await using answering = await inTurn({ body: rows });
      vi.stubEnv("COURT_REGISTER_BASE_URL", answering.url);
      expect(subject.rows(await subject.create(accessBy(secret)).jezik.list())).toEqual(rows);
    });

    it("has the default of the key", async ({ skip }) => {
      skip(noKey !== undefined, noKey);
      await using answering = await inTurn({ body: rows });
      vi.stubEnv("COURT_REGISTER_KEY", secret);
      expect(subject.rows(await subject.create({ baseUrl: answering.url }).jezik.list())).toEqual(rows);
      expect(answering.seen[0]?.headers[secretHeader]).toBe(secret);
    });

    it.for([
      ["baseUrl", "COURT_REGISTER_BASE_URL", accessBy(secret)],
      ["subscriptionKey", "COURT_REGISTER_KEY", { baseUrl: "http://127.0.0.1:9", subscriptionKey: "" }],
    ] as const)("is named where %s is missing in both", ([name, variable, options], { skip }) => {
      skip(name === "subscriptionKey" && noKey !== undefined, noKey);
      vi.stubEnv(variable, "");
      expect(() => subject.create(options)).toThrow(
        `The option ${name} of createRegisterClient is missing, and so is the environment variable ${variable}.`,
      );
    });
  });

  describe("the user agent", () => {
    it("names the client and its version, unless headers give another", async () => {
      await using answering = await inTurn({ body: rows });
      await connect(answering).jezik.list();
      await connect(answering, { headers: { "User-Agent": "mine/1" } }).jezik.list();
      const [ours, theirs] = answering.seen.map(({ headers }) => headers["user-agent"]);
      expect(ours).toMatch(/^court-register-(fetch|axios)\/\d+\.\d+\.\d+$/);
      expect(theirs).toBe("mine/1");
    });
  });

  describe("hooks", () => {
    it("see each request and how it ended, without the key", async () => {
      const seen: unknown[] = [];
      await using answering = await inTurn(
        { status: 503, headers: { "x-request-id": "a1", "x-echo": secret } },
        { body: rows, headers: { "x-request-id": "a2" } },
      );
      const { sjediste } = connect(answering, {
        onRequest: (event: object) => seen.push(event),
        onResponse: (event: object) => seen.push(event),
      });
      await sjediste.list({ offset: 3 });
      const request = {
        operation: "sjediste.list",
        method: "GET",
        url: `${answering.url}/javni/sjediste?offset=3`,
        headers: { accept: "application/json", [secretHeader]: sentAs("[redacted]") },
      };
      const duration = expect.any(Number);
      const echoed = { "x-request-id": "a1", "x-echo": "[redacted]" };
      expect(seen).toMatchObject([
        { ...request, attempt: 1 },
        { ...request, attempt: 1, status: 503, responseHeaders: echoed, duration, error: { kind: "http" } },
        { ...request, attempt: 2 },
        { ...request, attempt: 2, status: 200, responseHeaders: { "x-request-id": "a2" }, duration, error: undefined },
      ]);
      expect(JSON.stringify(seen)).not.toContain(secret);
    });

    it("see a request without a response", async () => {
      const seen: unknown[] = [];
      await using answering = await serve((_, response) => void response.destroy());
      const { jezik } = connect(answering, { maxRetries: 0, onResponse: (event: object) => seen.push(event) });
      await rejection(jezik.list());
      expect(seen).toMatchObject([{ status: undefined, responseHeaders: {}, error: { kind: "connection" } }]);
    });
  });

  describe("a limiter", () => {
    it("keeps requests in flight within its limit, over all calls of several clients", async () => {
      let open = 0;
      let most = 0;
      await using answering = await serve(async () => {
        most = Math.max(most, ++open);
        await new Promise((wake) => setTimeout(wake, 10));
        open--;
        return { body: rows };
      });
      const limiter = requestLimiter({ inFlight: 2 });
      const clients = [connect(answering, { limiter }), connect(answering, { limiter })];
      await Promise.all(clients.flatMap(({ jezik, sud }) => [jezik.list(), sud.list(), jezik.list()]));
      expect(most).toBe(2);
      expect(answering.seen).toHaveLength(6);
    });

    it("lets the next request start when one fails or is aborted", async () => {
      await using answering = await serve(({ path }) =>
        path.endsWith("jezik") ? { body: rows } : path.endsWith("sud") ? { status: 404 } : undefined,
      );
      const { jezik, sud, drzava } = connect(answering, { limiter: requestLimiter({ inFlight: 1 }) });
      const control = new AbortController();
      const [hanging, waiting] = [
        drzava?.list({}, { signal: control.signal }),
        drzava?.list({}, { signal: control.signal }),
      ];
      const [failing, last] = [sud.list(), jezik.list()];
      const outcomes = Promise.allSettled([hanging, waiting, failing, last]);
      await expect.poll(() => answering.seen.length).toBe(1);
      control.abort();
      expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
    });
  });
}
