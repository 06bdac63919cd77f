import type { Operation } from "../contract/operations.ts";
import type { Datum } from "../evidence/datum.ts";
import type { KeyKind, RegisterRequest, Representation } from "../exchange/request.ts";
import type { Random } from "./random.ts";

export type ProbeName =
  | "json"
  | "xml"
  | "default"
  | "page"
  | "pageXml"
  | "edge"
  | "past"
  | "pastXml"
  | "further"
  | "expanded"
  | "expandedXml"
  | "collapsed"
  | "active"
  | "inactive"
  | "named"
  | "namedNext"
  | "namedBeyondAscii"
  | "noKey"
  | "emptyKey"
  | "wrongKey"
  | "noKeyElse"
  | "timestamp";

/** Requests that are sent in both representations: as XML, and as JSON. */
export const pairs: ReadonlyMap<ProbeName, ProbeName> = new Map([
  ["xml", "json"],
  ["pageXml", "page"],
  ["pastXml", "past"],
  ["expandedXml", "expanded"],
]);

/** What a probe may look at to decide what to ask: the answers so far, and the run's seeded random numbers, the same each time. */
export interface Seen {
  /** The items of an answer, when it was a 200 with an array. */
  rows: (probe: ProbeName) => readonly Datum[] | undefined;
  /** The total that an answer promises, when it is a count. */
  total: (probe: ProbeName) => number | undefined;
  random: (name: string) => Random;
  /** What an earlier probe asked in the end, or why nothing. */
  request: (probe: ProbeName) => RegisterRequest | string;
  /** Where a page on the way to the end begins. */
  from?: number | undefined;
  /** The limit that the first rows are asked for with; infinite when none is sent. */
  width: number;
  /** The least limit that the service is known to take; infinite when it takes none. */
  least: number;
}

/** A request that requirements can need. What it asks may hang on earlier answers; that it asks at most once does not. */
export interface Probe {
  about: string;
  /** Probes whose answers `request` looks at. */
  after: readonly ProbeName[];
  applies: (operation: Operation) => boolean;
  /** The request, or why it is not asked. */
  request: (operation: Operation, seen: Seen) => RegisterRequest | string;
  /** Whether the contract leaves open that a valid key is answered with another status than 200. */
  refusal?: true;
  /**
   * Whether it shows what the contract leaves open, or what others have mostly shown: asked on as many operations as the budget
   * allows.
   */
  sampled?: true;
  /** Whether it sends nothing that a mock would have to honour. */
  plain?: true;
}

/** The first rows are asked for with this limit. */
export const widestLimit = 1000;
/** Where a service refuses it: one more than any promised default, so that a page without a limit can be told from the whole; less. */
const lesserLimits: readonly number[] = [101, 100];

/** The limits to ask for the first rows with, one after the other where a service refuses them; the last is none. */
export const limitsFrom = (width: number): number[] =>
  Number.isFinite(width)
    ? [width, ...lesserLimits.filter((limit) => limit < width), Number.POSITIVE_INFINITY]
    : [Number.POSITIVE_INFINITY];

/** Asked where the end is not known: no register holds so many rows, and a signed integer of 32 bits holds the number. */
export const farAway = 1_000_000_000;
const greatestOffset = 2_147_483_645;

type Query = RegisterRequest["query"];

/** The query for the first rows of a paged operation, or for all of another. */
export const firstRows = (operation: Operation, width: number): Query => (operation.paged ? page(0, width) : []);

/** @param limit - infinite for none. */
function page(offset: number, limit: number): Query {
  return [["offset", String(offset)], ...(Number.isFinite(limit) ? [["limit", String(limit)] as const] : [])];
}

/** The same page with another limit, infinite for none. */
export const withLimit = (query: Query, limit: number): Query => [
  ...query.filter(([name]) => name !== "limit"),
  ...(Number.isFinite(limit) ? [["limit", String(limit)] as const] : []),
];

function ask(operation: Operation, query: Query, as: Representation = "json", key: KeyKind = "valid"): RegisterRequest {
  return { operation, query, as, key };
}

const isPaged = (operation: Operation): boolean => operation.paged;
const takes =
  (name: string) =>
  (operation: Operation): boolean =>
    operation.parameters.includes(name);

/** Adds a parameter to the plain request; a paged operation is asked for a few rows only, fewer where 100 were too many. */
const withParameter = (
  operation: Operation,
  { width, least }: Seen,
  name: string,
  value: string,
  limit = 20,
): Query => [
  ...(operation.paged ? page(0, Math.max(least, Number.isFinite(width) ? limit : Math.min(limit, 5))) : []),
  [name, value],
];

/** The same page in every run with the same seed. */
function sampledPage(seen: Seen): Query | string {
  const count = seen.rows("json")?.length;
  if (count === undefined) return "the first rows could not be read";
  if (count < 2) return `paging needs 2 rows, but the resource shows ${count}`;
  const random = seen.random("page");
  // A row is left behind the page where there are enough, so that a limit that is ignored shows.
  const offset = random.integer(1, Math.max(1, count - Math.max(4, seen.least + 1)));
  const room = Math.max(1, Math.min(4, count - offset - 1));
  // Two rows at least where there is room: a row that comes twice does not show in a page of one.
  return page(offset, Math.max(seen.least, random.integer(Math.min(2, room), room)));
}

