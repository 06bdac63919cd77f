import { comparing, eachAnswer, info, list, searchProbes, sentNumber, single } from "../../checks/each.ts";
import { paged, type RegisterRequirement } from "../../checks/requirement.ts";
import { ifAny, named, type Sentence } from "../../checks/sentence.ts";
import { operations } from "../../contract/operations.ts";
import { present } from "../../evidence/datum.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import {
  type Finding,
  finding,
  NotJudged,
  notTested,
  type Outcome,
  observed,
  pass,
  verdict,
} from "../../evidence/outcome.ts";
import { dataKeys } from "../../evidence/same-data.ts";
import { counted } from "../../shared/text.ts";
import { checkActualTotal } from "../totals/requirements.ts";

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
    return [finding(probe, `/${wrong}`, `the item at position ${offset + wrong}`, found)];
  }
  // Without a limit, the page may have any length (REG-PAGE-04 judges it if a default is promised).
  if (limit !== undefined && page.length < expected.length) {
    return [
      finding(probe, "body", `${counted(expected.length, "item")} from offset ${offset}`, counted(page.length, "item")),
    ];
  }
  const repeated = returnsAt(first, page.slice(expected.length));
  if (repeated >= 0 && offset + expected.length >= first.length) {
    return [finding(probe, `/${expected.length + repeated}`, "a new item or none", "an item from before the offset")];
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
    return count <= limit ? [] : [finding(probe, "body", `at most ${counted(limit, "item")}`, counted(count, "item"))];
  });
  return outcome.state === "pass" && !hasRows ? notTested("the resource has no rows") : outcome;
}

function checkPastTheEnd(view: OperationView): Outcome {
  if (view.operation.declaresTotal && checkActualTotal(view).state === "fail")
    return notTested("the total is wrong, so the end is not known");
  const count = view.rows("past").length;
  const offset = sentNumber(view, "past", "offset");
  if (count === 0) return view.rows("json").length === 0 ? notTested("the resource has no rows") : pass;
  return verdict([finding("past", "body", `no items from offset ${offset}, past the end`, counted(count, "item"))]);
}

function checkDefaultLimit(view: OperationView): Outcome {
  const promised = view.operation.defaultLimit ?? 100;
  const without = view.rows("default").length;
  const wrong = (expected: number): Outcome =>
    verdict([finding("default", "body", `${counted(expected, "item")} without a limit`, counted(without, "item"))]);
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

function order(view: OperationView): Outcome {
  const rows = view.objects("json");
  if (rows.length < 3) return notTested(`it takes 3 rows to see an order, but there are ${rows.length}`);
  const sorted = view.operation.fields
    .filter(({ type }) => type === "integer")
    .filter(({ name }) => {
      const values = rows
        .map((row) => present(row, name))
        .map((value) => (value?.kind === "number" ? Number(value.text) : Number.NaN));
      return (
        new Set(values).size > 1 &&
        values.every((value, index) => index === 0 || value >= (values[index - 1] ?? Number.NaN))
      );
    })
    .map(({ name }) => name);
  return observed(
    sorted.length === 0
      ? "the rows are not sorted by any single integer field"
      : `the rows are in ascending order of ${list(sorted)}`,
  );
}

function defaultLimitElsewhere(view: OperationView): Outcome {
  const count = view.rows("default").length;
  const there = view.rows("json").length - (sentNumber(view, "default", "offset") ?? 0);
  return observed(
    count < there || count > 101
      ? `${counted(count, "row")} without a limit`
      : `at least ${counted(count, "row")} without a limit, or all there are`,
  );
}

function maxLimit(view: OperationView): Outcome {
  const count = view.rows("json").length;
  const limit = sentNumber(view, "json", "limit");
  const total = view.total("json");
  return observed(
    `${limit === undefined ? "no limit" : `limit=${limit}`} returns ${counted(count, "row")}${total === undefined ? "" : ` of ${total}`}`,
  );
}

function minLimit(view: OperationView): Outcome {
  const limit = sentNumber(view, "page", "limit");
  view.accepted("page");
  const result = view.results.get("page");
  const refused = result?.kind === "asked" ? result.refusedLimit : undefined;
  // The seed picks the limit, up to 4, so the report does not name it: two runs would differ.
  if (refused === undefined && Number(limit) < 5) return observed("a limit below 5 is accepted");
  const taken = limit === undefined ? "a page without a limit is returned" : `limit=${limit} is accepted`;
  return observed(refused === undefined ? taken : `limit=${refused} is refused, ${taken}`);
}

export const fromOffset: Sentence = {
  section: "4.2",
  text: ifAny(
    paged.test,
    "Paged operations take `offset` (required) and `limit` (optional), and return the items from `offset`, at most `limit` of them.",
  ),
};

const defaultLimits: Sentence = {
  section: "4.2",
  text: [...Map.groupBy(operations, ({ defaultLimit }) => defaultLimit)]
    .flatMap(([limit, having]) =>
      limit === undefined
        ? []
        : `Without \`limit\`, these respond as with \`limit=${limit}\`: ${named(having.map(({ name }) => name))}.`,
    )
    .join(" "),
};

export const pagingRequirements: readonly RegisterRequirement[] = [
  {
    ...comparing(
      "REG-PAGE-01",
      "A page holds the items from `offset` on, none missing and none repeated.",
      fromOffset,
      paged,
      ["json", "default", "page", "edge"],
      checkRowsFromOffset,
    ),
    compares: "in order",
  },
  single("REG-PAGE-02", "A page holds at most `limit` items.", fromOffset, paged, limitedProbes, checkAtMostLimit),
  comparing(
    "REG-PAGE-03",
    "A page past the end is empty.",
    fromOffset,
    paged,
    ["json", "edge", "past"],
    checkPastTheEnd,
  ),
  comparing(
    "REG-PAGE-04",
    "Without `limit`, a page holds as many items as the promised default.",
    defaultLimits,
    { about: "operations with a default limit", test: ({ defaultLimit }) => defaultLimit !== undefined },
    ["json", "default", "edge"],
    checkDefaultLimit,
  ),
  info("REG-INFO-01", "The order of the items.", "4.2", paged, ["json"], order, "parameters"),
  info("REG-INFO-02", "The maximum limit.", "4.2", paged, ["json"], maxLimit, "parameters"),
  info(
    "REG-INFO-03",
    "The default limit where none is promised.",
    "4.2",
    {
      about: "paged operations without a default limit",
      // If a limit is required, one is always sent.
      test: ({ paged: isPaged, defaultLimit, given }) =>
        isPaged && defaultLimit === undefined && !given.some(({ name }) => name === "limit"),
    },
    ["default", "json"],
    defaultLimitElsewhere,
    "parameters",
  ),
  info("REG-INFO-14", "Small limits.", "4.2", paged, ["page"], minLimit, "parameters"),
];
