/** `sync`: copies the register, and the court cases that are followed, into a target: each as a new generation. */
import { RegisterError } from "@court-register/fetch";
import { lists as allLists, caseLists, registerLists } from "../generated/lists.ts";
import { MirrorError, type MirrorErrorKind } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { adoptNames } from "../search/names.ts";
import { adoptContract, adoptViews, openCopy } from "../store/format.ts";
import { checkSeals, generations, interfaceOf, latestOf, recordsIn } from "../store/generations.ts";
import { Lease } from "../store/lease.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { interfaceNames } from "../store/snapshot.ts";
import { targetName } from "../store/target-name.ts";
import type { Interface, List, RegisterList } from "../wire/list.ts";
import { inOwnWords, wantsToken } from "./advice.ts";
import { CasesPart } from "./cases-part.ts";
import { CasesSource } from "./cases-source.ts";
import { Copy } from "./copy.ts";
import { DirectSource } from "./direct-source.ts";
import type { Proof, SyncEvent, SyncResult } from "./events.ts";
import { Inconsistency } from "./inconsistency.ts";
import type { Part } from "./part.ts";
import { RegisterPart } from "./register-part.ts";
import type { SourceOptions } from "./source.ts";
import { ThreadedSource } from "./threaded-source.ts";
import { discardUnfinished } from "./unpublished.ts";
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

/** How often a copy starts over in one run because the register changes. */
const attempts = 3;

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
  const { now = Date.now } = options;
  const { register, cases } = selectLists(options);
  const direct = register.length > 0 ? new DirectSource(options) : undefined;
  const casesSource = cases.length > 0 ? new CasesSource(options) : undefined;
  const database = await openDatabase(target, "create", options);
  // A rate is that of one thread, and functions do not cross threads.
  const isDirect = options.fetch || options.random || options.rate;
  const source = direct && (isDirect ? direct : new ThreadedSource(direct, options));
  try {
    await openCopy(database, target, "upgrade");
    await using lease = await Lease.take(database, target, now);
    const upgraded = await upgradeCopy(lease, target);
    if (upgraded) options.onEvent?.({ type: "upgrade", ...upgraded });
    await checkSeals(database, target);
    await adoptContract(lease, [...register, ...cases]);
    const tables = await database.tables();
    await lease.write((writing) => adoptViews(writing, database.kind, tables));
    await adoptNames(lease);
    const parts: Part[] = [
      ...(source ? [new RegisterPart(source, register, options)] : []),
      ...(casesSource ? [new CasesPart(lease, casesSource, cases, options)] : []),
    ];
    const before = (await database.read(recordsIn)).at(-1)?.generation ?? 0;
    const results = new Map<Interface, SyncResult>();
    let failure: MirrorError | undefined;
    const ordered = await inOrder(lease, parts, target, options);
    for (const [index, part] of ordered.entries()) {
      const run = new Sync(lease, part, before, target, options);
      try {
        results.set(part.of, await run.run());
      } catch (error) {
        const explained = explain(error, part.of, run.goesOn);
        const other = ordered[index + 1];
        if (failure && explained instanceof MirrorError) throw bothOf(failure, explained);
        if (!other || !(explained instanceof MirrorError && ofOneService.has(explained.kind))) throw explained;
        if (await isKept(lease, part.of)) throw withoutOther(explained, other.of);
        failure = explained;
      }
    }
    if (failure) throw failure;
    const [ofRegister, ofCases] = [results.get("register"), results.get("cases")];
    return ofRegister && ofCases ? { ...ofRegister, cases: ofCases } : ((ofRegister ?? ofCases) as SyncResult);
  } finally {
    await source?.close();
    await database.close();
  }
}

/** Errors of one service: the other one is asked all the same. */
const ofOneService: ReadonlySet<MirrorErrorKind> = new Set(["service", "refused", "changing", "shrunk", "grown"]);

/** Whether there is an unfinished copy that the other interface has to wait for. That of the court cases is soon made again. */
async function isKept(lease: Lease, of: Interface): Promise<boolean> {
  return of === "register" && (await Copy.find(lease, allLists))?.state !== undefined;
}

const withoutOther = (error: MirrorError, other: Interface): MirrorError =>
  new MirrorError(
    error.kind,
    say`${error.text} This run did not copy ${interfaceNames[other]}, which would drop what is copied so far.`,
    { cause: error.cause },
  );

/** Of two errors, the one after which the same command does not simply go on says what kind they are. */
const bothOf = (one: MirrorError, other: MirrorError): MirrorError =>
  new MirrorError(
    one.resumable ? other.kind : one.kind,
    say`${one.text} The other interface failed too. ${other.text}`,
    {
      cause: one.cause,
    },
  );

