import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { fetchFrom } from "../src/in-process.ts";
import { createReferenceService, LoadError, startServer } from "../src/index.ts";
import { accessOptions, headersOf } from "./support/access.ts";
import { makeData } from "./support/data.ts";

/** So long that it is sent in parts, and more than the buffers on its way hold. */
const longList = "/javni/jezik";
const lines = (count: number, row: (index: number) => object): string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify(row(index)));
const rows = {
  jezik: lines(1_500, (id) => ({ id, naziv: `jezik ${id} `.repeat(60) })),
  sjediste: lines(1_000, (index) => ({ mbs: 80_000_001 + index, ulica: "Primjerova ulica", kucni_broj: index })),
  subjekt: lines(20, (index) => ({ mbs: 80_000_001 + index })),
  skracena_tvrtka: lines(20, (index) => ({ mbs: 80_000_001 + index, ime: `Primjer ${index} š` })),
  sudovi: lines(2, (id) => ({ id, sudNaziv: "Sud u Primjeru" })),
};

// Not in a hook: the table of calls has the headers.
const folder = await makeData(rows);
const server = await startServer({ data: folder.path, ...accessOptions });
const headers = await headersOf(server);
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

/** Of a connection, or of the moment. */
const ofConnection = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

async function seen(response: Response): Promise<unknown> {
  const body = response.body && (await response.text());
  const { status, statusText, url, redirected, ok } = response;
  const others = [...response.headers].filter(([name]) => !ofConnection.has(name));
  return { status, statusText, url: url.replace(server.url, ""), redirected, ok, headers: others, body };
}

describe("a call in the process gets what a call over a connection gets", () => {
  const query = JSON.stringify({ query: "{ sudovi { id sudNaziv } }" });
  const json = { "content-type": "application/json" };
  test.each<[what: string, path: string, init?: RequestInit & { duplex?: "half" }]>([
    ["rows", "/javni/sjediste?offset=0&limit=3", { headers }],
    ["a large page, compressed", "/javni/sjediste?offset=0&limit=1000", { headers }],
    [
      "… not compressed",
      "/javni/sjediste?offset=0&limit=1000",
      { headers: { ...headers, "accept-encoding": "identity" } },
    ],
    ["… deflated", "/javni/sjediste?offset=0&limit=1000", { headers: { ...headers, "accept-encoding": "deflate" } }],
    ["a list that is sent in parts", longList, { headers }],
    ["XML", "/javni/drzava", { headers: { ...headers, accept: "application/xml" } }],
    ["the result of a search", "/javni/subjekt/?offset=0&tvrtka_naziv=%C5%A1", { headers }],
    ["no key", "/javni/drzava"],
    ["a parameter that is wrong", "/javni/sjediste?offset=-1", { headers }],
    ["no such path", "/javni/nista?%E2%9C%93#part", { headers }],
    ["no such state", "/javni/drzava?timestamp_id=00000000-0000-4000-8000-000000000000", { headers }],
    ["a method that is not allowed", "/javni/drzava", { headers, method: "POST", body: "x" }],
    ["a method that is seldom used", "/javni/drzava", { headers, method: "PROPFIND" }],
    ["HEAD", "/javni/sjediste?offset=0", { headers, method: "HEAD" }],
    ["HEAD of a list that is sent in parts", longList, { headers, method: "HEAD" }],
    ["OPTIONS", "/javni/drzava", { method: "OPTIONS", headers: { origin: "https://primjer.hr" } }],
    ["cases", "/graphql", { method: "POST", headers: json, body: query }],
    ["cases, asked for in the URL", `/graphql?query=${encodeURIComponent("{ sudovi { id } }")}`],
    ["bytes", "/graphql", { method: "POST", headers: json, body: new TextEncoder().encode(query) }],
    [
      "a body in parts",
      "/graphql",
      { method: "POST", headers: json, body: new Blob([query]).stream(), duplex: "half" },
    ],
    ["a form", "/graphql", { method: "POST", body: new URLSearchParams({ query: "{ sudovi { id } }" }) }],
    [
      "a body that is compressed",
      "/graphql",
      { method: "POST", headers: { ...json, "content-encoding": "gzip" }, body: gzipSync(query) },
    ],
    ["a body that is too large", "/graphql", { method: "POST", headers: json, body: " ".repeat(300_000) }],
    ["a body that is empty", "/graphql", { method: "POST", headers: json }],
    ["a page", "/", { headers: { accept: "text/html" } }],
    ["the state of the data", "/healthz"],
  ])("%s", async (_, path, init) => {
    const again = init?.body instanceof ReadableStream ? { ...init, body: new Blob([query]).stream() } : init;
    const [here, there] = [await server.fetch(server.url + path, init), await fetch(server.url + path, again)];
    expect(await seen(here)).toEqual(await seen(there));
  });

  test("a Request, and 304 for what it has", async () => {
    const url = `${server.url}/javni/drzava`;
    const tag = (await server.fetch(new URL(url), { headers })).headers.get("etag") ?? "";
    const request = new Request(url, { headers: { ...headers, "if-none-match": tag } });
    const [here, there] = [await server.fetch(request.clone()), await fetch(request)];
    expect(await seen(here)).toEqual(await seen(there));
    expect(here).toMatchObject({ status: 304, body: null });
  });

  test.each<[what: string, input: string, init?: RequestInit]>([
    ["a URL without a host", "/javni/drzava"],
    ["a GET with a body", "http://primjer.hr/", { body: "x" }],
    ["a header that is none", "http://primjer.hr/", { headers: { "a b": "c" } }],
  ])("%s is refused", async (_, input, init) => {
    await expect(fetch(input, init)).rejects.toThrow(TypeError);
    await expect(server.fetch(input, init)).rejects.toThrow(TypeError);
  });
});

