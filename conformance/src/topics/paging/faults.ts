import { firstRowsAt, inXml, isPlain } from "../../checks/changes.ts";
import type { Fault, FaultSite, ResponseChange } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import type { Datum } from "../../evidence/datum.ts";
import { limitOf, offsetOf } from "../../evidence/request.ts";

/** Without a promised total, a wrong page trips only the requirement on pages. */
const withoutTotal = (operation: Operation): boolean =>
  operation.paged && !operation.declaresTotal && operation.defaultLimit === undefined;

const withDefault = (operation: Operation): boolean => operation.defaultLimit !== undefined;

/** Returns other rows for small pages, in both representations. */
function onPage(change: (rows: Datum[], site: FaultSite) => Datum[] | Promise<Datum[]>): ResponseChange {
  return async (body, site) => {
    const limit = limitOf(site.request);
    if (limit === undefined || limit > 10 || !isPlain(site)) return;
    const rows = body.rows();
    if (rows !== undefined) body.setRows(await change(rows, site));
  };
}

/** Returns pages from another offset, taken from the first rows as far as they go. */
const fromFirst = (from: (offset: number) => number): ResponseChange =>
  onPage(async (rows, site) => {
    const first = await firstRowsAt(site);
    const start = Math.max(0, from(offsetOf(site.request)));
    return start < first.length ? first.slice(start, start + (limitOf(site.request) ?? 0)) : rows;
  });

/** The number of rows that the operation promises without a limit. */
const promised = (site: FaultSite): number => site.request?.operation.defaultLimit ?? 0;

const onDefault =
  (change: ResponseChange): ResponseChange =>
  (body, site) =>
    isPlain(site) && body.isRows && limitOf(site.request) === undefined ? change(body, site) : undefined;

const atMostHalf: ResponseChange = (body, site) => {
  const half = Math.floor(promised(site) / 2);
  const rows = body.rows();
  if (rows !== undefined && rows.length > half) body.setRows(rows.slice(0, half));
};

export const pagingFaults: readonly Fault[] = [
  {
    name: "offset-from-one",
    about: "offset counts from one.",
    trips: ["REG-PAGE-01"],
    at: withoutTotal,
    change: fromFirst((offset) => offset - 1),
  },
  {
    name: "offset-ignored",
    about: "offset is ignored.",
    trips: ["REG-PAGE-01", "REG-PAGE-03"],
    at: withoutTotal,
    change: fromFirst(() => 0),
  },
  {
    name: "limit-ignored",
    about: "limit is ignored.",
    trips: ["REG-PAGE-02"],
    at: withoutTotal,
    change: onPage(async (rows, site) => {
      const first = await firstRowsAt(site);
      return offsetOf(site.request) < first.length ? first.slice(offsetOf(site.request)) : rows;
    }),
  },
  {
    name: "page-item-twice",
    about: "A page repeats an item instead of another.",
    trips: ["REG-PAGE-01"],
    at: withoutTotal,
    change: onPage((rows) => rows.map((row, index) => (index === 1 ? (rows[0] ?? row) : row))),
  },
  {
    name: "past-end-last-page",
    about: "Past the end, the first rows are returned again.",
    trips: ["REG-PAGE-03"],
    at: isPaged,
    change: onPage(async (rows, site) => (rows.length === 0 ? (await firstRowsAt(site)).slice(0, 3) : rows)),
  },
  {
    name: "default-limit-half-in-xml",
    about: "Without limit, half of the promised rows are returned, but only in XML.",
    trips: ["REG-SAME-01"],
    at: withDefault,
    change: inXml(onDefault(atMostHalf)),
  },
  {
    name: "default-limit-none",
    about: "Without limit, all rows are returned.",
    trips: ["REG-PAGE-04"],
    at: withDefault,
    change: onDefault(async (body, site) => {
      const first = await firstRowsAt(site);
      if (first.length > promised(site)) body.setRows(first.slice(offsetOf(site.request)));
    }),
  },
  {
    name: "default-limit-one-less",
    about: "Without limit, one row less than promised is returned.",
    trips: ["REG-PAGE-04"],
    at: withDefault,
    change: onDefault((body, site) => {
      const rows = body.rows();
      if (rows?.length === promised(site)) body.setRows(rows.slice(0, -1));
    }),
  },
];
