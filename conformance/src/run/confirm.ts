import type { Operation } from "../contract/operations.ts";
import { dataKeys } from "../evidence/same-data.ts";
import type { Outcome, RegisterRequirement } from "../requirements/requirement.ts";
import { type Asking, askAgain, askProbes } from "./ask.ts";
import { type OperationView, operationView, type ProbeResult, readRows } from "./operation-view.ts";
import { type ProbeName, pairs } from "./probes.ts";

export type Check = (requirement: RegisterRequirement, view: OperationView) => Outcome;
export type Outcomes = Map<RegisterRequirement, Outcome>;

/** Counts and totals hold whatever the order of rows; what rows a page holds does not. */
export const comparesRows = ({ id }: RegisterRequirement): boolean => id === "REG-PAGE-01" || id === "REG-SAME-02";

/** The same answers, judged as of a service that promises no order: what another order may explain is no failure. */
export const inAnyOrder = (view: OperationView): OperationView =>
  operationView(view.operation, view.results, view.show, false);

const isFailure = (outcome: Outcome | undefined): boolean => outcome?.state === "fail";

/**
 * A failure that compares answers may be data that changed in between, or rows that come in another order each time. So the
 * first answer and the failing one are asked for again, rows twice: only what is the same three times is called a failure.
 */
export async function confirmFailures(
  asking: Asking,
  view: OperationView,
  outcomes: Outcomes,
  check: Check,
  isAnew = false,
): Promise<void> {
  const doubtful = (test: (one: RegisterRequirement) => boolean = () => true): RegisterRequirement[] =>
    [...outcomes]
      .filter(([one, outcome]) => one.confirm === true && isFailure(outcome) && test(one))
      .map(([one]) => one);
  const judgeAgain = (ones: readonly RegisterRequirement[], by: OperationView): void => {
    for (const one of ones) outcomes.set(one, check(one, by));
  };
  const unconfirmed = (state: "error" | "not tested", reason: string): void => {
    for (const one of doubtful(comparesRows)) outcomes.set(one, { state, reason });
  };
  if (asking.orderChanges) judgeAgain(doubtful(comparesRows), inAnyOrder(view));
  if (doubtful().length === 0) return;
  if (asking.spare.left < 1)
    return unconfirmed("error", "no request budget was left to confirm the failure (--max-requests)");

  const first = await askRows(asking, view, view.results);
  if (first.rows === "none")
    return unconfirmed("error", "asked again to confirm the failure, the service did not respond as before");
  const isOrder = first.rows === "another order" || (first.rows === "others" && maybeOrder(view, first.results));
  if (isOrder) asking.orderChanges = true;
  if (first.rows === "others") {
    if (isOrder || isAnew) unconfirmed("not tested", otherRows);
    // What fails anew, and is no matter of order, has been seen twice.
    if (isAnew || doubtful().length === 0) return;
    const anew = await judgeAnew(asking, view, outcomes, doubtful(), check);
    if (anew === undefined || doubtful(comparesRows).length === 0) return;
    return confirmFailures(asking, anew, outcomes, check, true);
  }
  if (first.rows === "another order") judgeAgain(doubtful(comparesRows), inAnyOrder(view));

  const failed = doubtful();
  const rest = new Set(
    failed
      .flatMap((one) => (comparesRows(one) ? failingProbes(outcomes.get(one)) : one.needs))
      .filter((probe) => probe !== "json" && view.results.has(probe)),
  );
  // Rows that stand still confirm it well enough when the budget does not reach for more.
  if (asking.spare.left < rest.size) return;
  const second = operationView(
    view.operation,
    await askAgain(asking, first.results, [...rest]),
    view.show,
    view.inOrder,
  );
  judgeAgain(failed, changed(asking, view, second, rest) ? inAnyOrder(second) : second);

  const third = new Set(doubtful(comparesRows).flatMap((one) => failingProbes(outcomes.get(one))));
  if (asking.orderChanges || third.size === 0 || asking.spare.left < third.size) return;
  const last = operationView(view.operation, await askAgain(asking, second.results, [...third]), view.show);
  if (changed(asking, second, last, third)) judgeAgain(doubtful(comparesRows), inAnyOrder(last));
}

const otherRows = "the same request returned different rows a moment later";

/**
 * Where the data changed, requests that were made from the old are of no use: everything is asked from the beginning, and
 * judged by what comes now. Undefined when the budget does not reach for that.
 */
async function judgeAnew(
  asking: Asking,
  view: OperationView,
  outcomes: Outcomes,
  failed: readonly RegisterRequirement[],
  check: Check,
): Promise<OperationView | undefined> {
  const wanted = new Set<ProbeName>(failed.flatMap(({ needs }) => needs));
  const probes = [...view.results.keys()].filter((probe) => wanted.has(probe) || probe === "json" || probe === "edge");
  if (asking.spare.left < probes.length) {
    for (const one of failed) outcomes.set(one, { state: "not tested", reason: otherRows });
    return undefined;
  }
  asking.spare.left -= probes.length;
  const anew = operationView(view.operation, await askProbes(asking, view.operation, probes), view.show);
  for (const one of failed) outcomes.set(one, check(one, anew));
  // What one answer breaks by itself, these may break as well as the first ones did.
  for (const [one, before] of outcomes) {
    const outcome = one.confirm === true || isFailure(before) ? before : check(one, anew);
    if (isFailure(outcome)) outcomes.set(one, outcome);
  }
  return anew;
}

/** Whether other rows may be the same data in another order: a part of them may, and as many, but not all that there are. */
const maybeOrder = (view: OperationView, again: ReadonlyMap<ProbeName, ProbeResult>): boolean =>
  !view.isWhole() && view.rows("json").length === readRows(again.get("json"))?.length;

type Again = "same" | "another order" | "others" | "none";

/** Asks for the first rows again, and again: a service that turns its order at each request shows it to one of the two. */
async function askRows(
  asking: Asking,
  view: OperationView,
  before: ReadonlyMap<ProbeName, ProbeResult>,
): Promise<{ rows: Again; results: ReadonlyMap<ProbeName, ProbeResult> }> {
  let results = before;
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

/** The request that shows a failure first, and its counterpart in JSON. */
function failingProbes(outcome: Outcome | undefined): ProbeName[] {
  // Probe names of findings come from the checks of this operation.
  const probe = outcome?.state === "fail" ? (outcome.findings[0]?.probe as ProbeName | undefined) : undefined;
  if (probe === undefined) return [];
  const counterpart = pairs.get(probe);
  return counterpart === undefined ? [probe] : [probe, counterpart];
}

/** Whether a request gave other rows than the time before; then no order is taken for granted any more. */
function changed(asking: Asking, before: OperationView, after: OperationView, probes: Iterable<ProbeName>): boolean {
  const rows = (view: OperationView, probe: ProbeName): string | undefined => {
    const result = view.results.get(probe);
    if (result?.kind !== "asked" || result.answer.kind !== "answer" || result.answer.status !== 200) return undefined;
    return result.request.as === "json"
      ? rowKeys(view.operation, result)?.join("\n")
      : result.answer.xml().ok
        ? dataKeys(view.operation.fields, view.xmlRows(probe)).join("\n")
        : undefined;
  };
  const differs = [...probes].some((probe) => {
    const [one, other] = [rows(before, probe), rows(after, probe)];
    return one !== undefined && other !== undefined && one !== other;
  });
  if (differs) asking.orderChanges = true;
  return differs;
}
