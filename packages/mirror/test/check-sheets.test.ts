/** Lists in XLSX against the register: every row has an answer, and every cell is as it was. */
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { Run } from "../src/cli/screen.ts";
import { check } from "../src/index.ts";
import { type Cell, numberText } from "../src/xlsx/cell.ts";
import { SheetWriter } from "../src/xlsx/sheet-writer.ts";
import { readSheet, type Sheet } from "../src/xlsx/workbook.ts";
import { run, runForBytes, runHere } from "./support/command.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { Register } from "./support/register.ts";
import { newTarget, randomRuns, type Target } from "./support/target.ts";

let target: Target;
const folder = mkdtempSync(join(tmpdir(), "mirror-sheets-"));

beforeAll(async () => {
  await using register = await Register.start();
  target = await newTarget();
  await copyDay(target, register, withNames(firstDay));
  await copyDay(target, register, withNames(secondDay));
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Makes a file that is not there yet. */
let files = 0;
const fileFor = (end: string): string => join(folder, `${++files}${end}`);

async function sheetFile(rows: readonly (readonly Cell[])[]): Promise<string> {
  const chunks: Uint8Array[] = [];
  const sheet = new SheetWriter("Partneri", async (bytes) => void chunks.push(bytes));
  for (const row of rows) await sheet.add(row);
  await sheet.end();
  const file = fileFor(".xlsx");
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}

const sheetOf = (file: string): Promise<Sheet> => readSheet(file, readFileSync(file));

const number = (stored: string): Cell => ({ type: "number", stored, text: numberText(stored), format: 0 });
const error: Cell = { type: "error", stored: "#N/A", text: "#N/A", format: 0 };
const date: Cell = { type: "date", stored: "46053", text: "2026-01-31", format: "dd.mm.yyyy." };

const own: readonly (readonly Cell[])[] = [
  ["OIB", "iznos", "=napomena"],
  [oib, number("1200.5"), "  x "],
  [number("1234567896"), undefined, "=1+1"],
  [],
  [error, date],
  ["9,42E+10", number("-5")],
  [number("1.2345678901234E+19")],
];
const added = ["match", "mbs", "oib", "naziv", "sjediste", "datum_brisanja", "postupak", "insolvency", "candidates"];
const matches = ["found", "found", undefined, "not a number", "not a number", "not a number"];

test("a sheet comes back with its own cells, and texts beside them", async () => {
  const file = await sheetFile(own);
  const out = fileFor(".xlsx");
  expect(await runHere("check", target.name, file, "--out", out)).toEqual({
    code: 0,
    output: "",
    errors:
      "5 lines (sheet Partneri, column OIB, generation 2): 2 found, 3 not a number. Insolvency: 2 (2 postupak).\n",
  });
  const { name, rows } = await sheetOf(out);
  expect(name).toBe("Partneri");
  const cellsOf = (line: number): readonly Cell[] => rows.find((row) => row.line === line)?.cells ?? [];
  for (const [index, cells] of own.entries())
    expect(cells.map((_, column) => cellsOf(index + 1)[column])).toEqual(cells);
  expect(cellsOf(1).slice(3)).toEqual(added);
  expect(matches.map((_, index) => cellsOf(index + 2)[3])).toEqual(matches);
  expect(cellsOf(3).slice(4, 6)).toEqual([mbs, oib]);
  // The same list gives the same bytes, and nothing else is left.
  const again = fileFor(".xlsx");
  await runHere("check", target.name, file, "--out", again);
  expect(readFileSync(again).equals(readFileSync(out))).toBe(true);
  expect(readdirSync(folder).filter((one) => one.endsWith(".part"))).toEqual([]);
  expect(await runHere("check", target.name, file, "--out", out)).toMatchObject({ code: 2 });
});

test("a sheet is printed as CSV that no spreadsheet computes, and as JSON; CSV is written as a sheet", async () => {
  const file = await sheetFile(own);
  const { output } = await runHere("check", target.name, file);
  expect(output.split("\r\n")).toEqual([
    `\ufeffOIB;iznos;'=napomena;${added.join(";")}`,
    expect.stringMatching(/^01234567896;1200.5; {2}x ;found;080000001;01234567896;/),
    expect.stringMatching(/^1234567896;;'=1\+1;found;080000001;01234567896;/),
    ";;;;;;;;;;;",
    "#N/A;2026-01-31;;not a number;;;;;;;;",
    "9,42E+10;-5;;not a number;;;;;;;;",
    "12345678901234000000;;;not a number;;;;;;;;",
    "",
  ]);
  const json = (await runHere("check", target.name, file, "--json")).output.trimEnd().split("\n");
  expect(json.map((line) => JSON.parse(line)).map(({ line, cells, text }) => [line, cells[0], text])).toEqual(
    [2, 3, 5, 6, 7].map((line) => [line, expect.any(String), expect.any(String)]),
  );
  expect(JSON.parse(json[2] ?? "")).toMatchObject({ cells: ["#N/A", "2026-01-31", ""], match: "not a number" });
  expect(await check(target.name, file)).toMatchObject({ sheet: "Partneri", lines: 5 });

  const csv = fileFor(".csv");
  writeFileSync(csv, `\ufeffsep=;\r\n;;\r\nOIB;"a\r\nb"\r\n="01234567896";=1+1\r\n${oib}\r\n`);
  const out = fileFor(".XLSX");
  expect(await runHere("check", target.name, csv, "--out", out)).toMatchObject({ code: 0 });
  expect((await sheetOf(out)).rows.map(({ line, cells }) => [line, ...cells.slice(0, 5)])).toEqual([
    [2, "OIB", "a\r\nb", "match", "mbs", "oib"],
    [3, "01234567896", "=1+1", "found", "080000001", "01234567896"],
    [4, oib, undefined, "found", "080000001", "01234567896"],
  ]);
  expect(await runHere("check", target.name, csv, "--json", "--out", fileFor(".xlsx"))).toMatchObject({ code: 2 });
  expect(await runHere("check", target.name, csv, "--sheet", "x")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("is not XLSX, and has no sheet called x. Leave out --sheet."),
  });
});

test("a list of cases, and of subjects, may be a sheet", async () => {
  const cases = await sheetFile([["predmet"], ["P-1/2020@3"], ["sedam"]]);
  // No case is followed here.
  expect((await runHere("check", target.name, cases, "--cases")).errors).toMatch(/no court cases|Court cases/);
  const subjects = await sheetFile([["Partner", "MBS"], ["x", number("80000001")], ["y", error], ["z"]]);
  const found = await runHere("changes", target.name, "--subjects", subjects, "--sheet", "partneri", "--json");
  expect(found.errors.replaceAll(subjects, "LIST").split("\n")).toEqual([
    "LIST, line 3: #N/A is no OIB and no MBS.",
    "LIST, line 4: its cell is no OIB and no MBS.",
    "",
  ]);
  expect(
    new Set(
      found.output
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).mbs),
    ),
  ).toEqual(new Set([mbs]));
  expect((await runHere("changes", target.name, "--sheet", "x")).errors).toContain(
    "--sheet names a sheet of --subjects, which is not given.",
  );
});

