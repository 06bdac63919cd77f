import { once } from "node:events";
import { Agent } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { inspect } from "node:util";
import axios from "axios";
import { expect, it } from "vitest";
import { secret } from "../../core/test/shared/access.ts";
import { serve } from "../../core/test/shared/service.ts";
import { connect } from "./support/connect.ts";

/** Everything that is reachable from a value: bytes as text, too. */
function texts(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (Object(value) !== value || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("latin1")];
  return Reflect.ownKeys(value as object).flatMap((name) => {
    try {
      return texts((value as Record<symbol, unknown>)[name as symbol], seen);
    } catch {
      // A getter that only other objects have.
      return [];
    }
  });
}

it("an instance's own agent, whose connections hold the key, is in no result, no error and none of their JSON", async () => {
  await using service = await serve(({ path }) => ({ status: path === "/javni/sud" ? 500 : 200, body: [] }));
  const instance = axios.create({ adapter: "http", httpAgent: new Agent() });
  const reports: unknown[] = [];
  const record = (report: unknown) => {
    reports.push(report);
    return Promise.reject(report);
  };
  instance.interceptors.response.use((response) => {
    reports.push(response);
    return response;
  }, record);
  const { jezik, sud } = connect(service.url, { axios: instance, maxRetries: 0 });
  reports.push(await jezik.list(), await sud.list().catch((error) => error));
  expect(reports).toHaveLength(4);
  for (const report of reports) {
    expect(texts(report).filter((text) => text.includes(secret))).toEqual([]);
    expect(JSON.stringify(report)).not.toContain(secret);
  }
});

it.each([
  ["http", "a header that is none", `HTTP/1.1 200 OK\r\nx-echo: ${secret}\r\nnone\u0001\r\n\r\n`],
  ["http", "a start that is none", `HTTQ ${secret}\r\n\r\n`],
  ["fetch", "a start that is none", `HTTQ ${secret}\r\n\r\n`],
  ["fetch", "a chunk that is none", `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${secret}zz\r\n`],
] as const)(
  "interceptors see no bytes that the parser of %s refused, which may echo the key: %s",
  async (adapter, _, bytes) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(bytes));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const instance = axios.create({ adapter });
    const seen: unknown[] = [];
    instance.interceptors.response.use(undefined, (error) => {
      seen.push(...texts(error), inspect(error, { depth: 9, showHidden: true }));
      throw error;
    });
    const call = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      axios: instance,
      maxRetries: 0,
    });
    await expect(call.jezik.list()).rejects.toMatchObject({ register: { kind: "connection" } });
    server.close();
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter((text) => String(text).includes(secret))).toEqual([]);
  },
);
