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
import { type Asking, askAgain, askProbes, enoughRequests } from "./ask.ts";

export type Check = (requirement: RegisterRequirement, view: OperationView) => Outcome;
export type Outcomes = Map<RegisterRequirement, Outcome>;

/** What another order of rows may explain. */
export const isOfOrder = ({ compares }: RegisterRequirement): boolean => compares === "in order";

/** The same responses, judged as those of a service without a fixed order: what another order may explain is no failure. */
export const inAnyOrder = (view: OperationView): OperationView =>
  operationView(view.operation, view.results, view.show, false);

const isFailure = (outcome: Outcome | undefined): boolean => outcome?.state === "fail";

/** The outcomes of an operation, some of which change when they are confirmed, and what that takes. */
interface Confirming {
  asking: Asking;
  outcomes: Outcomes;
  check: Check;
}

/** The requirements whose failures are to be confirmed. */
const doubtful = ({ outcomes }: Confirming): RegisterRequirement[] =>
  [...outcomes].filter(([one, outcome]) => one.compares !== undefined && isFailure(outcome)).map(([one]) => one);

/** Those of them that compare rows in order. */
const doubtfulRows = (confirming: Confirming): RegisterRequirement[] => doubtful(confirming).filter(isOfOrder);

function judgeAgain({ outcomes, check }: Confirming, ones: readonly RegisterRequirement[], view: OperationView): void {
  for (const one of ones) outcomes.set(one, check(one, view));
}

/** A comparison of rows that cannot be confirmed is no failure. */
function leaveUnconfirmed(confirming: Confirming, state: "error" | "not tested", reason: string): void {
  for (const one of doubtfulRows(confirming)) confirming.outcomes.set(one, { state, reason });
}

const otherRows = "the same request returned different rows a moment later";
const noBudget = (asking: Asking, to: string): string =>
  `no request budget was left to ${to}: try --max-requests ${enoughRequests(asking)}`;

/**
 * A failure that compares responses may be due to data that changed in between, or to rows that come in another order each
 * time. So the first request and the failing one are repeated, twice for rows: only what is the same three times is a failure.
 */
export async function confirmFailures(
  asking: Asking,
  view: OperationView,
  outcomes: Outcomes,
  check: Check,
): Promise<void> {
  const confirming = { asking, outcomes, check };
  const isOther = await repeatRequests(confirming, view);
  if (!isOther || doubtful(confirming).length === 0) return;
  const fresh = await judgeFresh(confirming, view);
  if (fresh === undefined || doubtfulRows(confirming).length === 0) return;
  // What fails again, and is not about rows, was seen twice.
  if (await repeatRequests(confirming, fresh)) leaveUnconfirmed(confirming, "not tested", otherRows);
}

/** Repeats the first request, and the failing ones unless the first now returns other rows. Returns whether it does. */
async function repeatRequests(confirming: Confirming, view: OperationView): Promise<boolean> {
  const { asking } = confirming;
  if (asking.orderChanges) judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(view));
  if (doubtful(confirming).length === 0) return false;
  if (asking.spare.left < 1) {
    leaveUnconfirmed(confirming, "error", noBudget(asking, "confirm the failure"));
    return false;
  }
  const { rows, results } = await askRows(asking, view);
  if (rows === "none") {
    leaveUnconfirmed(confirming, "error", "asked again to confirm the failure, the service did not respond as before");
    return false;
  }
  if (rows === "others") {
    if (maybeOrder(view, results)) {
      asking.orderChanges = true;
      leaveUnconfirmed(confirming, "not tested", otherRows);
    }
    return true;
  }
  if (rows === "another order") {
    asking.orderChanges = true;
    judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(view));
  }
  await repeatFailing(confirming, view, results);
  return false;
}

