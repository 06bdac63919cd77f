import { Command } from "commander";
import { type CheckedCase, caseMatches, checkCasesIn, readCaseList } from "../check/cases.ts";
import { type CheckSummary, checkIn } from "../check/check.ts";
import { type CompanyList, readCompanyList } from "../check/company-list.ts";
import type { ListRow } from "../check/list-rows.ts";
import { writeCsvList, writeSheetList } from "../check/list-writer.ts";
import { type CheckedCompany, matches } from "../check/look-up.ts";
import { NewFile } from "../check/new-file.ts";
import { explainFile } from "../export/explain-file.ts";
import { MirrorError } from "../mirror-error.ts";
import { hearingTime, plain } from "../show/describe.ts";
import type { Company } from "../store/company.ts";
import { signs, signsIn } from "../store/insolvency.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { fileName, schemaOption, type TargetFlags, timeZoneOption } from "./options.ts";
import { Blocks, type Run } from "./screen.ts";
import { Stop } from "./stop.ts";

interface CheckFlags extends TargetFlags {
  column?: string;
  sheet?: string;
  cases?: boolean;
  timeZone?: string;
  out?: string;
  json?: boolean;
  exitCode?: boolean;
}

/** `check TARGET FILE` */
export const checkCommand = (run: Run): Command =>
  new Command("check")
    .description("Checks a list of companies, or of court cases: prints its lines, each with what the copy says of it.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument(
      "<file>",
      "XLSX, or CSV in UTF-8 with semicolons, commas, tabs or |, with a column of OIBs, MBSs or names; - is standard input",
    )
    .option(
      "--column <name>",
      "the column to look up: its header, or its number from 1 (default: by its header, such as oib, mbs or naziv, or its content)",
    )
    .option("--sheet <name>", "the sheet of XLSX (default: the first one that is not hidden)")
    .option(
      "--cases",
      "the list is of court cases: a column of MARK@COURT (the first, or that of --column), or of marks beside one called sud or court; without a header, the next one",
    )
    .option(
      "--out <file>",
      "write a new file, whole or not at all, instead of printing CSV; XLSX, if its name ends with .xlsx",
      fileName,
    )
    .addOption(timeZoneOption())
    .addOption(schemaOption())
    .option("--json", "a JSON object a line, in place of CSV")
    .option("--exit-code", "end with 3 if a line is not found")
    .addHelpText(
      "after",
      `
Added columns: match (${matches.join(", ")}), then mbs, oib, naziv, sjediste, datum_brisanja, postupak and insolvency of the company, and candidates. A name matches if it is equal but for case, accents and punctuation. Nothing is guessed: companies that it may be are candidates.

insolvency has the signs that are there: postupak, a row of that list; stecajna_masa, likvidacijska_masa, another value of the subject than 0. It is unknown if none is there, and a list that has some was not copied.

With --cases: match (${caseMatches.join(", ")}), then case, court_name, last_change, next_hearing (in the time of the court; with --json, as it was sent) and candidates.

Exit code: 0 done, 1 the copy or a file cannot be read or written now, 2 wrong use; with --exit-code, 3 if a line is not found.
`,
    )
    .action(
      async (
        target: string,
        file: string,
        { column, sheet, cases, timeZone, out, json, exitCode, ...options }: CheckFlags,
      ) => {
        using stop = new Stop();
        try {
          const isSheet = out !== undefined && /\.xlsx$/i.test(out);
          if (isSheet && json) throw new MirrorError("usage", `--json is no workbook. Name another file than ${out}.`);
          await using place = out === undefined ? undefined : await NewFile.create(out);
          const blocks = new Blocks(async (text) => await (place ? place.write(text) : run.write(text)));
          const summary = await readCopy(target, options, async (snapshot) => {
            const list = cases
              ? await readCaseList(snapshot, file, { column, sheet })
              : await readCompanyList(file, { column, sheet });
            tellHeader(run, file, list);
            const added = cases ? caseColumns : companyColumns;
            const printer: Printer = json
              ? jsonPrinter(blocks)
              : place && isSheet
                ? await writeSheetList(list, added, (bytes) => place.write(bytes))
                : await writeCsvList(list, added, blocks);
            const print: Printer["line"] = async (row, cells, answer) => {
              if (exitCode && answer && answer.match !== "found") run.exitCode = 3;
              await printer.line(row, cells, answer);
            };
            const text = cases
              ? await printCases(snapshot, list, print, timeZone)
              : await printCompanies(snapshot, list, print, stop.signal);
            await printer.end();
            return text;
          });
          await place?.publish();
          if (!json) run.err.print(summary);
        } catch (error) {
          throw explainFile(error, out ?? file, "Nothing was written");
        }
      },
    );

