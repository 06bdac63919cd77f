import { type Operation, totalHeader } from "../contract/operations.ts";
import type { Datum } from "../evidence/datum.ts";
import { limitOf, offsetOf } from "../exchange/request.ts";
import type { Body } from "./body.ts";
import { firstRows, inJson, isPlain } from "./changes.ts";
import { type Change, type Fault, type FaultSite, paged } from "./fault.ts";

/** Without a promised total, a wrong page trips only the requirement on pages. */
const withoutTotal = (operation: Operation): boolean =>
  operation.paged && !operation.declaresTotal && operation.defaultLimit === undefined;
const withTotal = (operation: Operation): boolean => operation.declaresTotal;
const withDefault = (operation: Operation): boolean => operation.defaultLimit !== undefined;

/** Returns other rows for small pages, in both representations. */
function onPage(change: (rows: Datum[], site: FaultSite) => Datum[] | Promise<Datum[]>): Change {
  return async (body, site) => {
    const limit = limitOf(site.request);
    if (limit === undefined || limit > 10 || !isPlain(site)) return;
    const rows = body.rows();
    if (rows !== undefined) body.setRows(await change(rows, site));
  };
}

/** Returns pages from another offset, taken from the first rows as far as they go. */
const fromFirst = (from: (offset: number) => number): Change =>
  onPage(async (rows, site) => {
    const first = await firstRows(site);
    const start = Math.max(0, from(offsetOf(site.request)));
    return start < first.length ? first.slice(start, start + (limitOf(site.request) ?? 0)) : rows;
  });

const onDefault = (change: (body: Body, site: FaultSite) => void | Promise<void>): Change =>
  inJson((body, site) => (limitOf(site.request) === undefined ? change(body, site) : undefined));

/** Replaces the total of every plain response; undefined removes it. */
const total =
  (make: (value: number, body: Body, site: FaultSite) => string | undefined): Change =>
  (body, site) => {
    if (!isPlain(site) || body.status !== 200) return;
    const made = make(Number(body.headers.get(totalHeader)), body, site);
    if (made === undefined) body.headers.delete(totalHeader);
    else body.headers.set(totalHeader, made);
  };

function fault(
  name: string,
  about: string,
  trips: readonly string[],
  at: (operation: Operation) => boolean,
  change: Change,
): Fault {
  return { name, about, trips, at, change };
}

