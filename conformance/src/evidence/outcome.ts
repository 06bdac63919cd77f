/** What became of a requirement on one subject. */
export type ResultState = "pass" | "fail" | "not applicable" | "not tested" | "error" | "observed";

/** One place where a response differs from the contract. */
export interface Finding {
  /** Name of the probe that shows it. */
  probe: string;
  /** JSON pointer or XML path in the response, `body`, `status` or `header x`. */
  at: string;
  expected: string;
  found: string;
}

export const finding = (probe: string, at: string, expected: string, found: string): Finding => ({
  probe,
  at,
  expected,
  found,
});

/** What could not be judged, and why. */
export interface Unjudged {
  state: "not applicable" | "not tested" | "error";
  reason: string;
}

/** What a check finds. */
export type Outcome =
  | {
      state: "pass";
      /** What made it pass, if that is worth reporting. */
      note?: string;
    }
  | { state: "fail"; findings: readonly Finding[] }
  | Unjudged
  | { state: "observed"; note: string };

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

export const observed = (note: string): Outcome => ({ state: "observed", note });
