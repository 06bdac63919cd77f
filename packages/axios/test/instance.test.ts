import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from "axios";
import { describe, expect, it } from "vitest";
import { refusedAttempts, secret, secretHeader, sentAs } from "../../core/test/shared/access.ts";
import { serve } from "../../core/test/shared/service.ts";
import { connect } from "./support/connect.ts";

describe("an instance", () => {
  it("cannot change the method", async () => {
    const methods: (string | undefined)[] = [];
    await using service = await serve((_request, response) => {
      methods.push(response.req.method);
      return { body: [] };
    });
    await connect(service.url, { axios: axios.create({ method: "post" }) }).jezik.list();
    expect(methods).toEqual(["GET"]);
  });

  it("adds its parameters to a request, but not to the target of a redirect", async () => {
    const requested: unknown[] = [];
    await using service = await serve((seen) => {
      requested.push([seen.path, seen.query]);
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
    expect(requested).toEqual([first, moved, first, moved]);
  });

  it("is told not to follow redirects in both ways that versions of axios understand", async () => {
    const configs: InternalAxiosRequestConfig[] = [];
    const adapter = async (config: InternalAxiosRequestConfig) => {
      configs.push(config);
      return { data: "[]", status: 200, statusText: "OK", headers: new AxiosHeaders(), config };
    };
    await connect("https://registar.primjer.hr", { axios: axios.create({ adapter }) }).jezik.list();
    expect(configs[0]).toMatchObject({ maxRedirects: 0, fetchOptions: { redirect: "manual" } });
  });

  it("has a maxContentLength of its own, and an error says whose limit it is", async () => {
    await using service = await serve(() => ({ body: JSON.stringify([{ ime: "a".repeat(5_000) }]) }));
    const messageOf = async (maxContentLength: number, maxBody: number): Promise<string> => {
      const client = connect(service.url, { axios: axios.create({ maxContentLength }), maxBody });
      const error = await client.jezik.list().catch((failure: unknown) => failure);
      expect((error as { register?: unknown }).register).toMatchObject({ kind: "too-large", attempts: 1 });
      return (error as AxiosError).message;
    };
    for (const maxBody of [2_000, 1_000_000])
      expect(await messageOf(1_000, maxBody)).toMatch(
        /more than 1000 bytes\. Ask for fewer rows with limit, or raise maxContentLength\./,
      );
    for (const maxContentLength of [-1, 3_000, 1_000_000])
      expect(await messageOf(maxContentLength, 2_000)).toContain(
        "more than 2000 bytes. Ask for fewer rows with limit, or raise maxBody.",
      );
  });

  it("keeps its defaults, except those that would change the request", async () => {
    await using service = await serve(() => ({ body: [] }));
    const instance = axios.create({
      baseURL: "https://other.primjer.hr",
      headers: { "x-app": "a" },
      transformResponse: () => "gone",
    });
    expect((await connect(service.url, { axios: instance }).jezik.list()).data).toEqual([]);
    expect(service.seen[0]?.headers["x-app"]).toBe("a");
  });

  it("provides the default of timeout", async () => {
    await using service = await serve(() => undefined);
    const instance = axios.create({ timeout: 30 });
    const error = await connect(service.url, { axios: instance })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "ECONNABORTED", register: { kind: "timeout" } });
  });

  it("keeps its custom fetch, which is told not to follow redirects", async () => {
    const requests: Request[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      requests.push(new Request(input, init));
      return Response.json([{ mbs: 7 }]);
    };
    const instance = axios.create({ adapter: "fetch", env: { fetch } });
    const { data } = await connect("https://registar.primjer.hr", { axios: instance, maxRetries: 0 }).jezik.list();
    expect(data).toEqual([{ mbs: 7 }]);
    expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("keeps its custom adapter, even one that parses the data", async () => {
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
    expect(configs[0]?.headers.get(secretHeader)).toBe(sentAs(secret));
    expect(configs[0]).toMatchObject({ maxRedirects: 0 });
  });

  it.each([
    [401, undefined, "authentication"],
    [200, null, "decode"],
    [200, undefined, "decode"],
    [404, { message: "none" }, "http"],
  ])("has status %i with %o from its adapter examined too", async (status, data, kind) => {
    const adapter = async (config: InternalAxiosRequestConfig) => {
      const response = { data, status, statusText: "", headers: new AxiosHeaders(), config };
      if (status === 200) return response;
      throw new AxiosError("no", "ERR", config, {}, response);
    };
    const call = connect("https://registar.primjer.hr", { axios: axios.create({ adapter }) }).jezik.list();
    const attempts = status === 401 ? refusedAttempts : 1;
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { kind, status, attempts } });
  });

  it.each(["http", "fetch"] as const)(
    "sends the key to no other origin, whatever its settings: %s",
    async (adapter) => {
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
    },
  );
});
