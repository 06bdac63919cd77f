import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { accessBy } from "./access.ts";
import { callsOf, inTurn, rows } from "./calls.ts";
import type { ClientUnderTest } from "./client-under-test.ts";
import { serve } from "./service.ts";

/** Retries, waits, timeouts and abort. */
export function testAttempts(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("retries", () => {
    it("resolve the call when one succeeds", async () => {
      await using service = await inTurn({ status: 503 }, { status: 500 }, { body: rows });
      expect(subject.rows(await connect(service).sjediste.list({ offset: 0 }))).toEqual(rows);
      expect(service.seen).toHaveLength(3);
    });

    it.each([
      ["the client", { maxRetries: 0 }, {}],
      ["the call", {}, { maxRetries: 0 }],
    ])("are off with maxRetries 0 in the options of %s", async (_, options, callOptions) => {
      await using service = await inTurn({ status: 503 });
      expect(await failed(service, options, callOptions)).toMatchObject({ attempts: 1 });
      expect(service.seen).toHaveLength(1);
    });

    it.each(["0", new Date(0).toUTCString(), "-1", "soon", "1e9", "3600.5", "2999-01-01", "3600, 3600", ""])(
      "back off as without it with Retry-After: %s",
      async (after) => {
        const busy = { status: 503, headers: { "retry-after": after } };
        await using service = await inTurn(busy, busy, { body: rows });
        // By this random number, the back-off is beyond maxWait; by the other, there is none.
        expect(await failed(service, { random: () => 1, maxWait: 100 })).toMatchObject({ attempts: 1 });
        await connect(service, { random: () => 0, maxWait: 100 }).sjediste.list({ offset: 0 });
        expect(service.seen).toHaveLength(3);
      },
    );

    it.each(["5184000", new Date(Date.now() + 60 * 86_400_000).toUTCString()])(
      "end at once when Retry-After exceeds maxWait, with an error that says how long to wait: %s",
      async (after) => {
        await using service = await inTurn({ status: 429, headers: { "retry-after": after } });
        const error = await failed(service);
        expect(error).toMatchObject({ kind: "rate-limit", attempts: 1 });
        // In days: the test may run long after it was named.
        expect(Math.round(Number(error.retryAfter) / 86_400_000)).toBe(60);
      },
    );

    it("leave retryAfter undefined without the header", async () => {
      await using service = await inTurn({ status: 429 });
      expect((await failed(service, { maxRetries: 0 })).retryAfter).toBeUndefined();
    });

    it("wait for months if Retry-After and maxWait say so", async () => {
      const control = new AbortController();
      await using service = await serve(() => {
        setTimeout(() => control.abort(), 50);
        return { status: 429, headers: { "retry-after": "9000000" } };
      });
      const warnings: Error[] = [];
      const onWarning = (warning: Error): number => warnings.push(warning);
      process.on("warning", onWarning);
      const options = { maxWait: Number.POSITIVE_INFINITY };
      expect(await failed(service, options, { signal: control.signal })).toMatchObject({ kind: "aborted" });
      process.off("warning", onWarning);
      expect(warnings).toEqual([]);
      expect(service.seen).toHaveLength(1);
    });

    it("follow a refused connection, and the error gives the reason", async () => {
      const gone = await serve(() => undefined);
      await gone[Symbol.asyncDispose]();
      const error = await failed(gone);
      expect(error).toMatchObject({ kind: "connection", attempts: 3, status: undefined });
      expect(error.message).toMatch(/no response: .*(refused|closed|hang up|ECONN|socket)/i);
      const causes: unknown[] = [];
      for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
        causes.push("code" in cause && cause.code);
      expect(causes).toContain("ECONNREFUSED");
    });

    it.each([
      [0, 200],
      [1, 200],
      [1, 401],
      [1, 503],
    ])("follow a connection that breaks after %i bytes of the body with status %i", async (bytes, status) => {
      let turn = 0;
      await using service = await serve((_, response: ServerResponse) => {
        if (turn++ > 0) return { body: rows };
        if (bytes > 0) response.writeHead(status, { "content-length": "100", "retry-after": "3600" }).write("[");
        setTimeout(() => response.destroy(), 20);
        return undefined;
      });
      expect(subject.rows(await connect(service).sjediste.list({ offset: 0 }))).toEqual(rows);
      expect(service.seen).toHaveLength(2);
    });
  });

  describe("timeout", () => {
    it("expires when no response comes", async () => {
      await using service = await serve(() => undefined);
      expect(await failed(service, { timeout: 50 })).toMatchObject({ kind: "timeout", attempts: 1, status: undefined });
      // On a busy machine the time may be over before the service reads the request.
      expect(service.seen.length).toBeLessThan(2);
    });

    it("expires while the body trickles", async () => {
      await using service = await serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const trickle = setInterval(() => response.write(" "), 10);
        response.on("close", () => clearInterval(trickle));
        return undefined;
      });
      expect(await failed(service, {}, { timeout: 80 })).toMatchObject({ kind: "timeout" });
    });

    it.each([0, 2 ** 31, Number.POSITIVE_INFINITY])("never expires with %d", async (timeout) => {
      await using service = await serve(async () => {
        await new Promise((wake) => setTimeout(wake, 30));
        return { body: rows };
      });
      expect(subject.rows(await connect(service, { timeout }).sjediste.list({ offset: 0 }))).toEqual(rows);
    });

    it("is the client's if the call's is undefined", async () => {
      await using service = await serve(() => undefined);
      expect(await failed(service, { timeout: 30 }, { timeout: undefined })).toMatchObject({ kind: "timeout" });
    });
  });

  describe("abort", () => {
    it("before the request sends nothing", async () => {
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

    it("leaves no retry and no open request behind, like a timeout", async () => {
      const waits: number[] = [];
      const random = () => waits.push(1);
      for (const end of [{ signal: AbortSignal.timeout(30) }, { timeout: 30 }]) {
        await using service = await serve(() => undefined);
        expect((await failed(service, { random }, end)).kind).toMatch(/aborted|timeout/);
        await expect.poll(() => service.open()).toBe(0);
      }
      expect(waits).toEqual([]);
    });

    it("may have any value as its reason", async () => {
      await using service = await inTurn({ body: rows });
      const error = await failed(service, {}, { signal: AbortSignal.abort(Symbol("enough")) });
      expect(error).toMatchObject({ kind: "aborted", cause: { message: "Symbol(enough)" } });
    });

    it.each([
      ["has no prototype", Object.create(null)],
      [
        "throws when it is read",
        new Proxy(
          {},
          {
            get() {
              throw new Error("no");
            },
          },
        ),
      ],
    ])("may have a reason that %s", async (_, reason) => {
      const control = new AbortController();
      await using service = await serve(() => void control.abort(reason));
      const error = await failed(service, {}, { signal: control.signal });
      expect([error.kind, error.cause]).toEqual(["aborted", undefined]);
    });

    it("may have a reason that is its own cause", async () => {
      const reason = new Error("enough");
      reason.cause = new Error("of this", { cause: reason });
      const control = new AbortController();
      await using service = await serve(() => void control.abort(reason));
      const error = await failed(service, {}, { signal: control.signal });
      expect(error).toMatchObject({ kind: "aborted", cause: { message: "enough", cause: { message: "of this" } } });
    });

    it("stops the wait for a secret", async () => {
      await using service = await inTurn({ body: rows });
      const options = accessBy(() => new Promise<string>(() => {}));
      expect(await failed(service, options, { signal: AbortSignal.timeout(20) })).toMatchObject({ kind: "aborted" });
      expect(await failed(service, { ...options, timeout: 20 })).toMatchObject({ kind: "timeout" });
    });
  });
}