test.each([
  ["a format of old", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), "is in a format of Excel from before 2007"],
  [
    "a password",
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from("EncryptedPackage", "utf16le")]),
    "is encrypted. Save it without a password, as XLSX or as CSV UTF-8.",
  ],
  ["half a workbook", Buffer.from("PK\x03\x04"), "is damaged"],
])("%s is refused with what to do, and nothing is written", async (_, bytes, message) => {
  const [file, out] = [fileFor(".xlsx"), fileFor(".xlsx")];
  writeFileSync(file, bytes);
  expect(await runHere("check", target.name, file, "--out", out)).toMatchObject({
    code: 2,
    errors: expect.stringContaining(message),
  });
  expect(existsSync(out)).toBe(false);
});

test("a workbook that is too large is refused before it is read whole", async () => {
  const file = fileFor(".xlsx");
  writeFileSync(file, Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(64 * 2 ** 20)]));
  expect(await runHere("check", target.name, file)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("has more than 64 MiB. Save the sheet alone, or as CSV UTF-8."),
  });
  expect(statSync(file).size).toBeGreaterThan(64 * 2 ** 20);
});

const someCell = fc.constantFrom<Cell>(
  ...[undefined, undefined, "", " ", oib, "1234567896", "Uzorak", "9,42E+10", "a\nb", '"'],
  ...[number("1234567896"), number("9.42E+10"), number("1E+100"), error, date],
);

