import { Command, Option } from "commander";
import { type ExportResult, exportTo } from "../export/export.ts";
import { type ExportFormat, exportFormats } from "../export/row-file.ts";
import { targetName } from "../store/target-name.ts";
import { collect, schemaOption, type TargetFlags, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { Stop } from "./stop.ts";

interface ExportFlags extends TargetFlags {
  format: ExportFormat;
  generation?: number;
  changes?: boolean;
  list?: string[];
  json?: boolean;
}

/** `export TARGET DIR` */
export const exportCommand = (run: Run): Command =>
  new Command("export")
    .description("Exports a generation of TARGET into DIR, a file for each list. It appears whole or not at all.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("<dir>", "a folder that is empty, does not exist, or has earlier exports of TARGET")
    .addOption(new Option("--format <format>", "what to write").choices(exportFormats).default("parquet"))
    .option("--generation <number>", "which generation (default: the newest)", wholeNumber(1))
    .option("--changes", "also what the generation changed, as LIST_changes")
    .option("--list <name>", "only this list, such as sjediste (repeatable; default: all)", collect)
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExit code: 0 done, 1 stopped (run it again), 2 refused. DIR/latest.json names what is there.\n",
    )
    .action(async (target: string, folder: string, { list, json, ...options }: ExportFlags) => {
      using stop = new Stop();
      const result = await exportTo(target, folder, {
        ...options,
        lists: list,
        signal: stop.signal,
        onList: (name, rows) => {
          if (run.err.isTerminal) run.err.print(`${name}: ${rows.toLocaleString("en")} rows`);
        },
      });
      run.out.print(json ? JSON.stringify(result) : describe(target, folder, result));
    });

function describe(target: string, folder: string, { format, generation, upToDate, lists }: ExportResult): string {
  const sum = (of: (list: ExportResult["lists"][number]) => number): string =>
    lists.reduce((total, list) => total + of(list), 0).toLocaleString("en");
  const changes = lists.some((list) => list.changes !== undefined)
    ? ` and ${sum((one) => one.changes ?? 0)} changes`
    : "";
  const what = `generation ${generation} of ${targetName(target)} as ${format}: ${sum((one) => one.rows)} rows${changes} in ${lists.length} list${lists.length === 1 ? "" : "s"}.`;
  return `${folder} ${upToDate ? "already has" : "has"} ${what}`;
}
