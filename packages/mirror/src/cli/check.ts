import { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { guarded } from "../changes/csv.ts";
import { caseMatches, checkCasesIn, readCaseList } from "../check/cases.ts";
import { type CheckSummary, checkIn } from "../check/check.ts";
import { type CompanyLine, type CompanyList, readCompanyList } from "../check/company-list.ts";
import { type CheckedCompany, matches } from "../check/look-up.ts";
import { NewFile } from "../check/new-file.ts";
import { explainFile } from "../export/explain-file.ts";
import { plain } from "../show/describe.ts";
import type { Company } from "../store/company.ts";
import { signs, signsIn } from "../store/insolvency.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { fileName, schemaOption, type TargetFlags } from "./options.ts";
import type { Run } from "./screen.ts";
import { Stop } from "./stop.ts";

interface CheckFlags extends TargetFlags {
  column?: string;
  cases?: boolean;
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
      "CSV in UTF-8 with semicolons, commas or tabs, with a column of OIBs, MBSs or names; - is standard input",
    )
    .option(
      "--column <name>",
      "the column to look up: its header, or its number from 1 (default: by its header, such as oib, mbs or naziv, or its content)",
    )
    .option(
      "--cases",
      "the list is of court cases: a column of MARK@COURT (the first, or that of --column), or of marks beside one called sud or court; without a header, the next one",
    )
    .option("--out <file>", "write a new file, whole or not at all, instead of printing", fileName)
    .addOption(schemaOption())
    .option("--json", "a JSON object a line, in place of CSV")
    .option("--exit-code", "end with 3 if a line is not found")
    .addHelpText(
      "after",
      `
Added columns: match (${matches.join(", ")}), then mbs, oib, naziv, sjediste, datum_brisanja, postupak and insolvency of the company, and candidates. A name matches if it is equal but for case, accents and punctuation. Nothing is guessed: companies that it may be are candidates.

insolvency has the signs that are there: postupak, a row of that list; stecajna_masa, likvidacijska_masa, another value of the subject than 0. It is unknown if none is there, and a list that has some was not copied.

With --cases: match (${caseMatches.join(", ")}), then case, court_name, last_change, next_hearing and candidates.

Exit code: 0 done, 1 the copy or a file cannot be read or written now, 2 wrong use; with --exit-code, 3 if a line is not found.
`,
    )
    .action(async (target: string, file: string, { column, cases, out, json, exitCode, ...options }: CheckFlags) => {
      using stop = new Stop();
      try {
        await using place = out === undefined ? undefined : await NewFile.create(out);
        const write = async (text: string): Promise<void> => await (place ? place.write(text) : run.write(text));
        const summary = await readCopy(target, options, async (snapshot) => {
          const list = cases ? await readCaseList(snapshot, file, column) : await readCompanyList(file, column);
          tellHeader(run, file, list);
          const lines = new Blocks(write);
          if (cases) return await printCases(snapshot, list, lines, { json, run, exitCode });
          if (!json) await lines.add(beginOf(list, ["match", ...companyFields, "candidates"]));
          const result = await checkIn(
            snapshot,
            list,
            async (line, answer) => {
              if (exitCode && answer && answer.match !== "found") run.exitCode = 3;
              if (!json) await lines.add(csvOf(list, line, answer));
              else if (answer) await lines.add(jsonOf(line, answer));
            },
            stop.signal,
          );
          await lines.end();
          return result;
        });
        await place?.publish();
        if (!json) run.err.print(typeof summary === "string" ? summary : summaryText(summary));
      } catch (error) {
        throw explainFile(error, out ?? file, "Nothing was written");
      }
    });

/** Prints the lines of a list of cases. @returns how many have each match, in words. */
async function printCases(
  snapshot: Snapshot,
  list: CompanyList,
  lines: Blocks,
  { json, run, exitCode }: { json: boolean | undefined; run: Run; exitCode: boolean | undefined },
): Promise<string> {
  const added = ["match", "case", "court_name", "last_change", "next_hearing", "candidates"];
  if (!json) await lines.add(beginOf(list, added));
  const counts = await checkCasesIn(snapshot, list, Date.now(), async ({ line, cells, written }, answer) => {
    if (exitCode && answer && answer.match !== "found") run.exitCode = 3;
    if (json) {
      if (answer) await lines.add(`${JSON.stringify({ line, cells, ...answer })}\n`);
      return;
    }
    const { match, case: name, courtName, lastChange, nextHearing, candidates } = answer ?? {};
    const values = [match, name, courtName, lastChange, nextHearing, candidates?.join("; ")];
    const texts = values.map((value) => guarded(value ?? ""));
    await lines.add(lineOf(list, written, cells.length, texts));
  });
  await lines.end();
  const parts = caseMatches.filter((match) => counts[match] > 0).map((match) => `${counts[match]} ${match}`);
  return `Court cases, generation ${snapshot.newestOf("cases").generation}: ${parts.join(", ") || "no lines"}.`;
}

/** Texts that are written together. */
class Blocks {
  readonly #write: (text: string) => Promise<void>;
  #text = "";

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= 65_536) await this.end();
  }

  async end(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (text !== "") await this.#write(text);
  }
}

