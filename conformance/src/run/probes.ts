import type { Operation } from "../contract/operation.ts";
import type { Datum } from "../evidence/datum.ts";
import { isAll } from "../evidence/operation-view.ts";
import { aboutProbe, type ProbeName } from "../evidence/probes.ts";
import type { KeyKind, RegisterRequest, Representation } from "../evidence/request.ts";
import type { Random } from "./random.ts";

/** What a probe can use to decide on its request: the responses so far, and the run's seeded random numbers. */
export interface Seen {
  /** The items of a response, if it was a 200 with an array. */
  rows: (probe: ProbeName) => readonly Datum[] | undefined;
  /** The total that a response promises, if it is a count. */
  total: (probe: ProbeName) => number | undefined;
  random: (name: string) => Random;
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
  /** Which rows those are, for the plan. */
  which?: string;
  /** Probes whose responses `request` reads. */
  after: readonly ProbeName[];
  applies: (operation: Operation) => boolean;
  /** The request, or why it is not sent. */
  request: (operation: Operation, seen: Seen) => RegisterRequest | string;
  /** Whether the contract leaves open that a valid key gets a status other than 200. */
  refusal?: true;
  /** Sent to only as many operations as the budget allows: it shows what the contract leaves open, or what others mostly show. */
  sampled?: true;
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
const maxOffset = 2_147_483_645;

type Query = RegisterRequest["query"];

/** The same page with another limit, infinite for none. */
export const withLimit = (query: Query, limit: number): Query => [
  ...query.filter(([name]) => name !== "limit"),
  ...(Number.isFinite(limit) ? [["limit", String(limit)] as const] : []),
];

const page = (offset: number, limit: number): Query => withLimit([["offset", String(offset)]], limit);

/** The query for the first rows of a paged operation, or for all rows of another. */
export const firstRows = (operation: Operation, width: number): Query => (operation.paged ? page(0, width) : []);

function ask(operation: Operation, query: Query, as: Representation = "json", key: KeyKind = "valid"): RegisterRequest {
  return { operation, query, as, key };
}

const isPaged = (operation: Operation): boolean => operation.paged;
const takes =
  (name: string) =>
  (operation: Operation): boolean =>
    operation.parameters.includes(name);

/** Adds a parameter to the plain request; a paged operation is asked for a few rows only, fewer if 100 were too many. */
const withParameter = (operation: Operation, seen: Seen, name: string, value: string, limit = 20): Query => [
  ...(operation.paged
    ? page(0, Math.max(seen.minLimit, Number.isFinite(seen.width) ? limit : Math.min(limit, 5)))
    : []),
  [name, value],
];

/** The same page in every run with the same seed. */
function sampledPage(seen: Seen): Query | string {
  const count = seen.rows("json")?.length;
  if (count === undefined) return "the first rows could not be read";
  if (count < 2) return `paging needs 2 rows, but the resource shows ${count}`;
  const random = seen.random("page");
  // If there are enough rows, one is left after the page, so that an ignored limit shows.
  const offset = random.integer(1, Math.max(1, count - Math.max(4, seen.minLimit + 1)));
  const room = Math.max(1, Math.min(4, count - offset - 1));
  // At least two rows if possible: a page of one cannot show a duplicate.
  return page(offset, Math.max(seen.minLimit, random.integer(Math.min(2, room), room)));
}

/** The request of an earlier probe, changed. */
function like(probe: ProbeName, change: (query: Query, operation: Operation) => RegisterRequest): Probe["request"] {
  return (operation, seen) => {
    const earlier = seen.request(probe);
    return typeof earlier === "string" ? earlier : change(earlier.query, operation);
  };
}
const asXml = (probe: ProbeName): Probe["request"] => like(probe, (query, operation) => ask(operation, query, "xml"));

function keyProbe(key: KeyKind): Probe {
  return {
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "json", key),
  };
}

function valueProbe(name: string, value: string): Probe {
  return {
    after: [],
    applies: takes(name),
    request: (operation, seen) => ask(operation, withParameter(operation, seen, name, value)),
  };
}

