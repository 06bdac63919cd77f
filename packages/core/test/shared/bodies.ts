import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { secret } from "./access.ts";
import { callsOf, inTurn } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { collect } from "./paging.ts";
import { serve } from "./service.ts";

/** What a hostile or broken service may send. */
export function testBodies(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("maxBody", () => {
    it.each(["client", "call"])("of the %s ends a body that goes on", async (where) => {
      await using service = await serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
        };
        response.on("drain", more);
        more();
        return undefined;
      });
      const limit = { maxBody: 1_000_000 };
      const error = await failed(service, where === "client" ? limit : {}, where === "call" ? limit : {});
      expect(error).toMatchObject({ kind: "too-large", attempts: 1 });
      expect(error.message).toContain("more than 1000000 bytes. Ask for fewer rows with limit, or raise maxBody.");
      await expect.poll(() => service.open()).toBe(0);
    });

    it("counts what a compressed body becomes", async () => {
      const bomb = gzipSync(Buffer.alloc(10_000_000, " "));
      await using service = await serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
        return undefined;
      });
      expect(bomb.length).toBeLessThan(1_000_000);
      expect(await failed(service, { maxBody: 1_000_000 })).toMatchObject({ kind: "too-large", attempts: 1 });
    });

    it("lets a body of just that size pass, in many parts", async () => {
      const body = JSON.stringify([{ mbs: 1, ime: "č".repeat(500_000) }]);
      await using service = await inTurn({ body });
      const maxBody = Buffer.byteLength(body);
      const rows = subject.rows(await connect(service, { maxBody }).sjediste.list({ offset: 0 }));
      expect(JSON.stringify(rows)).toBe(body);
      expect(await failed(service, { maxBody: maxBody - 1 })).toMatchObject({ kind: "too-large" });
    });
  });

  describe("what a body becomes", () => {
    it.each([
      ["empty rows", "{},"],
      ["lists in a row", `{"a":[${"[],".repeat(9)}[]]},`],
      ["rows in rows", `${'{"a":'.repeat(9)}1${"}".repeat(9)},`],
    ])("is bounded by maxBody: %s", async (_, part) => {
      const bodyOf = (count: number): string => `[${part.repeat(count).slice(0, -1)}]`;
      const values = part.match(/[,[{]/g)?.length ?? 0;
      const maxBody = 80_000;
      const most = Math.floor(maxBody / 8 / values);
      await using service = await inTurn({ body: bodyOf(most) }, { body: bodyOf(most + 1) });
      expect(Buffer.byteLength(bodyOf(most + 1))).toBeLessThan(maxBody);
      expect(subject.rows(await connect(service, { maxBody }).sjediste.list({ offset: 0 }))).toHaveLength(most);
      const error = await failed(service, { maxBody });
      expect(error).toMatchObject({ kind: "too-large", attempts: 1 });
      expect(error.message).toContain("more than 10000 values. Ask for fewer");
    });

    it("is whole pages of rows, however many of their fields are short", async () => {
      const row = { mbs: 1, status: 1, a: null, b: [1, 2], c: { id: 3 } };
      const body = JSON.stringify(Array.from({ length: 20_000 }, () => row));
      await using service = await inTurn({ body });
      expect(subject.rows(await connect(service).sjediste.list({ offset: 0 }))).toHaveLength(20_000);
    });
  });

  describe("an error", () => {
    it.each([
      [{ title: "Conflict", detail: "The state is no longer kept." }, "It says: The state is no longer kept. "],
      [{ statusCode: 404, message: "Resource not found" }, "It says: Resource not found. "],
      [[{ error_code: 13, error_message: "nema" }], "It says: nema. "],
      [{ error: { message: `no such key: ${secret}` } }, "It says: no such key: [redacted]"],
    ])("says what the service said in %j", async (body, said) => {
      await using service = await inTurn({ status: 404, body });
      const { message } = await failed(service);
      expect(message).toContain(said);
      expect(message).not.toContain(secret);
    });

    it("has the headers of the response, without cookies and keys", async () => {
      const headers = { "X-Request-Id": "7f3a", "set-cookie": "session=1", "x-echo": `Key ${secret}` };
      await using service = await inTurn({ status: 404, headers });
      const error = await failed(service);
      expect(error.headers).toMatchObject({ "x-request-id": "7f3a", "x-echo": "Key [redacted]" });
      expect(error.headers).not.toHaveProperty("set-cookie");
    });

    it("has a hint where baseUrl ends in /javni", async () => {
      await using service = await inTurn({ status: 404 });
      const error = await failed({ ...service, url: `${service.url}/javni` });
      expect(error.message).toContain("the path has /javni twice. Give baseUrl without /javni.");
      expect((await failed(service)).message).not.toContain("without /javni");
    });

    it.each(["http://[", "https://%%%"])(
      "for the Location %s, which is no URL, has kind redirect",
      async (location) => {
        await using service = await inTurn({ status: 302, headers: { location } });
        const error = await failed(service);
        expect(error).toMatchObject({ kind: "redirect", status: 302, attempts: 1 });
        expect(error.message).toContain("which is no URL");
      },
    );
  });

  describe("a service that echoes the key", () => {
    it("in the name of the state gets it into no cursor", async () => {
      await using service = await serve(({ query }) => ({
        body: query.offset === "0" ? [{ mbs: 1, ime: secret }] : [{ mbs: 2 }],
        headers: { "x-timestamp-id": secret },
      }));
      const { value: page } = await connect(service).gfi.pages().next();
      expect(page?.cursor.timestamp_id).toBeUndefined();
      expect(JSON.stringify(page?.cursor)).not.toContain(secret);
      const error = subject.error(await rejection(collect(connect(service).gfi.all())));
      expect(JSON.stringify(error)).not.toContain(secret);
    });

    it.each([
      ["\\u%s", (code: number) => `\\u${code.toString(16).padStart(4, "0")}`],
      ["&#%s;", (code: number) => `&#${code};`],
      ["&#x%s;", (code: number) => `&#x${code.toString(16)};`],
      ["%%%s", (code: number) => `%${code.toString(16)}`],
    ])("letter by letter as %s gets it into no error", async (_, encode) => {
      const escaped = [...secret].map((letter) => encode(letter.charCodeAt(0))).join("");
      await using service = await inTurn({ status: 400, body: `{"message":"no key ${escaped}"}` });
      const error = await failed(service);
      expect(error.body).toBe('{"message":"no key [redacted]"}');
      expect(error.message).not.toContain(secret);
    });
  });
}