/**
 * The lists to copy: of both interfaces, or of the one that has an address.
 *
 * @throws MirrorError of kind `usage` if there is no such list, or nothing is left to copy.
 */
function selectLists({ lists: names = [], only, baseUrl, graphqlUrl }: SyncOptions): {
  register: readonly RegisterList[];
  cases: readonly List[];
} {
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
  const { COURT_REGISTER_BASE_URL, COURT_REGISTER_GRAPHQL_URL } = process.env;
  const hasCases = Boolean(graphqlUrl ?? COURT_REGISTER_GRAPHQL_URL);
  if (register.length === 0 && !hasCases)
    throw new MirrorError(
      "usage",
      say`There is no URL of the GraphQL endpoint: give ${option("graphqlUrl")}, or set COURT_REGISTER_GRAPHQL_URL.`,
    );
  // Where nothing else is to be copied, the client of the register says what is missing.
  const isNeeded = only === "register" || !hasCases || cases.length === 0;
  const hasRegister = isNeeded || Boolean(baseUrl ?? COURT_REGISTER_BASE_URL);
  return { register: hasRegister ? register : [], cases: hasCases ? cases : [] };
}

/**
 * The parts in the order in which they are copied: the one that an earlier run has left unfinished comes first.
 *
 * @throws MirrorError of kind `usage` if that is one that this run does not copy, and has begun with.
 */
async function inOrder(
  lease: Lease,
  parts: readonly Part[],
  target: string,
  { anew }: SyncOptions,
): Promise<readonly Part[]> {
  const unfinished = await Copy.find(lease, allLists);
  if (!unfinished) return parts;
  const of = interfaceOf(unfinished.lists);
  if (of === "register" && !anew && unfinished.state !== undefined && !parts.some((part) => part.of === of))
    throw new MirrorError(
      "usage",
      say`${targetName(target)} has an unfinished copy of the register, and this run would drop it. Finish it first: run sync with ${option("only", "register")}. Or drop it with ${option("anew")}.`,
    );
  return parts.toSorted((one, other) => Number(other.of === of) - Number(one.of === of));
}

/** One run, of one interface. */
class Sync {
  readonly #lease: Lease;
  readonly #part: Part;
  /** The newest generation when the run began. */
  readonly #before: number;
  readonly #target: string;
  readonly #options: SyncOptions;
  readonly #onEvent: (event: SyncEvent) => void;
  /** Whether the next run could go on from what is copied: the service has named the state of it. */
  goesOn = true;

  constructor(lease: Lease, part: Part, before: number, target: string, options: SyncOptions) {
    this.#lease = lease;
    this.#part = part;
    this.#before = before;
    this.#target = target;
    this.#options = options;
    this.#onEvent = options.onEvent ?? (() => {});
  }

