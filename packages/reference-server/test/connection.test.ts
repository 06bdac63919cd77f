import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { accessHeader } from "./support/access.ts";
import { type Fixture, serve } from "./support/client.ts";
import { makeData, textField } from "./support/data.ts";

/** Lines of so many rows, with the fields that are given beside the subject's number. */
const rows = (count: number, others: object): string[] =>
  Array.from({ length: count }, (_, mbs) => JSON.stringify({ mbs, ...others }));

/** Not in a hook: the requests below have its headers. */
async function start(): Promise<Fixture> {
  await using data = await makeData({
    naziv_podruznice: rows(2_500, { [textField("/naziv_podruznice/get")]: "Podružnica Primjer & okolica" }),
    // More than a search scans at a time.
    subjekt: rows(20_001, {}),
    sjediste: rows(5, {}),
    sudovi: [1, 2, 3].map((id) => JSON.stringify({ id, sudNaziv: `Sud ${id}` })),
  });
  return await serve({ data: data.path });
}
const fixture = await start();
afterAll(() => fixture[Symbol.asyncDispose]());

interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The responses in the bytes of a connection: each whole, and nothing between them. */
function responsesIn(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf("\r\n\r\n", at);
    const head = bytes.toString("latin1", at, headEnd);
    expect(head).toMatch(/^HTTP\/1\.1 \d{3} /);
    at = headEnd + 4;
    const parts: Buffer[] = [];
    if (/^transfer-encoding: chunked$/im.test(head)) {
      for (let length = -1; length !== 0; ) {
        const lineEnd = bytes.indexOf("\r\n", at);
        length = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
        expect(length, "the size of a chunk").toBeGreaterThanOrEqual(0);
        parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
        at = lineEnd + 4 + length;
        expect(bytes.toString("latin1", at - 2, at)).toBe("\r\n");
      }
    } else {
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      expect(bytes.length - at, "the rest of the body").toBeGreaterThanOrEqual(length);
      parts.push(bytes.subarray(at, at + length));
      at += length;
    }
    responses.push({ status: Number(head.slice(9, 12)), head, body: Buffer.concat(parts).toString() });
  }
  return responses;
}

