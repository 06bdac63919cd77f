import type { Operation } from "../contract/operation.ts";
import { registerPath } from "../contract/operations.ts";
import type { NoAnswer } from "../evidence/answer.ts";
import type { DiaryEntry } from "../exchange/patience.ts";
import type { RunEvent, RunOptions } from "../options/run-options.ts";
import type { ReportedSubject } from "../report/report.ts";
import type { Result } from "../report/result.ts";
import type { RegisterAsker, Wanted } from "./ask-register.ts";
import { type Judged, type Judging, judgeOperation } from "./judge.ts";
import { judgeRun, type SecondLook, type WrongStatus, wrongStatuses } from "./judge-run.ts";
import type { Plan } from "./plan.ts";
import { seededRandom } from "./random.ts";
import { findEnd, type OpenEnded, reachOf } from "./reach.ts";

/** After so many operations without a single 200, the run stops. */
const stopsAfter = 4;

/** What a run shows of interface A. */
export interface RegisterOutcome {
  results: readonly Result[];
  subjects: readonly ReportedSubject[];
  /** Why the run ends here, if it does. */
  stopped?: string;
}

/** The part of a run that is about interface A: asks for what is planned, and for what the judges want besides. */
export class RegisterRun {
  readonly #options: RunOptions;
  readonly #plan: Plan;
  readonly #asker: RegisterAsker;
  readonly #judging: Judging;
  readonly #emit: (event: RunEvent) => void;
  // The evidence. Responses are not kept any longer than their operation is judged.
  readonly #judged: Pick<Judged, "results" | "inAnyOrder" | "keepsOrder">[] = [];
  readonly #further: Result[] = [];
  readonly #secondLooks: SecondLook[] = [];
  readonly #subjects = new Map<string, ReportedSubject>();
  // What is looked at once more after all operations.
  readonly #wrong: WrongStatus[] = [];
  readonly #openEnded: OpenEnded[] = [];
  readonly #answered: Operation[] = [];

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
    // A service may offer only interface B.
    const hint = this.#options.graphqlUrl === undefined ? "" : " (to judge interface B alone, add --only CASE)";
    if (stopped !== undefined) return { ...this.#outcome(), stopped: `${stopped}${hint}` };
    conversation.patience.isExtra = true;
    await this.#lookAgain();
    await this.#lookFurther();
    // One more request shows whether the service is still up: the last operation may have failed because it went down.
    const up = this.#answered.find(({ name }) => conversation.patience.whyLeft(name) === undefined);
    if (up !== undefined && this.#plan.operations.length > 1 && conversation.left > 0)
      await this.#asker.answer(up, { want: "planned", probes: ["json"] });
    return this.#outcome();
  }

  /** What the evidence shows so far. */
  #outcome(): RegisterOutcome {
    const { results, corrected } = judgeRun({
      operations: this.#judged,
      further: this.#further,
      diary: this.#asker.conversation.patience.diary,
      secondLooks: this.#secondLooks,
    });
    if (corrected.length > 0) this.#emit({ type: "settled", results: corrected });
    return { results, subjects: [...this.#subjects.values()] };
  }

  /**
   * Calls the first operation before anything else. If it takes too long, that may be its own fault, so the next ones are called too.
   * Returns why the service cannot be reached, if it cannot.
   */
  async #whyUnreachable(): Promise<string | undefined> {
    const json: Wanted = { want: "planned", probes: ["json"] };
    let silent: NoAnswer | undefined;
    for (const operation of this.#plan.operations.slice(0, stopsAfter)) {
      const result = (await this.#asker.answer(operation, json))?.get("json");
      silent =
        result?.kind === "asked" && result.reply.kind === "no answer" && !result.reply.tooLarge
          ? result.reply
          : undefined;
      if (silent?.tooSlow !== true) break;
    }
    // The diary is of the run itself, which begins now.
    this.#asker.conversation.patience.diary.length = 0;
    return silent && `the service cannot be reached: ${silent.problem}. Is it running, and is --base-url right?`;
  }

  /** Judges one operation after another. Returns why it is pointless to go on, if it is. */
  async #judgeOperations(): Promise<string | undefined> {
    const { operations, probes } = this.#plan;
    const { conversation } = this.#asker;
    for (const [index, operation] of operations.entries()) {
      const keepsOrder = this.#judged.every((one) => one.keepsOrder);
      const planned = probes.get(operation.name) ?? [];
      const judged = await this.#asker.satisfy(
        operation,
        judgeOperation(this.#judging, operation, planned, keepsOrder),
      );
      this.#remember(operation, judged);
      const stopped =
        this.#answered.length === 0
          ? whyHopeless(conversation.patience.diary, index + 1, this.#options.key)
          : undefined;
      this.#emit({ type: "operation", name: operation.name, path: operation.path, results: judged.results });
      if (stopped !== undefined) return stopped;
      // The results have an error for the response that asked for a wait, and nothing for what was not sent after it.
      if (conversation.closed !== undefined) return undefined;
    }
    return undefined;
  }

  /** Keeps what an operation has shown, and what is still to be looked at. */
  #remember(operation: Operation, judged: Judged): void {
    const { results, inAnyOrder, keepsOrder, rows, total } = judged;
    const { name, path } = operation;
    this.#judged.push({ results, inAnyOrder, keepsOrder });
    this.#subjects.set(name, { name, interface: "A", path, rows, ...(total === undefined ? {} : { total }) });
    this.#wrong.push(...wrongStatuses(operation, judged));
    if (judged.answered) this.#answered.push(operation);
    const isLeft = this.#asker.conversation.patience.whyLeft(name) !== undefined;
    const reach = this.#judging.mock || isLeft ? undefined : reachOf(operation, judged);
    if (reach !== undefined) this.#openEnded.push(reach);
  }

  /** Asks again what got a wrong status: an outage may have ended since. */
  async #lookAgain(): Promise<void> {
    for (const { operation, results, probe, asked } of this.#wrong) {
      const wanted = { want: "again", of: asked, probes: [probe], isSecondLook: true } as const;
      const again = (await this.#asker.answer(operation, wanted))?.get(probe);
      this.#secondLooks.push({ results, again: again ?? { kind: "no budget", enough: this.#judging.enough() } });
    }
  }

  /** Spends what is left of the budget on searching for ends without a total. */
  async #lookFurther(): Promise<void> {
    if (!this.#judging.requirements.some(({ needs }) => needs.includes("further"))) return;
    for (const openEnded of seededRandom(this.#plan.seed, "further").shuffle(this.#openEnded)) {
      if (this.#asker.conversation.spare < 1) return;
      const { name, path } = openEnded.operation;
      const { rows, total, results, isOver } = await this.#asker.satisfy(
        openEnded.operation,
        findEnd(this.#judging, openEnded),
      );
      this.#emit({ type: "further", name, path, results });
      this.#further.push(...results);
      const subject = this.#subjects.get(name);
      if (subject !== undefined)
        this.#subjects.set(name, { ...subject, rows: subject.rows + rows, ...(total === undefined ? {} : { total }) });
      if (isOver) return;
    }
  }
}

/** Why it is pointless to go on, if it is: several operations were asked, and none returned 200. */
function whyHopeless(diary: readonly DiaryEntry[], operations: number, key: string | undefined): string | undefined {
  // Without an entry, no request was sent: the budget was used up, and every result says so.
  if (operations < stopsAfter || diary.length === 0) return undefined;
  const statuses = new Set(diary.map(({ status }) => status));
  const [status] = [...statuses].filter((one) => one !== undefined);
  const hint =
    status === 401 || status === 403
      ? `${key === undefined ? "no key was given (--key)." : "is the key right (--key)?"} You can find yours in your profile with the service`
      : status === 404
        ? `is the base URL the service's root, without ${registerPath} (--base-url)?`
        : status !== undefined && status >= 300 && status < 400
          ? "redirects are not followed: give the address they lead to (--base-url)"
          : "nothing can be judged";
  return `every request to the first ${operations} operations got status ${[...statuses].map((one) => one ?? "none").join(" or ")}: ${hint}`;
}
