import { Command, Option } from "commander";
import { hearingsCalendar } from "../cases/calendar.ts";
import { type Hearing, type Hearings, hearings } from "../cases/hearings.ts";
import { caseText } from "../cases/mark.ts";
import { csvBegin, csvLines, guarded } from "../changes/csv.ts";
import type { Screen } from "../generated/output.ts";
import type { FieldOf } from "../show/contract-names.ts";
import { caseHidden, describe } from "../show/describe.ts";
import { textOf, type WireValue, writeJson } from "../wire/wire.ts";
import { schemaOption, type TargetFlags } from "./options.ts";
import { type Run, wrap } from "./screen.ts";

interface HearingsFlags extends TargetFlags {
  format?: "text" | "json" | "csv";
  json?: boolean;
  ics?: boolean;
}

/** `hearings TARGET` */
export const hearingsCommand = (run: Run): Command =>
  new Command("hearings")
    .description("Lists the hearings of court cases that are ahead.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .addOption(
      new Option("--format <format>", "text; json; or csv, for spreadsheets (default: text)")
        .choices(["text", "json", "csv"])
        .conflicts(["json", "ics"]),
    )
    .addOption(new Option("--json", "the same as --format json").conflicts("ics"))
    .option("--ics", "print iCalendar, for a calendar: a postponed hearing moves its event, a cancelled one cancels it")
    .addOption(schemaOption())
    .addHelpText("after", "\nExit code: 0 done, 1 the copy cannot be read now, 2 wrong use.\n")
    .action(async (target: string, { format, json, ics, ...options }: HearingsFlags) => {
      if (ics) return await run.write(await hearingsCalendar(target, options));
      const found = await hearings(target, options);
      if (found.unreadable > 0)
        run.err.print(
          `Of ${found.unreadable} more hearings, plPocetak is no time: whether they are ahead is not known.`,
        );
      if (json || format === "json") run.out.print(writeJson(found));
      else if (format === "csv") await run.write(csvText(found));
      else run.out.print(screenText(found, run.out));
    });

const columns: readonly FieldOf<"rocista">[] = ["plPocetak", "plZavrsetak", "vrstaRadnje", "sobanaziv", "sobaoznaka"];

/** A hearing a line. */
function csvText({ hearings: all }: Hearings): string {
  const cell = (value: WireValue | undefined): string | null => (value == null ? null : guarded(textOf(value)));
  const records = all.map(({ mark, court, courtName, row }) => [
    ...[cell(caseText({ mark, court })), cell(courtName)],
    ...columns.map((name) => cell(row[name])),
  ]);
  return csvBegin(["case", "court", ...columns]) + csvLines(records);
}

function screenText({ hearings: all, generation, completed }: Hearings, screen: Screen): string {
  const foot = screen.dim(wrap(screen, `Generation ${generation}, copied ${completed}.`, ""));
  if (all.length === 0) return `No hearing is ahead.\n\n${foot}`;
  return [...all.map((one) => hearingText(one, screen)), "", foot].join("\n");
}

const hearingText = ({ courtName, row, ...key }: Hearing, screen: Screen): string => {
  const about = `${caseText(key)}${courtName === null ? "" : ` ${courtName}`}`;
  return `${wrap(screen, describe("rocista", { row, meanings: {} }, caseHidden), "  ", "")}\n${wrap(screen, about, "    ", "  ")}`;
};
