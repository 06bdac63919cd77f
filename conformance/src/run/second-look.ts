import type { RegisterRequirement } from "../checks/requirement.ts";
import {
  acceptedOf,
  isAll,
  OperationView,
  type ProbeName,
  type ProbeResult,
  type ProbeResults,
  readRows,
  readTotal,
} from "../evidence/operation-view.ts";
import type { Outcome } from "../evidence/outcome.ts";
import { dataKeys } from "../evidence/same-data.ts";
import type { Result } from "../report/result.ts";
import { neededProbes } from "../topics/catalogue.ts";
import type { AskedProbe, RegisterAsker } from "./ask-register.ts";

/** Requests that second looks may take in a run, beside those of the plan. */
export const maxSecondLooks = 60;

const rowsChange = "rows change between requests";
const noOrder = "the same request returned the rows in a different order a moment later";
const notAgain = "the service did not do it again when it was asked once more";
const noneLeft = "no request was left for a second look: try a higher --max-requests";

/** What a run has shown so far about a service that does not return the same rows each time. */
export interface RowChanges {
  /** False once rows came in another order: then none is relied on in the whole run. */
  keepsOrder: boolean;
  /** The operations whose first rows changed. A state that is published during a run changes those of one operation. */
  changed: Set<string>;
}

/** Why no failure of a requirement counts any more, if the service turned out not to return the same rows each time. */
export function whyNotCounted(
  { compares }: Pick<RegisterRequirement, "compares">,
  { keepsOrder, changed }: RowChanges,
): string | undefined {
  if (compares !== undefined && changed.size > 1) return rowsChange;
  return compares === "in order" && !keepsOrder ? noOrder : undefined;
}

/**
 * Looks once more at the comparisons that failed: asks for all that they need, in a row, afresh. A failure counts only if it has the
 * same findings again; if the first rows differ, or what a finding is about, nothing is known about it.
 */
export async function lookAgain(
  asker: RegisterAsker,
  view: OperationView,
  outcomes: Map<RegisterRequirement, Outcome>,
  check: (requirement: RegisterRequirement, view: OperationView) => Outcome,
  rowChanges: RowChanges,
): Promise<void> {
  const { operation, show } = view;
  for (const [one, outcome] of outcomes) {
    const reason = outcome.state === "fail" ? whyNotCounted(one, rowChanges) : undefined;
    if (reason !== undefined) outcomes.set(one, { state: "not tested", reason });
  }
  const failed = [...outcomes].filter(([one, { state }]) => one.compares !== undefined && state === "fail");
  if (failed.length === 0) return;
  const withdraw = (one: RegisterRequirement, state: "not tested" | "error", reason: string): void =>
    void outcomes.set(one, { state, reason });
  const probes = neededProbes(operation, ["json", ...failed.flatMap(([{ needs }]) => needs)]).filter((probe) =>
    view.results.has(probe),
  );
  const wrong = new Set(
    failed.flatMap(([, one]) => (one.state === "fail" ? one.findings.map(({ probe }) => probe) : [])),
  );
  const named = [...view.results].flatMap(([probe, result]) =>
    probe !== "json" && wrong.has(probe) && result.kind === "asked" ? [[probe, result] as const] : [],
  );
  // The first rows are asked for twice, and so is what a finding is about: replicas that take turns, or a service that turns its order
  // with each request, show it. Two comparisons alone may meet the same replicas again.
  const looked = await asker.conversation.secondLook(probes.length + 1 + 2 * named.length, async () => {
    const { results: first } = view;
    const twice = [await asker.ask(operation, ["json"]), await asker.ask(operation, probes)];
    let rows = compareRows(
      view,
      [first, ...twice].map((results) => results.get("json")),
    );
    for (const [probe, { request }] of rows === "same" ? named : []) {
      const pair = [await asker.repeat(probe, request), await asker.repeat(probe, request)];
      const turn = compareRows(view, pair);
      if (turn === "others" || turn === "another order") rows = turn;
    }
    return { rows, second: twice.at(-1) ?? first };
  });
  if (looked === undefined) {
    for (const [one] of failed) withdraw(one, "error", noneLeft);
    return;
  }
  const { rows, second } = looked;
  if (rows === "others") rowChanges.changed.add(operation.name);
  if (rows === "another order" || (rows === "others" && maybeOrder(view, second))) rowChanges.keepsOrder = false;
  const secondView = new OperationView(operation, second, show);
  for (const [one, first] of failed) {
    if (rows === "none")
      withdraw(one, "error", "asked again to confirm the failure, the service did not respond as before");
    else if (rows === "others") withdraw(one, "not tested", rowsChange);
    else if (!hasSameFindings(first, check(one, secondView))) {
      if (one.compares === "in order") rowChanges.keepsOrder = false;
      withdraw(one, "not tested", one.compares === "in order" ? noOrder : notAgain);
    }
  }
  for (const [one] of failed)
    if (one.compares === "in order" && !rowChanges.keepsOrder) withdraw(one, "not tested", noOrder);
}

