/**
 * One step of a copy in its own process: `mirror-step.ts STEP URL TARGET [LIST …]`. Steps:
 *
 * - `walk`: reads every list and keeps nothing
 * - `insert`: writes the same rows into plain tables, a page in a transaction; only writing is timed
 * - `sync`: what the mirror does, with these lists or with all
 * - `again`: the same with a target that has all rows already, as if the register had another state
 */
import { createRegisterClient, noRows } from "@court-register/fetch";
import { sync } from "@court-register/mirror";
import { lists } from "../../../../packages/mirror/src/generated/lists.ts";
import { openDatabase } from "../../../../packages/mirror/src/store/open.ts";
import type { List } from "../../../../packages/mirror/src/wire/list.ts";
import { key } from "../clients/service-in-memory.ts";
import { openPlainTables, type Row } from "./plain-tables.ts";
import { StepClock } from "./step.ts";

const [, , step = "", url = "", target = "", ...only] = process.argv;
const limit = 1_000;
const clock = new StepClock();

/** The functions of a list in the client. */
interface Operations {
  [verb: string]: (params: object, options?: object) => Promise<Row[]> & AsyncIterable<{ rows: Row[] }>;
}

async function* pagesOf({ tag, verb, paged }: List, prefetch: number): AsyncGenerator<Row[]> {
  const register = createRegisterClient({ baseUrl: url, subscriptionKey: key }) as unknown as Record<
    string,
    Operations
  >;
  const { [verb]: all, pages } = register[tag] as Operations;
  if (paged && pages) for await (const { rows } of pages({ limit }, { prefetch, endsWalk: noRows })) yield rows;
  else if (all) yield await all({});
}

async function walk(): Promise<number> {
  let rows = 0;
  for (const list of lists) for await (const page of pagesOf(list, 2)) rows += page.length;
  return rows;
}

/** No page is on its way while rows are written, so that writing alone is timed. */
async function insert(): Promise<number> {
  let rows = 0;
  const tables = await openPlainTables(target);
  for (const list of lists) {
    const insertPage = await clock.time(() => tables.create(list));
    for await (const page of pagesOf(list, 0)) {
      await clock.time(() => insertPage(page));
      rows += page.length;
    }
  }
  await clock.time(() => tables.close());
  return rows;
}

async function copy(): Promise<number> {
  const { changes } = await sync(target, { baseUrl: url, subscriptionKey: key, limit, lists: only });
  return changes.reduce((rows, change) => rows + change.rows, 0);
}

/** Gives the newest generation another state, so that the same rows are copied again. */
async function forgetState(): Promise<void> {
  const database = await openDatabase(target, false);
  await database.write((writing) => writing.run("UPDATE mirror_generations SET state = 'another state'"));
  await database.close();
}

const steps: Record<string, () => Promise<number>> = {
  walk: () => clock.time(walk),
  insert,
  sync: () => clock.time(copy),
  async again() {
    await forgetState();
    return await clock.time(copy);
  },
};
const work = steps[step];
if (!work) throw new Error(`There is no step ${step}.`);
clock.print(await work());
