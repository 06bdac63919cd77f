/** The mirror beside dlt, which copies into SQLite too, where there is Python. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { median } from "simple-statistics";
import { installPackages } from "../../src/check/support/python.ts";
import type { Context } from "./measure.ts";
import { bench, generated, program, root, run } from "./places.ts";
import type { TableSection } from "./report/result.ts";
import { pairedSamples } from "./rounds.ts";
import { startProcess } from "./server-process.ts";
import { key } from "./service.ts";
import { runStep } from "./step.ts";

const ours = "court-register-mirror";
const dlt = "dlt 1.31";
const sources = join(bench, "contenders/mirror");

/** Copies lists with dlt. @returns the rows of each list, and the seconds without the start of the process and its imports. */
export type CopyWithDlt = (
  url: string,
  file: string,
  limit: number,
  lists: readonly string[],
) => Promise<{ rows: Record<string, number>; seconds: number }>;

/** Installs dlt; undefined where there is no Python, and in the short form, because it takes minutes. */
export async function findDlt({ quick, log }: Context): Promise<CopyWithDlt | undefined> {
  if (quick) return undefined;
  try {
    log("installing dlt");
    const python = await installPackages(join(generated, "mirror-peers"), join(sources, "requirements.txt"));
    return async (url, file, limit, lists) => {
      const args = [join(sources, "dlt_copy.py"), url, key, file, String(limit), ...lists];
      const output = await run(python, args);
      return JSON.parse(output.trim().split("\n").at(-1) ?? "");
    };
  } catch (error) {
    log(`without dlt: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
    return undefined;
  }
}

// Not temeljni_kapital: dlt ends at an amount of more than 64 bits.
const raced = ["sjediste", "skracena_tvrtka", "predmet_poslovanja", "pravni_oblik"];

/** Rows per second into SQLite, ours and dlt's, for the same lists. */
export async function raceDlt(copy: CopyWithDlt, url: string, folder: string): Promise<TableSection> {
  let number = 0;
  let rows = 0;
  const file = (): string => join(folder, `race-${number++}.sqlite`);
  const contenders = {
    [ours]: async () => {
      const step = await runStep("sync", url, file(), ...raced);
      rows = step.rows;
      return step.rows / step.seconds;
    },
    [dlt]: async () => {
      const { rows, seconds } = await copy(url, file(), 1_000, raced);
      return Object.values(rows).reduce((sum, count) => sum + count, 0) / seconds;
    },
  };
  const samples = await pairedSamples(contenders, { rounds: 5 });
  return {
    ...{
      kind: "table",
      title: `Beside dlt's REST source into SQLite: four lists with ${rows.toLocaleString("en")} rows`,
    },
    columns: ["", "rows per second, median"],
    rows: Object.entries(samples).map(([name, values]) => [name, Math.round(median(values))]),
    samples,
  };
}

/** How many rows each has of a service that caps pages without a word. */
export async function countMissed(copy: CopyWithDlt | undefined, folder: string): Promise<TableSection> {
  const total = 3_060;
  await using service = await startProcess(program("capped-service"), [String(total)]);
  const target = join(folder, "capped.sqlite");
  const options = ["--base-url", service.url, "--key", key, "--list", "gfi", "--limit", "500"];
  await run(process.execPath, [join(root, "packages/mirror/dist/cli.js"), "sync", target, ...options]);
  const database = new DatabaseSync(target);
  const got: Record<string, number> = { [ours]: Number(database.prepare("SELECT count(*) AS n FROM gfi").get()?.n) };
  database.close();
  if (copy) got[dlt] = (await copy(service.url, join(folder, "dlt.sqlite"), 500, ["gfi"])).rows.gfi ?? 0;
  return {
    ...{ kind: "table", title: "A service that caps pages at 100 rows and says so nowhere, asked for 500" },
    columns: ["", "rows", "missed"],
    rows: Object.entries(got).map(([name, rows]) => [name, rows, total - rows]),
    note: `The list has ${total.toLocaleString("en")} rows. Each ends without an error. dlt's offset paginator goes on by the 500 rows that it asked for, not by the 100 that came.`,
  };
}
