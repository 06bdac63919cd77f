import type { Operation } from "../contract/shape/operation.ts";
import type { Datum } from "../evidence/datum.ts";
import type { ProbeName } from "../evidence/operation-view.ts";
import type { KeyKind, RegisterRequest, Representation } from "../evidence/request.ts";
import type { Random } from "../shared/random.ts";

/** What a probe can use to decide on its request: the responses so far, and the run's seeded random numbers. */
export interface Seen {
  /** The items of a response, if it was a 200 with an array. */
  rows: (probe: ProbeName) => readonly Datum[] | undefined;
  /** The total that a response promises, if it is a count. */
  total: (probe: ProbeName) => number | undefined;
  random: (name: string) => Random;
  /** The values that are sent for parameters in the path. @defaultValue it has none */
  path?: Readonly<Record<string, string>>;
  /** The request that an earlier probe finally sent, or why it sent none. */
  request: (probe: ProbeName) => RegisterRequest | string;
  /** The offset of a page on the way to the end. */
  from?: number | undefined;
  /** The limit of requests for the first rows; infinite if none is sent. */
  width: number;
  /** The smallest limit known to be accepted; infinite if none is. */
  minLimit: number;
}

/** A request that requirements can need. What it asks may depend on earlier responses; that it is sent at most once does not. */
export interface Probe {
  /** As requirements name it. */
  name: ProbeName;
  /** What it asks for, in the words of a sentence: "the request for the last rows got status 500". */
  about: string;
  /** Which rows those are, for the plan. */
  which?: string;
  /** Probes whose responses `request` reads. @defaultValue none */
  after?: readonly ProbeName[];
  /** The operations that it is sent to. @defaultValue all */
  applies?: (operation: Operation) => boolean;
  /** The request, or why it is not sent. */
  request: (operation: Operation, seen: Seen) => RegisterRequest | string;
  /** Whether the contract leaves open that a valid key gets a status other than 200. */
  refusal?: true;
  /**
   * Present if it is sent to only as many operations as the budget allows: it shows what the contract leaves open, or what others mostly
   * show. The seed draws the operations of these probes in the order of the numbers: older recordings are replayed by the same draws.
   */
  sampled?: number;
  /** Whether it sends nothing that a mock would have to honour. */
  plain?: true;
}

/** The limit of requests for the first rows. */
export const widestLimit = 1000;

/** If a service refuses it: one more than any promised default, so that a page without a limit differs from the whole list; then fewer. */
const smallerLimits: readonly number[] = [101, 100];

/** The limits to try for the first rows, in order, while the service refuses them; the last is none. */
export const limitsFrom = (width: number): number[] =>
  Number.isFinite(width)
    ? [width, ...smallerLimits.filter((limit) => limit < width), Number.POSITIVE_INFINITY]
    : [Number.POSITIVE_INFINITY];

/** The offset if the end is not known: no register has so many rows, and it fits in a signed 32-bit integer. */
export const farAway = 1_000_000_000;

export type Query = RegisterRequest["query"];

/** The same page with another limit, infinite for none. */
export const withLimit = (query: Query, limit: number): Query => [
  ...query.filter(([name]) => name !== "limit"),
  ...(Number.isFinite(limit) ? [["limit", String(limit)] as const] : []),
];

export const page = (offset: number, limit: number): Query => withLimit([["offset", String(offset)]], limit);

/** The query for the first rows of a paged operation, or for all rows of another. */
export const firstRows = (operation: Operation, width: number): Query => (operation.paged ? page(0, width) : []);

export function ask(
  operation: Operation,
  query: Query,
  as: Representation = "json",
  key: KeyKind = "valid",
): RegisterRequest {
  return { operation, query, as, key };
}

export const isPaged = (operation: Operation): boolean => operation.paged;

export const takes =
  (name: string) =>
  (operation: Operation): boolean =>
    operation.parameters.includes(name);

/** Adds a parameter to the plain request; a paged operation is asked for a few rows only, fewer if 100 were too many. */
export const withParameter = (operation: Operation, seen: Seen, name: string, value: string, limit = 20): Query => [
  ...(operation.paged
    ? page(0, Math.max(seen.minLimit, Number.isFinite(seen.width) ? limit : Math.min(limit, 5)))
    : []),
  [name, value],
];

/** The request of an earlier probe, changed. */
export function like(
  probe: ProbeName,
  change: (query: Query, operation: Operation) => RegisterRequest,
): Probe["request"] {
  return (operation, seen) => {
    const earlier = seen.request(probe);
    return typeof earlier === "string" ? earlier : change(earlier.query, operation);
  };
}

/** A probe that sends one more parameter. */
export function valueProbe(name: ProbeName, about: string, parameter: string, value: string): Probe {
  return {
    name,
    about,
    applies: takes(parameter),
    request: (operation, seen) => ask(operation, withParameter(operation, seen, parameter, value)),
  };
}
