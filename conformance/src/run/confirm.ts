import type { Operation } from "../contract/operation.ts";
import {
  acceptedOf,
  type OperationView,
  operationView,
  type ProbeResult,
  type ProbeResults,
  readRows,
} from "../evidence/operation-view.ts";
import type { Outcome } from "../evidence/outcome.ts";
import { type ProbeName, pairs } from "../evidence/probes.ts";
import { dataKeys } from "../evidence/same-data.ts";
import type { RegisterRequirement } from "../requirements/requirement.ts";
import type { Judge } from "./ask-register.ts";

export type Check = (requirement: RegisterRequirement, view: OperationView) => Outcome;
export type Outcomes = Map<RegisterRequirement, Outcome>;

/** Whether another order of the rows may explain a failure of the requirement. */
export const isOfOrder = ({ compares }: RegisterRequirement): boolean => compares === "in order";

/** The same responses, as those of a service that keeps no order: a failure that another order may explain does not count. */
export const inAnyOrder = (view: OperationView): OperationView =>
  operationView(view.operation, view.results, view.show, false);

const isFailure = (outcome: Outcome | undefined): boolean => outcome?.state === "fail";

/** The outcomes of an operation, and what it takes to confirm them. */
export interface Confirming {
  outcomes: Outcomes;
  check: Check;
  /** Whether the service returned its rows in the same order each time so far. If one operation did not, none is trusted to. */
  keepsOrder: boolean;
  /** A budget to try if this one allows no more. */
  enough: () => number;
}

/** The requirements whose failures are to be confirmed. */
const doubtful = ({ outcomes }: Confirming): RegisterRequirement[] =>
  [...outcomes].filter(([one, outcome]) => one.compares !== undefined && isFailure(outcome)).map(([one]) => one);

/** Those of them that compare rows in order. */
const doubtfulRows = (confirming: Confirming): RegisterRequirement[] => doubtful(confirming).filter(isOfOrder);

function judgeAgain({ outcomes, check }: Confirming, ones: readonly RegisterRequirement[], view: OperationView): void {
  for (const one of ones) outcomes.set(one, check(one, view));
}

/** Takes back failures that compare rows, and could not be confirmed. */
function leaveUnconfirmed(confirming: Confirming, state: "error" | "not tested", reason: string): void {
  for (const one of doubtfulRows(confirming)) confirming.outcomes.set(one, { state, reason });
}

const otherRows = "the same request returned different rows a moment later";
const noBudget = ({ enough }: Confirming, to: string): string =>
  `no request budget was left to ${to}: try --max-requests ${enough()}`;

/**
 * Confirms failures that compare responses: the data may have changed in between, or rows may come in another order each time. So
 * the first request and the failing one are repeated, twice for rows. Only what is the same three times is a failure.
 */
export function* confirmFailures(confirming: Confirming, view: OperationView): Judge<void> {
  const isOther = yield* repeatRequests(confirming, view);
  if (!isOther || doubtful(confirming).length === 0) return;
  const fresh = yield* judgeFresh(confirming, view);
  if (fresh === undefined || doubtfulRows(confirming).length === 0) return;
  // A failure that is not about rows has been seen twice by now.
  if (yield* repeatRequests(confirming, fresh)) leaveUnconfirmed(confirming, "not tested", otherRows);
}

/** Repeats the first request, and the failing ones unless the first now returns other rows. Returns whether it does. */
function* repeatRequests(confirming: Confirming, view: OperationView): Judge<boolean> {
  if (!confirming.keepsOrder) judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(view));
  if (doubtful(confirming).length === 0) return false;
  const again = yield* firstRowsAgain(view);
  if (again === undefined) {
    leaveUnconfirmed(confirming, "error", noBudget(confirming, "confirm the failure"));
    return false;
  }
  if (again.rows === "none") {
    leaveUnconfirmed(confirming, "error", "asked again to confirm the failure, the service did not respond as before");
    return false;
  }
  if (again.rows === "others") {
    if (maybeOrder(view, again.results)) {
      confirming.keepsOrder = false;
      leaveUnconfirmed(confirming, "not tested", otherRows);
    }
    return true;
  }
  if (again.rows === "another order") {
    confirming.keepsOrder = false;
    judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(view));
  }
  yield* repeatFailing(confirming, view, again.results);
  return false;
}