/** Repeats the requests that failed; if the budget does not allow that, unchanged first rows are confirmation enough. */
async function repeatFailing(confirming: Confirming, view: OperationView, first: ProbeResults): Promise<void> {
  const { asking, outcomes } = confirming;
  const failed = doubtful(confirming);
  const probes = new Set(
    failed
      .flatMap((one) => (isOfOrder(one) ? failingProbes(outcomes.get(one)) : one.needs))
      .filter((probe) => probe !== "json" && view.results.has(probe)),
  );
  if (asking.spare.left < probes.size) return;
  const second = operationView(view.operation, await askAgain(asking, first, [...probes]), view.show);
  judgeAgain(confirming, failed, changed(asking, view, second, probes) ? inAnyOrder(second) : second);

  const ofRows = new Set(doubtfulRows(confirming).flatMap((one) => failingProbes(outcomes.get(one))));
  if (asking.spare.left < ofRows.size) return;
  const third = operationView(view.operation, await askAgain(asking, second.results, [...ofRows]), view.show);
  if (changed(asking, second, third, ofRows)) judgeAgain(confirming, doubtfulRows(confirming), inAnyOrder(third));
}

/**
 * If the data changed, requests based on the old data are of no use: everything is requested from the start, and judged by the
 * new responses. Undefined if the budget does not allow that.
 */
async function judgeFresh(confirming: Confirming, view: OperationView): Promise<OperationView | undefined> {
  const { asking, outcomes, check } = confirming;
  const failed = doubtful(confirming);
  const wanted = new Set<ProbeName>(failed.flatMap(({ needs }) => needs));
  const probes = [...view.results.keys()].filter((probe) => wanted.has(probe) || probe === "json" || probe === "edge");
  if (asking.spare.left < probes.length) {
    const reason = `${otherRows}, and ${noBudget(asking, "ask again")}`;
    for (const one of failed) outcomes.set(one, { state: "not tested", reason });
    return undefined;
  }
  asking.spare.left -= probes.length;
  const fresh = operationView(view.operation, await askProbes(asking, view.operation, probes), view.show);
  judgeAgain(confirming, failed, fresh);
  // A requirement on single responses can fail on the new ones as well as on the first.
  for (const [one, before] of outcomes) {
    const outcome = one.compares !== undefined || isFailure(before) ? before : check(one, fresh);
    if (isFailure(outcome)) outcomes.set(one, outcome);
  }
  return fresh;
}

/** Whether different rows may be the same data in another order: only if they are as many, and not all that there are. */
const maybeOrder = (view: OperationView, again: ProbeResults): boolean =>
  !view.isWhole() && view.rows("json").length === readRows(again.get("json"))?.length;

type Again = "same" | "another order" | "others" | "none";

/** Requests the first rows again, up to twice: a service that reverses its order with each request shows it in one of them. */
async function askRows(asking: Asking, view: OperationView): Promise<{ rows: Again; results: ProbeResults }> {
  let { results } = view;
  for (let time = 0; time < 2 && asking.spare.left > 0; time += 1) {
    results = await askAgain(asking, results, ["json"]);
    const rows = compareRows(
      rowKeys(view.operation, view.results.get("json")),
      rowKeys(view.operation, results.get("json")),
    );
    if (rows !== "same") return { rows, results };
  }
  return { rows: "same", results };
}

function rowKeys({ fields }: Operation, result: ProbeResult | undefined): string[] | undefined {
  const rows = readRows(result);
  return rows && dataKeys(fields, rows);
}

function compareRows(before: readonly string[] | undefined, after: readonly string[] | undefined): Again {
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

/** Whether a request returned different rows than before; then no order is relied on any more. */
function changed(asking: Asking, before: OperationView, after: OperationView, probes: Iterable<ProbeName>): boolean {
  const keys = (view: OperationView, probe: ProbeName): string[] | undefined => {
    const result = view.results.get(probe);
    if (result?.kind === "asked" && result.request.as === "json") return rowKeys(view.operation, result);
    return acceptedOf(result)?.xml().ok === true ? dataKeys(view.operation.fields, view.xmlRows(probe)) : undefined;
  };
  const differs = [...probes].some((probe) =>
    ["another order", "others"].includes(compareRows(keys(before, probe), keys(after, probe))),
  );
  if (differs) asking.orderChanges = true;
  return differs;
}
