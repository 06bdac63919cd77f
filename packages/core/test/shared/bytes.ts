import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRows } from "../../src/no-rows.ts";
import { callsOf } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { type Service, serve } from "./service.ts";

/** A row with these bytes in a text. */
const rowOf = (...bytes: number[]): Buffer =>
  Buffer.from([...Buffer.from('[{"naziv":"'), ...bytes, ...Buffer.from('"}]')]);

/** A service that sends these bytes. */
const sending = (body: () => Uint8Array, headers: Record<string, string> = {}, status = 200): Promise<Service> =>
  serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body());
    return undefined;
  });

/** From bytes to text to value, nothing is guessed. */
export function testBytes(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("bytes", () => {
    it.each<[string, string, number[], string]>([
      ["without a charset", "application/json", [0xc8, 0x61], "byte 11 of the body is not utf-8"],
      ["declared as UTF-8", "application/json; charset=UTF-8", [0x61, 0xff], "byte 12 of the body is not utf-8"],
      ["of half a surrogate pair", "application/json", [0xed, 0xa0, 0x80], "byte 11 of the body is not utf-8"],
      ["beside U+FFFD itself", "application/json", [0xef, 0xbf, 0xbd, 0xfe], "byte 14 of the body is not utf-8"],
      ["declared as ASCII", "application/json; charset=us-ascii", [0x61, 0xc8], "byte 12 of the body is not us-ascii"],
      ["declared as Shift_JIS", "application/json; charset=shift_jis", [0xc8, 0x81], "of the body is not shift_jis"],
    ])("that are no text in their charset fail the call with their place: %s", async (_, type, bytes, message) => {
      await using service = await sending(() => rowOf(...bytes), { "content-type": type });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "decode", attempts: 1, status: 200 });
      expect(error.message).toContain(message);
      expect(error.path).toMatch(/^byte 1[1-9]$/);
    });

    it.each([401, 404, 429])("that are no text leave status %i as it is", async (status) => {
      await using service = await sending(() => rowOf(0xc8), {}, status);
      const kind = { 401: "authentication", 404: "http", 429: "rate-limit" }[status];
      expect(await failed(service, { maxRetries: 0 })).toMatchObject({ kind, status, body: "" });
    });

    it.each<[string, string, Buffer]>([
      ["windows-1250", "\u010cakovec", rowOf(0xc8, ...Buffer.from("akovec"))],
      ["iso-8859-2", "\u010cakovec", rowOf(0xc8, ...Buffer.from("akovec"))],
      ["utf-16le", "\u010cakovec", Buffer.from('\ufeff[{"naziv":"\u010cakovec"}]', "utf16le")],
      ["us-ascii", "Cakovec", rowOf(...Buffer.from("Cakovec"))],
      ["UTF-8", "\u010cakovec", rowOf(...Buffer.from("\u010cakovec"))],
      ["utf8", "\u010cakovec", Buffer.from('\ufeff[{"naziv":"\u010cakovec"}]')],
    ])("are decoded as declared: %s", async (charset, naziv, body) => {
      await using service = await sending(() => body, { "content-type": `application/json; charset="${charset}"` });
      expect(subject.rows(await connect(service).jezik.list())).toEqual([{ naziv }]);
    });

    it("in a charset that no runtime knows are refused by its name", async () => {
      await using service = await sending(() => rowOf(), { "content-type": "application/json;charset=x-unknown" });
      const error = await failed(service);
      expect(error).toMatchObject({ kind: "decode", attempts: 1, status: 200 });
      expect(error.message).toContain("declares the charset x-unknown");
    });

    it.each(["\\u0000", "\\ud83d", "\\udc00\\ud800", "\ufffd", "\u0085"])("stay what they say: %j", async (text) => {
      await using service = await sending(() => rowOf(...Buffer.from(text)));
      expect(subject.rows(await connect(service).jezik.list())).toEqual([{ naziv: JSON.parse(`"${text}"`) }]);
    });
  });

  describe("a compressed body that is cut off", () => {
    const body = JSON.stringify(
      Array.from({ length: 9 }, (_, mbs) => ({ mbs, ime: `\u017d${mbs} [\u0161\u010d]`.repeat(mbs) })),
    );
    const whole: readonly (readonly [encoding: string, bytes: Buffer])[] = [
      ["gzip", gzipSync(body)],
      ["deflate", deflateSync(body)],
      ["br", brotliCompressSync(body)],
    ];

    it.each(whole)("is no response, wherever the cut is: %s", async (encoding, bytes) => {
      let length = 0;
      await using service = await sending(() => bytes.subarray(0, length), { "content-encoding": encoding });
      const { jezik } = connect(service);
      // The checksum at the end, and the end that the last byte has.
      for (; length < bytes.length - 9; length++) {
        const sent = service.seen.length;
        const error = subject.error(await rejection(jezik.list()));
        expect([length, error.kind]).toEqual([length, "connection"]);
        expect(error.message).toContain("Check the URL and the network.");
        expect(service.seen.length - sent).toBe(3);
      }
      for (; length <= bytes.length; length++) {
        const result = await jezik.list().then(
          (rows) => JSON.stringify(subject.rows(rows)),
          (thrown) => subject.error(thrown).kind,
        );
        expect(["connection", body]).toContain(result);
      }
    });

    it("is requested again", async () => {
      let count = 0;
      await using service = await sending(() => gzipSync(body).subarray(0, count++ === 0 ? 15 : undefined), {
        "content-encoding": "gzip",
      });
      expect(JSON.stringify(subject.rows(await connect(service).jezik.list()))).toBe(body);
      expect(service.seen).toHaveLength(2);
    });

    it("is no sign that a walk is at its end", async () => {
      let cut = 0;
      await using service = await serve(({ query }, response) => {
        if (query.offset === "0") return { body: [{ mbs: 1 }, { mbs: 2 }] };
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
        response.end(gzipSync(body).subarray(0, cut));
        return undefined;
      });
      const { gfi } = connect(service);
      for (; cut <= 40; cut++) {
        const error = subject.error(await rejection(gfi.all({}, { endsWalk: noRows }).toArray()));
        expect([cut, error.kind, error.attempts]).toEqual([cut, "connection", 3]);
      }
    });
  });

  describe("numbers", () => {
    const asWritten = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
      fc
        .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n }), fc.constantFrom("e", "E", "e+", "E+0"), fc.nat(700))
        .map((parts) => parts.join("")),
      fc.integer({ min: 300, max: 320 }).map((zeros) => `1${"0".repeat(zeros)}`),
      fc.constantFrom("1e400", "-1e400", "1.7976931348623157e308", "1.7976931348623159e308", "1e-400"),
    );
    /** Where a number may be: in a field of the contract that is no such integer, in one that it does not know, and deeper. */
    const anyPlace = fc.constantFrom(
      { path: "[0].iznos", row: (number: string) => `{"mbs":1,"iznos":${number}}` },
      { path: "[0].novo", row: (number: string) => `{"novo":${number},"mbs":2}` },
      { path: "[0].valuta.sifra", row: (number: string) => `{"mbs":3,"valuta":{"naziv":"e400","sifra":${number}}}` },
      { path: "[0].x[1].y[0]", row: (number: string) => `{"x":[{},{"y":[${number}]}]}` },
      { path: "[0].__proto__.z", row: (number: string) => `{"__proto__":{"z":${number}}}` },
    );

    it("are finite in rows, or fail the call with their place", async () => {
      let body = "";
      await using service = await serve(() => ({ body }));
      const clients = [connect(service), connect(service, { integers: "bigint" })];
      await fc.assert(
        fc.asyncProperty(asWritten, anyPlace, fc.constantFrom(...clients), async (number, { path, row }, client) => {
          body = `[${row(number)},{"mbs":9}]`;
          const call = client.temeljni_kapital.list({ offset: 0 });
          if (!Number.isFinite(Number(number))) {
            const error = subject.error(await rejection(call));
            expect(error).toMatchObject({ kind: "decode", path, attempts: 1 });
            expect(error.message).toContain(`${path} is beyond what a JavaScript number can hold`);
            return;
          }
          const [first] = subject.rows(await call) as Record<string, unknown>[];
          expect(JSON.stringify({ ...first, mbs: 0 })).toBe(JSON.stringify({ ...JSON.parse(row(number)), mbs: 0 }));
        }),
        { numRuns: 300 },
      );
    });
  });
}
