/**
 * One step of a copy in its own process: `mirror-step.ts STEP URL FILE`. It prints the rows, the seconds and the greatest resident
 * memory. Steps:
 *
 * - `walk`: reads every list and keeps nothing
 * - `insert`: writes rows that are in memory already into plain tables, a page in a transaction
 * - `sync`: what the mirror does
 */
import { DatabaseSync } from "node:sqlite";
import { createRegisterClient, noRows } from "@court-register/fetch";
import { sync } from "@court-register/mirror";
import { lists } from "../../../../packages/mirror/src/generated/lists.ts";
import type { List } from "../../../../packages/mirror/src/wire/list.ts";
import { key } from "../clients/service-in-memory.ts";

type Row = Record<string, unknown>;

const [, , step, url = "", file = ""] = process.argv;
const limit = 1_000;

/** The functions of a list in the client. */
interface Operations {
  [verb: string]: (params: object, options?: object) => Promise<Row[]> & AsyncIterable<{ rows: Row[] }>;
}

async function* pagesOf({ tag, verb, paged }: List): AsyncGenerator<Row[]> {
  const register = createRegisterClient({ baseUrl: url, subscriptionKey: key }) as unknown as Record<
    string,
    Operations
  >;
  const { [verb]: all, pages } = register[tag] as Operations;
  if (paged && pages) for await (const { rows } of pages({ limit }, { prefetch: 2, endsWalk: noRows })) yield rows;
  else if (all) yield await all({});
}

async function walk(): Promise<number> {
  let rows = 0;
  for (const list of lists) for await (const page of pagesOf(list)) rows += page.length;
  return rows;
}

/** Reads everything, untimed, and returns what writes it. */
async function prepareInsert(): Promise<() => Promise<number>> {
  const pages = new Map<List, Row[][]>();
  for (const list of lists) {
    const read: Row[][] = [];
    for await (const page of pagesOf(list)) read.push(page);
    pages.set(list, read);
  }
  return async () => {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    let rows = 0;
    for (const [{ name, columns }, list] of pages) {
      // With types: SQLite would keep a number without one in 8 bytes, whatever its size.
      const typed = columns.map((column) => `"${column.name}" ${column.type === "integer" ? "INTEGER" : "TEXT"}`);
      database.exec(`CREATE TABLE "${name}" (${typed})`);
      const insert = database.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => "?")})`);
      for (const page of list) {
        database.exec("BEGIN");
        for (const row of page) insert.run(...columns.map((column) => plain(row[column.name])));
        database.exec("COMMIT");
        rows += page.length;
      }
    }
    database.close();
    return rows;
  };
}

const plain = (value: unknown): string | number | null =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : ((value ?? null) as string | number | null);

async function mirror(): Promise<number> {
  const { changes } = await sync(file, { baseUrl: url, subscriptionKey: key, limit });
  return changes.reduce((rows, change) => rows + change.rows, 0);
}

const work = step === "walk" ? walk : step === "insert" ? await prepareInsert() : mirror;
const start = performance.now();
const rows = await work();
const seconds = (performance.now() - start) / 1_000;
console.log(JSON.stringify({ rows, seconds, memory: process.resourceUsage().maxRSS / 1_024 }));
