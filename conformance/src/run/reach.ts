import { farAway } from "../checks/probe.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { saysLater } from "../evidence/asks-to-wait.ts";
import { answerOf, readRows } from "../evidence/operation-view.ts";
import type { Result } from "../report/result.ts";
import type { RegisterAsker } from "./ask-register.ts";
import { type Judged, type Judging, judgePage } from "./judge.ts";

/** How far the rows of an operation are known to reach. */
export interface Reach {
  /** At least so many rows exist. */
  known: number;
  /** No rows exist from this offset on. */
  empty: number;
  /** Rows that the service returns at once. */
  page: number;
  /** Whether the last page seen had fewer: then the end is likely right after it. */
  short: boolean;
}

/** Where to look for the end next: twice as far until no rows are there, then halfway. Undefined if the end is known. */
export function nextOffset({ known, empty, page, short }: Reach): number | undefined {
  if (known >= empty) return undefined;
  if (short || empty - known <= page) return known;
  return Math.min(2 * known, Math.floor((known + empty) / 2));
}

/** What is known after a page from an offset had so many rows. */
export function afterPage(reach: Reach, offset: number, rows: number): Reach {
  if (rows === 0) return { ...reach, empty: offset, short: false };
  return { ...reach, known: offset + rows, short: rows < reach.page };
}

/** An operation without a promised total, and how far its rows are known to reach. */
export interface OpenEnded {
  operation: Operation;
  reach: Reach;
}

/** How far the first responses of an operation reach; undefined if the end is known, or nothing is. */
export function reachOf(operation: Operation, { probes, rows, total }: Judged): OpenEnded | undefined {
  const page = readRows(probes.get("json"))?.length;
  const isEmpty = readRows(probes.get("past"))?.length === 0;
  if (page === undefined || total !== undefined || !isEmpty) return undefined;
  return { operation, reach: { known: rows, empty: farAway, page, short: false } };
}

/** The outcome of a search for an end. */
export interface Reached {
  /** Rows not seen before. */
  rows: number;
  /** The number of all rows, if the end was found. */
  total?: number;
  /** Failures and errors on the pages on the way. */
  results: readonly Result[];
  /** Whether the service is to be left alone: it gave no response, or asked to come back later. */
  isOver: boolean;
}

/**
 * Searches for the end of a list without a total, and judges the pages on the way. A conformance run does not walk a whole register:
 * if the budget ends first, the end stays unknown. The search also ends if the service is overloaded, or the recording has no such
 * page.
 */
export async function findEnd(
  asker: RegisterAsker,
  judging: Judging,
  { operation, reach: first }: OpenEnded,
): Promise<Reached> {
  let reach = first;
  let rows = 0;
  let isOver = false;
  const results: Result[] = [];
  for (let offset = nextOffset(reach); offset !== undefined; offset = nextOffset(reach)) {
    const page = await asker.askFurther(operation, offset);
    if (page === undefined) break;
    const answer = answerOf(page);
    isOver = answer === undefined || saysLater(answer);
    if (isOver) break;
    const failed = new Set(results.filter(({ state }) => state === "fail").map(({ requirement }) => requirement));
    results.push(...judgePage(judging, operation, page).filter(({ requirement }) => !failed.has(requirement)));
    const found = readRows(page)?.length;
    if (found === undefined) break;
    rows += found;
    reach = afterPage(reach, offset, found);
  }
  const total = reach.known >= reach.empty ? { total: reach.known } : {};
  return { rows, ...total, results, isOver };
}
