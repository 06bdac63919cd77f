import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { workbookParts, zipped } from "../../test/support/workbook.ts";
import type { Cell, TypedValue } from "./cell.ts";
import { maxColumns, maxRows, numberText, textOfCell } from "./cell.ts";
import { SheetWriter } from "./sheet-writer.ts";
import { readSheet } from "./workbook.ts";

/** Writes rows as a sheet. */
async function written(rows: readonly (readonly Cell[])[], name = "Š"): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const sheet = new SheetWriter(name, async (bytes) => void chunks.push(bytes));
  for (const row of rows) await sheet.add(row);
  await sheet.end();
  return Buffer.concat(chunks);
}

const read = async (rows: string, more?: Record<string, string>, sheet?: string) =>
  readSheet("a.xlsx", await zipped(workbookParts(rows, more)), sheet);

/** The texts of the cells of a sheet with these rows. */
const textsOf = async (rows: string, more?: Record<string, string>): Promise<string[][]> =>
  (await read(rows, more)).rows.map(({ cells }) => cells.map(textOfCell));

/** Any of the units of UTF-16. */
const anyUnit = fc.oneof(fc.nat(0xffff), fc.nat(0x7f)).map((unit) => String.fromCharCode(unit));
const someNumber: fc.Arbitrary<TypedValue> = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt({ min: 0n, max: 10n ** 25n }))
  .map(String)
  .map((stored) => ({ type: "number", stored, text: numberText(stored), format: 2 }));
const someCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: anyUnit }),
  fc.constantFrom("constructor", "__proto__", "=1+1", "00123", "  x ", "_x0041_", "a\r\nb", "<&>\"'", "\ufffd\u0085"),
  fc.constant(undefined),
  someNumber,
  fc.constantFrom<TypedValue>(
    { type: "boolean", stored: "1", text: "TRUE", format: undefined },
    { type: "error", stored: "#N/A", text: "#N/A", format: undefined },
    { type: "date", stored: "46053", text: "2026-01-31", format: 'dd.mm.yyyy "<&>"' },
  ),
);

/** A ZIP with something else in each entry of its directory. */
function withEach(bytes: Buffer, change: (entry: Buffer) => void): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 1))
    change(changed.subarray(at));
  return changed;
}

test("whatever is written as a sheet is read from it, cell by cell", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(someCell, { maxLength: 5 }), { maxLength: 8 }), async (rows) => {
      const { name, rows: found } = await readSheet("a.xlsx", await written(rows));
      expect(name).toBe("Š");
      const expected = rows.map((cells) => cells.map((cell) => (cell === "" ? undefined : cell)));
      const got = expected.map((cells, index) => {
        const own = found.find(({ line }) => line === index + 1)?.cells ?? [];
        return cells.map((_, column) => own[column]);
      });
      // Where no format is said, it is the one with the number 0.
      const withFormat = (cell: Cell): Cell =>
        typeof cell === "object" ? { ...cell, format: cell.format ?? 0 } : cell;
      expect(got).toEqual(expected.map((cells) => cells.map(withFormat)));
    }),
    { numRuns: 200 },
  );
});

test("a sheet that cannot hold something says so", async () => {
  await expect(written([["x".repeat(32_768)]])).rejects.toThrow("row 1 has a text of 32,768");
  await expect(written([Array<Cell>(maxColumns + 1)])).rejects.toThrow("A sheet holds");
  const sheet = new SheetWriter("x", () => Promise.reject(new Error("the disk is full")));
  await expect(
    (async () => {
      for (let row = 0; row < maxRows; row++) await sheet.add(["x".repeat(1_000)]);
      await sheet.end();
    })(),
  ).rejects.toThrow("the disk is full");
});

describe("cells as programs write them", () => {
  test.each<[what: string, rows: string, texts: string[][]]>([
    [
      "without places",
      "<row><c><v>1</v></c><c t='s'><v>0</v></c></row><row><c><v>2</v></c></row>",
      [["1", "shared"], ["2"]],
    ],
    [
      "in several pieces",
      "<row r='1'><c r='A1' t='inlineStr'><is><t>12345<![CDATA[678]]><!-- x -->903</t></is></c></row>",
      [["12345678903"]],
    ],
    ["with rich text", "<row r='1'><c r='A1' t='s'><v>1</v></c></row>", [["rich "]]],
    ["with gaps", "<row r='2'><c r='B2'><v>1</v></c><c r='D2'><v>2</v></c></row>", [["", "1", "", "2"]]],
    ["with errors", "<row r='1'><c r='A1' t='e'><f>1/0</f><v>#DIV/0!</v></c></row>", [["#DIV/0!"]]],
    [
      "with formulas",
      "<row r='1'><c r='A1'><f>B1</f><v>12345678903</v></c><c r='B1' t='str'><f>C1</f><v></v></c></row>",
      [["12345678903"]],
    ],
    [
      "with dates",
      "<row r='1'><c r='A1' s='1'><v>46053</v></c><c r='B1' t='d'><v>2026-01-31</v></c></row>",
      [["2026-01-31", "2026-01-31"]],
    ],
    ["with exponents", "<row r='1'><c r='A1'><v>1.2345678903E10</v></c></row>", [["12345678903"]]],
    [
      "with empty ones",
      "<row r='1'><c r='A1' s='1'/><c r='B1' t='s'/><c r='C1' t='inlineStr'><is><t/></is></c></row>",
      [],
    ],
  ])("%s", async (_, rows, texts) => expect(await textsOf(rows)).toEqual(texts));

  test("with prefixes, and days since 1904", async () => {
    const sheet = `<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1"><x:c r="A1" s="1"><x:v>44591</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const workbook = `<x:workbook xmlns:x="x" xmlns:q="q"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="First" q:id="r1"/></x:sheets></x:workbook>`;
    expect(await textsOf("", { "xl/worksheets/sheet1.xml": sheet, "xl/workbook.xml": workbook })).toEqual([
      ["2026-01-31"],
    ]);
  });

  test("merged over rows, each of which has the value", async () => {
    const rows = `<row r="1"><c r="A1"><v>7</v></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2" s="1"/><c r="B2"><v>2</v></c></row><row r="3"><c r="B3"><v>3</v></c></row>`;
    const sheet = `<worksheet><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B3:D3"/></mergeCells></worksheet>`;
    expect(await textsOf("", { "xl/worksheets/sheet1.xml": sheet })).toEqual([
      ["7", "shared"],
      ["7", "2"],
      ["", "3"],
    ]);
  });
});

