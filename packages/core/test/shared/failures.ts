import { describe, expect, it } from "vitest";
import { accessBy, refusedAttempts, secret, secretHeader, sentAs } from "./access.ts";
import { callsOf, inTurn, rows } from "./calls.ts";
import { type ClientUnderTest, type Resource, rejection } from "./client-under-test.ts";
import { serve } from "./service.ts";

/** Responses without rows, and the errors that both clients make of them. */
export function testFailures(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("status", () => {
    it.each([
      [400, "http", 1],
      [401, "authentication", refusedAttempts],
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
      expect(error.message.includes("Check the key or the headers")).toBe(kind === "authentication");
      expect(error.message).toContain(error.url);
      expect(service.seen).toHaveLength(attempts);
    });

    it("keeps 500 characters of the body", async () => {
      await using service = await inTurn({ status: 404, body: "x".repeat(10_000) });
      expect((await failed(service)).body).toBe("x".repeat(500));
    });
  });

  describe("the stack of an error", () => {
    it.each<[string, (sjediste: Resource) => Promise<unknown>]>([
      ["a call", (sjediste) => sjediste.list({ offset: 0 })],
      ["withResponse", (sjediste) => sjediste.list({ offset: 0 }).withResponse()],
      ["asResponse", (sjediste) => sjediste.list({ offset: 0 }).asResponse()],
      ["rows of a walk", (sjediste) => sjediste.all().next()],
      ["pages of a walk", (sjediste) => sjediste.pages().next()],
    ])("from %s has the frames of its caller", async (_, call) => {
      await using service = await inTurn({ status: 404 });
      async function yourOwnFunction(): Promise<void> {
        await call(connect(service).sjediste);
      }
      expect(await rejection(yourOwnFunction())).toHaveProperty("stack", expect.stringContaining("yourOwnFunction"));
    });
  });

  describe("a body other than the promised rows", () => {
    it.each([
      ["null", "null"],
      ["an object", '{"error_code":505,"error_message":"none","log_id":1}'],
      ["an empty body", ""],
      ["whitespace", " \n"],
      ["HTML", "<!doctype html><html><body>Busy</body></html>"],
      ["a number", "17"],
      ["text", '"rows"'],
      ["truncated JSON", '[{"mbs":1},{"mb'],
      ["null among the rows", '[{"mbs":1},null]'],
      ["a number among the rows", '[{"mbs":1},2]'],
      ["an array among the rows", '[{"mbs":1},[]]'],
    ])("%s is a decode error that quotes it, and is not retried", async (_, body) => {
      await using service = await inTurn({ body });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "decode", status: 200, attempts: 1, body });
      expect(error.message).toContain("the service must send an array of objects, but ");
    });

    it.each([
      ["<html>", "the service must send an array of objects, but sent <html>"],
      ['[{"mbs":1},{"mb', 'but sent [{"mbs":1},{"mb'],
      ["", "but sent nothing."],
      [" \n", "but sent nothing."],
      ["null", "but sent null"],
      ['{"a":1}', 'but sent {"a":1}'],
      ['[{"mbs":1},17]', "but one of them is 17."],
      ['[[{"mbs":1}]]', "but one of them is an array."],
    ])("%j is quoted or named: %s", async (body, quote) => {
      await using service = await inTurn({ body });
      expect((await failed(service)).message).toContain(quote);
    });

    it("a fraction instead of an integer is not safe", async () => {
      await using service = await inTurn({ body: '[{"mbs":1},{"mbs":1.5}]' });
      expect(await failed(service, { integers: "bigint" })).toMatchObject({ kind: "unsafe-integer", path: "[1].mbs" });
    });

    it("text instead of an integer is returned unchanged", async () => {
      await using service = await inTurn({ body: '[{"mbs":"080012345"}]' });
      for (const integers of ["number", "bigint"]) {
        expect(subject.rows(await connect(service, { integers }).sjediste.list({ offset: 0 }))).toEqual([
          { mbs: "080012345" },
        ]);
      }
    });

    it.each(["9007199254740993", "-1", "many", ""])("a total that is not a count is ignored: %s", async (count) => {
      await using service = await inTurn({ body: rows, headers: { "x-total-count": count } });
      expect((await connect(service).sjediste.list({ offset: 0 }).withResponse()).total).toBeUndefined();
    });
  });

  describe("redirects", () => {
    it.each([301, 302, 303, 307, 308])("%i is followed within the origin, with the secret", async (status) => {
      await using service = await serve(({ path }) =>
        path.startsWith("/javni") ? { status, headers: { location: "/moved?offset=3" } } : { body: rows },
      );
      expect(subject.rows(await connect(service).sjediste.list({ offset: 3 }))).toEqual(rows);
      expect(service.seen.map(({ path }) => path)).toEqual(["/javni/sjediste", "/moved"]);
      expect(service.seen[1]?.headers[secretHeader]).toBe(sentAs(secret));
    });

    it("count as attempts, each with a secret of its own, but not as retries, which start at the original URL", async () => {
      let secrets = 0;
      await using service = await serve(({ path }) =>
        path.startsWith("/javni") ? { status: 307, headers: { location: "/moved" } } : { status: 503 },
      );
      const access = accessBy(() => `secret-${++secrets}`);
      expect(await failed(service, { ...access, maxRetries: 1 })).toMatchObject({ kind: "http", attempts: 4 });
      expect(service.seen.map(({ path, headers }) => [path, headers[secretHeader]])).toEqual([
        ["/javni/sjediste", sentAs("secret-1")],
        ["/moved", sentAs("secret-2")],
        ["/javni/sjediste", sentAs("secret-3")],
        ["/moved", sentAs("secret-4")],
      ]);
    });

    it("have a limit that starts over with each retry", async () => {
      const moved = (place: string) => ({ status: 307, headers: { location: place } });
      const places = ["/1", "/2", "/3", "/4", "/5"].map(moved);
      await using service = await inTurn(...places, { status: 503 }, ...places, { status: 503 }, ...places, {
        body: rows,
      });
      expect(subject.rows(await connect(service).sjediste.list({ offset: 0 }))).toEqual(rows);
      expect(service.seen).toHaveLength(18);
    });

    it("to another origin are refused, and nothing is sent there", async () => {
      await using other = await inTurn({ body: rows });
      await using service = await inTurn({ status: 307, headers: { location: `${other.url}/javni/sjediste` } });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "redirect", status: 307, attempts: 1 });
      expect(error.message).toContain(
        `redirects to ${other.url}/javni/sjediste, at another origin. Configure the final URL.`,
      );
      expect(other.seen).toHaveLength(0);
    });

    it("in a loop are given up", async () => {
      await using service = await inTurn({ status: 302, headers: { location: "/javni/sjediste" } });
      expect(await failed(service)).toMatchObject({ kind: "redirect" });
      expect(service.seen.length).toBeLessThan(10);
    });
  });
}