  async run(): Promise<SyncResult> {
    await this.#refuseOtherService();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt();
      } catch (error) {
        const reason = error instanceof Inconsistency ? error : await this.#part.reasonToRestart(error);
        if (!reason) throw error;
        await discardUnfinished(this.#lease);
        this.#part.pin(undefined);
        if (attempt === attempts)
          throw new MirrorError(
            "changing",
            say`What the service sent does not fit together, ${attempts} times: ${reason.message}. The earlier copy is intact. ${await this.#part.advice(reason)}`,
            { cause: reason },
          );
        this.#onEvent({ type: "restart", reason: reason.message });
      }
    }
  }

  /** A copy of another service would look like a great change of this one. */
  async #refuseOtherService(): Promise<void> {
    const { of, service } = this.#part;
    const latest = (await generations(this.#lease.database)).findLast((one) => one.of === of);
    if (this.#options.anew || !latest || latest.service === service) return;
    const [held, url, same] =
      of === "register"
        ? (["a copy", "base URL", "register"] as const)
        : (["court cases", "GraphQL URL", "service"] as const);
    throw new MirrorError(
      "usage",
      say`${targetName(this.#target)} holds ${held} of ${latest.service}, and the ${url} is ${service}. Name another target, or give ${option("anew")} if it is the same ${same} at a new address.`,
    );
  }

  async #attempt(): Promise<SyncResult> {
    const resumed = await this.#unfinished();
    const copy = resumed ?? (await this.#begin());
    if (!(copy instanceof Copy)) return copy;
    this.#part.pin(copy.state);
    this.goesOn = copy.state !== undefined;
    const { generation, state, lists } = copy;
    const { of } = this.#part;
    this.#onEvent({ type: "start", of, generation, state, lists, resumed: resumed !== undefined });
    await this.#part.copyAll(copy);
    return this.#publish(copy, await this.#part.prove(copy));
  }

  /** The unfinished copy of an earlier run, if this run can go on with it. */
  async #unfinished(): Promise<Copy | undefined> {
    const copy = await Copy.find(this.#lease, allLists);
    if (!copy) return undefined;
    const names = this.#part.lists.map(({ name }) => name).sort();
    const isSame = copy.service === this.#part.service && [...copy.lists].sort().join() === names.join();
    // A copy that was refused is only taken up by those who accept it: the service may have mended its list since.
    const hasShrunk = !this.#options.acceptShrink && (await this.#part.shrunk(copy)).length > 0;
    const isRefused = hasShrunk || this.#part.grown(copy).length > 0;
    // Without a named state, nothing tells whether the rows of an earlier run still belong to what the service has now.
    const isUseful = isSame && !isRefused && !this.#options.anew && copy.state !== undefined;
    if (isUseful && (await this.#part.canResume(copy))) return copy;
    await discardUnfinished(this.#lease);
    return undefined;
  }

  /** Asks which state the service has, and begins a copy of it unless it is already here. */
  async #begin(): Promise<Copy | SyncResult> {
    const state = await this.#part.askState();
    const here = state === undefined ? undefined : await this.#here(state);
    if (here) return here;
    await this.#part.prepare();
    const started = new Date((this.#options.now ?? Date.now)()).toISOString();
    const { service, lists } = this.#part;
    return await Copy.begin(this.#lease, lists, { service, state, started, before: this.#before });
  }

  /** The result for a state that is here already, of every list. */
  async #here(state: string): Promise<SyncResult | undefined> {
    const { of, lists, service } = this.#part;
    const all = await generations(this.#lease.database);
    const newest = all.findLast((one) => one.of === of);
    const isHere = ({ name }: List): boolean => {
      const latest = latestOf(all, name);
      return latest?.service === service && latest.state?.toLowerCase() === state.toLowerCase();
    };
    if (!newest || !lists.every(isHere) || !(await this.#part.isComplete())) return undefined;
    return await this.#complete({
      generation: newest.generation,
      state,
      proof: "state",
      upToDate: true,
      changes: [],
      empty: [],
    });
  }

  async #publish(copy: Copy, proof: Proof): Promise<SyncResult> {
    const shrunk = this.#options.acceptShrink ? [] : await this.#part.shrunk(copy);
    if (shrunk.length > 0)
      throw new MirrorError(
        "shrunk",
        say`${shrunk.join("; ")}. This may be a mistake of the service, so the earlier copy stays. Run the command again later, or with ${option("acceptShrink")} if it is right.`,
      );
    this.#onEvent({ type: "publishing" });
    const { lists } = this.#part;
    for (const { name } of lists) await copy.finishList(name);
    const completed = new Date((this.#options.now ?? Date.now)()).toISOString();
    const changes = await copy.publish(proof, completed, (writing) => this.#part.record(writing, copy, completed));
    const { generation, state } = copy;
    const empty = lists.flatMap(({ name }) => {
      const sign = copy.progress(name).checkpoint.emptySign;
      return sign === undefined ? [] : [{ list: name, sign }];
    });
    return await this.#complete({ generation, state, proof, upToDate: false, changes, empty });
  }

  async #complete(done: Omit<SyncResult, "of" | "requests" | "missing" | "problems" | "cases">): Promise<SyncResult> {
    const { of, requests } = this.#part;
    const result: SyncResult = { of, ...done, requests, ...(await this.#part.told()) };
    this.#onEvent({ type: "complete", result });
    return result;
  }
}

/** What a service refuses. */
const refusalOf = ({ tokenUrl, headers }: RegisterError, of: Interface): string =>
  tokenUrl === undefined
    ? `The service refuses the ${of === "register" && !wantsToken(headers) ? "key" : "request"}.`
    : "There is no access token for the service.";

/**
 * Turns an error of the client into one that says what to do. Returns any other as it is.
 *
 * @param of - The interface whose client it is from.
 * @param goesOn - Whether the next run goes on from what is copied.
 */
function explain(error: unknown, of: Interface, goesOn: boolean): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind } = error;
  const message = inOwnWords(error, of);
  const options = { cause: error };
  if (kind === "aborted") return new MirrorError("stopped", "Stopped. Run the command again.", options);
  if (kind === "authentication")
    return new MirrorError("refused", say`${refusalOf(error, of)} ${message} The earlier copy is intact.`, options);
  if (kind === "redirect") return new MirrorError("refused", say`${message} The earlier copy is intact.`, options);
  return new MirrorError(
    "service",
    goesOn
      ? say`${message} What is copied so far is kept: run the command again to go on.`
      : say`${message} The earlier copy is intact. Run the command again: it begins anew, because the service names no states.`,
    options,
  );
}
