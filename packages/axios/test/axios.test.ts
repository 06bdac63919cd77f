import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from "axios";
import { afterEach, describe, expect, it, vi } from "vitest";
import { secret } from "../../core/test/shared/access.ts";
import { serve } from "../../core/test/shared/service.ts";
import { isRegisterError } from "../src/index.ts";
import { connect } from "./support/connect.ts";

describe("a result", () => {
  it("is an axios response with the rows as its data", async () => {
    await using service = await serve(() => ({ body: [{ mbs: 1 }], headers: { "x-total-count": "1" } }));
    const response = await connect(service.url).sjediste.list({ offset: 0 });
    expect(response).toMatchObject({
      status: 200,
      data: [{ mbs: 1 }],
      config: { url: `${service.url}/javni/sjediste?offset=0` },
    });
    expect(response.headers["x-total-count"]).toBe("1");
    // It would contain the key.
    expect(response.request).toBeUndefined();
  });

  it("that is kept keeps no more than its rows in memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const megabytes = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed / 1e6;
    };
    // Spaces make a text of two megabytes, and no rows.
    const adapter = async (config: InternalAxiosRequestConfig) => {
      return { data: `[${" ".repeat(2e6)}]`, status: 200, statusText: "OK", headers: new AxiosHeaders(), config };
    };
    const { jezik } = connect("https://registar.primjer.hr", { axios: axios.create({ adapter }) });
    await jezik.list();
    const before = megabytes();
    const kept = [];
    for (let call = 0; call < 10; call++) kept.push(await jezik.list());
    expect(megabytes() - before).toBeLessThan(10);
    expect(kept.map(({ data }) => data)).toEqual(kept.map(() => []));
  });
});

describe("a rejection", () => {
  it("is an axios error with the response, a code and the RegisterError", async () => {
    await using service = await serve(() => ({
      status: 401,
      body: { message: `no key ${secret}` },
      headers: { "x-echo": secret },
    }));
    const error = await connect(service.url)
      .jezik.list()
      .catch((thrown) => thrown);
    expect(axios.isAxiosError(error)).toBe(true);
    expect(isRegisterError(error)).toBe(true);
    expect(error).toMatchObject({
      code: AxiosError.ERR_BAD_REQUEST,
      status: 401,
      message: error.register.message,
      response: { status: 401, data: '{"message":"no key [redacted]"}' },
      register: { kind: "authentication", status: 401 },
    });
    expect(error.response.headers.get("x-echo")).toBe("[redacted]");
    expect(inspect(error, { depth: 12 }) + JSON.stringify(error)).not.toContain(secret);
  });

  it("has the code of the connection", async () => {
    const error = await connect("http://127.0.0.1:1", { maxRetries: 0 })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ isAxiosError: true, code: "ECONNREFUSED", register: { kind: "connection" } });
  });

  it("caused by a signal counts as cancelled", async () => {
    const error = await connect("http://127.0.0.1:1")
      .jezik.list({}, { signal: AbortSignal.abort() })
      .catch((thrown) => thrown);
    expect(axios.isCancel(error)).toBe(true);
    expect(error.register.kind).toBe("aborted");
  });

  it("caused by a cancel token of the instance counts as cancelled, and is not retried", async () => {
    const { token, cancel } = axios.CancelToken.source();
    await using service = await serve(() => void cancel());
    const error = await connect(service.url, { axios: axios.create({ cancelToken: token }) })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(axios.isCancel(error)).toBe(true);
    expect(error.register).toMatchObject({ kind: "aborted", attempts: 1 });
  });

  it("of a walk is an axios error too, with the cursor", async () => {
    await using service = await serve(({ query }) => (query.offset === "0" ? { body: [{ mbs: 1 }] } : { status: 404 }));
    const walk = async () => {
      for await (const _ of connect(service.url).gfi.pages());
    };
    const error = await walk().catch((thrown) => thrown);
    expect(error).toMatchObject({ isAxiosError: true, status: 404, register: { kind: "http", cursor: { offset: 1 } } });
  });
});

describe("bytes", () => {
  const row = (naziv: string): Buffer => Buffer.from(`[{"naziv":"${naziv}"}]`, "latin1");
  const outcome = async (url: string, instance: object): Promise<unknown> =>
    connect(url, { axios: axios.create(instance) })
      .jezik.list()
      .then(
        ({ data }) => data,
        ({ register }) => [register.kind, register.path],
      );

  it.each(["http", "fetch"])(
    "are decoded as declared, or refused with their place, by the adapter %s",
    async (adapter) => {
      let headers = {};
      let body = row("\xc8akovec");
      await using service = await serve((_, response) => void response.writeHead(200, headers).end(body));
      expect(await outcome(service.url, { adapter })).toEqual(["decode", "byte 11"]);
      headers = { "content-type": "application/json; charset=windows-1250" };
      expect(await outcome(service.url, { adapter })).toEqual([{ naziv: "Čakovec" }]);
      for (headers of [{ "content-encoding": "gzip" }, { "content-encoding": "gzip", "content-length": 12 }]) {
        body = gzipSync("[]").subarray(0, 12);
        expect(await outcome(service.url, { adapter })).toEqual(["connection", undefined]);
      }
    },
  );

  it("may come from an adapter in any form, and text or rows as it made them", async () => {
    const bytes = new Uint8Array(row("\xc8"));
    const buffer = Buffer.from("\ufeff[{}]");
    const parts: [unknown, unknown][] = [
      [bytes, ["decode", "byte 11"]],
      [bytes.buffer, ["decode", "byte 11"]],
      [new DataView(bytes.buffer, 0, 1), ["decode", undefined]],
      [buffer, [{}]],
      ['[{"naziv":"\ufffd"}]', [{ naziv: "\ufffd" }]],
      [[{ mbs: 1 }], [{ mbs: 1 }]],
    ];
    for (const [data, expected] of parts) {
      const adapter = async (config: InternalAxiosRequestConfig) => ({
        ...{ data, status: 200, statusText: "OK", headers: new AxiosHeaders(), config },
      });
      expect(await outcome("https://registar.primjer.hr", { adapter })).toEqual(expected);
    }
  });

  it("of asResponse are text in the declared charset, or refused", async () => {
    let headers = {};
    await using service = await serve((_, response) => void response.writeHead(200, headers).end(row("\xc8")));
    const { jezik } = connect(service.url);
    headers = { "content-type": "application/xml; charset=iso-8859-2" };
    expect((await jezik.list().asResponse()).data).toBe('[{"naziv":"Č"}]');
    headers = { "content-type": "application/xml" };
    await expect(jezik.list().asResponse()).rejects.toMatchObject({ register: { kind: "decode", path: "byte 11" } });
  });
});

describe("in a browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("XHR, which would take the key along a redirect, is replaced by fetch", async () => {
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        constructor() {
          throw new Error("XHR must not be used");
        }
      },
    );
    await using other = await serve(() => ({ body: [] }));
    await using service = await serve(() => ({ status: 302, headers: { location: `${other.url}/x` } }));
    for (const instance of [axios.create(), axios.create({ adapter: "xhr" })]) {
      const error = await connect(service.url, { axios: instance })
        .jezik.list()
        .catch((thrown) => thrown);
      expect(error).toMatchObject({ isAxiosError: true, register: { kind: "redirect" } });
    }
    expect(other.seen).toHaveLength(0);
  });
});
