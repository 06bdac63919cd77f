import type { Operation } from "../contract/operations.ts";
import type { Result } from "../report/report.ts";
import { saysLater } from "./again.ts";
import { type Asking, askProbes } from "./ask.ts";
import { type Judged, type Judging, judgePage } from "./judge.ts";
import { type ProbeResult, readRows } from "./operation-view.ts";
import { farAway } from "./probes.ts";

/** How far the rows of an operation are known to reach. */
export interface Reach {
  /** There are at least so many rows. */
  known: number;
  /** There are no rows from this offset. */
  empty: number;
  /** So many rows come at once. */
  page: number;
  /** Whether the last page that was seen had fewer: then the end is likely right behind it. */
  short: boolean;
}

/** Where to look next for the end: twice as far until nothing is there, then half-way. Undefined when the end is known. */
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

/** An operation whose end no total tells, and what is known of it. */
export interface Endless {
  operation: Operation;
  reach: Reach;
}

/** How far the first answers of an operation reach; undefined where the end is known, or nothing is. */
export function reachOf(operation: Operation, { answers, rows, total }: Judged): Endless | undefined {
  const page = readRows(answers.get("json"))?.length;
  const isEmpty = readRows(answers.get("past"))?.length === 0;
  if (page === undefined || total !== undefined || !isEmpty) return undefined;
  return { operation, reach: { known: rows, empty: farAway, page, short: false } };
}

/** What came of looking for an end. */
export interface Reached {
  operation: Operation;
  /** Rows that were not seen before. */
  rows: number;
  /** Where the rows end, when that was found. */
  total?: number;
  /** What fails on the pages on the way, or could not be judged. */
  results: readonly Result[];
}

/**
 * Looks for the ends that no total tells, one operation after the other, with the requests that the budget has left. A walk of
 * a whole register is no conformance run: where the budget does not reach, the end stays unknown, another one each seed. Nor is
 * it a reason to trouble a service that has enough: without an answer, or told to come later, the search is over.
 */
export async function* reachEnds(judging: Judging, endless: readonly Endless[]): AsyncGenerator<Reached> {
  const { asking } = judging;
  let isOver = false;
  for (const { operation, reach: first } of endless) {
    if (isOver || asking.spare.left < 1) return;
    let reach = first;
    let rows = 0;
    const results: Result[] = [];
    for (let offset = nextOffset(reach); offset !== undefined; offset = nextOffset(reach)) {
      if (asking.spare.left < 1) break;
      const result = await askPageFrom(asking, operation, offset);
      isOver = result === undefined;
      if (result === undefined) break;
      results.push(...judgePage(judging, operation, result));
      const found = readRows(result)?.length;
      if (found === undefined) break;
      rows += found;
      reach = afterPage(reach, offset, found);
    }
    const total = reach.known >= reach.empty ? { total: reach.known } : {};
    yield { operation, rows, ...total, results };
  }
}

/** A page from an offset, as wide as the first; undefined when the service gives none now, or a recording does not hold it. */
async function askPageFrom(asking: Asking, operation: Operation, from: number): Promise<ProbeResult | undefined> {
  asking.spare.left -= 1;
  const result = (await askProbes(asking, operation, ["further"], from)).get("further");
  const isGiven = result?.kind === "asked" && result.answer.kind === "answer" && !saysLater(result.answer);
  return isGiven ? result : undefined;
}
