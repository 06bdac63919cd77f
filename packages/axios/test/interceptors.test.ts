import { inspect } from "node:util";
import axios, { type AxiosResponse } from "axios";
import { describe, expect, it } from "vitest";
import { refusedAttempts, secret, secretHeader, sentAs, tokenOf } from "../../core/test/shared/access.ts";
import { serve } from "../../core/test/shared/service.ts";
import { clientCredentials } from "../src/client-credentials.ts";
import { connect } from "./support/connect.ts";

describe("an instance with interceptors", () => {
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
    expect(service.seen[0]?.headers).toMatchObject({ "x-trace": "17", [secretHeader]: sentAs(secret) });
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toContain(secret);
  });

  it("sees no token, and one of its own does not take the place of it", async () => {
    const token = "pristupnica-7c1f";
    await using service = await serve(({ path, headers }) =>
      path === "/token"
        ? { body: { access_token: token, token_type: "Bearer" } }
        : { status: headers.authorization === `Bearer ${token}` ? 200 : 401, body: [], headers: { "x-echo": token } },
    );
    const instance = axios.create({ headers: { common: { Authorization: "Bearer other" } } });
    const seen: string[] = [];
    instance.interceptors.request.use((config) => {
      seen.push(inspect(config, { depth: 9 }));
      return config;
    });
    instance.interceptors.response.use((response) => {
      seen.push(inspect(response, { depth: 9 }));
      return response;
    });
    const options = { tokenUrl: `${service.url}/token`, clientId: "klijent", clientSecret: "tajna-7c1f" };
    const client = connect(service.url, { axios: instance, credentials: clientCredentials(options) });
    expect((await client.jezik.list()).status).toBe(200);
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toMatch(/pristupnica|tajna/);
  });

  it("shows errors to its interceptors, without the key", async () => {
    await using service = await serve(() => ({ status: 404, body: { message: secret } }));
    const instance = axios.create();
    const seen: unknown[] = [];
    instance.interceptors.response.use(undefined, (error) => {
      seen.push(error);
      throw error;
    });
    await expect(connect(service.url, { axios: instance }).jezik.list()).rejects.toThrow("status 404");
    expect(seen).toEqual([expect.objectContaining({ isAxiosError: true, status: 404 })]);
    expect(inspect(seen, { depth: 9 })).not.toContain(secret);
  });

  it("shows its interceptors no header that echoes the key", async () => {
    const seen: string[] = [];
    const record = (report: unknown) => void seen.push(inspect(report, { depth: 9 }));
    for (const adapter of ["http", "fetch"] as const) {
      for (const status of [200, 500]) {
        await using service = await serve(() => ({
          status,
          body: [],
          headers: { "x-echo": `"${secret}"`, "x-other": "a" },
        }));
        const instance = axios.create({ adapter });
        instance.interceptors.response.use(
          (response) => {
            record(response);
            return response;
          },
          (error) => {
            record(error);
            throw error;
          },
        );
        await connect(service.url, { axios: instance }).jezik.list({}, { maxRetries: 0 }).catch(record);
      }
    }
    expect(seen).toHaveLength(6);
    for (const text of seen) {
      expect(text).not.toContain(secret);
      expect(text).toContain("x-other");
    }
  });

  it.each(["http", "fetch"] as const)(
    "shows no key in the target of a redirect, nor in a reason phrase, but follows the redirect as it is: %s",
    async (adapter) => {
      await using service = await serve(({ path }, response) => {
        if (path !== "/moved") return { status: 302, headers: { location: `/moved?key=${secret}` } };
        response.writeHead(404, `nothing for ${secret}`).end();
        return undefined;
      });
      const instance = axios.create({ adapter });
      const seen: string[] = [];
      instance.interceptors.request.use((config) => {
        seen.push(inspect(config, { depth: 9 }));
        return config;
      });
      const error = await connect(service.url, { axios: instance })
        .jezik.list()
        .catch((thrown) => thrown);
      expect(service.seen[1]?.query.key).toBe(secret);
      expect(error).toMatchObject({ status: 404, response: { statusText: "nothing for [redacted]" } });
      expect(seen).toHaveLength(2);
      expect(seen.join() + inspect(error, { depth: 12 }) + JSON.stringify(error)).not.toContain(secret);
    },
  );

  it("shows no key in a URL, which is requested as it is", async () => {
    await using service = await serve(() => ({ body: [] }));
    const { config } = await connect(service.url).subjekt.list({ offset: 0, tvrtka_naziv: secret });
    expect(config.url).toBe(`${service.url}/javni/subjekt/?offset=0&tvrtka_naziv=[redacted]`);
    expect(service.seen[0]?.query.tvrtka_naziv).toBe(secret);
  });

  it.each(["http", "fetch"] as const)(
    "shows its interceptors a response that breaks off, without the key: %s",
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
      expect(seen.join()).not.toContain(secret);
    },
  );

  it.each(["http", "fetch"] as const)("shows no request, which would contain the key: %s", async (adapter) => {
    const replies = [{ body: [] }, { status: 404 }, undefined];
    await using service = await serve((_, response) => replies.shift() ?? void response.destroy());
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
      expect(inspect(report, { depth: 12, showHidden: true })).not.toContain(secret);
    }
  });

  it.each([
    ["secret", 200, secretHeader, sentAs(secret), {}],
    ["secret", 404, secretHeader, sentAs(secret), {}],
    ["token", 200, "authorization", `Bearer ${secret}`, tokenOf(secret)],
    ["token", 404, "authorization", `Bearer ${secret}`, tokenOf(secret)],
  ])("that already sends the %s does not show it either: status %i", async (_, status, header, value, access) => {
    await using service = await serve(() => ({ status, body: [] }));
    const instance = axios.create({ headers: { [header]: value } });
    instance.interceptors.request.use((config) => {
      config.headers.set(header, value);
      return config;
    });
    const outcome = await connect(service.url, { axios: instance, ...access })
      .jezik.list()
      .catch((error) => error);
    expect(service.seen[0]?.headers[header]).toBe(value);
    for (const text of [inspect(outcome, { depth: 12 }), JSON.stringify(outcome)]) expect(text).not.toContain(secret);
  });

  it.each([
    ["the data", (response: AxiosResponse) => response.data],
    ["nothing", () => undefined],
  ])("may return %s from its interceptors", async (_, pick) => {
    const instance = axios.create();
    instance.interceptors.response.use(pick);
    await using service = await serve(() => ({ body: "<html>" }));
    const call = connect(service.url, { axios: instance }).jezik.list();
    await expect(call).rejects.toMatchObject({ isAxiosError: true, register: { kind: "decode", attempts: 1 } });
    await using good = await serve(() => ({ body: [{ id: 1 }] }));
    const { rows } = await connect(good.url, { axios: instance }).jezik.list().withResponse();
    expect(rows).toEqual([{ id: 1 }]);
  });

  it("may replace errors in its interceptors: a 401 is not retried", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(undefined, () => Promise.reject(new Error("mine")));
    await using service = await serve(() => ({ status: 401 }));
    const call = connect(service.url, { axios: instance }).jezik.list();
    await expect(call).rejects.toMatchObject({
      isAxiosError: true,
      register: { kind: "authentication", attempts: refusedAttempts },
    });
  });

  it("may replace errors in its interceptors: a redirect is followed", async () => {
    const instance = axios.create();
    instance.interceptors.response.use(undefined, () => Promise.reject(new Error("mine")));
    await using service = await serve(({ path }) =>
      path === "/moved" ? { body: [{ id: 1 }] } : { status: 308, headers: { location: "/moved" } },
    );
    expect((await connect(service.url, { axios: instance }).jezik.list()).data).toEqual([{ id: 1 }]);
  });

  it("may throw in its interceptors: a request with a response is not retried", async () => {
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
    expect(service.seen.map(({ headers }) => headers[secretHeader])).toEqual(Array(3).fill(sentAs(secret)));
  });

  it("may keep responses in its interceptors, as caches do: a walk removes no row from them", async () => {
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
  ] as const)("may return kept responses from its interceptors: integers as %s", async (integers, row) => {
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
});
