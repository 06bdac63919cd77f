import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { accessBy, secret } from "../../core/test/shared/access.ts";
import { serve } from "../../core/test/shared/service.ts";
import { createRegisterCaller, createRegisterClient, type Operation, RegisterError } from "../src/index.ts";

const options = { baseUrl: "https://registar.primjer.hr/prefix/", ...accessBy(secret), random: () => 0 };

/** A fetch that returns these responses in turn, and the requests that it received. */
function scripted(...responses: (() => Response)[]) {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), init });
    return (responses[requests.length - 1] ?? Response.error)();
  };
  return { fetch, requests };
}

describe("a custom fetch", () => {
  it("may fail for each address of a host, and the error has every reason", async () => {
    const refused = ["::1:8080", "127.0.0.1:8080"].map((address) => new Error(`connect ECONNREFUSED ${address}`));
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new AggregateError(refused) }));
    const call = createRegisterClient({ ...options, fetch, maxRetries: 0 }).jezik.list();
    await expect(call).rejects.toThrow(/ECONNREFUSED ::1:8080.*ECONNREFUSED 127\.0\.0\.1:8080/);
  });

  it("sends the requests, and is told not to follow redirects", async () => {
    const { fetch, requests } = scripted(() => Response.json([{ mbs: 1 }]));
    expect(await createRegisterClient({ ...options, fetch }).sjediste.list({ offset: 0 })).toEqual([{ mbs: 1 }]);
    expect(requests[0]?.url).toBe("https://registar.primjer.hr/prefix/javni/sjediste?offset=0");
    expect(requests[0]?.init?.redirect).toBe("manual");
  });

  it("may ignore the signal: the timeout works all the same", async () => {
    const fetch: typeof globalThis.fetch = () => new Promise(() => {});
    const call = createRegisterClient({ ...options, fetch, timeout: 20 }).jezik.list();
    await expect(call).rejects.toMatchObject({ kind: "timeout" });
  });
});

it("an operation that is data is called as the generated ones are", async () => {
  const operation: Operation<{ mbs: number }, { mbs: bigint }> = {
    id: "likvidator.list",
    path: "/likvidator/",
    total: true,
    integers: ["mbs"],
    headers: ["X-Trag"],
  };
  const reply = () => new Response('[{"mbs":9007199254740993}]', { headers: { "x-total-count": "1" } });
  const { fetch, requests } = scripted(reply, () => new Response("", { status: 404 }));
  const call = createRegisterCaller({ ...options, fetch, integers: "bigint" });
  expect(await call.one(operation, { mbs: 1 }).withResponse()).toMatchObject({
    rows: [{ mbs: 9007199254740993n }],
    total: 1,
  });
  expect(requests[0]?.url).toBe("https://registar.primjer.hr/prefix/javni/likvidator/?mbs=1");
  await expect(call.one(operation, { mbs: 1 })).rejects.toMatchObject({ operation: "likvidator.list", status: 404 });
});

describe("the global fetch", () => {
  it("is looked up for each request, so that tests and tracing can replace it", async () => {
    const client = createRegisterClient({ ...options, maxRetries: 0 });
    const { fetch, requests } = scripted(() => Response.json([]));
    vi.stubGlobal("fetch", fetch);
    await client.jezik.list().finally(() => vi.unstubAllGlobals());
    expect(requests).toHaveLength(1);
  });
});

describe("in a browser", () => {
  it("a redirect, which the runtime hides, is refused, with advice", async () => {
    const hidden = { type: "opaqueredirect", status: 0, ok: false, headers: new Headers(), text: async () => "" };
    // A runtime makes such a response itself; the constructor of Response refuses status 0.
    const { fetch, requests } = scripted(() => hidden as unknown as Response);
    const error = await createRegisterClient({ ...options, fetch })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RegisterError);
    expect(error).toMatchObject({ kind: "redirect", attempts: 1 });
    expect(error.message).toContain("Configure the final URL.");
    expect(requests).toHaveLength(1);
  });

  it("a request that CORS refuses is a connection error, retried", async () => {
    const fetch: typeof globalThis.fetch = async () => {
      throw new TypeError("Failed to fetch");
    };
    const error = await createRegisterClient({ ...options, fetch })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({
      kind: "connection",
      attempts: 3,
      cause: { name: "TypeError", message: "Failed to fetch" },
    });
  });
});

