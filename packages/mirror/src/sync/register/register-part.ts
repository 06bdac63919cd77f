/** The company register, as a run copies it. */
import { RegisterError } from "@court-register/fetch";
import { registerLists } from "../../generated/lists.ts";
import { MirrorError } from "../../mirror-error.ts";
import { type OptionText, option, say } from "../../option-text.ts";
import { hashRows } from "../../wire/hash.ts";
import type { RegisterList } from "../../wire/list.ts";
import { wrongTotal } from "../after-page.ts";
import type { Copy } from "../copy/copy.ts";
import { grownLists, shrunkLists } from "../copy/list-size.ts";
import type { CaseOutcome, Proof, SyncEvent } from "../events.ts";
import { anotherHour, Inconsistency } from "../inconsistency.ts";
import type { Part, PartOptions } from "../part.ts";
import type { Source } from "../source.ts";
import { checkAgain, copyLists } from "./copy-list.ts";
import { estimate } from "./estimate.ts";

export class RegisterPart implements Part {
  readonly of = "register";
  readonly service: string;
  readonly lists: readonly RegisterList[];
  readonly #source: Source;
  readonly #options: PartOptions;
  readonly #onEvent: (event: SyncEvent) => void;
  /** What the service has named before the walk. */
  #totals = new Map<string, number>();

  constructor(source: Source, lists: readonly RegisterList[], options: PartOptions) {
    const { baseUrl, maxRows = 1, onEvent = () => {} } = options;
    if (!(maxRows >= 1)) throw new TypeError(`The option maxRows must be a number of at least 1, but is ${maxRows}.`);
    this.#source = source;
    this.lists = lists;
    this.service = (baseUrl ?? process.env.COURT_REGISTER_BASE_URL ?? "").replace(/\/$/, "");
    this.#options = options;
    this.#onEvent = onEvent;
  }

  get requests(): number {
    return this.#source.requests;
  }

  pin(state: string | undefined): void {
    this.#source.pin(state);
  }

  async askState(): Promise<string | undefined> {
    const first =
      this.lists.find(({ operation }) => operation.total) ?? this.lists.find(({ paged }) => paged) ?? this.lists[0];
    const { state, total } = await this.#source.request(first as RegisterList, { offset: 0, limit: 1 });
    this.#totals = new Map(total === undefined ? [] : [[(first as RegisterList).name, total]]);
    return state;
  }

  async isComplete(): Promise<boolean> {
    return true;
  }

  async prepare(): Promise<void> {}

  async canResume(copy: Copy): Promise<boolean> {
    for (const { name } of this.lists) await copy.resume(name);
    this.#totals = new Map();
    return true;
  }

  async copyAll(copy: Copy): Promise<void> {
    const missing = this.lists.filter(({ name }) => !copy.progress(name).done);
    if (missing.length === 0) return;
    this.#onEvent({
      type: "estimate",
      estimate: await estimate(this.#source, copy, missing, this.#totals, this.#options.rate),
    });
    await copyLists(this.#source, copy, missing, this.#onEvent, () => this.#refuseGrowth(copy));
    // What the service has named before the walk counts as well.
    for (const { name } of missing) {
      const total = this.#totals.get(name);
      const wrong = wrongTotal(name, copy.progress(name).rows, total === undefined ? [] : [total], "said");
      if (wrong) throw wrong;
    }
  }

  /** Proves what the service has not said of each response. */
  async prove(copy: Copy): Promise<Proof> {
    const unproven = this.lists.filter(
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

  async shrunk(copy: Copy): Promise<string[]> {
    return shrunkLists(copy.sizes(registerLists));
  }

  grown(copy: Copy): OptionText[] {
    return grownLists(copy.sizes(registerLists), this.#options);
  }

  /** What is copied so far stays for a run that accepts it; another one begins anew. */
  #refuseGrowth(copy: Copy): void {
    const [grown] = this.grown(copy);
    if (grown)
      throw new MirrorError(
        "grown",
        say`${grown}. Else it may be a mistake of the service: run the command again later. The earlier copy is intact.`,
      );
  }

  async record(): Promise<void> {}

  async told(): Promise<CaseOutcome> {
    return { missing: [], problems: [] };
  }

  /** The service may no longer keep the state of the copy: asked without it, it answers with another. */
  async reasonToRestart(error: unknown): Promise<Inconsistency | undefined> {
    const { state } = this.#source;
    if (!state || !(error instanceof RegisterError) || error.kind !== "http" || (error.status ?? 500) >= 500)
      return undefined;
    this.#source.pin(undefined);
    const first = this.lists.find(({ paged }) => paged) ?? this.lists[0];
    const answer = await this.#source.request(first as RegisterList, { offset: 0, limit: 1 }).catch(() => undefined);
    const isLost = answer !== undefined && answer.state?.toLowerCase() !== state.toLowerCase();
    return isLost
      ? new Inconsistency(`the service no longer keeps the state ${state}`, anotherHour, { cause: error })
      : undefined;
  }

  /** A list whose rows come in another order each time is told from a register that changes. */
  async advice({ advice, list: name }: Inconsistency): Promise<OptionText> {
    const list = this.lists.find((one) => one.name === name);
    if (!list) return advice;
    const look = () => this.#source.request(list, { offset: 0, limit: this.#source.limit }).catch(() => undefined);
    const [one, other] = [await look(), await look()];
    if (!one || !other || one.hashes.join() === other.hashes.join()) return advice;
    const isSameRows = hashRows(one.hashes) === hashRows(other.hashes);
    const seen = `Asked twice, the service sent ${isSameRows ? "the same rows in another order" : "other rows"}: ${list.name} has no stable order, or changes all the time.`;
    return list.paged
      ? say`${seen} Rows that come in one response need no order: try ${option("limit")} above the number of its rows, or name the other lists with ${option("lists")}.`
      : say`${seen} ${advice}`;
  }
}
