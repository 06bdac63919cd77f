import { beforeEach, describe, expect, it } from "vitest";
import { accessBy, noKey, secret, secretHeader, sentAs } from "./access.ts";
import { callsOf, inTurn, rows } from "./calls.ts";
import type { ClientUnderTest } from "./client-under-test.ts";

/** The key, what takes its place, and the base URL. */
export function testSettings(subject: ClientUnderTest): void {
  const { connect, failed } = callsOf(subject);

  describe("the key", () => {
    beforeEach(({ skip }) => skip(noKey !== undefined, noKey));

    it("is requested for each attempt, so that it can rotate", async () => {
      let calls = 0;
      await using service = await inTurn({ status: 503 }, { body: rows });
      await connect(service, { subscriptionKey: async () => `key-${++calls}` }).sjediste.list({ offset: 0 });
      expect(service.seen.map(({ headers }) => headers[secretHeader])).toEqual(["key-1", "key-2"]);
      expect(calls).toBe(2);
    });

    it.each(["", undefined])("that is %j is an authentication error, without a request", async (none) => {
      await using service = await inTurn({ body: rows });
      // Without types, an environment variable that is not set ends up here.
      expect(await failed(service, { subscriptionKey: () => none as string })).toMatchObject({
        kind: "authentication",
        status: undefined,
      });
      expect(service.seen).toHaveLength(0);
    });

    it("is requested again if its function fails", async () => {
      await using service = await inTurn({ body: rows });
      const subscriptionKey = () => Promise.reject(new Error("vault is sealed"));
      const error = await failed(service, { subscriptionKey });
      expect(error).toMatchObject({ kind: "connection", attempts: 3, cause: { message: "vault is sealed" } });
      expect(service.seen).toHaveLength(0);
    });
  });

  describe("the secret", () => {
    it("cannot be replaced by other headers", async () => {
      await using service = await inTurn({ body: rows });
      const headers = { [secretHeader]: "other", "X-Trace": "7" };
      await connect(service, { headers }).sjediste.list(
        { offset: 0 },
        { headers: { [secretHeader.toUpperCase()]: "third" } },
      );
      expect(service.seen[0]?.headers).toMatchObject({ [secretHeader]: sentAs(secret), "x-trace": "7" });
    });

    it("may be sent with other headers, of which those without a value are left out", async () => {
      await using service = await inTurn({ body: rows });
      const headers = { "x-trace": process.env.COURT_REGISTER_NO_SUCH_VARIABLE } as Record<string, string>;
      await connect(service, { headers }).sjediste.list({ offset: 0 });
      expect(service.seen[0]?.headers).not.toHaveProperty("x-trace");
    });
  });

  describe("baseUrl", () => {
    it.each(["registar", "https://", "https://user:pw@registar.primjer.hr", "https://registar.primjer.hr/?a=1"])(
      "%s is refused",
      (baseUrl) =>
        expect(() => subject.create({ baseUrl, ...accessBy(secret) })).toThrow(
          "The option baseUrl of createRegisterClient must be http(s)",
        ),
    );

    it.each(["", "/", "/a/b", "/a/b//"])("may end with %s", async (end) => {
      await using service = await inTurn({ body: rows });
      await connect({ ...service, url: service.url + end }).sjediste.list({ offset: 0 });
      expect(service.seen[0]?.path).toBe(`${end.replace(/\/+$/, "")}/javni/sjediste`);
    });
  });
}
