/**
 * Walks once in its own process, where nothing else uses memory, and prints what it took. `long-walk.ts NAME URL ROWS`
 *
 * Growth does not include the first 50,000 rows, in which code is compiled and the heap reaches its working size. With
 * `--expose-gc`, it also prints the growth of the memory in use after garbage collection, from those rows to near the end.
 */
import { walkAll, walkOf } from "../measures/walk/walks.ts";

const [, , name = "", baseUrl = "", size = ""] = process.argv;
const settledAt = Math.min(50_000, Number(size) / 2);
const nearEnd = Number(size) - 1_000;
/** The number of rows over which memory is collected: pages in flight come and go, so the minimum of several pages counts. */
const window = Math.min(10_000, settledAt / 2);
const walk = await walkOf(name, baseUrl);
const before = process.memoryUsage.rss();
let settled = before;
let highest = before;
let early = Infinity;
let late = Infinity;

/** Bytes in use after garbage collection. */
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