export const pagingFaults: readonly Fault[] = [
  fault(
    "offset-from-one",
    "offset counts from one.",
    ["REG-PAGE-01"],
    withoutTotal,
    fromFirst((offset) => offset - 1),
  ),
  fault(
    "offset-one-too-far",
    "offset skips one row too many.",
    ["REG-PAGE-01"],
    withoutTotal,
    fromFirst((offset) => offset + 1),
  ),
  fault(
    "offset-ignored",
    "offset is ignored.",
    ["REG-PAGE-01", "REG-PAGE-03"],
    withoutTotal,
    fromFirst(() => 0),
  ),
  fault(
    "offset-ignored-without-limit",
    "offset is ignored when no limit is given.",
    ["REG-PAGE-01"],
    paged,
    onDefault(async (body, site) => {
      const rows = body.rows();
      if (rows !== undefined && offsetOf(site.request) > 0) body.setRows((await firstRows(site)).slice(0, rows.length));
    }),
  ),
  fault(
    "offset-is-page-number",
    "offset is treated as a page number.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage(async (rows, site) => {
      const first = await firstRows(site);
      const limit = limitOf(site.request) ?? 1;
      const start = offsetOf(site.request) * limit;
      return start < first.length ? first.slice(start, start + limit) : start === 0 ? rows : [];
    }),
  ),
  fault(
    "limit-ignored",
    "limit is ignored.",
    ["REG-PAGE-02"],
    withoutTotal,
    onPage(async (rows, site) => {
      const first = await firstRows(site);
      return offsetOf(site.request) < first.length ? first.slice(offsetOf(site.request)) : rows;
    }),
  ),
  fault(
    "page-one-more",
    "A page has one item more than the limit.",
    ["REG-PAGE-02"],
    withoutTotal,
    onPage(async (rows, site) => {
      const first = await firstRows(site);
      const next = first[offsetOf(site.request) + rows.length];
      return next === undefined || rows.length < (limitOf(site.request) ?? 0) ? rows : [...rows, next];
    }),
  ),
  fault(
    "page-one-less",
    "A full page has one item fewer than the limit.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage((rows, { request }) => (rows.length === limitOf(request) ? rows.slice(0, -1) : rows)),
  ),
  fault(
    "page-item-left-out",
    "A page omits its first item.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage((rows, { request }) => (offsetOf(request) > 0 ? rows.slice(1) : rows)),
  ),
  fault(
    "page-item-twice",
    "A page repeats an item instead of another.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage((rows) => rows.map((row, index) => (index === 1 ? (rows[0] ?? row) : row))),
  ),
  fault(
    "page-reversed",
    "Small pages are in reverse order.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage((rows) => rows.toReversed()),
  ),
  fault(
    "past-end-last-page",
    "Past the end, the first rows are returned again.",
    ["REG-PAGE-03"],
    paged,
    onPage(async (rows, site) => (rows.length === 0 ? (await firstRows(site)).slice(0, 3) : rows)),
  ),
  fault(
    "page-wraps-around",
    "The last page continues with the first rows.",
    ["REG-PAGE-01"],
    withoutTotal,
    onPage(async (rows, site) =>
      rows.length === 0 ? rows : [...rows, ...(await firstRows(site))].slice(0, limitOf(site.request)),
    ),
  ),
  fault(
    "offset-ignored-in-xml",
    "offset is ignored, but only in XML.",
    ["REG-SAME-01", "REG-SAME-02"],
    withoutTotal,
    (body, site) => (body.isXml ? fromFirst(() => 0)(body, site) : undefined),
  ),
  fault(
    "default-limit-50",
    "Without limit, 50 rows are returned.",
    ["REG-PAGE-04"],
    withDefault,
    onDefault((body) => {
      const rows = body.rows();
      if (rows !== undefined && rows.length > 50) body.setRows(rows.slice(0, 50));
    }),
  ),
  fault(
    "default-limit-none",
    "Without limit, all rows are returned.",
    ["REG-PAGE-04"],
    withDefault,
    onDefault(async (body, site) => {
      const first = await firstRows(site);
      if (first.length > 100) body.setRows(first.slice(offsetOf(site.request)));
    }),
  ),
  fault(
    "default-limit-99",
    "Without limit, 99 rows are returned.",
    ["REG-PAGE-04"],
    withDefault,
    onDefault((body) => {
      const rows = body.rows();
      if (rows?.length === 100) body.setRows(rows.slice(0, 99));
    }),
  ),
  fault(
    "total-missing",
    "x-total-count is missing.",
    ["REG-TOTAL-01"],
    withTotal,
    total(() => undefined),
  ),
  fault(
    "total-missing-past-end",
    "x-total-count is missing past the end.",
    ["REG-TOTAL-01"],
    withTotal,
    total((value, body) => (body.text.trim() === "[]" ? undefined : String(value))),
  ),
  fault(
    "total-negative",
    "x-total-count is negative.",
    ["REG-TOTAL-01"],
    withTotal,
    total(() => "-1"),
  ),
  fault(
    "total-text",
    "x-total-count is a word.",
    ["REG-TOTAL-01"],
    withTotal,
    total(() => "many"),
  ),
  fault(
    "total-decimal",
    "x-total-count has a decimal point.",
    ["REG-TOTAL-01"],
    withTotal,
    total((value) => `${value}.0`),
  ),
  fault(
    "total-grouped",
    "x-total-count has digit separators.",
    ["REG-TOTAL-01"],
    withTotal,
    total((value) => `${value}`.replace(/(\d)$/, ",$1")),
  ),
  fault(
    "total-one-more",
    "x-total-count is one too high.",
    ["REG-TOTAL-03"],
    withTotal,
    total((value) => String(value + 1)),
  ),
  fault(
    "total-one-less",
    "x-total-count is one too low.",
    ["REG-TOTAL-03"],
    withTotal,
    total((value) => String(value - 1)),
  ),
  fault(
    "total-zero",
    "x-total-count is always zero.",
    ["REG-TOTAL-03"],
    withTotal,
    total(() => "0"),
  ),
  fault(
    "total-enormous",
    "x-total-count is far too high.",
    ["REG-TOTAL-03"],
    withTotal,
    total(() => "99999999999"),
  ),
  fault(
    "total-without-rows",
    "There are no rows, but x-total-count says there are.",
    ["REG-TOTAL-03"],
    withTotal,
    (body, site) => {
      if (isPlain(site) && body.isRows) body.setRows([]);
    },
  ),
  fault(
    "total-of-page",
    "After the first page, x-total-count is the number of rows on the page.",
    ["REG-TOTAL-02"],
    withTotal,
    total((value, body, { request }) => {
      const rows = body.rows();
      return String(offsetOf(request) === 0 || rows === undefined ? value : rows.length);
    }),
  ),
];
