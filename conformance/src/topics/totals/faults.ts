import type { MutableResponse } from "../../checks/body.ts";
import { isPlain } from "../../checks/changes.ts";
import type { Fault, FaultSite, ResponseChange } from "../../checks/fault.ts";
import { totalHeader } from "../../contract/operations.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { offsetOf } from "../../evidence/request.ts";

const withTotal = (operation: Operation): boolean => operation.declaresTotal;
const withTotalOfPages = (operation: Operation): boolean => operation.paged && operation.declaresTotal;

/** Replaces the total of every plain response; undefined removes it. */
const total =
  (make: (value: number, body: MutableResponse, site: FaultSite) => string | undefined): ResponseChange =>
  (body, site) => {
    if (!isPlain(site) || body.status !== 200) return;
    const made = make(Number(body.headers.get(totalHeader)), body, site);
    if (made === undefined) body.headers.delete(totalHeader);
    else body.headers.set(totalHeader, made);
  };

export const totalFaults: readonly Fault[] = [
  {
    name: "total-missing",
    about: "x-total-count is missing.",
    trips: ["REG-TOTAL-01"],
    at: withTotal,
    change: total(() => undefined),
  },
  {
    name: "total-grouped",
    about: "x-total-count has digit separators.",
    trips: ["REG-TOTAL-01"],
    at: withTotal,
    change: total((value) => `${value}`.replace(/(\d)$/, ",$1")),
  },
  {
    name: "total-one-more",
    about: "x-total-count is one too high.",
    trips: ["REG-TOTAL-03"],
    at: withTotal,
    change: total((value) => String(value + 1)),
  },
  {
    name: "total-one-less",
    about: "x-total-count is one too low.",
    trips: ["REG-TOTAL-03"],
    at: withTotal,
    change: total((value) => String(value - 1)),
  },
  {
    name: "total-of-xml",
    about: "With XML, x-total-count is one too high.",
    trips: ["REG-TOTAL-02"],
    at: withTotal,
    change: total((value, _, { request }) => String(request?.as === "xml" ? value + 1 : value)),
  },
  {
    name: "total-of-page",
    about: "After the first page, x-total-count is the number of rows on the page.",
    trips: ["REG-TOTAL-02"],
    at: withTotalOfPages,
    change: total((value, body, { request }) => {
      const rows = body.rows();
      return String(offsetOf(request) === 0 || rows === undefined ? value : rows.length);
    }),
  },
];
