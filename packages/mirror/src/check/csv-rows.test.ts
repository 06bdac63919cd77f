import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvFormat, type CsvRow, readCsv } from "./csv-rows.ts";

/** What is read of a text that comes in pieces of some characters: the rows before an error, and the error. */
async function read(
  text: string,
  piece = 5,
): Promise<{ format: CsvFormat | undefined; rows: CsvRow[]; error: string | undefined }> {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
  const rows: CsvRow[] = [];
  let format: CsvFormat | undefined;
  try {
    const csv = await readCsv("The list", chunks());
    format = csv.format;
    for await (const row of csv.rows) rows.push(row);
    return { format, rows, error: undefined };
  } catch (error) {
    return { format, rows, error: (error as Error).message };
  }
}

/** The lines of a text as an editor counts them. The end of the last one begins no other. */
const physicalLines = (text: string): string[] => {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

/**
 * The same rules, character by character: where each row begins, its cells, and the line of the first quote that opens a cell which neither
 * ends with one nor is in one line.
 */
function oracle(text: string, delimiter: string): { rows: { line: number; cells: string[] }[]; wrong?: number } {
  const rows: { line: number; cells: string[] }[] = [];
  const lineAt = (at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length;
  const ends = (at: number): boolean => at >= text.length || [delimiter, "\r", "\n"].includes(text[at] as string);
  let at = 0;
  while (at < text.length) {
    const row = { line: lineAt(at), cells: [] as string[] };
    for (;;) {
      let cell: string | undefined;
      if (text[at] === '"') {
        let end = at + 1;
        while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
        if (end < text.length && ends(end + 1)) {
          cell = text.slice(at + 1, end).replaceAll('""', '"');
          at = end + 1;
        } else {
          const next = text.indexOf('"', at + 1);
          const isInOneCell = next >= 0 && text[next + 1] !== '"' && !/[\r\n]/.test(text.slice(at, next));
          if (!isInOneCell || text.slice(at, next).includes(delimiter)) return { rows, wrong: lineAt(at) };
        }
      }
      if (cell === undefined) {
        const start = at;
        while (!ends(at)) at++;
        cell = text.slice(start, at);
      }
      row.cells.push(cell);
      if (text[at] !== delimiter) break;
      at++;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    rows.push(row);
  }
  return { rows };
}

const lineOf = (error: string): number => Number(/^Line (\d+) of The list/.exec(error)?.[1]);

const someText = fc
  .array(fc.constantFrom('"', '"', '""', ";", ";", "\n", "\n", "\r\n", "\r", "a", "š", " ", '"b"', '"c;\n d"'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(""));

describe("every line of a text", () => {
  test("is that of a row, goes on with a quoted cell, or is complained of by its number; none is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        someText,
        fc.constantFrom("", "\ufeff"),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(";", ",", "\t", "|"),
        async (body, bom, piece, delimiter) => {
          // The first line decides what is between cells.
          const text = `x;y\n${body}`.replaceAll(";", delimiter);
          const { rows, error } = await read(bom + text, piece);
          const lines = physicalLines(text);
          let next = 1;
          for (const { line, written } of rows) {
            expect(line).toBe(next);
            const own = written.split(/\r\n|\n|\r/);
            expect(own).toEqual(lines.slice(line - 1, line - 1 + own.length));
            next += own.length;
          }
          const expected = oracle(text, delimiter);
          expect(rows.map(({ line, cells }) => ({ line, cells }))).toEqual(expected.rows);
          if (error === undefined) expect(next).toBe(lines.length + 1);
          else expect(lineOf(error)).toBe(expected.wrong);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each<[what: string, text: string, rows: string[][], complaint: string | undefined]>([
    [
      "a quote that the next one seems to close",
      'oib;naziv\n1;"Alfa\n2;Beta\n3;"Gama"\n4;x\n',
      [["oib", "naziv"]],
      "Line 2 of The list has a quote that opens a cell and is not closed",
    ],
    ["a quote that nobody closes", 'a\n"x\ny\n', [["a"]], "Line 2 of"],
    ["one behind a cell of two lines", 'a;b\n"x\ny";"z\n', [["a", "b"]], "Line 3 of"],
    ["one in a very long list", `a\n"x\n${"y\n".repeat(600_000)}`, [["a"]], "Line 2 of"],
    ["a delimiter before the text that follows", 'a;b\n"x;"y";z\n', [["a", "b"]], "Line 2 of"],
    [
      "quotes in a name",
      'a;b\n"Uzorak" d.o.o.;Tvornica "Uzorak"\n',
      [
        ["a", "b"],
        ['"Uzorak" d.o.o.', 'Tvornica "Uzorak"'],
      ],
      undefined,
    ],
    ["a cell of two lines", 'a\n"x\ny"\nz', [["a"], ["x\ny"], ["z"]], undefined],
  ])("also with %s", async (_, text, rows, complaint) => {
    const found = await read(text, 7_000);
    expect(found.rows.map(({ cells }) => cells)).toEqual(rows);
    expect(found.error).toEqual(complaint === undefined ? undefined : expect.stringContaining(complaint));
  });
});

test.each<[what: string, text: string, format: Partial<CsvFormat>, first: string[]]>([
  ["semicolons before commas", "a,5;b\n", { delimiter: ";", newline: "\n" }, ["a,5", "b"]],
  ["commas", "a,b\r\n", { delimiter: ",", newline: "\r\n" }, ["a", "b"]],
  ["no comma of a number", "9,42E+10\n1\n", { delimiter: ";" }, ["9,42E+10"]],
  ["tabs", "a\tb\r", { delimiter: "\t" }, ["a", "b"]],
  ["Excel's line", "\ufeffsep=,\r\na,b;c\r\n", { delimiter: ",", separatorLine: "sep=,", hasBom: true }, ["a", "b;c"]],
  ["Excel's line with another mark", 'SEP=|\n"a|b"|c\n', { delimiter: "|", separatorLine: "SEP=|" }, ["a|b", "c"]],
  ["Excel's line in quotes", '"sep=;"\na,b;c\n', { delimiter: ";", separatorLine: '"sep=;"' }, ["a,b", "c"]],
])("what is between cells is known: %s", async (_, text, format, first) => {
  const found = await read(text, 1);
  expect(found.format).toMatchObject(format);
  expect(found.rows[0]).toMatchObject({ line: format.separatorLine === undefined ? 1 : 2, cells: first });
});
