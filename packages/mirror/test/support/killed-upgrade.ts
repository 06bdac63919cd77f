/**
 * A process that upgrades a copy: `killed-upgrade.ts SOURCES TARGET URL KEY [NUMBER]`. With a number, it is killed before that statement of
 * the upgrade's transaction; with one that is greater by one than their count, before the commit. Without, it prints how many there are.
 */
import { join } from "node:path";
import type { Writing } from "../../src/store/database.ts";
import type * as LeaseModule from "../../src/store/lease.ts";
import type * as SyncModule from "../../src/sync/sync.ts";
import { copied } from "./days.ts";

const [sources = "", target = "", baseUrl, subscriptionKey, number] = process.argv.slice(2);
const { Lease }: typeof LeaseModule = await import(join(sources, "store/lease.ts"));
const { sync }: typeof SyncModule = await import(join(sources, "sync/sync.ts"));

let statements = 0;
const count = (): void => {
  if (++statements === Number(number)) process.kill(process.pid, "SIGKILL");
};
/** Counts every use of one of its methods. */
const counted = (writing: Writing): Writing =>
  new Proxy(writing, {
    get: (one, method: keyof Writing) => {
      count();
      return one[method].bind(one);
    },
  });
const { write } = Lease.prototype;
// The first transaction of a run is the upgrade.
Lease.prototype.write = function <T>(work: (writing: Writing) => Promise<T>): Promise<T> {
  Lease.prototype.write = write;
  return write.call(this, async (writing) => {
    const result = await work(counted(writing));
    console.log(statements);
    count();
    return result;
  }) as Promise<T>;
};
await sync(target, { baseUrl, subscriptionKey, lists: copied });
