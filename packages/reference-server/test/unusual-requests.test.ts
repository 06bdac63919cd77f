import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, serve } from "./support/client.ts";

let fixture: Fixture;
const lines: string[] = [];

beforeAll(async () => {
  fixture = await serve({ rows: 30, logLevel: "info", logTo: { write: (line) => lines.push(line) } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Sends raw bytes. */
async function send(request: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(fixture.server.url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body };
}

test.each([
  ["a line that is not HTTP", "hello\r\n\r\n", 400],
  ["an unknown method", "WIBBLE / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["two lengths", "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
  ["an expectation", "GET /javni/sud HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417],
  ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431],
])("%s gets a problem, like any other error", async (_what, request, status) => {
  const { head, body, ...response } = await send(request);
  expect(response.status).toBe(status);
  expect(head).toContain("content-type: application/problem+json; charset=utf-8");
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ type: "about:blank", status, detail: expect.any(String) });
});

test("a request may have an absolute URL (RFC 9112, section 3.2.2)", async () => {
  const { status, body } = await send(
    "GET http://registar.primjer.hr/graphql?query={__typename} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  );
  expect({ status, body }).toEqual({ status: 200, body: '{"data":{"__typename":"Query"}}' });
});

test("a missing file of the API reference is a problem too, and its URL is not in the log", async () => {
  const response = await fixture.get("/reference/static/..%2fa-secret");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(lines.join("")).not.toContain("a-secret");
});

test.each(["tvrtka_naziv=%ff", "tvrtka_naziv=%zz", "tvrtka_naziv=a%"])(
  "%s is refused with its name, since it cannot be decoded",
  async (part) => {
    const response = await fixture.get(`/javni/subjekt/?offset=0&${part}&limit=1`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: "tvrtka_naziv is not percent-encoded UTF-8. Encode each value as encodeURIComponent does.",
      parameter: "tvrtka_naziv",
    });
  },
);

test("a name that cannot be decoded is refused as part of the query", async () => {
  const response = await fixture.get("/javni/subjekt/?offset=0&%ff=1");
  const { detail, parameter } = await response.json();
  expect([detail, parameter]).toEqual([expect.stringMatching(/^The query is not percent-encoded UTF-8\./), undefined]);
});

describe("GraphQL", () => {
  const json = { "content-type": "application/json" };
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json): Promise<Response> =>
    fetch(`${fixture.server.url}/graphql`, { method: "POST", headers, body });
  const valid = '{"query":"{ __typename }"}';

  test.each([
    ["a body of another type", { "content-type": "text/plain" }, 415, "application/json"],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415, "application/json"],
    ["a bare document", { "content-type": "application/graphql" }, 415, "application/json"],
    ["a compressed body", { ...json, "content-encoding": "gzip" }, 415, "Content-Encoding"],
    ["an Accept of only XML", { ...json, accept: "application/xml" }, 406, "application/json"],
  ])("%s is refused with what is accepted", async (_what, headers, status, detail) => {
    const response = await post(valid, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining(detail) });
  });

  test("a body that is not UTF-8 is refused, not decoded to other characters", async () => {
    const response = await post(new Uint8Array(Buffer.from('{"query":"{ __typename } # \u00e9"}', "latin1")));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("The body must be UTF-8.");
  });

  test("a body that is too large is refused with the limit", async () => {
    const response = await post(" ".repeat(300_000));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("256 KB") });
  });

  test("a document of thousands of levels is the client's fault, not the server's", async () => {
    const response = await post(JSON.stringify({ query: `{ predmet(sud: ${"[".repeat(2_400)}) { id } }` }));
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).toContain("levels");
  });
});
