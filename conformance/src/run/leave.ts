import type { Operation } from "../contract/operations.ts";
import type { NoAnswer } from "../exchange/answer.ts";
import type { Exchange } from "../exchange/exchange.ts";

/** An entry of the run's diary, which shows `settle` whether the service was up when a request failed. */
export interface DiaryEntry {
  /** The name of an operation. */
  operation: string;
  /** The status; undefined without a response. */
  status: number | undefined;
}

/** What a run knows of a service that does not respond, or asks to be left alone. */
export interface Leaving {
  exchange: Exchange;
  diary: DiaryEntry[];
  /** Operations that asked for too long a wait, or do not respond, and what to say of them: they are not asked again. */
  waits: Map<string, string>;
  /** Whether no operation returned 200 since one did so: if the next one asks for a wait too, the whole service does. */
  isWaiting: boolean;
}

/** So many requests in a row without a 200 are an outage, which retries would only prolong. */
const outage = 6;

/** After so many operations in a row without a response, no other is asked: each request takes the whole timeout. */
const silentOperations = 4;

export const isOutage = ({ diary }: Pick<Leaving, "diary">): boolean =>
  diary.length >= outage && diary.slice(-outage).every(({ status }) => status !== 200);

/**
 * Leaves an operation alone that asked for too long a wait: its rate may be limited on its own. If the next operation asks for one
 * too, no other is asked to find out more.
 */
export function leave(asking: Leaving, { name }: Operation, why: string): void {
  if (asking.isWaiting) asking.exchange.close(why);
  asking.isWaiting = true;
  asking.waits.set(name, why);
}

/**
 * Leaves an operation alone once so many requests in a row got no response, and the service once so many operations did not
 * respond: a firewall that drops packets would otherwise take hours.
 */
export function leaveSilent({ diary, exchange, waits }: Leaving, { name }: Operation, { problem }: NoAnswer): void {
  const silent = diary.slice(diary.findLastIndex(({ status }) => status !== undefined) + 1);
  if (silent.length < outage) return;
  const why = `the last ${silent.length} requests got no response: ${problem}`;
  waits.set(name, why);
  if (new Set(silent.map(({ operation }) => operation)).size >= silentOperations) exchange.close(why);
}