/** Prints the lines of a list. */
interface Printer {
  /** @param answer - Undefined for a line whose cells are all empty. */
  line(row: ListRow, added: readonly string[], answer: LineMatch | undefined): Promise<void>;
  end(): Promise<void>;
}

type LineMatch = (CheckedCompany & { text: string | undefined }) | CheckedCase;

/** Prints an object for each line that has an answer. */
function jsonPrinter(blocks: Blocks): Printer {
  return {
    async line({ line, cells }, _, answer) {
      if (answer) await blocks.add(`${JSON.stringify({ line, cells, ...answer })}\n`);
    },
    end: () => blocks.end(),
  };
}

/** Prints what the copy says of companies. @returns how many lines have each match, in words. */
async function printCompanies(
  snapshot: Snapshot,
  list: CompanyList,
  print: Printer["line"],
  signal: AbortSignal,
): Promise<string> {
  const summary = await checkIn(
    snapshot,
    list,
    (line, answer) => print(line, companyCells(answer), answer && { ...answer, text: line.asked?.text }),
    signal,
  );
  return summaryText(summary);
}

/** Prints what the copy says of cases. @returns how many lines have each match, in words. */
async function printCases(
  snapshot: Snapshot,
  list: CompanyList,
  print: Printer["line"],
  timeZone: string | undefined,
): Promise<string> {
  const counts = await checkCasesIn(snapshot, list, Date.now(), (line, answer) =>
    print(line, caseCells(answer, timeZone), answer),
  );
  const parts = caseMatches.filter((match) => counts[match] > 0).map((match) => `${counts[match]} ${match}`);
  return `Court cases, generation ${snapshot.newestOf("cases").generation}: ${parts.join(", ") || "no lines"}.`;
}

/** The columns of a company that are added. */
const companyFields = ["mbs", "oib", "naziv", "sjediste", "datum_brisanja", "postupak", "insolvency"] as const;
const companyColumns: readonly string[] = ["match", ...companyFields, "candidates"];

function companyCells(answer: CheckedCompany | undefined): string[] {
  const names = (answer?.candidates ?? []).map(candidateText);
  if (answer?.more) names.push("…");
  const fields = companyFields.map((field) => answer?.company?.[field] ?? "");
  return [answer?.match ?? "", ...fields, names.join("; ")];
}

const caseColumns: readonly string[] = ["match", "case", "court_name", "last_change", "next_hearing", "candidates"];

function caseCells(answer: CheckedCase | undefined, timeZone: string | undefined): string[] {
  const { match, case: name, courtName, lastChange, nextHearing, candidates } = answer ?? {};
  const hearing = hearingTime(nextHearing ?? null, timeZone);
  return [match, name, courtName, lastChange, hearing, candidates?.join("; ")].map((value) => value ?? "");
}

/** Tells what a list does not say, and is likely. */
export function tellHeader(run: Run, file: string, { firstLine, header }: CompanyList): void {
  if (firstLine === "taken for header" && header)
    run.err.print(
      `${file}, line ${header.line}: taken for the names of columns, and not looked up: ${header.cells.join("; ").slice(0, 100)}`,
    );
}

function candidateText({ mbs, naziv, datum_brisanja, insolvency }: Company): string {
  const standing = [...(datum_brisanja === null ? [] : [`deleted ${plain(datum_brisanja)}`]), ...signsIn(insolvency)];
  return [mbs, naziv, standing.length > 0 ? `(${standing.join(", ")})` : ""].filter(Boolean).join(" ");
}

function summaryText({ lines, sheet, column, generation, matches: counts, insolvency }: CheckSummary): string {
  const parts = matches
    .filter((match) => counts[match] > 0)
    .map((match) => `${counts[match].toLocaleString("en")} ${match}`);
  // A header may have line ends in it.
  const where = [
    ...(sheet === null ? [] : [`sheet ${sheet}`]),
    ...(column === null ? [] : [`column ${column.replace(/\s+/g, " ")}`]),
    `generation ${generation}`,
  ].join(", ");
  const named = signs
    .filter((sign) => insolvency.signs[sign] > 0)
    .map((sign) => `${insolvency.signs[sign].toLocaleString("en")} ${sign}`);
  const marked = named.length > 0 ? ` Insolvency: ${insolvency.lines.toLocaleString("en")} (${named.join(", ")}).` : "";
  const unknown =
    insolvency.unknown > 0
      ? ` Insolvency unknown: ${insolvency.unknown.toLocaleString("en")}, because a list that tells it was not copied.`
      : "";
  return `${lines.toLocaleString("en")} line${lines === 1 ? "" : "s"} (${where})${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.${marked}${unknown}`;
}