/** The columns of a company that are added. */
const companyFields = ["mbs", "oib", "naziv", "sjediste", "datum_brisanja", "postupak", "insolvency"] as const;

/** All that stands before the first line: what the list begins with, and its header. */
function beginOf({ format, before, header, width }: CompanyList, added: string[]): string {
  const { hasBom, separatorLine, newline } = format;
  const lines = before.map(({ written }) => written);
  if (header)
    lines.push(lineOf({ format, width }, header.written, header.cells.length, added).slice(0, -newline.length));
  if (separatorLine !== undefined) lines.unshift(separatorLine);
  return (hasBom ? "\ufeff" : "") + lines.map((line) => line + newline).join("");
}

/** Tells what a list does not say, and is likely. */
export function tellHeader(run: Run, file: string, { firstLine, header }: CompanyList): void {
  if (firstLine === "taken for header" && header)
    run.err.print(
      `${file}, line ${header.line}: taken for the names of columns, and not looked up: ${header.cells.join("; ").slice(0, 100)}`,
    );
}

function csvOf(list: CompanyList, { written, cells }: CompanyLine, answer: CheckedCompany | undefined): string {
  const names = (answer?.candidates ?? []).map(candidateText);
  if (answer?.more) names.push("…");
  const added = [
    answer?.match ?? "",
    ...companyFields.map((field) => answer?.company?.[field] ?? ""),
    names.join("; "),
  ];
  return lineOf(list, written, cells.length, added.map(guarded));
}

/** A line as it was written, then cells that it lacks, then what is added. */
function lineOf(
  { format: { delimiter, newline }, width }: Pick<CompanyList, "format" | "width">,
  written: string,
  cells: number,
  added: string[],
): string {
  const texts = stringify([added], { delimiter, eof: false, quoted_match: /[\r\n]/ });
  return `${written}${delimiter.repeat(width - cells)}${delimiter}${texts}${newline}`;
}

function candidateText({ mbs, naziv, datum_brisanja, insolvency }: Company): string {
  const standing = [...(datum_brisanja === null ? [] : [`deleted ${plain(datum_brisanja)}`]), ...signsIn(insolvency)];
  return [mbs, naziv, standing.length > 0 ? `(${standing.join(", ")})` : ""].filter(Boolean).join(" ");
}

function jsonOf({ line, cells, asked }: CompanyLine, answer: CheckedCompany): string {
  return `${JSON.stringify({ line, cells, ...answer, text: asked?.text })}\n`;
}

function summaryText({ lines, column, generation, matches: counts, insolvency }: CheckSummary): string {
  const parts = matches
    .filter((match) => counts[match] > 0)
    .map((match) => `${counts[match].toLocaleString("en")} ${match}`);
  // A header may have line ends in it.
  const where = `${column === null ? "" : `column ${column.replace(/\s+/g, " ")}, `}generation ${generation}`;
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
