/**
 * One step of an export in its own process: `export-step.ts STEP FILE FOLDER`. Steps:
 *
 * - `parquet`, `csv`, `ndjson`: what the mirror does
 * - `writer`: writes the same rows as Parquet, with the writer that the mirror uses; only writing is timed
 */
import { join } from "node:path";
import { type ExportFormat, exportTo } from "@court-register/mirror";
import { OutputFile } from "../../../../packages/mirror/src/export/output-file.ts";
import { parquetFile } from "../../../../packages/mirror/src/export/parquet.ts";
import { openDatabase } from "../../../../packages/mirror/src/store/open.ts";
import { quoted, storedColumns } from "../../../../packages/mirror/src/store/schema.ts";
import type { Column } from "../../../../packages/mirror/src/wire/list.ts";
import { StepClock } from "./step.ts";

const [, , step, file = "", folder = ""] = process.argv;
const clock = new StepClock();

async function writerAlone(): Promise<number> {
  const database = await openDatabase(file, false);
  let rows = 0;
  for (const [name, fields] of await storedColumns(database)) {
    const columns: Column[] = [...fields, { name: "extra", type: "json" }];
    const names = columns.map((column) => quoted(column.name)).join(", ");
    await using output = await OutputFile.create(join(folder, `${name}.parquet`));
    // Amounts are generated with up to 21 digits.
    const sized = columns.map((column) => ({ ...column, size: { precision: 24, scale: 2 } }));
    const writing = parquetFile(output, sized);
    await database.read(async (reading) => {
      for await (const batch of reading.batches(`SELECT ${names} FROM ${quoted(name)}`)) {
        await clock.time(() => writing.write(batch));
        rows += batch.length;
      }
    });
    await clock.time(() => writing.end());
  }
  await database.close();
  return rows;
}

async function mirror(): Promise<number> {
  const { lists } = await exportTo(file, folder, { format: step as ExportFormat });
  return lists.reduce((rows, list) => rows + list.rows, 0);
}

clock.print(step === "writer" ? await writerAlone() : await clock.time(mirror));
