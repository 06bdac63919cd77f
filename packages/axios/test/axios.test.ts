import { inspect } from "node:util";
import axios, { AxiosError, AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from "axios";
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
    // It would have the key.
    expect(response.request).toBeUndefined();
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

  it("shows its interceptors no header that gives the key back", async () => {
    const seen: string[] = [];
    const look = (report: unknown) => void seen.push(inspect(report, { depth: 9 }));
    for (const adapter of ["http", "fetch"] as const) {
      for (const status of [200, 500]) {
        await using service = await serve(() => ({
          status,
          body: [],
          headers: { "x-echo": `"${key}"`, "x-other": "a" },
        }));
        const instance = axios.create({ adapter });
        instance.interceptors.response.use(
          (response) => {
            look(response);
            return response;
          },
          (error) => {
            look(error);
            throw error;
          },
        );
        await connect(service.url, { axios: instance }).jezik.list({}, { maxRetries: 0 }).catch(look);
      }
    }
    expect(seen).toHaveLength(6);
    for (const text of seen) {
      expect(text).not.toContain(key);
      expect(text).toContain("x-other");
    }
  });

  it.each(["http", "fetch"] as const)(
    "shows its interceptors what has broken off, without the key: %s",
    async (adapter) => {
      await using service = await serve((_, response) => {
        response.writeHead(200, { "content-length": "100" }).write("[");
        setTimeout(() => response.destroy(), 20);
        return undefined;
      });
      const instance = axios.create({ adapter });
      const seen: string[] = [];
      instance.interceptors.response.use(undefined, (error) => {
        seen.push(inspect(error, { depth: 9 }));
        throw error;
      });
      const call = connect(service.url, { axios: instance, maxRetries: 0 }).jezik.list();
      await expect(call).rejects.toMatchObject({ register: { kind: "connection" } });
      expect(seen).toHaveLength(1);
      expect(seen.join()).not.toContain(key);
    },
  );

  it.each(["http", "fetch"] as const)("shows no request, which would have the key: %s", async (adapter) => {
    const answers = [{ body: [] }, { status: 404 }, undefined];
    await using service = await serve((_, response) => answers.shift() ?? void response.destroy());
    const instance = axios.create({ adapter });
    const seen: { request?: unknown; response?: AxiosResponse }[] = [];
    instance.interceptors.response.use(
      (response) => {
        seen.push(response);
        return response;
      },
      (error) => {
        seen.push(error, error.response);
        throw error;
      },
    );
    const { jezik } = connect(service.url, { axios: instance, maxRetries: 0 });
    seen.push(
      await jezik.list(),
      await jezik.list().catch((error) => error),
      await jezik.list().catch((error) => error),
    );
    expect(seen).toHaveLength(8);
    for (const report of seen) {
      expect(report?.request).toBeUndefined();
      expect(inspect(report, { depth: 12, showHidden: true })).not.toContain(key);
    }
  });

  it.each([200, 404])("that sends the key already shows it no more than others: status %i", async (status) => {
    await using service = await serve(() => ({ status, body: [] }));
    const instance = axios.create({ headers: { "Ocp-Apim-Subscription-Key": key } });
    instance.interceptors.request.use((config) => {
      config.headers.set("ocp-apim-subscription-key", key);
      return config;
    });
    const outcome = await connect(service.url, { axios: instance })
      .jezik.list()
      .catch((error) => error);
    expect(service.seen[0]?.headers["ocp-apim-subscription-key"]).toBe(key);
    for (const text of [inspect(outcome, { depth: 12 }), JSON.stringify(outcome)]) expect(text).not.toContain(key);
  });

  it("does not change the method", async () => {
    const methods: (string | undefined)[] = [];
    await using service = await serve((_request, response) => {
      methods.push(response.req.method);
      return { body: [] };
    });
    await connect(service.url, { axios: axios.create({ method: "post" }) }).jezik.list();
    expect(methods).toEqual(["GET"]);
  });

  it.each([
    ["the data", (response: AxiosResponse) => response.data],
    ["nothing", () => undefined],
  ])("may answer with %s in its interceptors", async (_, pick) => {
    const instance = axios.create();
    instance.interceptors.response.use(pick);
    await using service = await serve(() => ({ body: "<html>" }));
    const call = connect(service.url, { axios: instance }).jezik.list();
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { kind: "decode", attempts: 1 } });
    await using good = await serve(() => ({ body: [{ id: 1 }] }));
    const { rows } = await connect(good.url, { axios: instance }).jezik.list().withResponse();
    expect(rows).toEqual([{ id: 1 }]);
  });

  it("may turn errors into others in its interceptors: a refusal is not retried", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(undefined, () => Promise.reject(new Error("mine")));
    await using service = await serve(() => ({ status: 401 }));
    const call = connect(service.url, { axios: instance }).jezik.list();
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { kind: "authentication", attempts: 1 } });
  });

  it("may turn errors into others in its interceptors: a redirect is followed", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(undefined, () => Promise.reject(new Error("mine")));
    await using service = await serve(({ path }) =>
      path === "/moved" ? { body: [{ id: 1 }] } : { status: 308, headers: { location: "/moved" } },
    );
    expect((await connect(service.url, { axios: instance }).jezik.list()).data).toEqual([{ id: 1 }]);
  });

  it("may throw in its interceptors: what was answered is not asked for again", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(() => {
      throw new Error("mine");
    });
    await using service = await serve(() => ({ body: [{ id: 1 }] }));
    const call = connect(service.url, { axios: instance }).jezik.list();
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { attempts: 1 } });
    expect(service.seen).toHaveLength(1);
  });

  it("may send a request again in its interceptors", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(undefined, (error) => instance.request(error.config));
    let turn = 0;
    await using service = await serve(() => (turn++ < 2 ? { status: 503 } : { body: [{ id: 1 }] }));
    const { data } = await connect(service.url, { axios: instance, maxRetries: 0 }).jezik.list();
    expect(data).toEqual([{ id: 1 }]);
    expect(service.seen.map(({ headers }) => headers["ocp-apim-subscription-key"])).toEqual([key, key, key]);
  });

  it.each(["http", "fetch"] as const)("sends the key nowhere else, whatever it is set to: %s", async (adapter) => {
    await using other = await serve(() => ({ body: [] }));
    await using service = await serve(({ path }) =>
      path === "/javni/jezik" ? { status: 302, headers: { location: `${other.url}/x` } } : { body: [] },
    );
    const instance = axios.create({ adapter, baseURL: other.url, allowAbsoluteUrls: false });
    instance.interceptors.request.use((config) =>
      Object.assign(config, { maxRedirects: 5, fetchOptions: { redirect: "follow" } }),
    );
    const client = connect(service.url, { axios: instance });
    expect((await client.sud.list()).data).toEqual([]);
    await expect(client.jezik.list()).rejects.toMatchObject({ register: { kind: "redirect" } });
    expect(other.seen).toHaveLength(0);
  });

  it("has its own parameters added to what is asked for, and not to where a redirect leads", async () => {
    const asked: unknown[] = [];
    await using service = await serve((seen) => {
      asked.push([seen.path, seen.query]);
      if (seen.path === "/moved") return { status: 503 };
      return { status: 307, headers: { location: "/moved?offset=3&version=2" } };
    });
    const instance = axios.create({
      params: { version: "2" },
      paramsSerializer: { serialize: (params) => `${new URLSearchParams({ ...params, form: "b" })}` },
    });
    instance.interceptors.request.use((config) => {
      config.params = { ...config.params, app: "a" };
      return config;
    });
    await connect(service.url, { axios: instance, maxRetries: 1 })
      .gfi.list({ offset: 3 })
      .catch(() => {});
    const first = ["/javni/gfi", { offset: "3", version: "2", app: "a", form: "b" }];
    const moved = ["/moved", { offset: "3", version: "2" }];
    expect(asked).toEqual([first, moved, first, moved]);
  });

  it("is told to follow no redirect in both ways that versions of axios know", async () => {
    const configs: InternalAxiosRequestConfig[] = [];
    const adapter = async (config: InternalAxiosRequestConfig) => {
      configs.push(config);
      return { data: "[]", status: 200, statusText: "OK", headers: new AxiosHeaders(), config };
    };
    await connect("https://registar.primjer.hr", { axios: axios.create({ adapter }) }).jezik.list();
    expect(configs[0]).toMatchObject({ maxRedirects: 0, fetchOptions: { redirect: "manual" } });
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

  it("may keep responses in its interceptors, as caches do: a walk takes no row out of them", async () => {
    const rows = [{ mbs: 1 }, { mbs: 2 }, { mbs: 3 }];
    await using service = await serve(({ query }) => ({
      body: rows.slice(Number(query.offset), Number(query.offset) + 2),
    }));
    const kept: unknown[] = [];
    const instance = axios.create();
    instance.interceptors.response.use((response) => {
      kept.push(response.data);
      return response;
    });
    for await (const _ of connect(service.url, { axios: instance }).gfi.all({ limit: 2 }));
    expect(kept.slice(0, 2)).toEqual([rows.slice(0, 2), rows.slice(1)]);
  });

  it.each([
    ["number", { mbs: 1 }],
    ["bigint", { mbs: 9007199254740993n }],
  ] as const)("may answer in its interceptors with responses that they kept: integers as %s", async (integers, row) => {
    await using service = await serve(() => ({ body: `[{"mbs":${row.mbs}}]`, headers: { "x-total-count": "1" } }));
    let kept: AxiosResponse | undefined;
    const instance = axios.create();
    instance.interceptors.request.use((config) => {
      const again = kept && { ...kept };
      if (again) config.adapter = async () => again;
      return config;
    });
    instance.interceptors.response.use((response) => {
      kept = response;
      return response;
    });
    const { sjediste } = connect(service.url, { axios: instance, integers });
    for (let times = 0; times < 2; times++)
      expect(await sjediste.list({ offset: 0 }).withResponse()).toMatchObject({ rows: [row], total: 1 });
    expect(service.seen).toHaveLength(1);
  });

  it("lends its timeout", async () => {
    await using service = await serve(() => undefined);
    const instance = axios.create({ timeout: 30 });
    const error = await connect(service.url, { axios: instance })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "ECONNABORTED", register: { kind: "timeout" } });
  });

  it("keeps a fetch of its own, which is told to follow no redirect", async () => {
    const asked: Request[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      asked.push(new Request(input, init));
      return Response.json([{ mbs: 7 }]);
    };
    const instance = axios.create({ adapter: "fetch", env: { fetch } });
    const { data } = await connect("https://registar.primjer.hr", { axios: instance, maxRetries: 0 }).jezik.list();
    expect(data).toEqual([{ mbs: 7 }]);
    expect(asked.map(({ redirect }) => redirect)).toEqual(["manual"]);
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