const hasSameFindings = (first: Outcome, second: Outcome): boolean =>
  first.state === "fail" &&
  second.state === "fail" &&
  JSON.stringify(first.findings) === JSON.stringify(second.findings);

/** How the rows of responses to one request, and the totals with them, compare with those of the first. */
function compareRows(
  { operation: { fields } }: OperationView,
  results: readonly (ProbeResult | undefined)[],
): "same" | "another order" | "others" | "none" {
  const [before, ...after] = results.map((result): string[] | undefined => {
    const rows = readRows(result);
    return rows && [`total ${readTotal(result)}`, ...dataKeys(fields, rows)];
  });
  if (before === undefined || after.includes(undefined)) return "none";
  const isSame = (change: (keys: string[]) => string[]): boolean =>
    after.every((keys = []) => JSON.stringify(change(keys)) === JSON.stringify(change(before)));
  if (isSame((keys) => keys)) return "same";
  return isSame((keys) => keys.toSorted()) ? "another order" : "others";
}

/** Whether other first rows may be those of another order: there are as many, and more that were not returned. */
function maybeOrder(view: OperationView, second: ProbeResults): boolean {
  const { paged, declaresTotal } = view.operation;
  const count = view.rows("json").length;
  const total = view.total("json");
  const isWhole = !paged || (declaresTotal ? total === count : isAll(count, view.knownRows("edge")?.length));
  return !isWhole && total === readTotal(second.get("json")) && count === readRows(second.get("json"))?.length;
}

/** Failures by their status alone, and the request that got it. */
export interface WrongStatus {
  results: readonly Result[];
  status: string;
  probe: ProbeName;
  asked: AskedProbe;
}

/** Requirements whose failures may be due to the network or an outage, not the operation. */
const statusRequirements = new Set(["REG-STATUS-01", "REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02"]);

/** The failures of an operation by nothing but statuses, by the first request that got one. */
export function wrongStatuses(results: readonly Result[], probes: ProbeResults): WrongStatus[] {
  const failed = results.filter(
    ({ requirement, findings = [], state }) =>
      state === "fail" && statusRequirements.has(requirement) && findings.every(({ at }) => at === "status"),
  );
  // A finding names a probe that its check read.
  const byProbe = Map.groupBy(failed, ({ findings }) => findings?.[0]?.probe as ProbeName);
  return [...byProbe].flatMap(([probe, alike]) => {
    const asked = probes.get(probe);
    const status = alike[0]?.findings?.[0]?.found ?? "";
    return asked?.kind === "asked" ? [{ results: alike, status, probe, asked }] : [];
  });
}

/** Asks again what got a wrong status, after all operations. Returns why the status does not count, if it does not. */
export async function lookAtStatus(asker: RegisterAsker, { probe, asked }: WrongStatus): Promise<string | undefined> {
  const again = await asker.conversation.secondLook(1, () => asker.repeat(probe, asked.request));
  if (again === undefined) return `and ${asker.conversation.closed ?? noneLeft}`;
  if (acceptedOf(again) !== undefined) return "then 200 after the other operations: an intermittent failure";
  return again.reply.kind === "no answer" ? `and no response when asked again: ${again.reply.problem}` : undefined;
}