async function rest(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while ((await reader?.read())?.done === false);
}

describe.each(["here", "there"])("an abort %s", (where) => {
  const call: typeof fetch = (input, init) => (where === "here" ? server.fetch : fetch)(input, init);
  const reason = new Error("enough");
  const plain = { ...headers, "accept-encoding": "identity" };
  const request = (path: string, signal: AbortSignal): Promise<Response> =>
    call(server.url + path, { headers: plain, signal });

  test("before the call rejects with its reason", async () => {
    await expect(request("/javni/drzava", AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("without a reason rejects with an AbortError", async () => {
    await expect(request("/javni/drzava", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  test("during the call rejects with its reason", async () => {
    const abort = new AbortController();
    const running = request("/javni/subjekt/?offset=0&tvrtka_naziv=nigdje", abort.signal);
    abort.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  test("before the body is read, and while it is read, rejects with its reason", async () => {
    const abort = new AbortController();
    const [first, second] = [await request(longList, abort.signal), await request(longList, abort.signal)];
    const reader = second.body?.getReader();
    await reader?.read();
    abort.abort(reason);
    await expect(first.text()).rejects.toBe(reason);
    await expect(rest(reader)).rejects.toBe(reason);
  });

  test("after the response has come whole changes nothing", async () => {
    const abort = new AbortController();
    const rows = await (await request("/javni/drzava", abort.signal)).json();
    abort.abort(reason);
    expect(rows).toEqual([]);
  });
});

test("a reader who leaves ends what the service does for the call", async () => {
  const log: string[] = [];
  const logTo = { write: (line: string) => void log.push(line) };
  await using service = createReferenceService({
    data: folder.path,
    ...accessOptions,
    keepStates: 1,
    logLevel: "warn",
    logTo,
  });
  const headers = await headersOf(service);
  const { body } = await service.fetch(`http://primjer.hr${longList}`, { headers });
  const { uuid } = service.state;
  await body?.cancel();
  // A state that is still being read would be kept.
  await service.load({ rows: 1, seed: 2 });
  const old = await service.fetch(`http://primjer.hr/javni/drzava?timestamp_id=${uuid}`, { headers });
  expect([old.status, log]).toEqual([404, []]);
});

test.each(["identity", "gzip"].flatMap((encoding) => [0, 1, 3].map((reads) => [encoding, reads] as const)))(
  "once a body (%s) is cancelled after %i reads, nothing of its response goes on",
  async (encoding, reads) => {
    const app = fastify();
    let isOver = false;
    const endless = new Readable({ read: () => void setImmediate(() => endless.push(randomBytes(20_000))) });
    app.get("/", (_request, reply) => {
      reply.raw.on("close", () => {
        isOver = true;
      });
      const body = encoding === "gzip" ? endless.pipe(createGzip()) : endless;
      return reply.header("content-encoding", encoding).send(body);
    });
    const { body } = await fetchFrom(Promise.resolve(app), new AbortController().signal)("http://primjer.hr/");
    const reader = body?.getReader();
    for (let read = 0; read < reads; read++) await reader?.read();
    expect(isOver).toBe(false);
    await reader?.cancel();
    expect(isOver).toBe(true);
    endless.destroy();
    await app.close();
  },
);

describe("a service without a port", () => {
  test("has its data when it is called, and the host of the URL does not matter", async () => {
    await using service = createReferenceService({ rows: 5, ...accessOptions });
    expect(() => service.state).toThrow("No data has been loaded yet: await ready() first.");
    const { fetch } = service;
    const headers = await headersOf(service);
    const response = await fetch("https://registar.primjer.hr/javni/sjediste?offset=0", { headers });
    expect(await response.json()).toHaveLength(5);
    expect(service.exampleCases).not.toHaveLength(0);
    const { inject } = service;
    expect((await inject({ url: "/javni/sjediste?offset=0", headers })).json()).toHaveLength(5);
    const state = await service.load({ rows: 2, seed: 2 });
    expect((await inject("/healthz")).json()).toEqual({ status: "ok", timestamp_id: state.uuid });
    expect((await inject("/reference")).statusCode).toBe(404);
  });

  test("needs no timer: those of a test may be fake", async () => {
    vi.useFakeTimers();
    await using service = createReferenceService({ rows: 5, ...accessOptions });
    const headers = await headersOf(service);
    const call = (path: string, init?: RequestInit): Promise<Response> =>
      service.fetch(`http://primjer.hr${path}`, { headers, ...init });
    await service.load({ rows: 7, seed: 2 });
    expect(await (await call("/javni/sjediste?offset=0")).json()).toHaveLength(7);
    expect((await call("/javni/subjekt/?offset=0&tvrtka_naziv=nigdje")).status).toBe(200);
    const query = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query":"{ sudovi { id } }"}',
    };
    expect(await (await call("/graphql", query)).json()).toHaveProperty("data.sudovi");
  });

  test("fails as the network does once it is closed, and may be closed twice", async () => {
    const service = createReferenceService({ data: folder.path, ...accessOptions });
    const headers = await headersOf(service);
    const call = (): Promise<Response> =>
      service.fetch(`http://primjer.hr${longList}`, { headers: { ...headers, "accept-encoding": "identity" } });
    const running = await call();
    await service.close();
    await service[Symbol.asyncDispose]();
    const cause = expect.objectContaining({ message: "The service was closed" });
    await expect(running.text()).rejects.toMatchObject({ name: "TypeError", message: "terminated", cause });
    await expect(call()).rejects.toMatchObject({ name: "TypeError", message: "fetch failed", cause });
    await expect(service.inject("/healthz")).rejects.toThrow();
    await expect(service.load({ rows: 1, seed: 1 })).rejects.toThrow();
  });

  test("refuses wrong options at once, and every call says why data could not be loaded", async () => {
    expect(() => createReferenceService({ rows: 0 })).toThrow(RangeError);
    await using broken = await makeData({ jezik: ["{"] });
    await using service = createReferenceService({ data: broken.path });
    for (const call of [
      service.ready(),
      service.fetch("http://primjer.hr/"),
      service.inject("/"),
      service.load({ rows: 1, seed: 1 }),
    ])
      await expect(call).rejects.toThrow(LoadError);
  });
});
