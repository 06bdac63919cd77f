import type { ProbeResult } from "../../src/evidence/operation-view.ts";
import type { ProbeName } from "../../src/evidence/probes.ts";
import { createExchange } from "../../src/exchange/exchange.ts";
import { type Asking, askProbes } from "../../src/run/ask.ts";
import { operationNamed } from "./views.ts";

/** What a service receives. */
export interface Received {
  offset: number;
  /** Infinite if there is none. */
  limit: number;
  xml: boolean;
}

/** A service as a function: what it returns is a response, one with that status, or none. */
export type Service = (request: Received, count: number) => Response | number | Error;

export interface AskingOptions extends Partial<Omit<Asking, "spare">> {
  /** Number of retries. */
  spare?: number;
  maxRequests?: number;
}

/** Rows as JSON. */
export const rows = (count: number): Response =>
  Response.json(Array.from({ length: count }, (_, index) => ({ mbs: index })));

/** What asks a service, without a network, and what the service sees of it: requests, and the pauses between them. */
export function askingOf(
  service: Service,
  { spare = 20, maxRequests = 100, ...options }: AskingOptions = {},
): { asking: Asking; received: Received[]; pauses: number[] } {
  const received: Received[] = [];
  const pauses: number[] = [];
  let now = 0;
  let before = 0;
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      await Promise.resolve();
      now += milliseconds;
    },
  };
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    const asked = new URL(url).searchParams;
    const request = {
      offset: Number(asked.get("offset")),
      limit: Number(asked.get("limit") ?? Number.POSITIVE_INFINITY),
      xml: new Headers(headers).get("accept") === "application/xml",
    };
    received.push(request);
    if (now > before) pauses.push(now - before);
    before = now;
    const response = service(request, received.length);
    if (response instanceof Error) throw response;
    if (response instanceof Response) return response;
    return response === 200 ? rows(30) : new Response("", { status: response });
  };
  const asking: Asking = {
    exchange: createExchange({ fetch, clock, timeout: 1_000, maxRequests, redact: (text) => text }),
    clock,
    target: { baseUrl: "https://registar.primjer.hr", key: "valid", wrongKey: "wrong", xmlBy: { by: "accept" } },
    diary: [],
    seed: 7,
    width: 1_000,
    minLimit: 1,
    orderChanges: false,
    isExtra: false,
    waits: new Map(),
    silence: new Map(),
    isWaiting: false,
    spare: { left: spare, all: spare, complete: 100 },
    ...options,
  };
  return { asking, received, pauses };
}

/** Asks for probes of an operation. */
export const ask = (asking: Asking, name: string, ...probes: ProbeName[]): Promise<Map<ProbeName, ProbeResult>> =>
  askProbes(asking, operationNamed(name), probes);

/** A result in words, without its request. */
export function told(result: ProbeResult | undefined): string {
  if (result?.kind !== "asked") return `not asked: ${result?.reason}`;
  const { reply, flaky, enough, forAll, refusedLimit } = result;
  return [
    reply.kind === "answer" ? reply.status : "none",
    ...(reply.kind === "answer" && reply.unreadable !== undefined ? ["unreadable"] : []),
    ...(flaky === undefined ? [] : [`after ${flaky}`]),
    ...(enough === undefined ? [] : [`try ${enough}`]),
    ...(forAll === undefined ? [] : ["for all"]),
    ...(refusedLimit === undefined ? [] : [`not ${refusedLimit}`]),
  ].join(", ");
}
