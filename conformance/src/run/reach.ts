import type { Operation } from "../contract/operation.ts";
import { saysLater } from "../evidence/asks-to-wait.ts";
import { answerOf, type ProbeResult, readRows } from "../evidence/operation-view.ts";
import type { Result } from "../report/result.ts";
import { type Asking, askProbes } from "./ask.ts";
import { type Judged, type Judging, judgePage } from "./judge.ts";
import { farAway } from "./probes.ts";

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
  operation: Operation;
  /** Rows not seen before. */
  rows: number;
  /** The number of all rows, if the end was found. */
  total?: number;
  /** Failures and errors on the pages on the way. */
  results: readonly Result[];
}

/**
 * Searches for ends without a total, one operation after another, with the requests left in the budget. A conformance
 * run does not walk a whole register: where the budget ends, an end stays unknown, another one with each seed. Nor does it
 * trouble a service that is overloaded: without a response, or told to come back later, it gives up the search.
 */
export async function* reachEnds(judging: Judging, openEnded: readonly OpenEnded[]): AsyncGenerator<Reached> {
  const { asking } = judging;
  let isOver = false;
  for (const { operation, reach: first } of openEnded) {
    if (isOver || asking.spare.left < 1) return;
    let reach = first;
    let rows = 0;
    const results: Result[] = [];
    for (let offset = nextOffset(reach); offset !== undefined; offset = nextOffset(reach)) {
      if (asking.spare.left < 1) break;
      const result = await askPageFrom(asking, operation, offset);
      isOver = result === undefined;
      if (result === undefined) break;
      const failed = new Set(results.filter(({ state }) => state === "fail").map(({ requirement }) => requirement));
      results.push(...judgePage(judging, operation, result).filter(({ requirement }) => !failed.has(requirement)));
      const found = readRows(result)?.length;
      if (found === undefined) break;
      rows += found;
      reach = afterPage(reach, offset, found);
    }
    const total = reach.known >= reach.empty ? { total: reach.known } : {};
    yield { operation, rows, ...total, results };
  }
}

/** A page from an offset, with the limit of the first; undefined if the service returns none now, or the recording has none. */
async function askPageFrom(asking: Asking, operation: Operation, from: number): Promise<ProbeResult | undefined> {
  asking.spare.left -= 1;
  const result = (await askProbes(asking, operation, ["further"], from)).get("further");
  const answer = answerOf(result);
  return answer === undefined || saysLater(answer) ? undefined : result;
}