/** How each probe is sent. */
export const allProbes: Readonly<Record<ProbeName, Probe>> = {
  json: {
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width)),
    plain: true,
  },
  xml: {
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "xml"),
    plain: true,
  },
  default: {
    after: [],
    applies: isPaged,
    // Not from the first: a service may ignore the offset without a limit.
    request: (operation) => ask(operation, page(1, Number.POSITIVE_INFINITY)),
  },
  page: {
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const query = sampledPage(seen);
      return typeof query === "string" ? query : ask(operation, query);
    },
  },
  pageXml: {
    after: ["page"],
    applies: isPaged,
    request: asXml("page"),
  },
  edge: {
    which: "the last two if a total is promised, otherwise from the last row seen",
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      if (count === 0) return "the resource has no rows";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      // No more rows than the service returned at once: that may be one.
      const offset = total === undefined ? count - 1 : Math.max(0, total - Math.min(2, count));
      return ask(operation, page(Math.min(offset, maxOffset), Math.max(seen.minLimit, 5)));
    },
  },
  past: {
    which: "right after the last row if that is known, otherwise far away",
    after: ["json", "edge"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      const isEnd = count === 0 || (count < seen.width && isAll(count, seen.rows("edge")?.length));
      const end = total ?? (isEnd ? count : farAway);
      return ask(operation, page(Math.min(end, maxOffset), Math.max(seen.minLimit, 5)));
    },
  },
  pastXml: {
    after: ["past"],
    applies: isPaged,
    sampled: true,
    request: asXml("past"),
  },
  further: {
    after: [],
    // Never planned: it takes what is left of the budget.
    applies: () => false,
    request: (operation, seen) =>
      seen.from === undefined ? "no request budget was left" : ask(operation, page(seen.from, seen.width)),
  },
  expanded: valueProbe("expand_relations", "true"),
  expandedXml: {
    after: [],
    applies: ({ expand, relations }) => expand !== undefined && expand.byDefault !== true && relations.length > 0,
    request: (operation, seen) => ask(operation, withParameter(operation, seen, "expand_relations", "true"), "xml"),
  },
  collapsed: valueProbe("expand_relations", "false"),
  active: valueProbe("only_active", "true"),
  inactive: valueProbe("only_active", "false"),
  named: valueProbe("tvrtka_naziv", "d.o.o."),
  namedNext: {
    after: ["named"],
    applies: (operation) => isPaged(operation) && takes("tvrtka_naziv")(operation),
    request: like("named", (query, operation) =>
      ask(operation, [["offset", "1"], ...query.filter(([name]) => name !== "offset")]),
    ),
  },
  // A word in many long names. Western European encodings lack its ć; a space would be one more thing to misread.
  namedBeyondAscii: valueProbe("tvrtka_naziv", "odgovornošću"),
  noKey: keyProbe("none"),
  emptyKey: keyProbe("empty"),
  wrongKey: keyProbe("wrong"),
  noKeyElse: {
    after: ["page"],
    applies: () => true,
    sampled: true,
    request: (operation, seen) => {
      const page = operation.paged ? seen.request("page") : "";
      return ask(operation, typeof page === "string" ? firstRows(operation, seen.width) : page.query, "xml", "none");
    },
  },
  timestamp: {
    after: [],
    applies: takes("timestamp_id"),
    sampled: true,
    request: (operation, seen) =>
      ask(operation, withParameter(operation, seen, "timestamp_id", seen.random("timestamp").uuid(), 3)),
    refusal: true,
  },
  defaultXml: {
    after: ["default"],
    applies: isPaged,
    sampled: true,
    request: asXml("default"),
  },
};

// Object.keys returns string[].
const probeNames = Object.keys(aboutProbe) as ProbeName[];

/** The probes that requirements need of an operation, with those they depend on, in order. */
export function neededProbes(operation: Operation, needs: Iterable<ProbeName>): ProbeName[] {
  const wanted = new Set<ProbeName>();
  const add = (name: ProbeName): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const earlier of allProbes[name].after) add(earlier);
  };
  for (const name of needs) add(name);
  return probeNames.filter((name) => wanted.has(name) && allProbes[name].applies(operation));
}
