import { inspect } from "node:util";
import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from "axios";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../core/test/shared/service.ts";
import { createRegisterClient, isRegisterError } from "../src/index.ts";

const key = "tajni-kljuc-7c1f";
const connect = (url: string, options = {}) =>
  createRegisterClient({ baseUrl: url, subscriptionKey: key, random: () => 0, ...options });

describe("an answer", () => {
  it("is a response of axios, with the rows as its data", async () => {
    await using service = await serve(() => ({ body: [{ mbs: 1 }], headers: { "x-total-count": "1" } }));
    const response = await connect(service.url).sjediste.list({ offset: 0 });
    expect(response).toMatchObject({
      status: 200,
      data: [{ mbs: 1 }],
      config: { url: `${service.url}/javni/sjediste?offset=0` },
    });
    expect(response.headers["x-total-count"]).toBe("1");
    expect(response.request).toBeDefined();
  });
});

describe("an instance", () => {
  it("keeps its interceptors, which see the rows and never the key", async () => {
    await using service = await serve(() => ({ body: [{ mbs: 1 }] }));
    const instance = axios.create();
    const seen: unknown[] = [];
    instance.interceptors.request.use((config) => {
      config.headers.set("x-trace", "17");
      seen.push(inspect(config, { depth: 9 }));
      return config;
    });
    instance.interceptors.response.use((response) => {
      seen.push(inspect(response, { depth: 9 }));
      expect(response.data).toEqual([{ mbs: 1 }]);
      return response;
    });
    await connect(service.url, { axios: instance }).jezik.list();
    expect(service.seen[0]?.headers).toMatchObject({ "x-trace": "17", "ocp-apim-subscription-key": key });
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toContain(key);
  });

  it("shows errors to its interceptors, without the key", async () => {
    await using service = await serve(() => ({ status: 404, body: { message: key } }));
    const instance = axios.create();
    const seen: unknown[] = [];
    instance.interceptors.response.use(undefined, (error) => {
      seen.push(error);
      throw error;
    });
    await expect(connect(service.url, { axios: instance }).jezik.list()).rejects.toThrow("status 404");
    expect(seen).toEqual([expect.objectContaining({ isAxiosError: true, status: 404 })]);
    expect(inspect(seen, { depth: 9 })).not.toContain(key);
  });

  it("keeps its defaults, but those that would change what is asked", async () => {
    await using service = await serve(() => ({ body: [] }));
    const instance = axios.create({
      baseURL: "https://other.primjer.hr",
      headers: { "x-app": "a" },
      transformResponse: () => "gone",
    });
    expect((await connect(service.url, { axios: instance }).jezik.list()).data).toEqual([]);
    expect(service.seen[0]?.headers["x-app"]).toBe("a");
  });

  it("lends its timeout", async () => {
    await using service = await serve(() => undefined);
    const instance = axios.create({ timeout: 30 });
    const error = await connect(service.url, { axios: instance })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "ECONNABORTED", register: { kind: "timeout" } });
  });

  it("keeps an adapter of its own, also one that has parsed the data", async () => {
    const configs: InternalAxiosRequestConfig[] = [];
    const instance = axios.create({
      adapter: async (config) => {
        configs.push(config);
        return { data: [{ mbs: 1 }], status: 200, statusText: "OK", headers: new AxiosHeaders(), config };
      },
    });
    expect((await connect("https://registar.primjer.hr", { axios: instance }).gfi.list({ offset: 0 })).data).toEqual([
      { mbs: 1 },
    ]);
    expect(configs[0]?.headers.get("Ocp-Apim-Subscription-Key")).toBe(key);
    expect(configs[0]).toMatchObject({ maxRedirects: 0 });
  });

  it.each([
    [401, undefined, "authentication"],
    [200, null, "decode"],
    [200, undefined, "decode"],
    [404, { message: "none" }, "http"],
  ])("is judged too when its adapter gives status %i with %o", async (status, data, kind) => {
    const adapter = async (config: InternalAxiosRequestConfig) => {
      const response = { data, status, statusText: "", headers: new AxiosHeaders(), config };
      if (status === 200) return response;
      throw new AxiosError("no", "ERR", config, {}, response);
    };
    const call = connect("https://registar.primjer.hr", { axios: axios.create({ adapter }) }).jezik.list();
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { kind, status, attempts: 1 } });
  });
});

describe("a rejection", () => {
  it("is an error of axios, with response, code and what fetch users get", async () => {
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

  it("by a signal counts as cancelled", async () => {
    const error = await connect("http://127.0.0.1:1")
      .jezik.list({}, { signal: AbortSignal.abort() })
      .catch((thrown) => thrown);
    expect(axios.isCancel(error)).toBe(true);
    expect(error.register.kind).toBe("aborted");
  });

  it("of a walk is one too, with the cursor", async () => {
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

  it("XHR, which would carry the key along a redirect, gives way to fetch", async () => {
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
