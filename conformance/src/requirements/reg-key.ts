import { shownRows } from "../evidence/shown-rows.ts";
import type { OperationView } from "../run/operation-view.ts";
import { allProbes, type ProbeName } from "../run/probes.ts";
import { every, notTested, type Outcome, pass, type RegisterRequirement, verdict } from "./requirement.ts";

/** Statuses by which a gateway says that it is busy: they say nothing about the key. */
const busy = new Set([408, 429, 502, 503, 504]);

/**
 * Data is what resembles the rows that a valid key gets. A refusal that is no answer at all, or says that the service is busy,
 * gives none, and does not show either what the key has to do with it.
 */
function checkRefusal(view: OperationView, probe: ProbeName): Outcome {
  const result = view.results.get(probe);
  if (result?.kind === "asked" && result.answer.kind === "no answer" && !result.answer.final)
    return notTested(`no data, and no answer either: ${result.answer.problem}`);
  const body = view.answer(probe);
  const known = view.probesWithRows(["json"]).length === 0 ? [] : view.rows("json");
  const shown = shownRows(body, view.operation.fields, known);
  if (shown !== undefined) {
    const found =
      shown === "values"
        ? `values of a row in the body, under status ${body.status}`
        : `status ${body.status} and ${shown.items} items`;
    return verdict([{ probe, at: "body", expected: `no data ${allProbes[probe].about}`, found }]);
  }
  if (busy.has(body.status)) return notTested(`status ${body.status}, which says nothing about the key`);
  // An empty list for everybody is no refusal, and no data either.
  return body.status === 200 && known.length === 0
    ? notTested("the operation shows no rows with a valid key either")
    : pass;
}

function keyRequirement(id: string, title: string, probe: ProbeName): RegisterRequirement {
  return {
    id,
    level: "MUST",
    title,
    section: "5",
    selects: every,
    needs: [probe, "json"],
    beyondMock: "keys",
    check: (view) => checkRefusal(view, probe),
  };
}

export const keyRequirements: readonly RegisterRequirement[] = [
  keyRequirement("REG-KEY-01", "A request without a key gets no data, whatever the status.", "noKey"),
  keyRequirement("REG-KEY-02", "A request with an empty key gets no data, whatever the status.", "emptyKey"),
  keyRequirement(
    "REG-KEY-03",
    "A request with a key that nobody was given gets no data, whatever the status.",
    "wrongKey",
  ),
];