describe("the sheet", () => {
  const sheets = (...all: string[]): Record<string, string> => ({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${all.join("")}</sheets></workbook>`,
    "xl/worksheets/sheet2.xml": "<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>",
  });
  const [first, second, chart] = [1, 2, 3].map((n) => `name="S${n}" r:id="r${[1, 4, 5][n - 1]}"`);
  test.each([
    ["the first one", sheets(`<sheet ${first}/>`, `<sheet ${second}/>`), undefined, "S1"],
    [
      "the first one that is not hidden",
      sheets(`<sheet state="hidden" ${first}/>`, `<sheet ${second}/>`),
      undefined,
      "S2",
    ],
    ["no chart", sheets(`<sheet ${chart}/>`, `<sheet ${second}/>`), undefined, "S2"],
    ["the one that is named", sheets(`<sheet ${first}/>`, `<sheet ${second}/>`), "s2 ", "S2"],
  ])("is %s", async (_, more, wanted, name) => {
    expect(await read("<row><c><v>1</v></c></row>", more, wanted)).toMatchObject({ name });
  });

  test("that is not there is told, with those that are", async () => {
    await expect(read("", sheets(`<sheet ${first}/>`, `<sheet ${second}/>`), "x")).rejects.toThrow(
      "a.xlsx has no sheet called x. Its sheets are S1, S2.",
    );
  });
});

describe("what cannot be read is refused with its place", () => {
  test.each<[what: string, rows: string, more: Record<string, string>, message: string]>([
    [
      "a formula without a value",
      "<row r='7'><c r='B7'><f>A1</f><v></v></c></row>",
      {},
      "cell B7 has a formula, and its value is not in the file",
    ],
    ["a row far away", "<row r='400000000'><c><v>1</v></c></row>", {}, "row 400000000 is in no place"],
    ["a row twice", "<row r='2'/><row r='2'/>", {}, "row 2 is in no place"],
    ["a cell of another row", "<row r='2'><c r='A3'><v>1</v></c></row>", {}, "cell A3 of row 2 is in no place"],
    ["a cell twice", "<row r='2'><c r='A2'/><c r='A2'/></row>", {}, "cell A2 of row 2 is in no place"],
    ["a text that is not there", "<row><c t='s'><v>9</v></c></row>", {}, 'cell A1 holds "9"'],
    ["a number that is none", "<row><c><v>1,5</v></c></row>", {}, 'cell A1 holds "1,5"'],
    ["what is not well-formed", "<row><c>", {}, "is damaged"],
    [
      "entities",
      "",
      { "xl/worksheets/sheet1.xml": '<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>' },
      "is damaged (a document type is not read)",
    ],
    [
      "binary workbooks",
      "",
      { "_rels/.rels": workbookParts("")["_rels/.rels"]?.replace("workbook.xml", "workbook.bin") ?? "" },
      "is a workbook in another format",
    ],
    ["other documents", "", { "_rels/.rels": "<Relationships/>" }, "is no workbook. Save it as XLSX, or as CSV UTF-8."],
  ])("%s", async (_, rows, more, message) => {
    await expect(read(rows, more)).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining(message) });
  });

  test("a digit that has changed, a file that is cut off, a password, and few bytes that unpack to very many", async () => {
    const bytes = await zipped(workbookParts("<row><c><v>12345678903</v></c></row>"), false);
    const changed = Buffer.from(bytes);
    changed[bytes.indexOf("12345678903")] = 0x39;
    await expect(readSheet("a.xlsx", changed)).rejects.toThrow("sheet1.xml has another checksum than was written");
    await expect(readSheet("a.xlsx", bytes.subarray(0, -30))).rejects.toThrow("a.xlsx is damaged");
    const packed = await zipped(workbookParts(""));
    // The bit that says so, for each file.
    const secret = withEach(packed, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8));
    await expect(readSheet("a.xlsx", secret)).rejects.toThrow("a.xlsx is encrypted. Save it without a password");
    const large = withEach(packed, (entry) => entry.writeUInt32LE(300 * 2 ** 20, 24));
    await expect(readSheet("a.xlsx", large)).rejects.toThrow("a.xlsx unpacks to more than 256 MiB");
    // Whoever says less than there is does not get further.
    const small = withEach(packed, (entry) => entry.writeUInt32LE(20, 24));
    await expect(readSheet("a.xlsx", small)).rejects.toThrow("a.xlsx is damaged");
  });
});
