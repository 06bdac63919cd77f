import { describeOther } from "../evidence/datum.ts";
import type { OperationView } from "../evidence/operation-view.ts";
import { notTested, type Outcome, verdict } from "../evidence/outcome.ts";
import type { ProbeName } from "../evidence/probes.ts";
import type { IssueKind } from "../evidence/row-issues.ts";
import { dataKeys } from "../evidence/same-data.ts";
import { eachAnswer, itemsAreObjects, judgeStatus, rowFindings } from "./reg-answers.ts";
import type { RegisterRequirement, Selector } from "./requirement.ts";

/** The kinds of issue that only a SHOULD is about: the item is still one of the resource. */
const slight: ReadonlySet<IssueKind> = new Set(["zone", "spelling"]);

function searchCheck(view: OperationView, probes: readonly ProbeName[]): Outcome {
  const problem = probes.map((probe) => judgeStatus(view, probe).problem).find((one) => one !== undefined);
  const outcome = eachSearch(view, probes);
  return problem !== undefined && outcome.state !== "fail" ? { state: "error", reason: problem } : outcome;
}

function eachSearch(view: OperationView, probes: readonly ProbeName[]): Outcome {
  return eachAnswer(view, probes, (probe) => {
    const { finding } = judgeStatus(view, probe);
    if (finding !== undefined) return [finding];
    const json = view.accepted(probe).json();
    if (!json.ok || json.value.kind !== "array") {
      return [
        {
          probe,
          at: "body",
          expected: "an array of objects",
          found: json.ok ? describeOther(json.value) : json.problem,
        },
      ];
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
  return verdict(
    isSame
      ? [{ probe: "namedNext", at: "body", expected: "the items from offset 1", found: "the items from offset 0" }]
      : [],
  );
}

/** The probes that search. */
export const searchProbes: readonly ProbeName[] = ["active", "inactive", "named", "namedNext", "namedBeyondAscii"];

export const takesParameter = (name: string): Selector => ({
  about: `operations that take ${name}`,
  test: (operation) => operation.parameters.includes(name),
});

export const searchRequirements: readonly RegisterRequirement[] = [
  {
    id: "REG-SEARCH-01",
    level: "MUST",
    title: "With only_active, true or false, the response is still status 200 with items of the resource.",
    section: "4.5",
    selects: takesParameter("only_active"),
    needs: ["active", "inactive"],
    beyondMock: "parameters",
    check: (view) => searchCheck(view, ["active", "inactive"]),
  },
  {
    id: "REG-SEARCH-02",
    level: "MUST",
    title: "With tvrtka_naziv, in any letters, the response is still status 200 with items of the resource.",
    section: "4.5",
    selects: takesParameter("tvrtka_naziv"),
    needs: ["named", "namedNext", "namedBeyondAscii"],
    beyondMock: "parameters",
    check: (view) => searchCheck(view, ["named", "namedNext", "namedBeyondAscii"]),
  },
  {
    id: "REG-SEARCH-03",
    level: "MUST",
    title: "A search respects `offset`.",
    section: "4.2",
    selects: takesParameter("tvrtka_naziv"),
    needs: ["named", "namedNext"],
    beyondMock: "parameters",
    check: checkSearchFromOffset,
  },
];
