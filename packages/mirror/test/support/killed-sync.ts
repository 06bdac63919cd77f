/**
 * A process that copies a register: `killed-sync.ts TARGET URL KEY [COMMIT [SOURCES]]`; without a key, court cases from a GraphQL endpoint.
 * With the number of a transaction that writes, it is killed just before that one is committed; without, it prints how many there are. It
 * loads no more than it needs: tests start a hundred of them. `SOURCES` is a folder of them with a planted bug.
 */
import { DatabaseSync } from "node:sqlite";
import type * as SyncModule from "../../src/sync/sync.ts";
import { copied } from "./days.ts";

const [target = "", baseUrl, subscriptionKey, number, sources = "../../src"] = process.argv.slice(2);
const { sync }: typeof SyncModule = await import(`${sources}/sync/sync.ts`);
const exec = DatabaseSync.prototype.exec;
let commits = 0;
let writes = false;
DatabaseSync.prototype.exec = function (sql: string): void {
  if (sql.startsWith("BEGIN")) writes = sql === "BEGIN IMMEDIATE";
  if (sql === "COMMIT" && writes && ++commits === Number(number)) process.kill(process.pid, "SIGKILL");
  exec.call(this, sql);
};
await sync(
  target,
  subscriptionKey ? { baseUrl, subscriptionKey, lists: copied } : { graphqlUrl: baseUrl, only: "cases" },
);
console.log(commits);
