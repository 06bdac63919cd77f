import { totalHeader } from "../contract/operations.ts";
import { counted } from "../counted.ts";
import type { OperationView } from "../evidence/operation-view.ts";
import { type Finding, NotJudged, notTested, type Outcome, pass, verdict } from "../evidence/outcome.ts";
import { aboutProbe, type ProbeName } from "../evidence/probes.ts";
import { numericParameter } from "../evidence/request.ts";
import { dataKeys } from "../evidence/same-data.ts";
import { eachAnswer } from "./reg-answers.ts";
import { searchProbes } from "./reg-search.ts";
import { paged, type RegisterRequirement, type Selector } from "./requirement.ts";

const pageProbes: readonly ProbeName[] = ["json", "default", "page", "edge", "past"];

/** A numeric parameter of the request that a probe sent. */
export function sentNumber(view: OperationView, probe: ProbeName, name: string): number | undefined {
  const result = view.results.get(probe);
  return result?.kind === "asked" ? numericParameter(result.request, name) : undefined;
}

/** Compares a page with the first rows, at the same positions. */
function comparePage(view: OperationView, probe: ProbeName, first: readonly string[]): Finding[] {
  const offset = sentNumber(view, probe, "offset") ?? 0;
  const limit = sentNumber(view, probe, "limit");
  const page = dataKeys(view.operation.fields, view.rows(probe));
  const expected = first.slice(offset, offset + (limit ?? first.length));
  const wrong = expected.findIndex((row, index) => index < page.length && row !== page[index]);
  if (wrong >= 0) {
    const elsewhere = first.indexOf(page[wrong] ?? "");
    const found = elsewhere < 0 ? "a row not among the first rows" : `the item at position ${elsewhere}`;
    return [{ probe, at: `/${wrong}`, expected: `the item at position ${offset + wrong}`, found }];
  }
  // Without a limit, the page may have any length (REG-PAGE-04 judges it if a default is promised).
  if (limit !== undefined && page.length < expected.length) {
    return [
      {
        probe,
        at: "body",
        expected: `${counted(expected.length, "item")} from offset ${offset}`,
        found: counted(page.length, "item"),
      },
    ];
  }
  const repeated = returnsAt(first, page.slice(expected.length));
  if (repeated >= 0 && offset + expected.length >= first.length) {
    return [
      {
        probe,
        at: `/${expected.length + repeated}`,
        expected: "a new item or none",
        found: "an item from before the offset",
      },
    ];
  }
  return [];
}

/** Where rows return to the first ones: one after the other, as there. A single row may equal an earlier one by chance. */
function returnsAt(first: readonly string[], rows: readonly string[]): number {
  const known = new Set(first);
  const start = rows.findIndex((row) => known.has(row));
  if (start < 0 || known.size < first.length) return -1;
  const again = rows.slice(start);
  const position = first.indexOf(again[0] ?? "");
  const isRun = again.every((row, index) => row === first[position + index]);
  return isRun && (again.length > 1 || position === 0) ? start : -1;
}

function checkRowsFromOffset(view: OperationView): Outcome {
  const first = dataKeys(view.operation.fields, view.rows("json"));
  if (first.length < 2) return notTested(`paging needs 2 rows, but the resource shows ${first.length}`);
  return eachAnswer(view, ["default", "page", "edge"], (probe) => comparePage(view, probe, first));
}

const limitedProbes: readonly ProbeName[] = ["json", "page", "edge", "past", "further", ...searchProbes];

function checkAtMostLimit(view: OperationView): Outcome {
  let hasRows = false;
  const outcome = eachAnswer(view, limitedProbes, (probe) => {
    const count = view.rows(probe).length;
    const limit = sentNumber(view, probe, "limit");
    if (limit === undefined) throw new NotJudged("not tested", "the service accepted none of the limits tried");
    hasRows ||= count > 0;
    return count <= limit
      ? []
      : [{ probe, at: "body", expected: `at most ${counted(limit, "item")}`, found: counted(count, "item") }];
  });
  return outcome.state === "pass" && !hasRows ? notTested("the resource has no rows") : outcome;
}

function checkPastTheEnd(view: OperationView): Outcome {
  if (view.operation.declaresTotal && checkActualTotal(view).state === "fail")
    return notTested("the total is wrong, so the end is not known");
  const count = view.rows("past").length;
  const offset = sentNumber(view, "past", "offset");
  if (count === 0) return view.rows("json").length === 0 ? notTested("the resource has no rows") : pass;
  return verdict([
    {
      probe: "past",
      at: "body",
      expected: `no items from offset ${offset}, past the end`,
      found: counted(count, "item"),
    },
  ]);
}