/** What an earlier probe asked, in another way. */
function like(probe: ProbeName, change: (query: Query, operation: Operation) => RegisterRequest): Probe["request"] {
  return (operation, seen) => {
    const earlier = seen.request(probe);
    return typeof earlier === "string" ? earlier : change(earlier.query, operation);
  };
}
const asXml = (probe: ProbeName): Probe["request"] => like(probe, (query, operation) => ask(operation, query, "xml"));

/** Whether so many first rows are all, when the page that begins with the last of them has so many: unless one is all it gives. */
export const isAll = (first: number, edge: number | undefined): boolean => first > 1 && edge === 1;

function keyProbe(key: KeyKind, about: string): Probe {
  return {
    about,
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "json", key),
  };
}

function valueProbe(name: string, value: string, about = `${name}=${value}`): Probe {
  return {
    about,
    after: [],
    applies: takes(name),
    request: (operation, seen) => ask(operation, withParameter(operation, seen, name, value)),
  };
}

/** Every probe by name, in the order in which they are asked. */
export const allProbes: Readonly<Record<ProbeName, Probe>> = {
  json: {
    about: "the first rows (or all) as JSON",
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width)),
    plain: true,
  },
  xml: {
    about: "the same rows as XML",
    after: [],
    applies: () => true,
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "xml"),
    plain: true,
  },
  default: {
    about: "a page from the second row without a limit",
    after: [],
    applies: isPaged,
    // Not from the first: a service may look at the offset only where a limit is given.
    request: (operation) => ask(operation, page(1, Number.POSITIVE_INFINITY)),
  },
  page: {
    about: "a small page at a sampled offset within the first rows",
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const query = sampledPage(seen);
      return typeof query === "string" ? query : ask(operation, query);
    },
  },
  pageXml: {
    about: "the same page as XML",
    after: ["page"],
    applies: isPaged,
    request: asXml("page"),
  },
  edge: {
    about: "the last rows: the last two if a total is promised, otherwise from the last row seen",
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      if (count === 0) return "the resource has no rows";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      // No page is asked for more rows than the service gave at once: it may give a single one.
      const offset = total === undefined ? count - 1 : Math.max(0, total - Math.min(2, count));
      return ask(operation, page(Math.min(offset, greatestOffset), Math.max(seen.least, 5)));
    },
  },
  past: {
    about: "a page past the end: right after the last row if that is known, otherwise far away",
    after: ["json", "edge"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      const isEnd = count === 0 || (count < seen.width && isAll(count, seen.rows("edge")?.length));
      const end = total ?? (isEnd ? count : farAway);
      return ask(operation, page(Math.min(end, greatestOffset), Math.max(seen.least, 5)));
    },
  },
  pastXml: {
    about: "the same page past the end as XML",
    after: ["past"],
    applies: isPaged,
    sampled: true,
    request: asXml("past"),
  },
  further: {
    about: "further pages: in search of the end where no total is promised, as far as the budget allows",
    after: [],
    // Nothing that is planned: what the budget leaves is spent on it.
    applies: () => false,
    request: (operation, seen) =>
      seen.from === undefined ? "no request budget was left" : ask(operation, page(seen.from, seen.width)),
  },
  expanded: valueProbe("expand_relations", "true"),
  expandedXml: {
    about: "expand_relations=true as XML, where it is not the default",
    after: [],
    applies: ({ expand, relations }) => expand !== undefined && expand.byDefault !== true && relations.length > 0,
    request: (operation, seen) => ask(operation, withParameter(operation, seen, "expand_relations", "true"), "xml"),
  },
  collapsed: valueProbe("expand_relations", "false"),
  active: valueProbe("only_active", "true"),
  inactive: valueProbe("only_active", "false"),
  named: valueProbe("tvrtka_naziv", "d.o.o.", "tvrtka_naziv with a word common in company names"),
  namedNext: {
    about: "the same search from the second row",
    after: ["named"],
    applies: (operation) => isPaged(operation) && takes("tvrtka_naziv")(operation),
    request: like("named", (query, operation) =>
      ask(operation, [["offset", "1"], ...query.filter(([name]) => name !== "offset")]),
    ),
  },
  // A word of many long names. Encodings of Western Europe lack its ć; a blank would be one more thing to misread.
  namedBeyondAscii: valueProbe("tvrtka_naziv", "odgovornošću", "tvrtka_naziv with non-ASCII letters"),
  noKey: keyProbe("none", "without a key"),
  emptyKey: keyProbe("empty", "with an empty key"),
  wrongKey: keyProbe("wrong", "with a key that was never issued"),
  noKeyElse: {
    about: "without a key, as XML and not from the start",
    after: ["page"],
    applies: () => true,
    sampled: true,
    request: (operation, seen) => {
      const page = operation.paged ? seen.request("page") : "";
      return ask(operation, typeof page === "string" ? firstRows(operation, seen.width) : page.query, "xml", "none");
    },
  },
  timestamp: {
    about: "a timestamp_id that matches no published state",
    after: [],
    applies: takes("timestamp_id"),
    sampled: true,
    request: (operation, seen) =>
      ask(operation, withParameter(operation, seen, "timestamp_id", seen.random("timestamp").uuid(), 3)),
    refusal: true,
  },
};

// Object.keys knows no more than that they are texts.
const probeNames: readonly ProbeName[] = Object.keys(allProbes) as ProbeName[];

/** The probes that some requirements need of an operation, with those they look at, in order. */
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
