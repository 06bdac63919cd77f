import { bodyShape, info } from "../../checks/each.ts";
import { every, must, type RegisterRequirement } from "../../checks/requirement.ts";
import type { Sentence } from "../../checks/sentence.ts";
import { answerOf, type OperationView, type ProbeName } from "../../evidence/operation-view.ts";
import { finding, notTested, type Outcome, observed, verdict } from "../../evidence/outcome.ts";
import { rowData } from "../../evidence/same-data.ts";
import { counted } from "../../shared/text.ts";
import { shownRows } from "./shown-rows.ts";

/**
 * Data is what resembles the rows that a valid key gets. Any response without it passes, whatever its status. If there is no response,
 * that may be an outage as well as a refusal. If valid keys get the same status, the service may be busy.
 */
function checkRefusal(view: OperationView, probe: ProbeName): Outcome {
  const result = view.results.get(probe);
  if (result?.kind === "asked" && result.reply.kind === "no answer" && !result.reply.final)
    return notTested(`no data and no response, which may be a refusal or an outage: ${result.reply.problem}`);
  const body = view.answer(probe);
  const known = view.knownRows("json") ?? [];
  const shown = shownRows(body, view.operation.fields, known);
  if (shown !== undefined) {
    const found =
      shown === "values"
        ? `values of a row in the body, with status ${body.status}`
        : `status ${body.status} and ${counted(shown.items, "item")}`;
    return verdict([finding(probe, "body", `no data for a request ${view.about(probe)}`, found)]);
  }
  if (result?.kind === "asked" && result.forAll === true)
    return notTested(`status ${body.status}, which valid keys get as well`);
  // A response that is the same for everybody is neither a refusal nor data.
  const isSame = [200, answerOf(view.results.get("json"))?.status].includes(body.status);
  return isSame && known.every((row) => rowData(view.operation.fields, row).size === 0)
    ? notTested("the operation shows no rows with a valid key either")
    : { state: "pass", note: `status ${body.status}, and no data in the body` };
}

/** @param others - Further probes of that kind, sent to some operations: only their failures count. */
function keyRequirement(id: string, title: string, probe: ProbeName, ...others: ProbeName[]): RegisterRequirement {
  return must({
    id,
    title,
    judges: [noDataWithoutKey],
    selects: every,
    needs: [probe, ...others, "json"],
    beyondMock: "keys",
    check: (view) => {
      const outcome = checkRefusal(view, probe);
      const further = others.filter((other) => answerOf(view.results.get(other)) !== undefined);
      return [outcome, ...further.map((other) => checkRefusal(view, other))].find(isFailure) ?? outcome;
    },
  });
}

const isFailure = ({ state }: Outcome): boolean => state === "fail";

function refusal(view: OperationView): Outcome {
  const parts = (["noKey", "emptyKey", "wrongKey"] as const).map((probe) => {
    const result = view.results.get(probe);
    // Closing the connection is one way to refuse.
    if (result?.kind === "asked" && result.reply.kind === "no answer" && result.reply.unseen !== true)
      return `${view.about(probe)}: no response, ${result.reply.problem}`;
    const answer = view.answer(probe);
    return `${view.about(probe)}: ${answer.status}, ${bodyShape(answer)}`;
  });
  return observed(parts.join("; "));
}

const noDataWithoutKey: Sentence = {
  section: "5",
  text: "A request without a valid key gets no data.",
};

export const keyRequirements: readonly RegisterRequirement[] = [
  keyRequirement("REG-KEY-01", "A request without a key gets no data, whatever the status.", "noKey", "noKeyElse"),
  keyRequirement("REG-KEY-02", "A request with an empty key gets no data, whatever the status.", "emptyKey"),
  keyRequirement(
    "REG-KEY-03",
    "A request with a key that was never issued gets no data, whatever the status.",
    "wrongKey",
  ),
  info("REG-INFO-08", "What a refusal looks like.", "7", every, ["noKey", "emptyKey", "wrongKey"], refusal, "keys"),
];