function checkDefaultLimit(view: OperationView): Outcome {
  const promised = view.operation.defaultLimit ?? 100;
  const without = view.rows("default").length;
  const wrong = (expected: number): Outcome =>
    verdict([
      {
        probe: "default",
        at: "body",
        expected: `${counted(expected, "item")} without a limit`,
        found: counted(without, "item"),
      },
    ]);
  if (without > promised) return wrong(promised);
  const widest = view.rows("json").length;
  const from = sentNumber(view, "default", "offset") ?? 0;
  // Only rows prove that there are more: a total may be wrong.
  const last = view.knownRows("edge")?.length ?? 0;
  const seen = Math.max(widest, last === 0 ? 0 : (sentNumber(view, "edge", "offset") ?? 0) + last);
  const more = seen > widest;
  // The rows that one response can have from the offset of the page without a limit.
  const there = more ? widest : Math.max(0, widest - from);
  if (without < Math.min(there, promised)) return wrong(Math.min(there, promised));
  // Unless there are more rows than that, a page that ends with the rows looks like one that ends at the default.
  if (without === promised && seen > from + promised) return pass;
  if (without > widest)
    return notTested(`a larger limit returned ${counted(widest, "row")}, fewer than no limit: the service caps it`);
  return notTested(
    more && without < promised
      ? `the service returns at most ${counted(widest, "row")} at once`
      : `it takes ${promised + 2} rows to see the default limit, but there are ${seen}`,
  );
}

const withTotal: Selector = {
  about: `operations that declare ${totalHeader}`,
  test: ({ declaresTotal }) => declaresTotal,
};
const totalProbes: readonly ProbeName[] = [...pageProbes, "xml", "pageXml", "pastXml"];

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
              : "something else than digits";
    return [{ probe, at: `header ${totalHeader}`, expected: "a count, in digits", found }];
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
      ? [{ probe: "json", at, expected: `${other}, as in the response to ${aboutProbe[probe]}`, found: String(total) }]
      : [{ probe, at, expected: `${total}, as in the first response`, found: String(other) }];
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
function checkActualTotal(view: OperationView): Outcome {
  const total = view.total("json");
  const seen = view.rows("json").length;
  if (total === undefined) return notTested("the first response has no total");
  const wrong = (probe: ProbeName, found: string): Outcome =>
    verdict([
      {
        probe,
        at: `header ${totalHeader}`,
        expected: `${knownCount(view)}, the number of rows that can be read`,
        found: `${total}, but ${found}`,
      },
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

/** A requirement that judges each response on its own. */
function single(
  id: string,
  title: string,
  section: string,
  selects: Selector,
  needs: readonly ProbeName[],
  check: (view: OperationView) => Outcome,
): RegisterRequirement {
  return { id, level: "MUST", title, section, selects, needs, beyondMock: "parameters", check };
}

/** A requirement that compares responses, in any order of rows. */
const comparing = (...args: Parameters<typeof single>): RegisterRequirement => ({
  ...single(...args),
  compares: "in any order",
});

export const pagingRequirements: readonly RegisterRequirement[] = [
  {
    ...comparing(
      "REG-PAGE-01",
      "A page holds the items from `offset` on, none missing and none repeated.",
      "4.2",
      paged,
      ["json", "default", "page", "edge"],
      checkRowsFromOffset,
    ),
    compares: "in order",
  },
  single("REG-PAGE-02", "A page holds at most `limit` items.", "4.2", paged, limitedProbes, checkAtMostLimit),
  comparing("REG-PAGE-03", "A page past the end is empty.", "4.2", paged, ["json", "edge", "past"], checkPastTheEnd),
  comparing(
    "REG-PAGE-04",
    "Without `limit`, a page holds as many items as the promised default.",
    "4.2",
    { about: "operations with a default limit", test: ({ defaultLimit }) => defaultLimit !== undefined },
    ["json", "default", "edge"],
    checkDefaultLimit,
  ),
  single(
    "REG-TOTAL-01",
    `Every response has an ${totalHeader} header that holds a count.`,
    "4.3",
    withTotal,
    totalProbes,
    checkTotalIsCount,
  ),
  comparing("REG-TOTAL-02", `${totalHeader} is the same on every page.`, "4.3", withTotal, totalProbes, checkSameTotal),
  comparing(
    "REG-TOTAL-03",
    `${totalHeader} is the actual number of objects.`,
    "4.3",
    withTotal,
    ["json", "edge"],
    checkActualTotal,
  ),
];
