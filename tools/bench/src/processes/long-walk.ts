/**
 * Walks once in a process of its own, where nothing else needs memory, and prints what it took. `long-walk.ts NAME URL ROWS`
 *
 * The first 50,000 rows are left out of the growth: in them code is compiled and the heap takes its working size. Under
 * `--expose-gc` it also says what is in use after a collection, near the end, over what was in use after those rows.
 */
import { walkAll, walkOf } from "../harness/walks.ts";

const [, , name = "", baseUrl = "", size = ""] = process.argv;
const settledAt = Math.min(50_000, Number(size) / 2);
const nearEnd = Number(size) - 1_000;
/** Rows over which memory is collected: what is in flight comes and goes, so the least of a few pages counts. */
const window = Math.min(10_000, settledAt / 2);
const walk = await walkOf(name, { baseUrl, key: "an-invented-key", fetch });
const before = process.memoryUsage.rss();
let settled = before;
let highest = before;
let early = Infinity;
let late = Infinity;

/** Bytes in use, once everything else has been collected. */
function collected(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const start = performance.now();
const wrong = await walkAll(walk, Number(size), (count) => {
  const now = process.memoryUsage.rss();
  if (count <= settledAt) settled = Math.max(settled, now);
  highest = Math.max(highest, now);
  if (count <= settledAt && count > settledAt - window) early = Math.min(early, collected());
  if (count <= nearEnd && count > nearEnd - window) late = Math.min(late, collected());
});
const seconds = (performance.now() - start) / 1_000;

const megabytes = (bytes: number): number => bytes / 2 ** 20;
console.log(
  JSON.stringify({
    wrong,
    seconds,
    growth: megabytes(highest - settled),
    fromStart: megabytes(highest - before),
    inUse: megabytes(late - early),
  }),
);
process.exit();
