/**
 * Walks once in its own process, where nothing else uses memory, and prints what it took. `long-walk.ts NAME URL ROWS`
 *
 * Growth does not include the first 50,000 rows, in which code is compiled and the heap reaches its working size.
 */
import { walkAll, walkOf } from "../walks.ts";

const [, , name = "", baseUrl = "", size = ""] = process.argv;
const settledAt = Math.min(50_000, Number(size) / 2);
const walk = await walkOf(name, baseUrl);
const before = process.memoryUsage.rss();
let settled = before;
let highest = before;
const [start, used] = [performance.now(), process.cpuUsage()];
await walkAll(walk, Number(size), (count) => {
  highest = Math.max(highest, process.memoryUsage.rss());
  if (count <= settledAt) settled = highest;
});
const seconds = (performance.now() - start) / 1_000;
const { user, system } = process.cpuUsage(used);
const [growth, fromStart] = [settled, before].map((from) => (highest - from) / 2 ** 20);
console.log(JSON.stringify({ seconds, processor: (user + system) / 1_000_000, growth, fromStart }));
process.exit();
