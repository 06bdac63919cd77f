import { Command, Option } from "commander";
import type { Screen } from "#kit/screen";
import { hearingsCalendar } from "../cases/calendar.ts";
import { type Hearing, type Hearings, hearings } from "../cases/hearings.ts";
import { caseText } from "../cases/mark.ts";
import { csvBegin, csvLines, guarded } from "../changes/csv.ts";
import type { FieldOf } from "../show/contract-names.ts";
import { caseHidden, describe } from "../show/describe.ts";
import { textOf, type WireValue, writeJson } from "../wire/wire.ts";
import { schemaOption, type TargetFlags, timeZoneOption } from "./options.ts";
import { type Run, wrap } from "./screen.ts";

interface HearingsFlags extends TargetFlags {
  case?: string;
  timeZone?: string;
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
    .option("--case <mark@court>", "only those of this court case, such as Ovr-1283/2015@7")
    .addOption(timeZoneOption())
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

/** What the service has sent of a hearing, for CSV. */
const columns: readonly FieldOf<"rocista">[] = ["plPocetak", "plZavrsetak", "vrstaRadnje", "sobanaziv", "sobaoznaka"];

/** A hearing a line. */
function csvText({ hearings: all }: Hearings): string {
  const cell = (value: WireValue | undefined): string | null => (value == null ? null : guarded(textOf(value)));
  const minute = (time: string | null): string | null => time?.slice(0, 16).replace("T", " ") ?? null;
  const records = all.map(({ mark, court, courtName, note, begins, ends, row }) => [
    ...[cell(caseText({ mark, court })), cell(courtName), cell(note), minute(begins), minute(ends)],
    ...columns.map((name) => cell(row[name])),
  ]);
  return csvBegin(["case", "court", "note", "begins", "ends", ...columns]) + csvLines(records);
}

function screenText({ hearings: all, generation, completed, timeZone }: Hearings, screen: Screen): string {
  const foot = (text: string): string => screen.dim(wrap(screen, text, ""));
  const copied = `Generation ${generation}, copied ${completed}.`;
  if (all.length === 0) return `No hearing is ahead.\n\n${foot(copied)}`;
  const texts = all.map((one) => hearingText(one, timeZone, screen));
  return [...texts, "", foot(`${copied} Times are those of ${timeZone}.`)].join("\n");
}

function hearingText({ courtName, note, row, ...key }: Hearing, timeZone: string, screen: Screen): string {
  const about = [`${caseText(key)}${courtName === null ? "" : ` ${courtName}`}`, note].filter(Boolean).join(" · ");
  const text = describe("rocista", { row, meanings: {} }, caseHidden, timeZone);
  return `${wrap(screen, text, "  ", "")}\n${wrap(screen, about, "    ", "  ")}`;
}
