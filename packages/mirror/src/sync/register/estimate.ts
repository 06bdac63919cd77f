import type { RegisterList } from "../../wire/list.ts";
import type { Copy } from "../copy/copy.ts";
import type { Estimate, ExpectedList } from "../events.ts";
import type { Source } from "../source.ts";

/**
 * Estimates the requests that a copy still takes. Asks for the total of each list that promises one; the others have as many rows
 * as in the newest generation, if there is one.
 *
 * @param totals - The totals that are known already, by list. Those that the service names are added.
 */
export async function estimate(
  source: Source,
  copy: Copy,
  lists: readonly RegisterList[],
  totals: Map<string, number>,
  rate: number | undefined,
): Promise<Estimate> {
  const unknown: string[] = [];
  const expected: ExpectedList[] = [];
  let requests = 0;
  for (const list of lists) {
    const { done, rows, checkpoint } = copy.progress(list.name);
    if (done) continue;
    const earlier = copy.earlierRows(list.name) || undefined;
    if (!list.paged) {
      requests++;
      expected.push({ list: list.name, rows, expected: earlier });
      continue;
    }
    if (checkpoint.total === undefined && list.operation.total && !totals.has(list.name)) {
      const { total } = await source.request(list, { offset: 0, limit: 1 });
      if (total !== undefined) totals.set(list.name, total);
    }
    const total = checkpoint.total ?? totals.get(list.name) ?? earlier;
    expected.push({ list: list.name, rows, expected: total });
    if (total === undefined) unknown.push(list.name);
    // Pages overlap by a row, which proves that they join.
    requests += Math.max(1, Math.ceil(((total ?? 0) - rows) / Math.max(1, source.limit - 1)));
  }
  const milliseconds = rate === undefined ? undefined : (requests / rate) * 60_000;
  return { requests, milliseconds, unknown, lists: expected };
}
