import { Command, Option } from "commander";
import { changes } from "../changes/changes.ts";
import { type ChangesFormat, formats, printers } from "./changes-output.ts";
import { collect, schemaOption, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";

interface ChangesFlags {
  since?: string;
  list?: string[];
  mbs?: number;
  schema?: string;
  format?: ChangesFormat;
  json?: boolean;
  exitCode?: boolean;
}

/** `changes TARGET` */
export const changesCommand = (run: Run): Command =>
  new Command("changes")
    .description("Shows what came, went and changed, field by field.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .option(
      "--since <generation|day>",
      "compare with this generation, or with the last copy before this day (2026-01-31) or time; 0 shows everything as new (default: the newest generation before the last sync)",
    )
    .option("--list <name>", "only this list, such as subjekt (repeatable; default: all)", collect)
    .option("--mbs <number>", "only rows about this subject", wholeNumber(1))
    .addOption(schemaOption())
    .addOption(
      new Option(
        "--format <format>",
        "text; json, a change a line; or csv, a field a line, for spreadsheets (default: text)",
      )
        .choices(formats)
        .conflicts("json"),
    )
    .option("--json", "the same as --format json")
    .option("--exit-code", "end with 3 if there is any change")
    .addHelpText(
      "after",
      "\nExit code: 0 done, 1 the copy cannot be read now, 2 wrong use; with --exit-code, 3 if there is any change.\n",
    )
    .action(async (target: string, { list, format, json, exitCode, ...options }: ChangesFlags) => {
      const printer = printers[format ?? (json ? "json" : "text")](run);
      const summary = await changes(target, {
        ...options,
        lists: list,
        onChange: async (change, { to }) => {
          if (exitCode) run.exitCode = 3;
          await printer.print(change, to.generation);
        },
      });
      await printer.end(summary);
    });
