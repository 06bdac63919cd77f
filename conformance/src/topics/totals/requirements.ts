import { comparing, eachAnswer, info, sentNumber, single } from "../../checks/each.ts";
import type { RegisterRequirement, Selector } from "../../checks/requirement.ts";
import { ifAny, namesOf, type Sentence } from "../../checks/sentence.ts";
import { totalHeader } from "../../contract/operations.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import { finding, NotJudged, notTested, type Outcome, observed, pass, verdict } from "../../evidence/outcome.ts";
import { counted } from "../../shared/text.ts";

const withTotal: Selector = {
  about: `operations that declare ${totalHeader}`,
  test: ({ declaresTotal }) => declaresTotal,
};

const totalProbes: readonly ProbeName[] = ["json", "default", "page", "edge", "past", "xml", "pageXml", "pastXml"];

function checkTotalIsCount(view: OperationView): Outcome {
  return eachAnswer(view, totalProbes, (probe) => {
    const text = view.accepted(probe).headers[totalHeader];
    if (text !== undefined && /^\d+$/.test(text)) return [];
    const found =
      text === undefined
        ? "no header"
        : text === ""
          ? "an empty header"
          : /^-\d+$/.test(text)
            ? "a negative number"
            : /^\d+(, \d+)+$/.test(text)
              ? "the header more than once"
              : "other characters than digits";
    return [finding(probe, `header ${totalHeader}`, "a count, in digits", found)];
  });
}

function checkSameTotal(view: OperationView): Outcome {
  const total = view.total("json");
  if (total === undefined) return notTested("the first response has no total to compare with");
  const isFirstWrong = firstTotalIsWrong(view);
  return eachAnswer(view, totalProbes.slice(1), (probe) => {
    view.accepted(probe);
    const other = view.total(probe);
    if (other === undefined || other === total) return [];
    const at = `header ${totalHeader}`;
    // What differs from a wrong total may be right: then the first response is what to look at.
    return isFirstWrong
      ? [finding("json", at, `${other}, as in the response to ${view.about(probe)}`, String(total))]
      : [finding(probe, at, `${total}, as in the first response`, String(other))];
  });
}

/** Whether the rows show that the total of the first response is wrong. */
function firstTotalIsWrong(view: OperationView): boolean {
  try {
    return checkActualTotal(view).state === "fail";
  } catch (error) {
    if (error instanceof NotJudged) return false;
    throw error;
  }
}

/**
 * The total is right if exactly so many rows can be read: the last two exist, and nothing follows them. A list without pages has
 * all of them.
 */
export function checkActualTotal(view: OperationView): Outcome {
  const total = view.total("json");
  const seen = view.rows("json").length;
  if (total === undefined) return notTested("the first response has no total");
  const wrong = (probe: ProbeName, found: string): Outcome =>
    verdict([
      finding(
        probe,
        `header ${totalHeader}`,
        `${knownCount(view)}, the number of rows that can be read`,
        `${total}, but ${found}`,
      ),
    ]);
  const { paged: hasPages, parameters } = view.operation;
  if (!hasPages && total > seen && parameters.includes("limit"))
    return notTested("without an offset, not every row can be read");
  if (hasPages ? total < seen : total !== seen) return wrong("json", `${counted(seen, "row")} in the same response`);
  if (!hasPages) return pass;
  if (seen === 0) return total === 0 ? pass : wrong("json", "no rows from offset 0");
  const offset = sentNumber(view, "edge", "offset") ?? 0;
  const limit = sentNumber(view, "edge", "limit");
  const found = view.rows("edge").length;
  const asked = `${counted(found, "row")} from offset ${offset} ${limit === undefined ? "without a limit" : `with a limit of ${limit}`}`;
  return found === total - offset ? pass : wrong("edge", asked);
}

/** How many rows can be read, as far as the first and the last ones show it. */
function knownCount(view: OperationView): string {
  const seen = view.rows("json").length;
  if (!view.operation.paged || seen === 0) return String(seen);
  const found = view.knownRows("edge")?.length ?? 0;
  const end = found === 0 ? 0 : (sentNumber(view, "edge", "offset") ?? 0) + found;
  // A page that its limit has not ended ends with the rows.
  const isEnd = found < (sentNumber(view, "edge", "limit") ?? 0) && end >= seen;
  return isEnd ? String(end) : `at least ${Math.max(seen, end)}`;
}

function totalElsewhere(view: OperationView): Outcome {
  const text = view.accepted("json").headers[totalHeader];
  return observed(
    text === undefined
      ? `no ${totalHeader}`
      : `${totalHeader} is present${view.total("json") === undefined ? ", but not a count" : ""}`,
  );
}

const totals: Sentence = {
  section: "4.3",
  text: ifAny(
    withTotal.test,
    `These operations return the total number of objects in the response header \`x-total-count\`: ${namesOf(withTotal.test)}.`,
  ),
};

export const totalRequirements: readonly RegisterRequirement[] = [
  single(
    "REG-TOTAL-01",
    `Every response has an ${totalHeader} header that holds a count.`,
    totals,
    withTotal,
    totalProbes,
    checkTotalIsCount,
  ),
  comparing(
    "REG-TOTAL-02",
    `${totalHeader} is the same on every page.`,
    totals,
    withTotal,
    totalProbes,
    checkSameTotal,
  ),
  comparing(
    "REG-TOTAL-03",
    `${totalHeader} is the actual number of objects.`,
    totals,
    withTotal,
    ["json", "edge"],
    checkActualTotal,
  ),
  {
    ...info(
      "REG-INFO-04",
      "Totals where none are promised.",
      "4.3",
      { about: "operations without x-total-count", test: ({ declaresTotal }) => !declaresTotal },
      ["json"],
      totalElsewhere,
    ),
    concerns: ["lists"],
  },
];
