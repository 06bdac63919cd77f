import type { Operation } from "../contract/operations.ts";
import type { Fetch } from "../exchange/exchange.ts";
import { identify } from "../exchange/identify.ts";
import { type RegisterRequest, type RegisterTarget, toWire } from "../exchange/request.ts";
import type { Random } from "../run/random.ts";
import { Body } from "./body.ts";

/** A way in which a service can break the contract: a function around `fetch` that breaks it, and what must notice. */
export interface Fault {
  /** Permanent, in kebab case. */
  name: string;
  /** What the service does wrong, as one sentence. */
  about: string;
  /** The requirements that must fail, and no others may. */
  trips: readonly string[];
  /** The operations it can be placed at; undefined for interface B. */
  at?: (operation: Operation) => boolean;
  /** Changes an answer in place; only answers to what the fault is placed at come here. */
  change: Change;
}

/** Where faults are placed, for `at`. */
export const anywhere = (): boolean => true;
export const paged = (operation: Operation): boolean => operation.paged;
export const searches = (operation: Operation): boolean => operation.parameters.includes("tvrtka_naziv");

/** Changes one answer. What it cannot do with it, it leaves as it is. */
export type Change = (body: Body, site: FaultSite) => void | Promise<void>;

/** Where a fault is placed, and what it may look at. */
export interface FaultSite {
  /** The request of interface A; undefined for interface B. */
  request: RegisterRequest | undefined;
  /** Text of the query of interface B. */
  query: string;
  random: Random;
  /** What the sound service answers to another request of the same operation. */
  ask: (request: Partial<Pick<RegisterRequest, "query" | "as" | "key">>) => Promise<Body>;
  /** Remembers something for the whole run of the fault, as the row it was placed at. */
  once: <T>(make: () => T) => T;
  /** Other operations of the contract. */
  operations: readonly Operation[];
  /** The limit that the first rows are asked for with. */
  width: number;
}

export interface Placement {
  target: RegisterTarget;
  graphqlUrl: string | undefined;
  /** The operation that the fault is placed at; undefined for interface B. */
  operation: Operation | undefined;
  random: Random;
  operations: readonly Operation[];
  width: number;
}

/** Puts a fault around a sound service. `touched` says afterwards whether there was an answer that it changed. */
export function placeFault(fault: Fault, sound: Fetch, placement: Placement): { fetch: Fetch; touched: () => boolean } {
  const { target, operation, random, operations, width } = placement;
  let touched = false;
  let remembered: { value: unknown } | undefined;
  // One memory a fault: its only writer and its only reader are the same function.
  const once = <T>(make: () => T): T => {
    remembered ??= { value: make() };
    return remembered.value as T;
  };

  const wrapped: Fetch = async (url, init) => {
    const request = identify(url, init, target);
    const ours =
      operation === undefined
        ? request === undefined && url === placement.graphqlUrl
        : request?.operation === operation;
    if (!ours) return sound(url, init);
    const body = await Body.of(await sound(url, init), request?.operation);
    const before = body.fingerprint();
    const ask: FaultSite["ask"] = async (other) => {
      if (request === undefined) throw new Error("interface B has no other requests");
      return Body.of(await sound(...reRequest(init, { ...request, ...other }, target)), request.operation);
    };
    await fault.change(body, {
      request,
      query: typeof init.body === "string" ? init.body : "",
      random,
      ask,
      once,
      operations,
      width,
    });
    touched ||= body.fingerprint() !== before;
    return body.toResponse();
  };
  return { fetch: wrapped, touched: () => touched };
}

/** The same request with another query, representation or key. */
function reRequest(init: RequestInit, request: RegisterRequest, target: RegisterTarget): [string, RequestInit] {
  const wire = toWire(request, target);
  return [wire.url, { ...init, headers: wire.headers }];
}
