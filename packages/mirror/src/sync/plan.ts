/** What a run is to do, decided by what is here and what is asked for: nothing is read, written or requested. */
import { lists as allLists, caseLists, registerLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { type GenerationSummary, latestOf } from "../store/generations.ts";
import { targetName } from "../store/target-name.ts";
import type { Interface, List, RegisterList } from "../wire/list.ts";

/** Which lists somebody asks for, and where the services are. */
export interface AskedLists {
  lists?: readonly string[] | undefined;
  only?: Interface | undefined;
  baseUrl?: string | undefined;
  graphqlUrl?: string | undefined;
}

/** The lists that a run copies. */
export interface PlannedLists {
  register: readonly RegisterList[];
  cases: readonly List[];
}

/**
 * The lists to copy: of both interfaces, or of the one that has an address.
 *
 * @throws MirrorError of kind `usage` if there is no such list, or nothing is left to copy.
 */
export function planLists({ lists: names = [], only, baseUrl, graphqlUrl }: AskedLists): PlannedLists {
  const unknown = names.find((name) => !allLists.some((list) => list.name === name));
  if (unknown !== undefined)
    throw new MirrorError(
      "usage",
      `There is no list ${unknown.slice(0, 60)}. The lists are ${allLists.map(({ name }) => name).join(", ")}.`,
    );
  const isAsked = ({ of, name }: List): boolean =>
    (only === undefined || only === of) && (names.length === 0 || names.includes(name));
  const [register, cases] = [registerLists.filter(isAsked), caseLists.filter(isAsked)];
  if (register.length + cases.length === 0)
    throw new MirrorError(
      "usage",
      say`${option("only")} leaves no list to copy of those that are named: ${names.join(", ")}.`,
    );
  const hasCases = Boolean(graphqlUrl);
  if (register.length === 0 && !hasCases)
    throw new MirrorError(
      "usage",
      say`There is no URL of the GraphQL endpoint: give ${option("graphqlUrl")}, or set COURT_REGISTER_GRAPHQL_URL.`,
    );
  // Where nothing else is to be copied, the client of the register says what is missing.
  const isNeeded = only === "register" || !hasCases || cases.length === 0;
  const hasRegister = isNeeded || Boolean(baseUrl);
  return { register: hasRegister ? register : [], cases: hasCases ? cases : [] };
}

/** What an earlier run has left of a generation. */
export interface UnfinishedCopy {
  readonly service: string;
  /** The state that the service has named, if it names one. */
  readonly state: string | undefined;
  readonly lists: readonly string[];
}

/**
 * The parts of a run in the order in which they are copied: the one that an earlier run has left unfinished comes first.
 *
 * @param of - What that is a copy of; undefined if nothing is unfinished.
 * @throws MirrorError of kind `usage` if that is the register, and this run does not copy it: it would drop what is copied.
 */
export function planOrder<Part extends { readonly of: Interface }>(
  parts: readonly Part[],
  of: Interface | undefined,
  { target, isKept, anew = false }: { target: string; isKept: boolean; anew?: boolean | undefined },
): readonly Part[] {
  if (of === "register" && !anew && isKept && !parts.some((part) => part.of === of))
    throw new MirrorError(
      "usage",
      say`${targetName(target)} has an unfinished copy of the register, and this run would drop it. Finish it first: run sync with ${option("only", "register")}. Or drop it with ${option("anew")}.`,
    );
  return parts.toSorted((one, other) => Number(other.of === of) - Number(one.of === of));
}

/** Whether the next run can go on from an unfinished copy: without a named state, nothing tells whether its rows still belong to what the service has. */
export const isResumable = ({ state }: Pick<UnfinishedCopy, "state">): boolean => state !== undefined;

/** What one run copies of one interface. */
export interface Wanted {
  readonly of: Interface;
  readonly service: string;
  readonly lists: readonly Pick<List, "name">[];
}

/**
 * Refuses another service than that of the earlier copy: a copy of it would look like a great change of this one.
 *
 * @throws MirrorError of kind `usage`.
 */
export function refuseOtherService(
  all: readonly Pick<GenerationSummary, "of" | "service">[],
  { of, service }: Wanted,
  { target, anew = false }: { target: string; anew?: boolean | undefined },
): void {
  const latest = all.findLast((one) => one.of === of);
  if (anew || !latest || latest.service === service) return;
  const [held, url, same] =
    of === "register"
      ? (["a copy", "base URL", "register"] as const)
      : (["court cases", "GraphQL URL", "service"] as const);
  throw new MirrorError(
    "usage",
    say`${targetName(target)} holds ${held} of ${latest.service}, and the ${url} is ${service}. Name another target, or give ${option("anew")} if it is the same ${same} at a new address.`,
  );
}

/**
 * What becomes of the copy that an earlier run has left unfinished.
 *
 * @param isRefused - Whether it has lost or got too many rows. Only those who accept that take it up: the service may have mended its list since.
 */
export function planUnfinished(
  copy: UnfinishedCopy,
  { service, lists }: Wanted,
  { anew = false, isRefused }: { anew?: boolean | undefined; isRefused: boolean },
): "resume" | "drop" {
  const names = lists.map(({ name }) => name).sort();
  const isSame = copy.service === service && [...copy.lists].sort().join() === names.join();
  return isSame && !isRefused && !anew && isResumable(copy) ? "resume" : "drop";
}

/** How far a list of an unfinished copy is, as far as that decides what becomes of it. */
export interface CopiedSoFar {
  readonly done: boolean;
  readonly checkpoint: {
    /** Whether the service was asked for a state, and a response of this list did not name it. */
    readonly isUnnamed?: boolean | undefined;
  };
}

/**
 * What becomes of a list of a copy that is resumed.
 *
 * @param isSound - Whether what is stored of it is what was received.
 */
export function planList({ checkpoint, done }: CopiedSoFar, isSound: boolean): "keep" | "resume" | "read again" {
  // Where a response has not named the state, its rows may be of another one than the rows that are still to come.
  if (checkpoint.isUnnamed || !isSound) return "read again";
  return done ? "keep" : "resume";
}

/** The newest generation of an interface, if all that is wanted is here in the state that the service has; undefined if it is to be copied. */
export function generationInState(
  all: readonly GenerationSummary[],
  { of, service, lists }: Wanted,
  state: string | undefined,
): number | undefined {
  const isHere = ({ name }: Pick<List, "name">): boolean => {
    const latest = latestOf(all, name);
    return latest?.service === service && latest.state?.toLowerCase() === state?.toLowerCase();
  };
  return state !== undefined && lists.every(isHere) ? all.findLast((one) => one.of === of)?.generation : undefined;
}
