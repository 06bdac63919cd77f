import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { appAccess, headersOf } from "../test/support/access.ts";
import { cases, register } from "./contract/contract.ts";
import { fetchFrom } from "./in-process.ts";
import { buildApp } from "./server.ts";
import { Store } from "./store/store.ts";
import { planTables } from "./store/tables.ts";

test.each([
  ["nothing", ""],
  ["half a header", "GET / HTTP/1.1\r\nHost: pri"],
  [
    "half a body",
    "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  ],
])("a client that sends %s is disconnected when the time for a request is over", async (_what, sent) => {
  const store = new Store({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  await store.load({ rows: 1, seed: 1 });
  const silent = { keys: [], rateLimit: undefined, logLevel: "silent", logTo: process.stderr } as const;
  const app = await buildApp({ ...silent, store, arrival: 100 });
  try {
    // With one of Node's defaults instead, it would take a minute or half a minute.
    expect(app.server).toMatchObject({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 10 });
    const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const socket = connect(Number(port), hostname);
    socket.write(sent);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*"status":408/s);
  } finally {
    await app.close();
    await store.close();
  }
});

test("an internal error of GraphQL is in the log alone, also in development", async () => {
  vi.stubEnv("NODE_ENV", "development");
  onTestFinished(() => void vi.unstubAllEnvs());
  const store = new Store({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  await store.load({ rows: 1, seed: 1 });
  store.rows = () => {
    throw new Error("the disk is gone");
  };
  const log: string[] = [];
  const logTo = { write: (line: string) => void log.push(line) };
  const app = await buildApp({ keys: [], rateLimit: undefined, logLevel: "error", logTo, store });
  try {
    const request = { method: "POST", url: "/graphql", payload: { query: "{ sudovi { id } }" } } as const;
    const { body } = await app.inject(request);
    expect(JSON.parse(body)).toMatchObject({ data: { sudovi: null }, errors: [{ message: "Unexpected error." }] });
    expect(body).not.toContain("disk");
    expect(log.join("")).toContain("the disk is gone");
  } finally {
    await app.close();
    await store.close();
  }
});

test("the log has one error of a request, a short one, and no characters that steer a terminal", async () => {
  const store = new Store({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  await store.load({ rows: 1, seed: 1 });
  store.rows = () => {
    throw new Error(`the disk is gone \u001b[2J\u007f\u009b31m\u202e${"x".repeat(100_000)}`);
  };
  const log: string[] = [];
  const logTo = { write: (line: string) => void log.push(line) };
  const app = await buildApp({ keys: [], rateLimit: undefined, logLevel: "warn", logTo, store });
  try {
    const aliases = Array.from({ length: 90 }, (_, index) => `a${index}: sudovi { id }`);
    await app.inject({ method: "POST", url: "/graphql", payload: { query: `{ ${aliases.join(" ")} }` } });
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? "")).toMatchObject({ failures: 90, err: { message: /^the disk is gone/ } });
    expect(log[0]?.length).toBeLessThan(4_000);
    expect(log[0]).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+\n$/u);
  } finally {
    await app.close();
    await store.close();
  }
});

test("with an empty base path too, the rate limit is one of the two interfaces, not of pages and health checks", async () => {
  const store = new Store({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  await store.load({ rows: 1, seed: 1 });
  const contract = { ...register, basePath: "" };
  const silent = { logLevel: "silent", logTo: process.stderr } as const;
  const app = await buildApp({ ...silent, store, contract, ...appAccess, rateLimit: 1 });
  try {
    const headers = await headersOf({ fetch: fetchFrom(Promise.resolve(app), new AbortController().signal) });
    const status = async (url: string): Promise<number> => (await app.inject({ url, headers })).statusCode;
    expect([await status("/jezik"), await status("/jezik"), await status("/graphql")]).toEqual([200, 429, 429]);
    for (const url of ["/healthz", "/", "/openapi.json", "/page.js", "/reference/static/swagger-ui.css"])
      expect(await status(url), url).toBe(200);
  } finally {
    await app.close();
    await store.close();
  }
});
