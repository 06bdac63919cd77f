/** `sync`: copies the register into a target, as a new generation. */
import { RegisterError } from "@court-register/fetch";
import { lists as allLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { adoptNames } from "../search/names.ts";
import { adoptContract, openCopy } from "../store/format.ts";
import { checkSeals, generations, latestOf } from "../store/generations.ts";
import { Hold } from "../store/hold.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { targetName } from "../store/target-name.ts";
import { hashRows } from "../wire/hash.ts";
import type { List } from "../wire/list.ts";
import { inOwnWords } from "./advice.ts";
import { Copy } from "./copy.ts";
import { checkAgain, copyLists } from "./copy-list.ts";
import { DirectSource } from "./direct-source.ts";
import { estimate } from "./estimate.ts";
import type { Proof, SyncEvent, SyncResult } from "./events.ts";
import { anotherHour, Inconsistency, leaveOut } from "./inconsistency.ts";
import type { Source, SourceOptions } from "./source.ts";
import { ThreadedSource } from "./threaded-source.ts";
import { discardUnfinished } from "./unpublished.ts";

/** Options of {@link sync}. */
export interface SyncOptions extends SourceOptions, TargetOptions {
  /**
   * Names of the lists to copy, such as `sjediste`.
   * @defaultValue all lists
   */
  lists?: readonly string[] | undefined;
  /**
   * Drops what an earlier run has left unfinished, and accepts another base URL than that of the earlier copy.
   * @defaultValue `false`
   */
  anew?: boolean | undefined;
  /**
   * Publishes a copy with lists that have lost more than a tenth of their rows.
   * @defaultValue `false`
   */
  acceptShrink?: boolean | undefined;
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

/** A list that loses a greater share of its rows is refused. */
const acceptedLoss = 0.1;

/**
 * Copies the register into a target. Readers see the earlier copy until the new one is complete.
 *
 * @param target - A file of SQLite, or the URL of a PostgreSQL database.
 * @throws MirrorError; if it is `resumable`, the same call goes on from what is written.
 * @throws TypeError if an option cannot work.
 */
export async function sync(target: string, options: SyncOptions = {}): Promise<SyncResult> {
  const { now = Date.now } = options;
  const lists = selectLists(options.lists);
  const direct = new DirectSource(options);
  const database = await openDatabase(target, "create", options);
  // A rate is that of one thread.
  const source = options.fetch || options.rate ? direct : new ThreadedSource(direct, options);
  let run: Sync | undefined;
  try {
    await openCopy(database, target, "create");
    await using hold = await Hold.take(database, target, now);
    await checkSeals(database, target);
    await adoptContract(hold, lists);
    await adoptNames(hold);
    run = new Sync(hold, source, lists, target, options);
    return await run.run();
  } catch (error) {
    throw explain(error, run?.goesOn ?? true);
  } finally {
    await source.close();
    await database.close();
  }
}

/** @throws MirrorError of kind `usage` if there is no such list. */
function selectLists(names: readonly string[] | undefined): readonly List[] {
  if (!names || names.length === 0) return allLists;
  const unknown = names.find((name) => !allLists.some((list) => list.name === name));
  if (unknown !== undefined)
    throw new MirrorError(
      "usage",
      `There is no list ${unknown.slice(0, 60)}. The lists are ${allLists.map(({ name }) => name).join(", ")}.`,
    );
  return allLists.filter(({ name }) => names.includes(name));
}

/** One run. */
class Sync {
  readonly #hold: Hold;
  readonly #source: Source;
  readonly #lists: readonly List[];
  readonly #target: string;
  readonly #options: SyncOptions;
  readonly #service: string;
  readonly #onEvent: (event: SyncEvent) => void;
  /** Whether the next run could go on from what is copied: the service has named the state of it. */
  goesOn = true;

  constructor(hold: Hold, source: Source, lists: readonly List[], target: string, options: SyncOptions) {
    this.#hold = hold;
    this.#source = source;
    this.#lists = lists;
    this.#target = target;
    this.#options = options;
    this.#service = (options.baseUrl ?? process.env.COURT_REGISTER_BASE_URL ?? "").replace(/\/$/, "");
    this.#onEvent = options.onEvent ?? (() => {});
  }

  async run(): Promise<SyncResult> {
    await this.#refuseOtherService();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt();
      } catch (error) {
        const reason = error instanceof Inconsistency ? error : await this.#lostState(error);
        if (!reason) throw error;
        await discardUnfinished(this.#hold);
        this.#source.pin(undefined);
        if (attempt === attempts)
          throw new MirrorError(
            "changing",
            `What the service sent does not fit together, ${attempts} times: ${reason.message}. The earlier copy is intact. ${await this.#advice(reason)}`,
            { cause: reason },
          );
        this.#onEvent({ type: "restart", reason: reason.message });
      }
    }
  }

  /** What the user can do: a list whose rows come in another order each time is told from a register that changes. */
  async #advice({ advice, list: name }: Inconsistency): Promise<string> {
    const list = this.#lists.find((one) => one.name === name);
    if (!list) return advice;
    const look = () => this.#source.request(list, { offset: 0, limit: this.#source.limit }).catch(() => undefined);
    const [one, other] = [await look(), await look()];
    if (!one || !other || one.hashes.join() === other.hashes.join()) return advice;
    const isSameRows = hashRows(one.hashes) === hashRows(other.hashes);
    const seen = `Asked twice, the service sent ${isSameRows ? "the same rows in another order" : "other rows"}: ${list.name} has no stable order, or changes all the time.`;
    return list.paged
      ? `${seen} Rows that come in one response need no order: try a --limit above the number of its rows, or name the other lists with --list.`
      : `${seen} ${advice}`;
  }

  /** A copy of another register would look like a great change of this one. */
  async #refuseOtherService(): Promise<void> {
    const latest = (await generations(this.#hold.database)).at(-1);
    if (this.#options.anew || !latest || latest.service === this.#service) return;
    throw new MirrorError(
      "usage",
      `${targetName(this.#target)} holds a copy of ${latest.service}, and the base URL is ${this.#service}. Name another target, or give --anew if it is the same register at a new address.`,
    );
  }

  async #attempt(): Promise<SyncResult> {
    const totals = new Map<string, number>();
    const resumed = await this.#unfinished();
    const copy = resumed ?? (await this.#begin(totals));
    if (!(copy instanceof Copy)) return copy;
    this.#source.pin(copy.state);
    this.goesOn = copy.state !== undefined;
    const { generation, state, lists } = copy;
    this.#onEvent({ type: "start", generation, state, lists, resumed: resumed !== undefined });
    await this.#copyAll(copy, totals);
    return this.#publish(copy, await this.#prove(copy));
  }

  /** The unfinished copy of an earlier run, if this run can go on with it. */
  async #unfinished(): Promise<Copy | undefined> {
    const copy = await Copy.find(this.#hold, allLists);
    if (!copy) return undefined;
    const names = this.#lists.map(({ name }) => name).sort();
    const isSame = copy.service === this.#service && [...copy.lists].sort().join() === names.join();
    // A copy that was refused is only taken up by those who accept it: the service may have mended its list since.
    const isRefused = !this.#options.acceptShrink && (await this.#shrunk(copy)).length > 0;
    // Without a named state, nothing tells whether the rows of an earlier run still belong to what the service has now.
    if (!isSame || isRefused || this.#options.anew || copy.state === undefined) {
      await discardUnfinished(this.#hold);
      return undefined;
    }
    for (const { name } of this.#lists)
      if (copy.progress(name).checkpoint.isUnnamed) await copy.discardList(name);
      else await copy.resume(name);
    return copy;
  }

  /** Asks which state the service has, and begins a copy of it unless it is already here. */
  async #begin(totals: Map<string, number>): Promise<Copy | SyncResult> {
    const first = this.#lists.find(({ total }) => total) ?? this.#lists.find(({ paged }) => paged) ?? this.#lists[0];
    const { state, total } = await this.#source.request(first as List, { offset: 0, limit: 1 });
    if (total !== undefined) totals.set((first as List).name, total);
    const here = state === undefined ? undefined : await this.#here(state);
    if (here) return here;
    const started = new Date((this.#options.now ?? Date.now)()).toISOString();
    return await Copy.begin(this.#hold, this.#lists, { service: this.#service, state, started });
  }

  /** The result for a state that is here already, of every list. */
  async #here(state: string): Promise<SyncResult | undefined> {
    const all = await generations(this.#hold.database);
    const newest = all.at(-1);
    const isHere = ({ name }: List): boolean => {
      const latest = latestOf(all, name);
      return latest?.service === this.#service && latest.state?.toLowerCase() === state.toLowerCase();
    };
    if (!newest || !this.#lists.every(isHere)) return undefined;
    const result: SyncResult = {
      generation: newest.generation,
      state,
      proof: "state",
      upToDate: true,
      requests: this.#source.requests,
      changes: [],
      empty: [],
    };
    this.#onEvent({ type: "complete", result });
    return result;
  }

  async #copyAll(copy: Copy, totals: Map<string, number>): Promise<void> {
    const missing = this.#lists.filter(({ name }) => !copy.progress(name).done);
    if (missing.length === 0) return;
    this.#onEvent({
      type: "estimate",
      estimate: await estimate(this.#source, copy, missing, totals, this.#options.rate),
    });
    await copyLists(this.#source, copy, missing, this.#onEvent);
    // What the service has named before the walk counts as well.
    for (const { name } of missing) {
      const total = totals.get(name);
      const { rows } = copy.progress(name);
      if (total !== undefined && total !== rows)
        throw new Inconsistency(
          `the service said that ${name} has ${total} rows, and has sent ${rows}`,
          leaveOut(name),
        );
    }
  }

  /** Makes sure that all rows are of one moment, where the service has not said so of each response. */
  async #prove(copy: Copy): Promise<Proof> {
    const unproven = this.#lists.filter(
      ({ name }) => copy.state === undefined || copy.progress(name).checkpoint.isUnnamed,
    );
    const states = new Set(unproven.flatMap(({ name }) => copy.progress(name).checkpoint.state?.toLowerCase() ?? []));
    if (states.size > 1)
      throw new Inconsistency(`the lists are of several states: ${[...states].join(", ")}`, anotherHour);
    for (const list of unproven) {
      this.#onEvent({ type: "checking", list: list.name });
      await checkAgain(this.#source, copy, list);
    }
    return unproven.length > 0 ? "read again" : "state";
  }

  async #publish(copy: Copy, proof: Proof): Promise<SyncResult> {
    const shrunk = this.#options.acceptShrink ? [] : await this.#shrunk(copy);
    if (shrunk.length > 0)
      throw new MirrorError(
        "shrunk",
        `${shrunk.join("; ")}. This may be a mistake of the service, so the earlier copy stays. Run the command again later, or with --accept-shrink if it is right.`,
      );
    this.#onEvent({ type: "publishing" });
    for (const { name } of this.#lists) await copy.finishList(name);
    const changes = await copy.publish(proof, new Date((this.#options.now ?? Date.now)()).toISOString());
    const { generation, state } = copy;
    const empty = this.#lists.flatMap(({ name }) => {
      const sign = copy.progress(name).checkpoint.emptySign;
      return sign === undefined ? [] : [{ list: name, sign }];
    });
    const result: SyncResult = {
      generation,
      state,
      proof,
      upToDate: false,
      requests: this.#source.requests,
      changes,
      empty,
    };
    this.#onEvent({ type: "complete", result });
    return result;
  }

  /** Sentences about the lists that have lost too many rows, as far as they are copied. */
  async #shrunk(copy: Copy): Promise<string[]> {
    const sentences: string[] = [];
    for (const { name } of allLists.filter((list) => copy.lists.includes(list.name))) {
      const { done, rows } = copy.progress(name);
      const before = done ? copy.earlierRows(name) : 0;
      if (before > 0 && (rows === 0 || rows < before * (1 - acceptedLoss)))
        sentences.push(`The list ${name} had ${before} rows and has ${rows} now`);
    }
    return sentences;
  }

  /** The reason to start over if the service no longer keeps the state of the copy: asked without it, it answers with another. */
  async #lostState(error: unknown): Promise<Inconsistency | undefined> {
    const { state } = this.#source;
    if (!state || !(error instanceof RegisterError) || error.kind !== "http" || (error.status ?? 500) >= 500)
      return undefined;
    this.#source.pin(undefined);
    const first = this.#lists.find(({ paged }) => paged) ?? this.#lists[0];
    const answer = await this.#source.request(first as List, { offset: 0, limit: 1 }).catch(() => undefined);
    const isLost = answer !== undefined && answer.state?.toLowerCase() !== state.toLowerCase();
    return isLost
      ? new Inconsistency(`the service no longer keeps the state ${state}`, anotherHour, { cause: error })
      : undefined;
  }
}

/**
 * Turns an error of the client into one that says what to do. Returns any other as it is.
 *
 * @param goesOn - Whether the next run goes on from what is copied.
 */
function explain(error: unknown, goesOn: boolean): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind } = error;
  const message = inOwnWords(error);
  const options = { cause: error };
  if (kind === "aborted") return new MirrorError("stopped", "Stopped. Run the command again.", options);
  if (kind === "authentication")
    return new MirrorError("refused", `The service refuses the key. ${message} The earlier copy is intact.`, options);
  if (kind === "redirect") return new MirrorError("refused", `${message} The earlier copy is intact.`, options);
  return new MirrorError(
    "service",
    goesOn
      ? `${message} What is copied so far is kept: run the command again to go on.`
      : `${message} The earlier copy is intact. Run the command again: it begins anew, because the service names no states.`,
    options,
  );
}
