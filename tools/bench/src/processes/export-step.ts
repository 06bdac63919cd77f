/**
 * One step of an export in its own process: `export-step.ts STEP FILE FOLDER`. It prints the rows, the seconds and the greatest
 * resident memory. Steps:
 *
 * - `parquet`, `csv`, `ndjson`: what the mirror does
 * - `writer`: writes rows that are in memory already as Parquet, with the writer that the mirror uses
 */
import { join } from "node:path";
import { exportTo } from "@court-register/mirror";
import { OutputFile } from "../../../../packages/mirror/src/export/output-file.ts";
import { parquetFile } from "../../../../packages/mirror/src/export/parquet.ts";
import type { FileColumn } from "../../../../packages/mirror/src/export/row-file.ts";
import type { SqlRow } from "../../../../packages/mirror/src/store/database.ts";
import { openDatabase } from "../../../../packages/mirror/src/store/open.ts";
import { quoted, storedColumns } from "../../../../packages/mirror/src/store/schema.ts";

type Format = "parquet" | "csv" | "ndjson";

const [, , step, file = "", folder = ""] = process.argv;

/** Reads everything, untimed, and returns what writes it. */
async function prepareWriter(): Promise<() => Promise<number>> {
  const database = await openDatabase(file, false);
  const lists: { name: string; columns: FileColumn[]; batches: SqlRow[][] }[] = [];
  for (const [name, fields] of await storedColumns(database)) {
    const columns: FileColumn[] = [...fields, { name: "extra", type: "json" }];
    const batches: SqlRow[][] = [];
    const names = columns.map((column) => quoted(column.name)).join(", ");
    await database.read(async (reading) => {
      for await (const batch of reading.batches(`SELECT ${names} FROM ${quoted(name)}`)) batches.push(batch);
    });
    // Amounts are generated with up to 21 digits.
    lists.push({ name, batches, columns: columns.map((one) => ({ ...one, size: { precision: 24, scale: 2 } })) });
  }
  await database.close();
  return async () => {
    let rows = 0;
    for (const { name, columns, batches } of lists) {
      await using output = await OutputFile.create(join(folder, `${name}.parquet`));
      const writing = parquetFile(output, columns);
      for (const batch of batches) {
        await writing.write(batch);
        rows += batch.length;
      }
      await writing.end();
    }
    return rows;
  };
}

async function mirror(): Promise<number> {
  const { lists } = await exportTo(file, folder, { format: step as Format });
  return lists.reduce((rows, list) => rows + list.rows, 0);
}

const work = step === "writer" ? await prepareWriter() : mirror;
const start = performance.now();
const rows = await work();
const seconds = (performance.now() - start) / 1_000;
console.log(JSON.stringify({ rows, seconds, memory: process.resourceUsage().maxRSS / 1_024 }));
