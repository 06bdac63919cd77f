import type { Operation } from "../contract/operation.ts";
import { type RegisterRequest, type RegisterTarget, toWire } from "../evidence/request.ts";
import { identify } from "../exchange/identify.ts";
import type { Fetch } from "../exchange/send.ts";
import type { Random } from "../run/random.ts";
import { Body } from "./body.ts";

/** A way to break the contract: a change to the responses of a sound service, and the requirements that must notice it. */
export interface Fault {
  /** Permanent, in kebab case. */
  name: string;
  /** What the service does wrong, as one sentence. */
  about: string;
  /** The requirements that must fail; no others may. */
  trips: readonly string[];
  /** The operations it can be placed at; undefined for interface B. */
  at?: (operation: Operation) => boolean;
  /** Changes a response in place; called only for the operation that the fault is placed at. */
  change: Change;
}

/** Tests for `Fault.at`. */
export const anywhere = (): boolean => true;
export const paged = (operation: Operation): boolean => operation.paged;
export const searches = (operation: Operation): boolean => operation.parameters.includes("tvrtka_naziv");

/** Changes one response, or leaves one that it does not apply to. */
export type Change = (body: Body, site: FaultSite) => void | Promise<void>;

/** Where a fault is placed, and what it can use. */
export interface FaultSite {
  /** The request of interface A; undefined for interface B. */
  request: RegisterRequest | undefined;
  /** Body of the request of interface B. */
  query: string;
  random: Random;
  /** The sound service's response to another request of the same operation. */
  ask: (request: Partial<Pick<RegisterRequest, "query" | "as" | "key">>) => Promise<Body>;
  /** Computes something once for the whole run of the fault, such as the row that it was placed at. */
  once: <T>(make: () => T) => T;
  /** The limit of requests for the first rows. */
  width: number;
}

export interface Placement {
  target: RegisterTarget;
  graphqlUrl: string | undefined;
  /** The operation that the fault is placed at; undefined for interface B. */
  operation: Operation | undefined;
  random: Random;
  width: number;
}

/** Wraps a sound service in a fault. `touched` is whether the fault changed any response so far. */
export function placeFault(fault: Fault, sound: Fetch, placement: Placement): { fetch: Fetch; touched: () => boolean } {
  const { target, operation, random, width } = placement;
  let touched = false;
  let remembered: { value: unknown } | undefined;
  // Untyped, because the same function of the fault writes and reads it.
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
      const wire = toWire({ ...request, ...other }, target);
      return Body.of(await sound(wire.url, { ...init, headers: wire.headers }), request.operation);
    };
    await fault.change(body, {
      request,
      query: typeof init.body === "string" ? init.body : "",
      random,
      ask,
      once,
      width,
    });
    touched ||= body.fingerprint() !== before;
    return body.toResponse();
  };
  return { fetch: wrapped, touched: () => touched };
}
