import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type Reply, type Service, serve } from "./service.ts";
import { rejection, type Subject } from "./subject.ts";

const key = "tajni-kljuc-7c1f";
const rows = [{ mbs: 1 }];

/** Answers in turn; the last answer stays. */
const inTurn = (...replies: Reply[]): Promise<Service> => {
  let turn = 0;
  return serve(() => replies[Math.min(turn++, replies.length - 1)]);
};

/** Never waits between attempts, unless the answer asks for it. */
const random = (): number => 0;

/** What goes wrong, and what both clients make of it. */
export function testFailures(subject: Subject): void {
  const connect = (service: Service, options = {}) => {
    const { sjediste } = subject.create({ baseUrl: service.url, subscriptionKey: key, random, ...options });
    if (!sjediste) throw new Error("no resource sjediste");
    return sjediste;
  };
  const failed = async (service: Service, options = {}, callOptions = {}) =>
    subject.error(await rejection(connect(service, options).list({ offset: 3 }, callOptions)));

  describe("status", () => {
    it.each([
      [400, "http", 1],
      [401, "authentication", 1],
      [403, "authentication", 1],
      [404, "http", 1],
      [204, "http", 1],
      [304, "http", 1],
      [408, "http", 3],
      [429, "rate-limit", 3],
      [500, "http", 3],
      [503, "http", 3],
    ])("%i is kind %s, after %i attempts", async (status, kind, attempts) => {
      const body = status === 204 || status === 304 ? "" : '{"statusCode":1,"message":"no"}';
      await using service = await inTurn({ status, body });
      const error = await failed(service);
      expect(error).toMatchObject({
        kind,
        status,
        attempts,
        body,
        operation: "sjediste.list",
        url: `${service.url}/javni/sjediste?offset=3`,
      });
      expect(error.message).toContain(`sjediste.list: status ${status}`);
      expect(error.message.includes("is the key right?")).toBe(kind === "authentication");
      expect(error.message).toContain(error.url);
      expect(service.seen).toHaveLength(attempts);
    });

    it("keeps 500 characters of the body", async () => {
      await using service = await inTurn({ status: 404, body: "x".repeat(10_000) });
      expect((await failed(service)).body).toBe("x".repeat(500));
    });
  });

  describe("a body that is not the rows promised", () => {
    it.each([
      ["null", "null"],
      ["an object", '{"error_code":505,"error_message":"none","log_id":1}'],
      ["nothing", ""],
      ["blanks", " \n"],
      ["HTML", "<!doctype html><html><body>Busy</body></html>"],
      ["a number", "17"],
      ["text", '"rows"'],
      ["truncated JSON", '[{"mbs":1},{"mb'],
      ["null among the rows", '[{"mbs":1},null]'],
      ["a number among the rows", '[{"mbs":1},2]'],
      ["an array among the rows", '[{"mbs":1},[]]'],
    ])("%s is a decode error at once, which says what came", async (_, body) => {
      await using service = await inTurn({ body });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "decode", status: 200, attempts: 1, body });
      expect(error.message).toMatch(/expected .*, got /);
    });

    it.each([
      ["<html>", "expected an array of objects, got <html>"],
      ['[{"mbs":1},{"mb', 'got [{"mbs":1},{"mb'],
      ["", "got "],
      ["null", "got null"],
      ['{"a":1}', 'got {"a":1}'],
      ['[{"mbs":1},17]', "got 17"],
    ])("%s is named", async (body, words) => {
      await using service = await inTurn({ body });
      expect((await failed(service)).message).toContain(words);
    });

    it("a fraction in the place of an integer is no safe one", async () => {
      await using service = await inTurn({ body: '[{"mbs":1},{"mbs":1.5}]' });
      expect(await failed(service, { integers: "bigint" })).toMatchObject({ kind: "unsafe-integer", path: "[1].mbs" });
    });

    it("text in the place of an integer is what came", async () => {
      await using service = await inTurn({ body: '[{"mbs":"080012345"}]' });
      for (const integers of ["number", "bigint"]) {
        expect(subject.rows(await connect(service, { integers }).list({ offset: 0 }))).toEqual([{ mbs: "080012345" }]);
      }
    });

    it.each(["9007199254740993", "-1", "many", ""])("a total that is no count is none: %s", async (count) => {
      await using service = await inTurn({ body: rows, headers: { "x-total-count": count } });
      expect((await connect(service).list({ offset: 0 }).withResponse()).total).toBeUndefined();
    });
  });

  describe("retries", () => {
    it("goes on after a retry that is answered", async () => {
      await using service = await inTurn({ status: 503 }, { status: 500 }, { body: rows });
      expect(subject.rows(await connect(service).list({ offset: 0 }))).toEqual(rows);
      expect(service.seen).toHaveLength(3);
    });

    it.each([
      ["the client", { maxRetries: 0 }, {}],
      ["the call", {}, { maxRetries: 0 }],
    ])("are off with maxRetries 0 of %s", async (_, options, callOptions) => {
      await using service = await inTurn({ status: 503 });
      expect(await failed(service, options, callOptions)).toMatchObject({ attempts: 1 });
      expect(service.seen).toHaveLength(1);
    });

    it("waits a random part of a doubling time", async () => {
      await using service = await inTurn({ status: 503 });
      // Waits are random() × 500, then × 1,000 ms.
      const started = performance.now();
      await failed(service, { random: () => 0.1 });
      expect(performance.now() - started).toBeGreaterThanOrEqual(50 + 100 - 5);
    });

    it("waits as long as Retry-After says, in seconds", async () => {
      await using service = await inTurn({ status: 429, headers: { "retry-after": "1" } }, { body: rows });
      const started = performance.now();
      await connect(service).list({ offset: 0 });
      expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    });

    it("waits as long as Retry-After says, as a date", async () => {
      const date = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000);
      await using service = await inTurn(
        { status: 503, headers: { "retry-after": date.toUTCString() } },
        { body: rows },
      );
      await connect(service).list({ offset: 0 });
      expect(Date.now()).toBeGreaterThanOrEqual(date.getTime() - 5);
    });

    it("waits as long as Retry-After says, in parts of a second", async () => {
      await using service = await inTurn({ status: 429, headers: { "retry-after": "0.2" } }, { body: rows });
      const started = performance.now();
      await connect(service).list({ offset: 0 });
      expect(performance.now() - started).toBeGreaterThanOrEqual(190);
    });

    it.each(["0", new Date(0).toUTCString()])("takes Retry-After: %s as a value", async (after) => {
      await using service = await inTurn({ status: 503, headers: { "retry-after": after } }, { body: rows });
      // Without it, this random number would give a wait beyond maxWait.
      await connect(service, { random: () => 1, maxWait: 100 }).list({ offset: 0 });
      expect(service.seen).toHaveLength(2);
    });

    it("does not wait beyond maxWait", async () => {
      await using service = await inTurn({ status: 429, headers: { "retry-after": "3600" } });
      expect(await failed(service)).toMatchObject({ kind: "rate-limit", attempts: 1 });
    });

    it("waits for months when told to", async () => {
      await using service = await inTurn({ status: 429, headers: { "retry-after": "9000000" } });
      const warnings: Error[] = [];
      const hear = (warning: Error): number => warnings.push(warning);
      process.on("warning", hear);
      const options = { maxWait: Number.POSITIVE_INFINITY };
      expect(await failed(service, options, { signal: AbortSignal.timeout(50) })).toMatchObject({ kind: "aborted" });
      process.off("warning", hear);
      expect(warnings).toEqual([]);
      expect(service.seen).toHaveLength(1);
    });

    it("retries when nobody answers, and says why", async () => {
      const gone = await serve(() => undefined);
      await gone[Symbol.asyncDispose]();
      const error = await failed(gone);
      expect(error).toMatchObject({ kind: "connection", attempts: 3, status: undefined });
      expect(error.message).toMatch(/no answer: .*(refused|closed|hang up|ECONN|socket)/i);
      const causes: unknown[] = [];
      for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
        causes.push("code" in cause && cause.code);
      expect(causes).toContain("ECONNREFUSED");
    });

    it.each([0, 1])("retries when the connection breaks, with %i bytes of the body sent", async (bytes) => {
      let turn = 0;
      await using service = await serve((_, response: ServerResponse) => {
        if (turn++ > 0) return { body: rows };
        if (bytes > 0) response.writeHead(200, { "content-length": "100" }).write("[");
        setTimeout(() => response.destroy(), 20);
        return undefined;
      });
      expect(subject.rows(await connect(service).list({ offset: 0 }))).toEqual(rows);
      expect(service.seen).toHaveLength(2);
    });
  });

  describe("time", () => {
    it("runs out when no answer comes", async () => {
      await using service = await serve(() => undefined);
      expect(await failed(service, { timeout: 50 })).toMatchObject({ kind: "timeout", attempts: 1, status: undefined });
      expect(service.seen).toHaveLength(1);
    });

    it("runs out while the body trickles", async () => {
      await using service = await serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const trickle = setInterval(() => response.write(" "), 10);
        response.on("close", () => clearInterval(trickle));
        return undefined;
      });
      expect(await failed(service, {}, { timeout: 80 })).toMatchObject({ kind: "timeout" });
    });

    it.each([0, Number.POSITIVE_INFINITY])("has no end with %d", async (timeout) => {
      await using service = await serve(async () => {
        await new Promise((wake) => setTimeout(wake, 30));
        return { body: rows };
      });
      expect(subject.rows(await connect(service, { timeout }).list({ offset: 0 }))).toEqual(rows);
    });

    it("is the client's where the call leaves it open", async () => {
      await using service = await serve(() => undefined);
      expect(await failed(service, { timeout: 30 }, { timeout: undefined })).toMatchObject({ kind: "timeout" });
    });
  });

  describe("abort", () => {
    it("sends nothing when it comes first", async () => {
      await using service = await inTurn({ body: rows });
      const error = await failed(service, {}, { signal: AbortSignal.abort("enough") });
      expect(error).toMatchObject({ kind: "aborted", attempts: 0, cause: { message: "enough" } });
      expect(service.seen).toHaveLength(0);
    });

    it("stops a request", async () => {
      const control = new AbortController();
      await using service = await serve(() => {
        control.abort();
        return undefined;
      });
      expect(await failed(service, {}, { signal: control.signal })).toMatchObject({ kind: "aborted", attempts: 1 });
    });

    it("stops a wait", async () => {
      const control = new AbortController();
      await using service = await serve(() => {
        setTimeout(() => control.abort(), 20);
        return { status: 503, headers: { "retry-after": "30" } };
      });
      expect(await failed(service, {}, { signal: control.signal })).toMatchObject({ kind: "aborted", attempts: 1 });
      expect(service.seen).toHaveLength(1);
    });

    it("leaves nothing to wait for", async () => {
      const waits: number[] = [];
      const random = () => waits.push(1);
      for (const end of [{ signal: AbortSignal.timeout(30) }, { timeout: 30 }]) {
        await using service = await serve(() => undefined);
        expect((await failed(service, { random }, end)).kind).toMatch(/aborted|timeout/);
        await expect.poll(() => service.open()).toBe(0);
      }
      expect(waits).toEqual([]);
    });

    it("may have any reason", async () => {
      await using service = await inTurn({ body: rows });
      const error = await failed(service, {}, { signal: AbortSignal.abort(Symbol("enough")) });
      expect(error).toMatchObject({ kind: "aborted", cause: { message: "Symbol(enough)" } });
    });

    it("stops a key that does not come", async () => {
      await using service = await inTurn({ body: rows });
      const options = { subscriptionKey: () => new Promise<string>(() => {}) };
      expect(await failed(service, options, { signal: AbortSignal.timeout(20) })).toMatchObject({ kind: "aborted" });
      expect(await failed(service, { ...options, timeout: 20 })).toMatchObject({ kind: "timeout" });
    });
  });

  describe("redirects", () => {
    it.each([301, 302, 303, 307, 308])("%i is followed within the origin, with the key", async (status) => {
      await using service = await serve(({ path }) =>
        path.startsWith("/javni") ? { status, headers: { location: "/moved?offset=3" } } : { body: rows },
      );
      expect(subject.rows(await connect(service).list({ offset: 3 }))).toEqual(rows);
      expect(service.seen.map(({ path }) => path)).toEqual(["/javni/sjediste", "/moved"]);
      expect(service.seen[1]?.headers["ocp-apim-subscription-key"]).toBe(key);
    });

    it("elsewhere are refused, and nothing is sent there", async () => {
      await using other = await inTurn({ body: rows });
      await using service = await inTurn({ status: 307, headers: { location: `${other.url}/javni/sjediste` } });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "redirect", status: 307, attempts: 1 });
      expect(error.message).toContain(`redirected to ${other.url}/javni/sjediste: configure the final URL`);
      expect(other.seen).toHaveLength(0);
    });

    it("in a circle are given up", async () => {
      await using service = await inTurn({ status: 302, headers: { location: "/javni/sjediste" } });
      expect(await failed(service)).toMatchObject({ kind: "redirect" });
      expect(service.seen.length).toBeLessThan(10);
    });
  });

  describe("the key", () => {
    it("is asked for once an attempt, so it can rotate", async () => {
      let calls = 0;
      await using service = await inTurn({ status: 503 }, { body: rows });
      await connect(service, { subscriptionKey: async () => `key-${++calls}` }).list({ offset: 0 });
      expect(service.seen.map(({ headers }) => headers["ocp-apim-subscription-key"])).toEqual(["key-1", "key-2"]);
      expect(calls).toBe(2);
    });

    it("that is empty is an authentication error, without a request", async () => {
      await using service = await inTurn({ body: rows });
      expect(await failed(service, { subscriptionKey: () => "" })).toMatchObject({
        kind: "authentication",
        status: undefined,
      });
      expect(service.seen).toHaveLength(0);
    });

    it("that cannot be had is tried for again", async () => {
      await using service = await inTurn({ body: rows });
      const subscriptionKey = () => Promise.reject(new Error("vault is sealed"));
      const error = await failed(service, { subscriptionKey });
      expect(error).toMatchObject({ kind: "connection", attempts: 3, cause: { message: "vault is sealed" } });
      expect(service.seen).toHaveLength(0);
    });

    it("cannot be replaced by other headers", async () => {
      await using service = await inTurn({ body: rows });
      const headers = { "ocp-apim-subscription-key": "other", "X-Trace": "7" };
      await connect(service, { headers }).list({ offset: 0 }, { headers: { "OCP-APIM-SUBSCRIPTION-KEY": "third" } });
      expect(service.seen[0]?.headers).toMatchObject({ "ocp-apim-subscription-key": key, "x-trace": "7" });
    });

    it("has headers beside it, but those without a value", async () => {
      await using service = await inTurn({ body: rows });
      const headers = { "x-trace": process.env.COURT_REGISTER_NO_SUCH_VARIABLE } as Record<string, string>;
      await connect(service, { headers }).list({ offset: 0 });
      expect(service.seen[0]?.headers).not.toHaveProperty("x-trace");
    });
  });

  describe("baseUrl", () => {
    it.each(["", "registar", "https://user:pw@registar.primjer.hr", "https://registar.primjer.hr/?a=1"])(
      "%s is refused",
      (baseUrl) => expect(() => subject.create({ baseUrl, subscriptionKey: key })).toThrow("baseUrl must be http(s)"),
    );

    it.each(["", "/", "/a/b", "/a/b//"])("may end with %s", async (end) => {
      await using service = await inTurn({ body: rows });
      await connect({ ...service, url: service.url + end }).list({ offset: 0 });
      expect(service.seen[0]?.path).toBe(`${end.replace(/\/+$/, "")}/javni/sjediste`);
    });
  });
}
