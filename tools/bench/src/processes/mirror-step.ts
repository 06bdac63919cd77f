/**
 * One step of a copy or an export in its own process: `mirror-step.ts STEP FROM TO [LIST …]`. FROM is the URL of a service or a
 * copy, TO a file, the URL of a database or a folder. It prints what the step took. Steps:
 *
 * - `walk`: reads every list and keeps nothing
 * - `insert`: writes the same rows into plain tables, a page in a transaction; only writing is timed
 * - `sync`: what the mirror does, with these lists or with all
 * - `again`: the same with a target that has all rows already; `another-state.ts` is preloaded
 * - `parquet`, `csv`, `ndjson`: what the mirror exports
 * - `writer`: writes the same rows with the writer of Parquet that the mirror uses; only writing is timed
 */
import { join } from "node:path";
import { createRegisterCaller, noRows } from "@court-register/fetch";
import { type ExportFormat, exportTo, sync } from "@court-register/mirror";
import { OutputFile } from "../../../../packages/mirror/src/export/output-file.ts";
import { parquetFile } from "../../../../packages/mirror/src/export/parquet.ts";
import { registerLists as lists } from "../../../../packages/mirror/src/generated/lists.ts";
import { openDatabase } from "../../../../packages/mirror/src/store/open.ts";
import { quoted, storedColumns } from "../../../../packages/mirror/src/store/schema.ts";
import type { Column, RegisterList } from "../../../../packages/mirror/src/wire/list.ts";
import { openPlainTables, type Row } from "../plain-tables.ts";
import { key } from "../service.ts";

const [, , step = "", from = "", to = "", ...only] = process.argv;
const limit = 1_000;
let seconds = 0;
let processor = 0;

/** Does some work that counts. */
async function timed<T>(work: () => T | Promise<T>): Promise<T> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  seconds += (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  processor += (user + system) / 1_000_000;
  return result;
}

async function* pagesOf(list: RegisterList, prefetch: number): AsyncGenerator<Row[]> {
  const call = createRegisterCaller({ baseUrl: from, subscriptionKey: key });
  const how = { prefetch, endsWalk: noRows };
  if (list.paged) for await (const { rows } of call.pages(list.operation, { limit }, how)) yield rows;
  else yield await call.one(list.operation, {});
}

async function walk(): Promise<number> {
  let rows = 0;
  for (const list of lists) for await (const page of pagesOf(list, 2)) rows += page.length;
  return rows;
}

/** No page is on its way while rows are written, so that writing alone is timed. */
async function insert(): Promise<number> {
  let rows = 0;
  const tables = await openPlainTables(to);
  for (const list of lists) {
    const insertPage = await timed(() => tables.create(list));
    for await (const page of pagesOf(list, 0)) {
      await timed(() => insertPage(page));
      rows += page.length;
    }
  }
  await timed(() => tables.close());
  return rows;
}

/** As the command does it: in two threads. */
async function copy(): Promise<number> {
  const { changes } = await sync(to, { baseUrl: from, subscriptionKey: key, limit, lists: only });
  return changes.reduce((rows, change) => rows + change.rows, 0);
}

async function writer(): Promise<number> {
  const database = await openDatabase(from, "read");
  let rows = 0;
  for (const [name, fields] of await storedColumns(database)) {
    const columns: Column[] = [...fields, { name: "extra", type: "json" }];
    const names = columns.map((column) => quoted(column.name)).join(", ");
    await using output = await OutputFile.create(join(to, `${name}.parquet`));
    // Amounts are generated with up to 21 digits.
    const sized = columns.map((column) => ({ ...column, size: { precision: 24, scale: 2 } }));
    const writing = parquetFile(output, name, sized);
    await database.read(async (reading) => {
      for await (const batch of reading.batches(`SELECT ${names} FROM ${quoted(name)}`)) {
        await timed(() => writing.write(batch));
        rows += batch.length;
      }
    });
    await timed(() => writing.end());
  }
  await database.close();
  return rows;
}

const exported = (format: ExportFormat) => (): Promise<number> =>
  timed(async () => (await exportTo(from, to, { format })).lists.reduce((rows, list) => rows + list.rows, 0));

const steps: Record<string, () => Promise<number>> = {
  walk: () => timed(walk),
  insert,
  sync: () => timed(copy),
  again: () => timed(copy),
  parquet: exported("parquet"),
  csv: exported("csv"),
  ndjson: exported("ndjson"),
  writer,
};
const work = steps[step];
if (!work) throw new Error(`There is no step ${step}.`);
const rows = await work();
console.log(JSON.stringify({ rows, seconds, processor, memory: process.resourceUsage().maxRSS / 1_024 }));
