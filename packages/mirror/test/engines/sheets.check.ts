/** Lists of a thousand lines that other programs have made are checked, and other programs read what is written. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOib } from "@court-register/fetch/identifiers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runForBytes, runHere } from "../support/command.ts";
import { copyDay } from "../support/company.ts";
import { withNames } from "../support/names.ts";
import { Register } from "../support/register.ts";
import { sqliteTarget } from "../support/target.ts";

const target = sqliteTarget();
const folder = mkdtempSync(join(tmpdir(), "mirror-sheets-"));
const script = fileURLToPath(new URL("sheets.py", import.meta.url));
const python = process.env.COURT_REGISTER_TEST_ENGINES_PYTHON ?? "";
const soffice = process.env.COURT_REGISTER_TEST_SOFFICE ?? "";

const oibOf = (number: number): string => {
  // Some begin with a zero. All have more digits than an MBS without it.
  const ten = `${number % 2}${100_000_000 + number * 7_919}`;
  return Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`).find((text) => isOib(text)) ?? expect.fail(ten);
};
const wrong = (oib: string): string => oib.slice(0, -1) + ((Number(oib.at(-1)) + 1) % 10);

/** A line for each answer: what is asked for, and what there is to be said. */
const lines = Array.from({ length: 1_000 }, (_, index) => {
  const oib = oibOf(index + 1);
  const mbs = String(80_000_000 + index).padStart(9, "0");
  const kind = (["found", "deleted", "none", "wrong check digit", "not a number"] as const)[index % 5] ?? "none";
  const asked = kind === "wrong check digit" ? wrong(oib) : kind === "not a number" ? "9,42E+10" : oib;
  const isThere = kind === "found" || kind === "deleted";
  return { oib, mbs, kind, asked, name: `Tvornica "Š ${index}" d.o.o.`, amount: `${index}.5`, isThere };
});
const expected = lines.map(({ kind, mbs, oib, isThere }) => [kind, isThere ? mbs : "", isThere ? oib : ""]);

beforeAll(async () => {
  if (!python) throw new Error("This needs openpyxl and pandas: run it with pnpm check:engines.");
  await using register = await Register.start();
  await copyDay(
    target,
    register,
    withNames({
      subjekt: lines
        .filter(({ isThere }) => isThere)
        .map(
          ({ mbs, oib, kind }) =>
            `{"mbs":${Number(mbs)},"oib":${Number(oib)}${kind === "deleted" ? ',"datum_brisanja":"2020-01-31T00:00:00"' : ""}}`,
        ),
      skracena_tvrtka: lines.map(({ mbs }, index) => `{"mbs":${Number(mbs)},"ime":"=Uzorak ${index}"}`),
    }),
  );
  const rows = lines.map(({ asked, name, amount }) => [asked, name, amount]);
  execFileSync(python, [script, "make", folder], { input: JSON.stringify(rows) });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

type Cells = [type: string, value: string | null][][];
const read = (...files: string[]): Cells[] =>
  Object.values(
    JSON.parse(execFileSync(python, [script, "read", ...files], { encoding: "utf8", maxBuffer: 2 ** 28 })) as object,
  );

/** Has LibreOffice save a file in another format. */
function convert(file: string, format: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  execFileSync(soffice, [profile, "--headless", "--convert-to", format, "--outdir", to, file], { stdio: "ignore" });
  return join(to, basename(file).replace(/\.\w+$/, `.${format.split(":")[0]}`));
}
const withSemicolons = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false";

/** Checks a list and looks at all that it says. */
async function expectAnswers(file: string): Promise<string> {
  const out = `${file}.checked.xlsx`;
  const { code, errors } = await runHere("check", target.name, file, "--out", out);
  expect({ file, code, errors: errors.replace(/\((?:sheet \S+, )?(?:column OIB, )?/, "(") }).toEqual({
    file,
    code: 0,
    errors: "1,000 lines (generation 1): 200 found, 200 deleted, 200 none, 200 wrong check digit, 200 not a number.\n",
  });
  const [checked = []] = read(out);
  const hasHeader = !basename(file).startsWith("xlsxwriter");
  const width = 4;
  const added = checked.map((row) => row.slice(width));
  const answers = hasHeader ? added.slice(1) : added;
  expect(answers.map((row) => row.slice(0, 3).map(([, value]) => value ?? ""))).toEqual(expected);
  expect(new Set(answers.flat().flatMap(([type, value]) => (value === null ? [] : type)))).toEqual(new Set(["s"]));
  if (hasHeader) expect(added[0]?.slice(0, 3).map(([, value]) => value)).toEqual(["match", "mbs", "oib"]);
  if (file.endsWith(".xlsx")) {
    const [before = []] = read(file);
    expect(checked.map((row) => row.slice(0, width))).toEqual(before.map((row) => row.slice(0, width)));
  }
  // The same is said line by line.
  const json = (await runHere("check", target.name, file, "--json")).output.trimEnd().split("\n");
  const said = json.map((line) => JSON.parse(line));
  expect(said.map(({ match, company }) => [match, company?.mbs ?? "", company?.oib ?? ""])).toEqual(expected);
  return out;
}

const madeBy = ["openpyxl.xlsx", "openpyxl-stream.xlsx", "pandas.xlsx", "xlsxwriter.xlsx"];
const madeAsCsv = ["pandas.csv", "pandas-semicolons.csv", "csv-quoted.csv"];

test.each([...madeBy, ...madeAsCsv])("%s: every line is answered, and openpyxl reads the answers", async (name) => {
  expect(readdirSync(folder)).toContain(name);
  await expectAnswers(join(folder, name));
});

test("LibreOffice: every line of what it saves is answered, and it reads the answers", async ({ skip }) => {
  if (!soffice) return skip("LibreOffice is not on this machine: there is no program soffice.");
  for (const name of [...madeBy, "csv-quoted.csv"]) {
    const own = name.endsWith(".csv")
      ? join(folder, "list.csv")
      : convert(join(folder, name), "xlsx", join(folder, "libreoffice"));
    if (name.endsWith(".csv")) cpSync(join(folder, name), own);
    const out = await expectAnswers(own);
    if (name.endsWith(".xlsx")) await expectAnswers(convert(own, withSemicolons, join(folder, "libreoffice-csv")));
    const shown = parse(readFileSync(convert(out, withSemicolons, join(folder, "shown"))), {
      delimiter: ";",
      relax_column_count: true,
    });
    const answers = name.startsWith("xlsxwriter") ? shown : shown.slice(1);
    expect(answers.map((row: string[]) => row.slice(4, 7))).toEqual(expected);
  }
});

test("changes: every text is one for openpyxl and LibreOffice, whatever it begins with", async () => {
  const { bytes } = await runForBytes("changes", target.name, "--since", "0", "--format", "xlsx");
  const file = join(folder, "changes.xlsx");
  writeFileSync(file, bytes);
  const csv = parse((await runHere("changes", target.name, "--since", "0", "--format", "csv")).output, { bom: true });
  const plain = csv.map((row: string[]) => row.map((cell) => cell.replace(/^'(?=[=+\-@])/, "")));
  const [found = []] = read(file);
  expect(found.map((row) => row.map(([, value]) => value ?? ""))).toEqual(plain);
  expect(plain.flat()).toContain("=Uzorak 0");
  expect(new Set(found.flat().flatMap(([type, value]) => (value === null ? [] : type)))).toEqual(new Set(["s"]));
  if (!soffice) return;
  const shown = parse(readFileSync(convert(file, withSemicolons, join(folder, "shown"))), { delimiter: ";" });
  expect(shown).toEqual(plain);
});
