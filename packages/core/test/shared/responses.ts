import { describe, expect, it } from "vitest";
import { callsOf } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { serve } from "./service.ts";

/** What a call returns, and what it sends. */
export function testResponses(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);

  describe("responses", () => {
    it("withResponse returns rows, response and promised total, with one request", async () => {
      await using service = await serve(() => ({ body: [{ mbs: 1 }], headers: { "x-total-count": "17" } }));
      const { sjediste, gfi } = connect(service);
      const call = sjediste.list({ offset: 0 });
      const full = await call.withResponse();
      expect(full).toMatchObject({ rows: [{ mbs: 1 }], total: 17 });
      expect(subject.status(full.response)).toBe(200);
      expect(subject.rows(await call)).toEqual([{ mbs: 1 }]);
      expect(service.seen).toHaveLength(1);
      expect((await gfi.list({ offset: 0 }).withResponse()).total).toBeUndefined();
    });

    it.each(["withResponse", "asResponse"] as const)("%s that fails leaves no unhandled rejection", async (method) => {
      const unhandled: unknown[] = [];
      const onUnhandled = (error: unknown): number => unhandled.push(error);
      process.on("unhandledRejection", onUnhandled);
      await using service = await serve(() => ({ status: 404, body: "" }));
      const { sjediste } = connect(service);
      const call = sjediste.list({ offset: 0 });
      expect(subject.error(await rejection(call[method]()))).toMatchObject({ status: 404 });
      // The runtime looks for unhandled rejections after the microtasks.
      await new Promise((next) => setImmediate(next));
      process.off("unhandledRejection", onUnhandled);
      expect(unhandled).toEqual([]);
    });

    it("whitespace around a header's value is not part of it, though some runtimes keep it", async () => {
      const headers = { "x-total-count": " 17 \t", "x-timestamp-id": "stanje-1 " };
      await using service = await serve(() => ({ body: [{ mbs: 1 }], headers }));
      const { sjediste } = connect(service);
      expect((await sjediste.list({ offset: 0 }).withResponse()).total).toBe(17);
      const page = await sjediste.pages().next();
      expect(page.value).toMatchObject({ cursor: { total: 17, timestamp_id: "stanje-1" } });
    });

    it("the total is undefined without its header", async () => {
      await using service = await serve(() => ({ body: [] }));
      const { sjediste } = connect(service);
      expect((await sjediste.list({ offset: 0 }).withResponse()).total).toBeUndefined();
    });

    it("asResponse returns any representation unchanged, with one request", async () => {
      const xml = "<sjedisteArray>\n<item><mbs>080012345</mbs></item></sjedisteArray>";
      await using service = await serve(({ headers }) =>
        headers.accept === "application/xml"
          ? { body: xml, headers: { "content-type": "application/xml" } }
          : { body: [] },
      );
      const { sjediste } = connect(service);
      const response = await sjediste.list({ offset: 0 }).asResponse({ accept: "application/xml" });
      expect(await subject.text(response)).toBe(xml);
      expect(service.seen.map(({ headers }) => headers.accept)).toEqual(["application/xml"]);
    });

    it("asResponse makes the only request: awaiting the rows as well rejects", async () => {
      await using service = await serve(() => ({ body: [{ mbs: 1 }] }));
      const { sjediste } = connect(service);
      const call = sjediste.list({ offset: 0 });
      expect(subject.status(await call.asResponse())).toBe(200);
      await expect(call).rejects.toThrow("asResponse");
      await expect(call.withResponse()).rejects.toThrow("asResponse");
      expect(service.seen).toHaveLength(1);
    });

    it("the accept option of asResponse overrides the headers of the client", async () => {
      await using service = await serve(() => ({ body: [] }));
      const headers = { Accept: "application/json", "x-trace": "7" };
      const { sjediste } = connect(service, { headers });
      await sjediste.list({ offset: 0 }).asResponse({ accept: "application/xml" });
      await sjediste.list({ offset: 0 }, { headers: { ACCEPT: "text/json" } });
      expect(service.seen.map(({ headers }) => headers.accept)).toEqual(["application/xml", "text/json"]);
      expect(service.seen[0]?.headers["x-trace"]).toBe("7");
    });

    it("asResponse leaves JSON unparsed", async () => {
      await using service = await serve(() => ({ body: "[ 9007199254740993 ]" }));
      const { sjediste } = connect(service);
      expect(await subject.text(await sjediste.list({ offset: 0 }).asResponse())).toBe("[ 9007199254740993 ]");
    });

    it("asResponse rejects unless the status is 200, after retries", async () => {
      await using service = await serve(() => ({ status: 503, body: "busy" }));
      const { sjediste } = connect(service);
      const error = subject.error(await rejection(sjediste.list({ offset: 0 }).asResponse()));
      expect(error).toMatchObject({ kind: "http", status: 503, attempts: 3, body: "busy" });
    });

    it("a call is a promise, and sends one request, whether it is awaited at once or not", async () => {
      await using service = await serve(() => ({ body: [] }));
      const { sjediste } = connect(service);
      const calls = [sjediste.list({ offset: 0 }), sjediste.list({ offset: 1 })];
      await expect.poll(() => service.seen.length).toBe(2);
      expect(calls[0]).toBeInstanceOf(Promise);
      let ended = 0;
      await calls[0]?.finally(() => ended++);
      expect((await Promise.all(calls)).map((result) => subject.rows(result))).toEqual([[], []]);
      expect(ended).toBe(1);
      expect(service.seen).toHaveLength(2);
    });
  });

  describe("parameters", () => {
    it("keep their wire names, and are left out if they have no value", async () => {
      await using service = await serve(() => ({ body: [] }));
      const { subjekt, sud } = connect(service, { baseUrl: `${service.url}/` });
      await subjekt.list({ offset: "0", limit: undefined, tvrtka_naziv: "Čamci & žalac +1", only_active: false });
      await subjekt.list({ offset: 5, timestamp_id: "00000000-0000-4000-8000-000000000000", only_active: null });
      await sud.list();
      await sud.list({ expand_relations: true });
      expect(service.seen.map(({ path, query }) => [path, query])).toEqual([
        ["/javni/subjekt/", { offset: "0", tvrtka_naziv: "Čamci & žalac +1", only_active: "false" }],
        ["/javni/subjekt/", { offset: "5", timestamp_id: "00000000-0000-4000-8000-000000000000" }],
        ["/javni/sud", {}],
        ["/javni/sud", { expand_relations: "true" }],
      ]);
    });

    it("are those of the call, even if their object is reused", async () => {
      await using service = await serve(({ query }) => ({ body: query.offset === "0" ? [{ mbs: 1 }] : [] }));
      const { gfi } = connect(service);
      const params = { offset: 0, limit: 100 };
      const options = { headers: { "x-call": "0" } };
      const calls: Promise<unknown>[] = [];
      for (; params.offset < 300; params.offset += 100) {
        options.headers = { "x-call": `${params.offset}` };
        calls.push(gfi.list(params, options));
      }
      await Promise.all(calls);
      const sent = service.seen.map(({ query, headers }) => [query.offset, headers["x-call"]]);
      expect(sent.sort()).toEqual(["0", "100", "200"].map((offset) => [offset, offset]));

      params.offset = 0;
      const [rows, pages] = [gfi.all(params), gfi.pages(params)];
      params.offset = 300;
      for (const walk of [rows, pages]) expect(await walk.next()).toMatchObject({ done: false });
    });

    it("may contain any text, and stay one parameter each", async () => {
      await using service = await serve(() => ({ body: [] }));
      const { subjekt } = connect(service);
      // Half a surrogate pair, as in a truncated text; and names that are not in the contract.
      await subjekt.list({ offset: 0, tvrtka_naziv: "Čamci \ud83d", "a&b": "1&2", "c#d": "3#4" });
      expect(service.seen[0]?.query).toEqual({ offset: "0", tvrtka_naziv: "Čamci \ufffd", "a&b": "1&2", "c#d": "3#4" });
    });
  });
}
