/**
 * Walks once in a process of its own, where nothing else needs memory, and prints what it took. `long-walk.ts NAME URL`
 *
 * The first 50,000 rows are left out of the growth: in them code is compiled and the heap takes its working size.
 */
import { walkAll, walkOf } from "../harness/walks.ts";

const [, , name = "", baseUrl = ""] = process.argv;
const walk = await walkOf(name, { baseUrl, key: "an-invented-key", fetch });
const before = process.memoryUsage.rss();
let settled = before;
let highest = before;

const start = performance.now();
const rows = await walkAll(walk, (count) => {
  const now = process.memoryUsage.rss();
  if (count <= 50_000) settled = Math.max(settled, now);
  highest = Math.max(highest, now);
});
const seconds = (performance.now() - start) / 1_000;

const megabytes = (bytes: number): number => bytes / 2 ** 20;
console.log(
  JSON.stringify({ rows, seconds, growth: megabytes(highest - settled), fromStart: megabytes(highest - before) }),
);
process.exit();
