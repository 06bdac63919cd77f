import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { accessHeader } from "./support/access.ts";
import { serve } from "./support/client.ts";
import { makeData } from "./support/data.ts";

/** A list that is longer than what a connection buffers. */
const long = "/javni/naziv_podruznice/get";
const names = Array.from({ length: 10_000 }, (_, mbs) => `{"mbs":${mbs},"ime":"Podružnica ${"x".repeat(900)}"}`);

test("stops as soon as the last response is out, although its client would keep the connection", async () => {
  await using data = await makeData({ naziv_podruznice: names });
  await using fixture = await serve({ data: data.path });
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(get(fixture.server.url + long, { agent, headers: fixture.headers }), "response")) as [
    IncomingMessage,
  ];
  const stopped = fixture.server.close().then(() => performance.now());
  expect(await text(response)).toMatch(/\]\n$/);
  const answered = performance.now();
  expect((await stopped) - answered).toBeLessThan(3_000);
  agent.destroy();
});

test("a request on a connection that is still busy when the server stops is answered too", async () => {
  await using data = await makeData({ naziv_podruznice: names });
  await using fixture = await serve({ data: data.path });
  const { hostname, port } = new URL(fixture.server.url);
  const socket = connect(Number(port), hostname);
  const request = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${accessHeader}: ${fixture.headers[accessHeader]}\r\n\r\n`;
  socket.write(request(long));
  await once(socket, "readable");
  const stopped = fixture.server.close();
  socket.write(request("/javni/jezik"));
  expect((await text(socket)).split("HTTP/1.1 ")[2]).toMatch(/^200 .*\r\nconnection: close\r\n.*\]\n$/is);
  await stopped;
});