/** Sends bytes in some pieces, and reads until the server closes. `end` says that the client sends nothing more. */
async function send(pieces: readonly string[], end = false): Promise<RawResponse[]> {
  const { hostname, port } = new URL(fixture.server.url);
  const socket = connect(Number(port), hostname);
  const received = buffer(socket);
  await once(socket, "connect");
  socket.setNoDelay();
  for (const piece of pieces) {
    // The server may have closed before the last piece.
    if (socket.writable) await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
  if (end) socket.end();
  return responsesIn(await received);
}

const headers = `Host: x\r\n${accessHeader}: ${fixture.headers[accessHeader]}\r\n`;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
const post = (more: string): string => `POST /graphql HTTP/1.1\r\n${headers}Content-Type: application/json\r\n${more}`;

const courts = '{"query":"{ sudovi { id sudNaziv } }"}';

/** Requests that take long, are searched for, come in pieces, or fail: each with a response of its own. */
const valid = [
  get("/javni/naziv_podruznice/get"),
  get("/javni/subjekt/?offset=0&limit=1000&tvrtka_naziv=nothing%20is%20called%20so"),
  get("/javni/sjediste?offset=0&limit=3"),
  get("/javni/sjediste"),
  post(`Content-Length: ${courts.length}\r\n\r\n${courts}`),
];

const bad: [what: string, request: string, status: number][] = [
  ["a line that is not HTTP", "hello\r\n\r\n", 400],
  ["two lengths", post("Content-Length: 1\r\nContent-Length: 1\r\n\r\n{"), 400],
  ["a length and chunks", post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n{"), 400],
  ["a chunk without a size", post("Transfer-Encoding: chunked\r\n\r\nx\r\n"), 400],
  ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(40_000)}`, 431],
  ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400],
];

describe("earlier requests on the connection are answered whole before", () => {
  test.each(bad)("%s", async (_what, request, status) => {
    const alone = await Promise.all(
      valid.map((one) => send([one.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n")])),
    );
    const expected = alone.map(([response]) => [response?.status, response?.body]);
    expect(expected.map(([code]) => code)).toEqual([200, 200, 200, 400, 200]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(valid.length - 1), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(600), { maxLength: 3 }),
        // Of a client that ends its side after requests that can be read, Node believes that it has left.
        request.includes("Host: x\r\nHost: x") ? fc.constant(false) : fc.boolean(),
        async (chosen, cuts, end) => {
          const text = `${chosen.map((index) => valid[index]).join("")}${request}`;
          const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
          const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
          const responses = await send(
            pieces.filter((piece) => piece !== ""),
            end,
          );
          const last = responses.pop();
          expect(responses.map(({ status, body }) => [status, body])).toEqual(chosen.map((index) => expected[index]));
          expect(last?.status).toBe(status);
          expect(last?.head).toMatch(/^connection: close$/im);
          expect(JSON.parse(last?.body ?? "")).toMatchObject({
            type: "about:blank",
            status,
            detail: expect.any(String),
          });
        },
      ),
      { numRuns: 12 },
    );
  });

  test("half a request, after which the client says that nothing follows", async () => {
    const responses = await send([`${valid[0]}${valid[2]}GET / HTT`], true);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test("what follows the end of a connection, which is not answered", async () => {
    const closing = get("/javni/jezik").replace("\r\n", "\r\nConnection: close\r\n");
    const responses = await send([`${valid[0]}${closing}hello\r\n\r\n`]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});

test("a request that is refused before its end has one response", async () => {
  const { hostname, port } = new URL(fixture.server.url);
  const socket = connect(Number(port), hostname);
  socket.write(post("Transfer-Encoding: chunked\r\n\r\n").replace("/graphql", "/javni/jezik"));
  await once(socket, "readable");
  socket.write("x\r\n");
  expect(responsesIn(await buffer(socket)).map(({ status }) => status)).toEqual([405]);
});

test("a client that sends more and more reads its refusal, and is disconnected", async () => {
  const responses = await send(["hello\r\n\r\n", ...Array.from({ length: 50 }, () => "x".repeat(10_000))]);
  expect(responses.map(({ status }) => status)).toEqual([400]);
});

describe("a request that could be read in two ways is refused", () => {
  const sent = async (version: string, ...fields: string[]): Promise<RawResponse | undefined> => {
    const lines = [`GET /healthz HTTP/${version}`, "Connection: close", ...fields, "", ""];
    const [response, ...more] = await send([lines.join("\r\n")]);
    expect(more).toEqual([]);
    return response;
  };

  test.each([
    ["no Host", [], "Host is missing"],
    ["two Hosts", ["Host: a.primjer.hr", "Host: b.primjer.hr"], "Host is there more than once"],
    ["one Host twice", ["Host: a.primjer.hr", "host: a.primjer.hr"], "host is there more than once"],
    [
      "two Content-Types",
      ["Host: x", "Content-Type: a/b", "Content-Type: a/c"],
      "Content-Type is there more than once",
    ],
    ...[
      "a b",
      "a/b",
      "user@primjer.hr",
      "a:b",
      "a:80:80",
      "[::1",
      "[primjer.hr]",
      "[fe80::1%eth0]",
      "::1",
      "%zz",
      "a, b",
      "a\\b",
      "ć",
    ].map((host): [string, string[], string] => [`the Host ${host}`, [`Host: ${host}`], "Host is not a host"]),
  ])("%s", async (_what, fields, detail) => {
    const response = await sent("1.1", ...fields);
    expect(response?.status).toBe(400);
    expect(response?.head).toMatch(/^connection: close$/im);
    expect(JSON.parse(response?.body ?? "").detail).toContain(detail);
  });

  test.each([
    "",
    "x",
    "127.0.0.1:8080",
    "registar.primjer.hr:",
    "[::1]:8080",
    "[::ffff:127.0.0.1]",
    "[v1.a:b]",
    "%C4%87.hr",
    "a_b",
  ])("but not the Host %j", async (host) => expect(await sent("1.1", `Host: ${host}`)).toMatchObject({ status: 200 }));

  test("but not a request in HTTP/1.0 without a Host", async () => {
    expect(await sent("1.0")).toMatchObject({ status: 200 });
    expect(await sent("1.0", "Host: x", "Host: x")).toMatchObject({ status: 400 });
  });
});
