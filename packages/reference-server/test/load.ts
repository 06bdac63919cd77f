/**
 * Puts the server under load and prints what happened: `node test/load.ts [seconds] [arguments of the server…]`.
 * 300 clients read a long list slowly, 100 send requests as fast as they can, and one checks the health all the while.
 * A script whose output to look at, not a test: how fast a machine is proves nothing.
 */
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { register } from "../src/contract/contract.ts";
import { courtCase } from "../src/data/court-cases.ts";
import { accessArgs, accessEnv, accessHeader, headersOf } from "./support/access.ts";
import { startProcess } from "./support/process.ts";

const [seconds = "30", ...args] = process.argv.slice(2);
const slowClients = 300;
const busyClients = 100;

await using server = startProcess([...accessArgs, ...args], { env: accessEnv });
const url = await server.ready();
const { hostname, port } = new URL(url);
const until = Date.now() + Number(seconds) * 1_000;
const going = (): boolean => Date.now() < until;
const headers = await headersOf({ fetch }, url);

const outcomes = new Map<string, number>();
const count = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
const times: number[] = [];
const health: number[] = [];
const memory: number[] = [];
const total = Number((await fetch(`${url}/javni/sjediste?offset=0&limit=0`, { headers })).headers.get("x-total-count"));

/** Requests a long list, and reads a few kilobytes of it ten times a second. */
async function slow(): Promise<void> {
  const request = `GET /javni/naziv_podruznice/get HTTP/1.1\r\nHost: x\r\n${accessHeader}: ${headers[accessHeader]}\r\n\r\n`;
  const socket: Socket = connect({ host: hostname, port: Number(port), readableHighWaterMark: 4_096 } as never);
  socket.on("error", () => count("slow client cut off"));
  socket.write(request);
  let bytes = 0;
  while (going() && !socket.destroyed) {
    await setTimeout(100);
    bytes += (socket.read() as Buffer | null)?.length ?? 0;
  }
  count(bytes > 0 ? "slow client served" : "slow client got nothing");
  socket.destroy();
}

const paged = register.operations.filter(({ parameters }) => parameters.has("offset"));

async function busy(client: number): Promise<void> {
  for (let call = client; going(); call += 1) {
    const started = performance.now();
    try {
      const response = await (call % 10 === 0 ? askCases() : askPage(call));
      await response.arrayBuffer();
      count(String(response.status));
      times.push(performance.now() - started);
    } catch (error) {
      count(`error ${error instanceof Error ? (error.cause ?? error.message) : error}`);
    }
  }
}

function askPage(call: number): Promise<Response> {
  const { path } = paged[call % paged.length] ?? { path: "/sjediste" };
  const search = path === "/subjekt/" && call % 7 === 0 ? "&tvrtka_naziv=vrelo&only_active=true" : "";
  const accept = call % 3 === 0 ? "application/xml" : "application/json";
  const offset = Math.floor(Math.random() * total);
  return fetch(`${url}/javni${path}?offset=${search ? 0 : offset}${search}`, { headers: { ...headers, accept } });
}

/** A case that generated data has, with rows in its lists. */
const { oznakaBroj, sudId } = courtCase(1, 0);

function askCases(): Promise<Response> {
  const query = `{ sudovi { id } predmet(oznakaBroj: "${oznakaBroj}", sud: ${sudId}) { id stranke { naziv } pismena { datum } } }`;
  const body = JSON.stringify({ query });
  return fetch(`${url}/graphql`, { method: "POST", headers: { "content-type": "application/json" }, body });
}

async function watch(): Promise<void> {
  while (going()) {
    const started = performance.now();
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) count(`health ${status}`);
    health.push(performance.now() - started);
    const status_ = await readFile(`/proc/${server.child.pid}/status`, "utf8").catch(() => "");
    memory.push(Math.round(Number(/VmRSS:\s+(\d+)/.exec(status_)?.[1]) / 1_000));
    await setTimeout(500);
  }
}

await Promise.all([
  watch(),
  ...Array.from({ length: slowClients }, slow),
  ...Array.from({ length: busyClients }, (_, client) => busy(client)),
]);

const at = (sorted: readonly number[], share: number): string =>
  `${sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0)} ms`;
const sorted = times.toSorted((a, b) => a - b);
const pulses = health.toSorted((a, b) => a - b);
console.log(Object.fromEntries(outcomes));
console.log(
  `busy: ${times.length} responses, median ${at(sorted, 0.5)}, 99th percentile ${at(sorted, 0.99)}, slowest ${at(sorted, 1)}`,
);
console.log(`health: ${health.length} responses, median ${at(pulses, 0.5)}, slowest ${at(pulses, 1)}`);
console.log(`memory in MB, every half second: ${memory.join(" ")}`);
