import { describe, expect, it } from "vitest";
import { accessBy, secret } from "./access.ts";
import { callsOf, rows } from "./calls.ts";
import type { ClientUnderTest } from "./client-under-test.ts";
import { serve } from "./service.ts";

/** Parses numbers as the text that was sent. */
const withDigits = (text: string): object[] => JSON.parse(text.replace(/:(-?[\d.]+)/g, ':"$1"'));

/** The caller's own parser takes the place of `JSON.parse`. */
export function testParse(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("the option parse", () => {
    it("gets the text as sent, and its rows are the result, integers unchecked", async () => {
      await using service = await serve(() => ({ body: '[{"mbs":9007199254740993,"iznos":12345678901234567890.12}]' }));
      for (const integers of ["number", "bigint"]) {
        const { temeljni_kapital } = connect(service, { integers, parse: withDigits });
        const result = await temeljni_kapital.list({ offset: 0 });
        expect(subject.rows(result)).toEqual([{ mbs: "9007199254740993", iznos: "12345678901234567890.12" }]);
      }
    });

    it("parses the pages of walks too, whose joins are proven by what it returns", async () => {
      const amounts = ["1.10", "1.1", "2.00"];
      await using service = await serve(({ query }) => ({
        body: `[${amounts
          .slice(Number(query.offset), Number(query.offset) + 2)
          .map((iznos) => `{"iznos":${iznos}}`)
          .join(",")}]`,
      }));
      const { temeljni_kapital } = connect(service, { parse: withDigits });
      expect(await temeljni_kapital.all({ limit: 2 }).toArray()).toEqual(amounts.map((iznos) => ({ iznos })));
    });

    it("fails the call with kind decode, and with what it threw as the cause", async () => {
      await using service = await serve(() => ({ body: rows }));
      const parse = (): object[] => {
        throw new SyntaxError("no digits here");
      };
      const error = await failed(service, { parse });
      expect(error).toMatchObject({
        kind: "decode",
        attempts: 1,
        cause: { name: "SyntaxError", message: "no digits here" },
      });
      expect(error.message).toContain("the body cannot be read: SyntaxError: no digits here. Check the option parse.");
    });

    it("may throw the error of another call, which arrives as it is", async () => {
      await using service = await serve(() => ({ body: "<html>" }));
      const mine = await failed(service);
      const parse = (): object[] => {
        throw mine;
      };
      expect(await failed(service, { parse })).toBe(mine);
    });

    it.each([
      [null, "must send an array of objects, but sent null. Check the option parse."],
      [{}, "must send an array of objects, but sent an object. Check the option parse."],
      [[{}, 7], "but one of them is 7."],
      [[[]], "but one of them is an array."],
    ])("that returns %j is refused", async (value, message) => {
      await using service = await serve(() => ({ body: rows }));
      const error = await failed(service, { parse: () => value });
      expect(error).toMatchObject({ kind: "decode", attempts: 1 });
      expect(error.message).toContain(message);
    });

    it("leaves other failures and unparsed responses alone", async () => {
      const parse = (): object[] => expect.unreachable();
      await using broken = await serve(() => ({ status: 404 }));
      expect(await failed(broken, { parse })).toMatchObject({ kind: "http", status: 404 });
      await using xml = await serve(() => ({
        body: "<sjedisteArray/>",
        headers: { "content-type": "application/xml" },
      }));
      const response = await connect(xml, { parse }).sjediste.list({ offset: 0 }).asResponse();
      expect(await subject.text(response)).toBe("<sjedisteArray/>");
    });

    it("is refused by name unless it is a function", () => {
      const create = () =>
        subject.create({ baseUrl: "http://127.0.0.1:9", ...accessBy(secret), parse: "exact" as never });
      expect(create).toThrow("The option parse of createRegisterClient must be a function");
    });
  });
}
