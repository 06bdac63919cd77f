import { widestLimit } from "../../src/checks/probe.ts";
import type { NoAnswer } from "../../src/evidence/answer.ts";
import type { ProbeName, ProbeResult, ProbeResults } from "../../src/evidence/operation-view.ts";
import { Conversation } from "../../src/exchange/conversation.ts";
import type { LogEntry } from "../../src/exchange/patience.ts";
import { type Send, sender } from "../../src/exchange/send.ts";
import { RegisterAsker } from "../../src/run/ask-register.ts";
import { operationNamed } from "./views.ts";

/** What a service receives. */
export interface Received {
  offset: number;
  /** Infinite if there is none. */
  limit: number;
  xml: boolean;
}

/** A service as a function: what it returns is a response, one with that status, or none, and what is known of that. */
export type Service = (
  request: Received,
  count: number,
) => Response | number | Error | Omit<NoAnswer, "kind" | "request">;

export interface AskingOptions {
  /** Number of retries. */
  retries?: number;
  maxRequests?: number;
  secondLooks?: number;
  seed?: number;
  width?: number;
  minLimit?: number;
  /** What was asked before. */
  log?: readonly LogEntry[];
  /** Whether requests go beyond what the run needs. */
  isExtra?: boolean;
}

/** Rows as JSON. */
export const rows = (count: number): Response =>
  Response.json(Array.from({ length: count }, (_, index) => ({ mbs: index })));

/** What asks a service, without a network, and what the service sees of it: requests, and the pauses between them. */
export interface Asking {
  asker: RegisterAsker;
  conversation: Conversation;
  received: Received[];
  pauses: number[];
}

export function askingOf(service: Service, options: AskingOptions = {}): Asking {
  const { retries = 20, maxRequests = 100, seed = 7, width = widestLimit, minLimit = 1 } = options;
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
  const send: Send = async (sent) => {
    const asked = new URL(sent.url).searchParams;
    const request = {
      offset: Number(asked.get("offset")),
      limit: Number(asked.get("limit") ?? Number.POSITIVE_INFINITY),
      xml: sent.headers.accept === "application/xml",
    };
    received.push(request);
    if (now > before) pauses.push(now - before);
    before = now;
    const response = service(request, received.length);
    if (typeof response === "object" && "problem" in response) return { kind: "no answer", request: sent, ...response };
    const fetch = async (): Promise<Response> => {
      if (response instanceof Error) throw response;
      if (response instanceof Response) return response;
      return response === 200 ? rows(30) : new Response("", { status: response });
    };
    return sender({ fetch, timeout: 1_000, redact: (text) => text })(sent);
  };
  const conversation = new Conversation({
    send,
    clock,
    maxRequests,
    planned: maxRequests - retries,
    secondLooks: options.secondLooks,
  });
  conversation.patience.log.push(...(options.log ?? []));
  conversation.patience.isExtra = options.isExtra ?? false;
  const target = {
    baseUrl: "https://registar.primjer.hr",
    key: "valid",
    wrongKey: "wrong",
    xmlBy: { by: "accept" },
  } as const;
  const asker = new RegisterAsker(conversation, target, seed, width);
  asker.minLimit = minLimit;
  return { asker, conversation, received, pauses };
}

/** Asks for probes of an operation. */
export const ask = ({ asker }: Asking, name: string, ...probes: ProbeName[]): Promise<ProbeResults> =>
  asker.ask(operationNamed(name), probes);

/** A result in words, without its request. */
export function told(result: ProbeResult | undefined): string {
  if (result?.kind !== "asked") return `not asked: ${result?.reason}`;
  const { reply, flaky, noRetryLeft, forAll, refusedLimit } = result;
  return [
    reply.kind === "answer" ? reply.status : "none",
    ...(reply.kind === "answer" && reply.unreadable !== undefined ? ["unreadable"] : []),
    ...(flaky === undefined ? [] : [`after ${flaky}`]),
    ...(noRetryLeft ? ["no retry left"] : []),
    ...(forAll === undefined ? [] : ["for all"]),
    ...(refusedLimit === undefined ? [] : [`not ${refusedLimit}`]),
  ].join(", ");
}
