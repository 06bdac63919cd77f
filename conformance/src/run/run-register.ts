import { keyHeader, registerPath } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { Answer, NoAnswer, Reply } from "../evidence/answer.ts";
import { saysLater } from "../evidence/asks-to-wait.ts";
import { acceptedOf, answerOf, type ProbeName } from "../evidence/operation-view.ts";
import type { RegisterRequest } from "../evidence/request.ts";
import type { LogEntry } from "../exchange/patience.ts";
import { tokenUrlOf } from "../exchange/tokens.ts";
import type { RunEvent } from "../report/events.ts";
import type { ReportedSubject } from "../report/report.ts";
import type { Result } from "../report/result.ts";
import { seededRandom } from "../shared/random.ts";
import { type AskedProbe, type RegisterAsker, refusesKey } from "./ask-register.ts";
import { type Judged, type Judging, judgeOperation, judgeRun } from "./judge.ts";
import type { Plan } from "./plan.ts";
import { findEnd, type OpenEnded, reachOf } from "./reach.ts";
import type { RunOptions } from "./run-options.ts";
import { lookAtStatus, type RowChanges, type WrongStatus, wrongStatuses } from "./second-look.ts";

/** After so many operations without a single 200, the run stops. */
const stopsAfter = 4;

/** So many refusals of the key end the run before it begins. */
const refusals = 3;

/** What a run shows of REST. */
export interface RegisterOutcome {
  results: readonly Result[];
  subjects: readonly ReportedSubject[];
  /** Why the run ends here, if it does. */
  stopped?: string;
}

/** The part of a run that is about REST: asks for what is planned, and for what the judges want besides. */
export class RegisterRun {
  readonly #options: RunOptions;
  readonly #plan: Plan;
  readonly #asker: RegisterAsker;
  readonly #judging: Judging;
  readonly #emit: (event: RunEvent) => void;
  // The evidence. Responses are not kept any longer than their operation is judged.
  readonly #results: Result[] = [];
  readonly #further: Result[] = [];
  readonly #rowChanges: RowChanges = { keepsOrder: true, changed: new Set() };
  readonly #statuses = new Map<Result, string>();
  readonly #subjects = new Map<string, ReportedSubject>();
  // What is looked at once more after all operations.
  readonly #wrong: WrongStatus[] = [];
  readonly #openEnded: OpenEnded[] = [];
  /** Whether the key opens an operation, though it does not open the first. */
  #isOpen = false;
  /** Requests that got status 200, one of each operation. */
  readonly #answered: { probe: ProbeName; request: RegisterRequest }[] = [];

  constructor(
    options: RunOptions,
    plan: Plan,
    asker: RegisterAsker,
    judging: Judging,
    emit: (event: RunEvent) => void,
  ) {
    this.#options = options;
    this.#plan = plan;
    this.#asker = asker;
    this.#judging = judging;
    this.#emit = emit;
  }

