import {
  eachAnswer,
  info,
  itemsAreObjects,
  judgeStatus,
  rowFindings,
  searchProbes,
  sentNumber,
  takesParameter,
} from "../../checks/each.ts";
import { must, type RegisterRequirement } from "../../checks/requirement.ts";
import { ifAny, pathsOf, type Sentence } from "../../checks/sentence.ts";
import { describeOther } from "../../evidence/datum.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import { finding, notTested, type Outcome, observed, verdict } from "../../evidence/outcome.ts";
import type { IssueKind } from "../../evidence/row-issues.ts";
import { dataKeys } from "../../evidence/same-data.ts";
import { returnsArrays } from "../answers/requirements.ts";
import { fromOffset } from "../paging/requirements.ts";

/** The kinds of issue that only a SHOULD is about: the item is still one of the resource. */
const slight: ReadonlySet<IssueKind> = new Set(["zone", "spelling"]);

function searchCheck(view: OperationView, probes: readonly ProbeName[]): Outcome {
  const problem = probes.map((probe) => judgeStatus(view, probe).problem).find((one) => one !== undefined);
  const outcome = eachSearch(view, probes);
  return problem !== undefined && outcome.state !== "fail" ? { state: "error", reason: problem } : outcome;
}

function eachSearch(view: OperationView, probes: readonly ProbeName[]): Outcome {
  return eachAnswer(view, probes, (probe) => {
    const status = judgeStatus(view, probe).finding;
    if (status !== undefined) return [status];
    const json = view.jsonAnswer(probe).json();
    if (!json.ok || json.value.kind !== "array") {
      return [finding(probe, "body", "an array of objects", json.ok ? describeOther(json.value) : json.problem)];
    }
    return [...itemsAreObjects(view, probe), ...rowFindings(view, probe, (kind) => !slight.has(kind))];
  });
}

/** The contract shows no order for searches, so only a page identical to the first shows that the offset was ignored. */
function checkSearchFromOffset(view: OperationView): Outcome {
  const [from0, from1] = [view.rows("named"), view.rows("namedNext")].map((rows) =>
    dataKeys(view.operation.fields, rows),
  );
  if (from0 === undefined || from1 === undefined || new Set(from0).size < 2)
    return notTested("the search finds fewer than 2 distinct rows");
  const isSame = from1.length === from0.length && from1.every((row, index) => row === from0[index]);
  return verdict(isSame ? [finding("namedNext", "body", "the items from offset 1", "the items from offset 0")] : []);
}

function searchEffect(view: OperationView): Outcome {
  const parts = searchProbes.map((probe) => {
    const result = view.results.get(probe);
    const query = result?.kind === "asked" ? result.request.query : [];
    const search = query.find(([name]) => name !== "offset" && name !== "limit")?.join("=") ?? view.about(probe);
    const rows = view.knownRows(probe);
    return `${search}: ${rows === undefined ? "no readable rows" : `${rows.length} of at most ${sentNumber(view, probe, "limit")} rows`}`;
  });
  return observed(parts.join("; "));
}

const searchable: Sentence = {
  section: "4.5",
  text: ifAny(
    takesParameter("only_active").test,
    `${pathsOf(takesParameter("tvrtka_naziv").test)} also takes \`tvrtka_naziv\` (string) and \`only_active\` (boolean), both optional.`,
  ),
};

export const searchRequirements: readonly RegisterRequirement[] = [
  must({
    id: "REG-SEARCH-01",
    title: "With only_active, true or false, the response is still status 200 with items of the resource.",
    section: "4.5",
    judges: [returnsArrays, searchable],
    selects: takesParameter("only_active"),
    needs: ["active", "inactive"],
    beyondMock: "parameters",
    check: (view) => searchCheck(view, ["active", "inactive"]),
  }),
  must({
    id: "REG-SEARCH-02",
    title: "With tvrtka_naziv, in any letters, the response is still status 200 with items of the resource.",
    section: "4.5",
    judges: [returnsArrays, searchable],
    selects: takesParameter("tvrtka_naziv"),
    needs: ["named", "namedNext", "namedBeyondAscii"],
    beyondMock: "parameters",
    check: (view) => searchCheck(view, ["named", "namedNext", "namedBeyondAscii"]),
  }),
  must({
    id: "REG-SEARCH-03",
    title: "With tvrtka_naziv, a page begins at `offset` too.",
    judges: [fromOffset],
    selects: takesParameter("tvrtka_naziv"),
    needs: ["named", "namedNext"],
    beyondMock: "parameters",
    check: checkSearchFromOffset,
  }),
  info(
    "REG-INFO-13",
    "What only_active and tvrtka_naziv do.",
    "4.5",
    takesParameter("tvrtka_naziv"),
    searchProbes,
    searchEffect,
    "parameters",
  ),
];
