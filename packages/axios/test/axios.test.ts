import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from "axios";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../core/test/shared/service.ts";
import { isRegisterError } from "../src/index.ts";
import { connect, key } from "./support/connect.ts";

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
      body: { message: `no key ${key}` },
      headers: { "x-echo": key },
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
    expect(inspect(error, { depth: 12 }) + JSON.stringify(error)).not.toContain(key);
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
