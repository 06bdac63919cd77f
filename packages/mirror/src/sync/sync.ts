/** `sync`: copies the register, and the court cases that are followed, into a target: each as a new generation. */
import { lists as allLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { adoptNames } from "../search/names.ts";
import { adoptContract, adoptViews, openCopy } from "../store/format.ts";
import { checkSeals, interfaceOf, recordsIn } from "../store/generations.ts";
import { Lease } from "../store/lease.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import type { Interface } from "../wire/list.ts";
import { CasesPart } from "./cases/cases-part.ts";
import { CasesSource } from "./cases/cases-source.ts";
import { Copy } from "./copy/copy.ts";
import type { SyncEvent, SyncResult } from "./events.ts";
import { bothOf, isOfOneService, withoutOther } from "./explain.ts";
import type { Part } from "./part.ts";
import { isResumable, type PlannedLists, planLists, planOrder } from "./plan.ts";
import { DirectSource } from "./register/direct-source.ts";
import { RegisterPart } from "./register/register-part.ts";
import { ThreadedSource } from "./register/threaded-source.ts";
import { copyPart, type SyncRunOptions } from "./run.ts";
import type { Source, SourceOptions } from "./source.ts";
import { upgradeCopy } from "./upgrade.ts";

/** Options of {@link sync}. */
export interface SyncOptions extends SourceOptions, TargetOptions {
  /**
   * Names of the lists to copy, such as `sjediste`.
   * @defaultValue all lists
   */
  lists?: readonly string[] | undefined;
  /**
   * URL of the GraphQL endpoint that has the court cases. Beside a base URL, the register is copied first; without one, court cases alone.
   * @defaultValue the environment variable `COURT_REGISTER_GRAPHQL_URL`; none: no court cases are copied
   */
  graphqlUrl?: string | undefined;
  /**
   * Headers for the GraphQL endpoint, such as `{ authorization: "Bearer …" }`.
   * @defaultValue none
   */
  graphqlHeaders?: Readonly<Record<string, string>> | undefined;
  /**
   * Copies one of the two, whatever addresses there are.
   * @defaultValue both
   */
  only?: Interface | undefined;
  /**
   * Drops what an earlier run has left unfinished, and accepts another address than that of the earlier copy.
   * @defaultValue `false`
   */
  anew?: boolean | undefined;
  /**
   * Publishes lists that have lost more than a tenth of their rows, and court cases if more than a tenth of them, or of their rows in a list,
   * are not there any more.
   * @defaultValue `false`
   */
  acceptShrink?: boolean | undefined;
  /**
   * Copies lists that have more than twice their rows of before, and 10,000 more. Without it they are stopped there, because they may have
   * no end.
   * @defaultValue `false`
   */
  acceptGrowth?: boolean | undefined;
  /**
   * Rows that a list may have, in the first copy too, and 1,000 characters of new rows for each: one that has more is stopped there.
   * @defaultValue `10_000_000`
   */
  maxRows?: number | undefined;
  /** Called as the copy goes on. */
  onEvent?: ((event: SyncEvent) => void) | undefined;
  /**
   * The time in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
}

/**
 * Copies the register, the court cases that are followed, or both, each as a generation of its own. Readers see the earlier copy until the
 * new one is complete.
 *
 * @param target - A file of SQLite, or the URL of a PostgreSQL database.
 * @returns what was done with the register, and in `cases` with the court cases; if one of the two was copied, what was done with it.
 * @throws MirrorError; an error of one service is thrown when the other one has been copied, unless that drops an unfinished copy of the register. If it is `resumable`, the same call goes on from what is written.
 * @throws TypeError if an option cannot work.
 */
export async function sync(target: string, options: SyncOptions = {}): Promise<SyncResult> {
  const { onEvent = () => {}, now = Date.now } = options;
  const lists = planLists(withEnvironment(options));
  const services = openServices(lists, options);
  const database = await openDatabase(target, "create", options);
  try {
    await openCopy(database, target, "upgrade");
    await using lease = await Lease.take(database, target, now);
    await adoptVersion(lease, target, lists, onEvent);
    const before = (await database.read(recordsIn)).at(-1)?.generation ?? 0;
    const parts = partsOf(lease, services, lists, options);
    const ordered = await inOrder(lease, parts, target, options);
    const results = await copyParts(lease, ordered, { ...options, target, before, onEvent, now });
    const [ofRegister, ofCases] = [results.get("register"), results.get("cases")];
    return ofRegister && ofCases ? { ...ofRegister, cases: ofCases } : ((ofRegister ?? ofCases) as SyncResult);
  } finally {
    await services.register?.close();
    await database.close();
  }
}

/** The options, with the addresses that the environment has where they have none. */
const withEnvironment = (options: SyncOptions): SyncOptions => ({
  ...options,
  baseUrl: options.baseUrl ?? process.env.COURT_REGISTER_BASE_URL,
  graphqlUrl: options.graphqlUrl ?? process.env.COURT_REGISTER_GRAPHQL_URL,
});

/** The services that a run asks. */
interface Services {
  register?: Source | undefined;
  cases?: CasesSource | undefined;
}

/** @throws TypeError if an option cannot work: before anything is written. */
function openServices({ register, cases }: PlannedLists, options: SyncOptions): Services {
  const direct = register.length > 0 ? new DirectSource(options) : undefined;
  // A rate is that of one thread, and functions do not cross threads.
  const isDirect = options.fetch || options.random || options.rate;
  return {
    cases: cases.length > 0 ? new CasesSource(options) : undefined,
    register: direct && (isDirect ? direct : new ThreadedSource(direct, options)),
  };
}

/** Brings what is here to this version, its contract included, unless it is damaged. */
async function adoptVersion(
  lease: Lease,
  target: string,
  { register, cases }: PlannedLists,
  onEvent: (event: SyncEvent) => void,
): Promise<void> {
  const { database } = lease;
  const upgraded = await upgradeCopy(lease, target);
  if (upgraded) onEvent({ type: "upgrade", ...upgraded });
  await checkSeals(database, target);
  await adoptContract(lease, [...register, ...cases]);
  const tables = await database.tables();
  await lease.write((writing) => adoptViews(writing, database.kind, tables));
  await adoptNames(lease);
}

const partsOf = (lease: Lease, services: Services, lists: PlannedLists, options: SyncOptions): Part[] => [
  ...(services.register ? [new RegisterPart(services.register, lists.register, options)] : []),
  ...(services.cases ? [new CasesPart(lease, services.cases, lists.cases, options)] : []),
];

/** The parts in the order in which they are copied. */
async function inOrder(
  lease: Lease,
  parts: readonly Part[],
  target: string,
  { anew }: SyncOptions,
): Promise<readonly Part[]> {
  const unfinished = await Copy.find(lease, allLists);
  const isKept = unfinished !== undefined && isResumable(unfinished);
  return planOrder(parts, unfinished && interfaceOf(unfinished.lists), { target, isKept, anew });
}

/** Copies one part after the other. An error of one service ends the run when the other one has been copied, unless that drops what is kept. */
async function copyParts(
  lease: Lease,
  parts: readonly Part[],
  options: SyncRunOptions,
): Promise<ReadonlyMap<Interface, SyncResult>> {
  const results = new Map<Interface, SyncResult>();
  let failure: MirrorError | undefined;
  for (const [index, part] of parts.entries()) {
    try {
      results.set(part.of, await copyPart(lease, part, options));
    } catch (error) {
      if (failure && error instanceof MirrorError) throw bothOf(failure, error);
      const other = parts[index + 1];
      if (!other || !isOfOneService(error)) throw error;
      if (await isKept(lease, part.of)) throw withoutOther(error, other.of);
      failure = error;
    }
  }
  if (failure) throw failure;
  return results;
}

/** Whether there is an unfinished copy that the other interface has to wait for. That of the court cases is soon made again. */
async function isKept(lease: Lease, of: Interface): Promise<boolean> {
  if (of !== "register") return false;
  const unfinished = await Copy.find(lease, allLists);
  return unfinished !== undefined && isResumable(unfinished);
}