describe("where AbortSignal.any is missing", () => {
  it.each([0, 2])("a walk ends when it is aborted, with %i pages ahead", async (prefetch) => {
    const control = new AbortController();
    const rows = Array.from({ length: 20 }, (_, mbs) => ({ mbs }));
    const fetch = async (url: string): Promise<Response> => {
      const offset = Number(new URL(url).searchParams.get("offset"));
      return Response.json(rows.slice(offset, offset + 5));
    };
    const { gfi } = createRegisterClient({ ...options, fetch });
    const walk = async (how: { signal?: AbortSignal }): Promise<number> => {
      let read = 0;
      for await (const page of gfi.pages({ limit: 5 }, { prefetch, ...how })) {
        read += page.rows.length;
        if (read > 5 && how.signal) control.abort("enough");
      }
      return read;
    };
    vi.stubGlobal("AbortSignal", {});
    try {
      expect(await walk({})).toBe(20);
      const { signal } = control;
      await expect(walk({ signal })).rejects.toMatchObject({ kind: "aborted", cause: { message: "enough" } });
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("a cause", () => {
  it("is kept, but not the request that it carries", async () => {
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      throw Object.assign(new Error("proxy said no"), { code: "EPROXY", request: init, cause: secret });
    };
    const { cause } = await createRegisterClient({ ...options, fetch })
      .jezik.list()
      .catch((thrown) => thrown);
    expect(cause).toMatchObject({ message: "proxy said no", code: "EPROXY", cause: { message: "[redacted]" } });
    expect(cause).not.toHaveProperty("request");
  });
});

describe("a call that has ended", () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  it("leaves no timer that would keep the process running", async () => {
    const hanging: typeof globalThis.fetch = () => new Promise(() => {});
    const before = timers();
    await createRegisterClient({ ...options, fetch: async () => Response.json([]) }).jezik.list();
    expect(timers()).toBe(before);
    const control = new AbortController();
    const call = createRegisterClient({ ...options, fetch: hanging }).jezik.list({}, { signal: control.signal });
    queueMicrotask(() => queueMicrotask(() => control.abort()));
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
    expect(timers()).toBe(before);
  });

  it("leaves no timer when its walk is aborted while all pages are paused", async () => {
    const before = timers();
    const control = new AbortController();
    let refused = 0;
    const { gfi } = createRegisterClient({
      ...options,
      fetch: async (url) => {
        const offset = Number(new URL(String(url)).searchParams.get("offset"));
        if (offset > 2) {
          refused++;
          return new Response("", { status: 429, headers: { "retry-after": "30" } });
        }
        return Response.json([{ mbs: offset }, { mbs: offset + 1 }]);
      },
    });
    const walk = async (): Promise<void> => {
      for await (const { offset } of gfi.pages({ limit: 2 }, { prefetch: 2, signal: control.signal })) {
        // From the second page on, others are in flight, and are told to wait.
        if (!offset) continue;
        await expect.poll(() => refused).toBeGreaterThan(0);
        await setImmediate();
        control.abort();
      }
    };
    await expect(walk()).rejects.toMatchObject({ kind: "aborted" });
    expect(timers()).toBe(before);
  });

  it.each<[string, typeof globalThis.fetch]>([
    ["successfully", async () => Response.json([])],
    ["with an error", async () => new Response("", { status: 404 })],
    ["by its timeout, while its fetch is pending", () => new Promise(() => {})],
  ])("%s no longer listens to the caller's signal", async (_, fetch) => {
    const { signal } = new AbortController();
    const call = createRegisterClient({ ...options, fetch, timeout: 20 }).jezik.list({}, { signal });
    expect(await Promise.allSettled([call])).toHaveLength(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("by its timeout, while its key is pending, no longer listens, even after a garbage collection", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const { signal } = new AbortController();
    const { jezik } = createRegisterClient({
      ...options,
      ...accessBy(() => new Promise(() => {})),
      timeout: 100,
    });
    const calls = Promise.allSettled(Array.from({ length: 9 }, () => jezik.list({}, { signal })));
    await setImmediate();
    expect(getEventListeners(signal, "abort")).toHaveLength(9);
    collectGarbage();
    await calls;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("with an error from asResponse no longer listens to the caller's signal", async () => {
    const { signal } = new AbortController();
    const { fetch } = scripted(() => new Response("", { status: 404 }));
    const call = createRegisterClient({ ...options, fetch })
      .jezik.list({}, { signal })
      .asResponse();
    await expect(call).rejects.toMatchObject({ kind: "http" });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("with an unread body lets the caller's signal abort that body", async () => {
    const control = new AbortController();
    await using service = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("[");
      return undefined;
    });
    const { jezik } = createRegisterClient({ ...options, baseUrl: service.url });
    const response = await jezik.list({}, { signal: control.signal }).asResponse();
    const text = response.text();
    control.abort();
    await expect(text).rejects.toThrow();
    await expect.poll(() => service.open()).toBe(0);
  });
});
