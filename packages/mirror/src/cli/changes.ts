import { Command, Option } from "commander";
import type { Screen } from "#kit/screen";
import type { ChangesSummary } from "../changes/change.ts";
import { changes } from "../changes/tell.ts";
import { type ListOptions, readCompanyList } from "../check/company-list.ts";
import { MirrorError } from "../mirror-error.ts";
import { type ChangesFormat, formats, printers, summaryText } from "./changes-output.ts";
import { tellHeader } from "./check.ts";
import { collect, fileName, schemaOption, timeZoneOption, wholeNumber } from "./options.ts";
import { OutputEnded, type Run, wrap } from "./screen.ts";

interface ChangesFlags {
  since?: string;
  list?: string[];
  mbs?: number;
  schema?: string;
  subjects?: string;
  case?: string;
  about?: "insolvency";
  place?: string;
  column?: string;
  sheet?: string;
  told?: string;
  post?: string;
  format?: ChangesFormat;
  json?: boolean;
  exitCode?: boolean;
  timeZone?: string;
}

/** `changes TARGET` */
export const changesCommand = (run: Run): Command =>
  new Command("changes")
    .description("Shows or sends what came, went and changed, field by field.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .option(
      "--since <generation|day>",
      "compare with this generation, or with the last copy before this day (2026-01-31) or time; 0 shows everything as new (default: the newest generation before the last sync)",
    )
    .option("--list <name>", "only this list, such as subjekt (repeatable; default: all)", collect)
    .addOption(
      new Option("--mbs <number>", "only rows about this subject").argParser(wholeNumber(1)).conflicts("subjects"),
    )
    .option(
      "--subjects <file>",
      "only rows about the subjects of this list: CSV or XLSX with a column of OIBs or MBSs, or one a line",
      fileName,
    )
    .addOption(
      new Option("--case <mark@court>", "only rows about this court case, such as Ovr-1283/2015@7").conflicts([
        "mbs",
        "subjects",
      ]),
    )
    .addOption(
      new Option(
        "--about <what>",
        "only changes of this: insolvency, whose signs are rows of postupak, and another stecajna_masa or likvidacijska_masa of subjekt than 0",
      )
        .choices(["insolvency"])
        .conflicts("case"),
    )
    .addOption(new Option("--place <text>", "only subjects whose seat or county has these words").conflicts("case"))
    .option("--column <name>", "header of the column of --subjects, or its number from 1 (default: found)")
    .option("--sheet <name>", "sheet of --subjects, if that is XLSX (default: the first one that is not hidden)")
    .addOption(
      new Option(
        "--told <file>",
        "what has changed since this file says that it was told; once all is printed or sent, the file says so",
      )
        .argParser(fileName)
        .conflicts("since"),
    )
    .addOption(
      new Option(
        "--format <format>",
        "text; json, a change a line; or csv or xlsx, a field a line, for spreadsheets (default: text)",
      )
        .choices(formats)
        .conflicts("json"),
    )
    .option("--json", "the same as --format json")
    .addOption(
      new Option(
        "--post <url>",
        "send the changes there, signed as Standard Webhooks with the secret in COURT_REGISTER_WEBHOOK_SECRET",
      ).conflicts(["format", "json"]),
    )
    .addOption(timeZoneOption())
    .addOption(schemaOption())
    .option("--exit-code", "end with 3 if there is any change")
    .addHelpText(
      "after",
      `
With --told, no news is lost: what was not printed to its end, or not accepted by --post, is told by the next run. The first run makes the file, and tells nothing.

Exit code: 0 done, 1 the copy cannot be read or the changes not be told now (run it again), 2 refused or wrong use; with --exit-code, 3 if there is any change.
`,
    )
    .action((target: string, flags: ChangesFlags) => runChanges(run, target, flags));

async function runChanges(run: Run, target: string, flags: ChangesFlags): Promise<void> {
  const { list, subjects, column, sheet, format, json, post, exitCode, timeZone, ...options } = flags;
  if (subjects === undefined)
    for (const [name, value] of Object.entries({ column, sheet }))
      if (value !== undefined)
        throw new MirrorError("usage", `--${name} names a ${name} of --subjects, which is not given.`);
  const printer = printers[format ?? (json ? "json" : "text")](run, { timeZone, about: options.about });
  let count = 0;
  try {
    await changes(target, {
      ...options,
      lists: list,
      subjects: subjects === undefined ? undefined : await readSubjects(run, subjects, { column, sheet }),
      post: post === undefined ? undefined : { url: post },
      onChange: async (change, { to }) => {
        if (exitCode) run.exitCode = 3;
        count++;
        if (post === undefined) await printer.print(change, to.generation);
      },
      onEnd: async (summary) => {
        for (const number of summary.notFound) run.err.print(`${subjects}: no subject has the number ${number}.`);
        if (flags.told !== undefined && count === 0) {
          // Every quiet night would be a mail from cron.
          if (summary.isFirst || run.err.isTerminal) run.err.print(quietText(summary, flags.told));
        } else if (post !== undefined) run.out.print(postedText(summary, count, run.out));
        else await printer.end(summary);
        run.keep();
      },
    });
  } catch (error) {
    if (!(error instanceof OutputEnded) || flags.told === undefined) throw error;
    run.err.print(
      `The output was not taken to its end. ${flags.told} does not say that it was told: the next run tells it again.`,
    );
    run.exitCode = 1;
  }
}

/** The numbers in a list of subjects. A line that has none is told; of a list without any, nothing would ever be told. */
async function readSubjects(run: Run, file: string, options: ListOptions): Promise<string[]> {
  const numbers: string[] = [];
  const list = await readCompanyList(file, options);
  tellHeader(run, file, list);
  for await (const { line, asked } of list.lines) {
    const [number] = asked?.numbers ?? [];
    if (number) numbers.push(number.text);
    else if (asked)
      run.err.print(`${file}, line ${line}: ${asked.text.trim().slice(0, 60) || "its cell"} is no OIB and no MBS.`);
  }
  if (numbers.length > 0) return numbers;
  throw new MirrorError("usage", `${file} has no OIB and no MBS. Name their column by --column, or another file.`);
}

/** Why a run with `--told` tells nothing. */
const quietText = ({ isFirst, to }: ChangesSummary, told: string): string =>
  isFirst
    ? `From now on, what changes after generation ${to.generation} is told. ${told} keeps what was told last.`
    : `Nothing has changed that was not told: the newest generation is ${to.generation}.`;

const postedText = (summary: ChangesSummary, count: number, screen: Screen): string =>
  count === 0
    ? summaryText(summary, screen)
    : `${summaryText(summary, screen)}\n${wrap(screen, `Sent: ${count.toLocaleString("en")} changes.`, "")}`;