  async judge(): Promise<RegisterOutcome> {
    if (this.#plan.registerRequirements.length === 0) return { results: [], subjects: [] };
    const { conversation } = this.#asker;
    const stopped = (await this.#whyUnreachable()) ?? (await this.#judgeOperations());
    // A service may offer only GraphQL.
    const hint = this.#options.graphqlUrl === undefined ? "" : " (to judge GraphQL alone, add --only CASE)";
    if (stopped !== undefined) {
      for (const wrong of this.#wrong) this.#excuse(wrong, whyDown(wrong, undefined));
      return { ...this.#outcome(), stopped: `${stopped}${hint}` };
    }
    conversation.patience.isExtra = true;
    await this.#lookAtStatuses();
    await this.#lookFurther();
    await this.#lookAtLast();
    return this.#outcome();
  }

  /** What the evidence shows so far. */
  #outcome(): RegisterOutcome {
    const { results, changed } = judgeRun({
      results: this.#results,
      further: this.#further,
      rowChanges: this.#rowChanges,
      statuses: this.#statuses,
    });
    if (changed.length > 0) this.#emit({ type: "changed", results: changed });
    return { results, subjects: [...this.#subjects.values()] };
  }

  /**
   * Calls the first operation before anything else. If it takes too long, wants fewer requests, or refuses the key, that may be its own
   * fault, so the next ones are called too. Returns why the service cannot be reached, if it cannot.
   */
  async #whyUnreachable(): Promise<string | undefined> {
    let silent: NoAnswer | undefined;
    for (const operation of this.#plan.operations.slice(0, stopsAfter)) {
      const reply = await this.#asker.reach(operation);
      const refused = await this.#whyRefused(reply, operation);
      if (refused !== undefined) return refused;
      silent = reply?.kind === "no answer" && !reply.tooLarge ? reply : undefined;
      if (silent?.tooSlow !== true && !isBusy(reply)) break;
    }
    // The run itself begins now.
    this.#asker.conversation.patience.startOver();
    return silent && `the service cannot be reached: ${silent.problem}. Is it running, and is --base-url right?`;
  }

  /**
   * After a refusal of the key, asks two more operations, far apart: some may be closed to it, and those that belong together are next to
   * each other. One that wants fewer requests says nothing of the key: another is asked in its place, three times at most. Returns why the
   * key is no use, if it is not.
   */
  async #whyRefused(reply: Reply | undefined, operation: Operation): Promise<string | undefined> {
    if (!isKeyRefusal(reply)) return undefined;
    const statuses = new Set([reply.status]);
    const wantsToken = /\bbearer\b/i.test(reply.headers["www-authenticate"] ?? "");
    const { operations } = this.#plan;
    for (let asked = 1, refused = 1; refused < refusals; asked += 1) {
      if (asked - refused > refusals) return undefined;
      const ahead = Math.ceil((operations.length * asked) / refusals) + Math.floor(asked / refusals);
      const next = operations[(operations.indexOf(operation) + ahead) % operations.length] ?? operation;
      this.#asker.conversation.useRetry();
      const other = await this.#asker.reach(next);
      this.#isOpen = other?.kind === "answer" && other.status === 200;
      if (isBusy(other)) continue;
      if (!isKeyRefusal(other)) return undefined;
      refused += 1;
      statuses.add(other.status);
    }
    return `${refusals} requests got status ${[...statuses].join(" or ")}, and none status 200: ${keyHint(this.#options, wantsToken)}`;
  }

  /** Judges one operation after another. Returns why it is pointless to go on, if it is. */
  async #judgeOperations(): Promise<string | undefined> {
    const { operations, probes } = this.#plan;
    const { conversation } = this.#asker;
    for (const [index, operation] of operations.entries()) {
      const planned = probes.get(operation.name) ?? [];
      const judged = await judgeOperation(this.#asker, this.#judging, operation, planned, this.#rowChanges);
      this.#remember(operation, judged);
      const isHopeful = this.#isOpen || this.#answered.length > 0;
      const stopped = isHopeful ? undefined : whyHopeless(conversation.patience.log, index + 1, this.#options);
      this.#emit({ type: "operation", name: operation.name, path: operation.path, results: judged.results });
      if (stopped !== undefined) return stopped;
      // The results have an error for the response that asked for a wait, and nothing for what was not sent after it.
      if (conversation.closed !== undefined) return undefined;
    }
    return undefined;
  }

  /** Keeps what an operation has shown, and what is still to be looked at. */
  #remember(operation: Operation, judged: Judged): void {
    const { results, rows, total, cap } = judged;
    const { name, path } = operation;
    this.#results.push(...results);
    const known = { ...(total === undefined ? {} : { total }), ...(cap === undefined ? {} : { cap }) };
    this.#subjects.set(name, { name, interface: "A", path, rows, ...known });
    this.#wrong.push(...wrongStatuses(results, judged.probes));
    for (const [probe, result] of judged.probes)
      if (result.kind === "asked" && acceptedOf(result) !== undefined) {
        this.#answered.push({ probe, request: result.request });
        break;
      }
    const isLeft = this.#asker.conversation.patience.whyLeft(name) !== undefined;
    const reach = this.#judging.mock || isLeft ? undefined : reachOf(operation, judged);
    if (reach !== undefined) this.#openEnded.push(reach);
  }

  /** Asks again what got a wrong status: an outage may have ended since. */
  async #lookAtStatuses(): Promise<void> {
    this.#asker.conversation.patience.startOver();
    for (const wrong of this.#wrong) this.#excuse(wrong, await lookAtStatus(this.#asker, wrong));
  }

  /** One more request shows whether the service is still up. If it is not, no wrong status is the fault of its operation. */
  async #lookAtLast(): Promise<void> {
    const { conversation } = this.#asker;
    const up = this.#answered.find(
      ({ request }) => conversation.patience.whyLeft(request.operation.name) === undefined,
    );
    const last = up && conversation.left > 0 ? await this.#asker.repeat(up.probe, up.request) : undefined;
    if (acceptedOf(last) === undefined) for (const wrong of this.#wrong) this.#excuse(wrong, whyDown(wrong, last));
  }

  /** Makes failures by a wrong status errors of the run. */
  #excuse({ results, status }: WrongStatus, why: string | undefined): void {
    if (why === undefined) return;
    for (const result of results)
      if (!this.#statuses.has(result)) this.#statuses.set(result, `status ${status}, ${why}`);
  }

  /** Spends what is left of the budget on searching for ends without a total. */
  async #lookFurther(): Promise<void> {
    if (!this.#judging.requirements.some(({ needs }) => needs.includes("further"))) return;
    for (const openEnded of seededRandom(this.#plan.seed, "further").shuffle(this.#openEnded)) {
      if (this.#asker.conversation.retriesLeft < 1) return;
      const { name, path } = openEnded.operation;
      const { rows, total, results, isOver } = await findEnd(this.#asker, this.#judging, openEnded);
      this.#emit({ type: "further", name, path, results });
      this.#further.push(...results);
      const subject = this.#subjects.get(name);
      if (subject !== undefined)
        this.#subjects.set(name, { ...subject, rows: subject.rows + rows, ...(total === undefined ? {} : { total }) });
      if (isOver) return;
    }
  }
}

/** Why a wrong status is no failure of its operation: after all others, the service did not respond as it had before. */
function whyDown({ status }: WrongStatus, last: AskedProbe | undefined): string {
  const reply = answerOf(last);
  const what =
    reply === undefined
      ? "no operation responded after it"
      : `and in the end status ${reply.status} for an operation that had responded`;
  const isOfKey = status === "401" || status === "403";
  const access = keyHeader === "" ? "client (--client-id)" : "key (--key)";
  return `${what}${isOfKey ? `: is the ${access} right, has it expired, or is its quota used up?` : ""}`;
}

const isKeyRefusal = (reply: Reply | undefined): reply is Answer =>
  reply?.kind === "answer" && refusesKey.has(reply.status);

/** Whether a service wants to be asked later, whoever asks. */
const isBusy = (reply: Reply | undefined): boolean => reply?.kind === "answer" && saysLater(reply);

/** What to do about a key or token that is refused, or missing. */
function keyHint(options: RunOptions, wantsToken: boolean): string {
  const { key } = options;
  if (tokenUrlOf(options))
    return `are tokens of this client (--client-id, --scope) for this service${keyHeader === "" ? "" : ", and does it want a key too (--key)"}?`;
  if (wantsToken || keyHeader === "")
    return `the ${wantsToken ? "service wants an access token (WWW-Authenticate: Bearer)" : "contract has access tokens alone"}. Give --client-id, --token-url if the contract states none, and COURT_REGISTER_CLIENT_SECRET in the environment`;
  return `${key === undefined ? "no key was given (--key or COURT_REGISTER_KEY)." : "is the key right (--key or COURT_REGISTER_KEY), and has it not expired?"} You can find yours in your profile with the service`;
}

/** Why it is pointless to go on, if it is: several operations were asked, and none returned 200. */
function whyHopeless(log: readonly LogEntry[], operations: number, options: RunOptions): string | undefined {
  // Without an entry, no request was sent: the budget was used up, and every result says so.
  if (operations < stopsAfter || log.length === 0) return undefined;
  const statuses = new Set(log.map(({ status }) => status));
  const [status] = [...statuses].filter((one) => one !== undefined);
  const hint =
    status === 401 || status === 403
      ? keyHint(options, false)
      : status === 404
        ? `is the base URL the service's root, without ${registerPath} (--base-url)?`
        : status !== undefined && status >= 300 && status < 400
          ? "redirects are not followed: give the address they lead to (--base-url)"
          : "nothing can be judged";
  return `every request to the first ${operations} operations got status ${[...statuses].map((one) => one ?? "none").join(" or ")}: ${hint}`;
}