/** Repeats the requests that failed; if the budget does not allow that, unchanged first rows are confirmation enough. */
function* repeatFailing(confirming: Confirming, view: OperationView, first: ProbeResults): Judge<void> {
  const { outcomes } = confirming;
  const failed = doubtful(confirming);
  const probes = new Set(
    failed
      .flatMap((one) => (isOfOrder(one) ? failingProbes(outcomes.get(one)) : one.needs))
      .filter((probe) => probe !== "json" && view.results.has(probe)),
  );
  const second = yield* viewAgain(view, first, probes);
  if (second === undefined) return;
  const isChanged = changed(view, second, probes);
  judgeAgain(confirming, failed, isChanged ? inAnyOrder(second) : second);

  const ofRows = new Set(doubtfulRows(confirming).flatMap((one) => failingProbes(outcomes.get(one))));
  const third = yield* viewAgain(view, second.results, ofRows);
  const isChangedNow = third !== undefined && changed(second, third, ofRows);
  if (isChangedNow) judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(third));
  // No order is relied on any more.
  if (isChanged || isChangedNow) confirming.keepsOrder = false;
}

/** The view after some of its requests were repeated; undefined if the budget does not allow that. */
function* viewAgain(
  { operation, show }: OperationView,
  of: ProbeResults,
  probes: Iterable<ProbeName>,
): Judge<OperationView | undefined> {
  const results = yield { want: "again", of, probes: [...probes] };
  return results && operationView(operation, results, show);
}

/**
 * If the data changed, requests based on the old data are of no use: everything is requested from the start, and judged by the
 * new responses. Undefined if the budget does not allow that.
 */
function* judgeFresh(confirming: Confirming, view: OperationView): Judge<OperationView | undefined> {
  const { outcomes, check } = confirming;
  const failed = doubtful(confirming);
  const wanted = new Set<ProbeName>(failed.flatMap(({ needs }) => needs));
  const probes = [...view.results.keys()].filter((probe) => wanted.has(probe) || probe === "json" || probe === "edge");
  const results = yield { want: "afresh", probes };
  if (results === undefined) {
    const reason = `${otherRows}, and ${noBudget(confirming, "ask again")}`;
    for (const one of failed) outcomes.set(one, { state: "not tested", reason });
    return undefined;
  }
  const fresh = operationView(view.operation, results, view.show);
  judgeAgain(confirming, failed, fresh);
  // A requirement on single responses can fail on the new ones as well as on the first.
  for (const [one, before] of outcomes) {
    const outcome = one.compares !== undefined || isFailure(before) ? before : check(one, fresh);
    if (isFailure(outcome)) outcomes.set(one, outcome);
  }
  return fresh;
}

/** Whether different rows may be the same data in another order: only if there are as many, and more that were not returned. */
const maybeOrder = (view: OperationView, again: ProbeResults): boolean =>
  !view.isWhole() && view.rows("json").length === readRows(again.get("json"))?.length;

/** How the first rows compare with those returned before. */
interface FirstRowsAgain {
  rows: "same" | "another order" | "others" | "none";
  results: ProbeResults;
}

/**
 * Requests the first rows again, up to twice: a service that reverses its order with each request shows it in one of them.
 * Undefined if the budget does not allow even one request.
 */
function* firstRowsAgain(view: OperationView): Judge<FirstRowsAgain | undefined> {
  let last: FirstRowsAgain | undefined;
  for (let time = 0; time < 2; time += 1) {
    const results = yield { want: "again", of: last?.results ?? view.results, probes: ["json"] };
    if (results === undefined) return last;
    const before = rowKeys(view.operation, view.results.get("json"));
    last = { rows: compareRows(before, rowKeys(view.operation, results.get("json"))), results };
    if (last.rows !== "same") return last;
  }
  return last;
}

function rowKeys({ fields }: Operation, result: ProbeResult | undefined): string[] | undefined {
  const rows = readRows(result);
  return rows && dataKeys(fields, rows);
}

function compareRows(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): FirstRowsAgain["rows"] {
  if (before === undefined || after === undefined) return "none";
  const isSame = (left: readonly string[], right: readonly string[]): boolean =>
    left.length === right.length && left.every((row, index) => row === right[index]);
  if (isSame(before, after)) return "same";
  return isSame(before.toSorted(), after.toSorted()) ? "another order" : "others";
}

/** The probe of the first finding, and its JSON counterpart. */
function failingProbes(outcome: Outcome | undefined): ProbeName[] {
  // A finding names a probe that its check read.
  const probe = outcome?.state === "fail" ? (outcome.findings[0]?.probe as ProbeName | undefined) : undefined;
  if (probe === undefined) return [];
  const counterpart = pairs.get(probe);
  return counterpart === undefined ? [probe] : [probe, counterpart];
}

/** Whether a request returned different rows than before. */
function changed(before: OperationView, after: OperationView, probes: Iterable<ProbeName>): boolean {
  const keys = (view: OperationView, probe: ProbeName): string[] | undefined => {
    const result = view.results.get(probe);
    if (result?.kind === "asked" && result.request.as === "json") return rowKeys(view.operation, result);
    return acceptedOf(result)?.xml().ok === true ? dataKeys(view.operation.fields, view.xmlRows(probe)) : undefined;
  };
  return [...probes].some((probe) =>
    ["another order", "others"].includes(compareRows(keys(before, probe), keys(after, probe))),
  );
}
