import type { Operation } from "../contract/operations.ts";
import type { CasesView } from "../run/cases-view.ts";
import type { OperationView } from "../run/operation-view.ts";
import type { ProbeName } from "../run/probes.ts";

/** MUST is what the contract states, SHOULD what it implies, INFO what it does not show: observed, never judged. */
export type Level = "MUST" | "SHOULD" | "INFO";

export type State = "pass" | "fail" | "not applicable" | "not tested" | "error" | "observed";

/** One place where a response differs from the contract. */
export interface Finding {
  /** Name of the probe that shows it. */
  probe: string;
  /** JSON pointer or XML path in the response, `body`, `status` or `header x`. */
  at: string;
  expected: string;
  found: string;
}

/** What could not be judged, and why. */
export interface Unjudged {
  state: "not applicable" | "not tested" | "error";
  reason: string;
}

export type Outcome =
  | {
      state: "pass";
      /** What made it pass, if that is worth reporting. */
      note?: string;
    }
  | { state: "fail"; findings: readonly Finding[] }
  | Unjudged
  | { state: "observed"; note: string };

interface Described {
  /** Permanent once released. */
  id: string;
  level: Level;
  /** What must hold, as one sentence. */
  title: string;
  /** Section of specs/README.md that says so. */
  section: string;
}

/** Which operations a requirement is about: a property of the spec, never a list of names. */
export interface Selector {
  about: string;
  test: (operation: Operation) => boolean;
}

/** A requirement of interface A, judged once for every operation that it selects. */
export interface RegisterRequirement extends Described {
  selects: Selector;
  /**
   * The probes whose responses the check reads; each is sent once, however many requirements need it. The first is what the
   * requirement is about: an operation that is not asked for it has no result.
   */
  needs: readonly ProbeName[];
  /** What a mock, with its fixed responses, cannot show. */
  beyondMock?: "parameters" | "keys";
  /**
   * How the check compares responses, if it does. Data may have changed in between, so a failure has to be confirmed. Counts and
   * totals hold in any order of rows; which rows a page has does not.
   */
  compares?: "in order" | "in any order";
  check: (view: OperationView) => Outcome;
}

/** A requirement of interface B, judged once for every subject: a query field, or `schema`. */
export interface CaseRequirement extends Described {
  subjects: readonly string[];
  check: (view: CasesView, subject: string) => Outcome;
}

export type Requirement = RegisterRequirement | CaseRequirement;

/** Why what only a known case shows is not tested. */
export const noCase = "no case was given (--case MARK@COURT)";

/** Thrown by a view if what a check needs is not there: a state with a reason, not a crash. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
  readonly outcome: Unjudged;

  constructor(state: Unjudged["state"], reason: string) {
    super(reason);
    this.outcome = { state, reason };
  }
}

export const pass: Outcome = { state: "pass" };

/** Passes without findings, fails with them. */
export function verdict(findings: readonly Finding[]): Outcome {
  return findings.length === 0 ? pass : { state: "fail", findings };
}

export const notTested = (reason: string): Outcome => ({ state: "not tested", reason });

/** Why rows at other positions are no failure, as the contract shows no order. */
export const noOrder = "the same request returned the rows in a different order a moment later";

export const observed = (note: string): Outcome => ({ state: "observed", note });

export const every: Selector = { about: "every operation", test: () => true };
export const paged: Selector = { about: "paged operations", test: (operation) => operation.paged };