test("every row of a sheet is answered or has no value, whatever is in it; none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(someCell, { maxLength: 3 }), { maxLength: 30 }), async (rows) => {
      const file = await sheetFile([["oib", "b", "c"], ...rows]);
      const lines = new Map<number, readonly string[]>();
      await check(target.name, file, { onLine: ({ line, cells }) => void lines.set(line, cells) });
      const { rows: read } = await sheetOf(file);
      for (const [index, row] of rows.entries()) {
        const texts = row.map((cell) => (typeof cell === "object" ? cell.text : (cell ?? "")));
        const isThere = texts.some((text) => text.trim() !== "");
        expect(lines.has(index + 2)).toBe(isThere);
        const stored = read.find(({ line }) => line === index + 2)?.cells ?? [];
        if (isThere) expect(lines.get(index + 2)?.length).toBe(3);
        for (const [column, cell] of row.entries()) expect(stored[column]).toEqual(cell === "" ? undefined : cell);
      }
    }),
    { numRuns: randomRuns(30) },
  );
});

test("changes are a sheet of texts", async () => {
  const { code, bytes, errors } = await runForBytes("changes", target.name, "--format", "xlsx");
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const { name, rows } = await readSheet("changes.xlsx", bytes);
  expect(name).toBe("changes");
  const csv = (await runHere("changes", target.name, "--format", "csv")).output.trimEnd().split("\r\n");
  expect(rows.length).toBe(csv.length);
  const [header, ...lines] = rows.map(({ cells }) => cells);
  expect(header?.join()).toBe(csv[0]?.slice(1));
  expect(lines.flat().every((cell) => cell === undefined || typeof cell === "string")).toBe(true);
  expect(lines).toContainEqual(expect.arrayContaining(["2", "postupak", "new", mbs, oib]));
  const first = await runForBytes("changes", target.name, "--since", "2", "--format", "xlsx");
  expect((await readSheet("changes.xlsx", first.bytes)).rows.length).toBe(1);
});

test("changes count as told once all of the workbook was taken", async () => {
  await using register = await Register.start();
  await using own = await newTarget();
  const told = fileFor(".json");
  await copyDay(own, register, withNames(firstDay));
  await runHere("changes", own.name, "--told", told);
  await copyDay(own, register, withNames(secondDay));
  const before = readFileSync(told, "utf8");
  const argv = ["changes", own.name, "--told", told, "--format", "xlsx"];
  const ignored = { write: (_: unknown, done?: () => void) => done?.() };
  for (const taken of [0, 1, 3]) {
    let writes = 0;
    const failing = {
      write: (_: unknown, done?: (error?: Error) => void) => done?.(++writes > taken ? new Error("EPIPE") : undefined),
    };
    expect(await main(argv, new Run(failing, ignored))).toBe(1);
    expect(readFileSync(told, "utf8")).toBe(before);
  }
  expect((await readSheet("told.xlsx", (await runForBytes(...argv)).bytes)).rows.length).toBeGreaterThan(1);
  expect(readFileSync(told, "utf8")).not.toBe(before);
  expect((await runForBytes(...argv)).bytes.length).toBe(0);
});

test("as a process, and from a stream", async () => {
  const file = await sheetFile(own);
  expect(await check(target.name, createReadStream(file, { highWaterMark: 3 }))).toMatchObject({ lines: 5 });
  const { code, output } = await run("changes", target.name, "--format", "xlsx");
  expect([code, output.slice(0, 2)]).toEqual([0, "PK"]);
});
