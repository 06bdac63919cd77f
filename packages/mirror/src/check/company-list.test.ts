import { describe, expect, test } from "vitest";
import { type CompanyLine, type CompanyList, readCompanyList } from "./company-list.ts";

const bytes = async function* (text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
};

async function read(
  text: string | Uint8Array,
  column?: string,
): Promise<Omit<CompanyList, "lines"> & { lines: CompanyLine[] }> {
  const list = await readCompanyList(bytes(text), { column });
  const lines: CompanyLine[] = [];
  for await (const line of list.lines) lines.push(line);
  return { ...list, lines };
}

describe("the column", () => {
  const cases: [what: string, text: string, column: string | undefined, expected: Partial<CompanyList>][] = [
    ["by its header", "a;OIB\n1;2\n", undefined, { column: 1, kind: "oib" }],
    ["an OIB before an MBS and a name", "naziv;mbs;oib_kupca\nx;1;2\n", undefined, { column: 2, kind: "oib" }],
    ["an MBS before a name", "naziv,MBS\nx,1\n", undefined, { column: 1, kind: "mbs" }],
    ["after commas in headers", "Iznos, kn, bez PDV;OIB\n1,5;2\n", undefined, { column: 1, kind: "oib" }],
    ["between tabs", "naziv\toib\nPrimjer, d.o.o.\t1\n", undefined, { column: 1, kind: "oib" }],
    ["a name", "id;Naziv\n7;x\n", undefined, { column: 1, kind: "name" }],
    ["the one that is called so alone", "OIB;OIB direktora\n1;2\n", undefined, { column: 0, kind: "oib" }],
    ["that is named", "Partner;oib\nx;1\n", "Partner", { column: 0, kind: undefined }],
    ["that is counted", "Partner;oib\nx;1\n", "1", { column: 0, kind: undefined }],
    ["by its content", "a;b\nx;01234567896\ny;12345678903\n", undefined, { column: 1, kind: undefined }],
    ["by an MBS", "a;b\nx;80000001\ny;80000002\n", undefined, { column: 1, kind: undefined }],
    ["without a header", "01234567896\n80000001\n", undefined, { column: 0, firstLine: "line" }],
    ["of either number", "naziv;OIB/MBS\nx;80000001\n", undefined, { column: 1, kind: "number", firstLine: "header" }],
    ["of either number, in words", "MBS ili OIB\n1\n", undefined, { column: 0, kind: "number" }],
    ["of either, or a name", "Naziv / OIB\nPrimjer\n", undefined, { column: 0, kind: undefined, firstLine: "header" }],
    ["behind empty lines", ";\n\nnaziv;oib\nx;1\n", undefined, { column: 1, kind: "oib", firstLine: "header" }],
    ["by its content, with a header", "a;b\nx;80000001\n", undefined, { column: 1, firstLine: "taken for header" }],
    ["beside a number that is none", "9,42E+10;a\n80000001;b\n", undefined, { column: 0, firstLine: "line" }],
    ["of names without a header", "Primjer\nUzorak\n", "1", { column: 0, firstLine: "line" }],
    ["of names beside numbers", "Primjer;7\nUzorak;12\n", "1", { column: 0, firstLine: "line" }],
    ["without a header, of one line", "x;80000001\n", undefined, { column: 1, firstLine: "line" }],
  ];
  test.each(cases)("is found %s", async (_, text, column, expected) => {
    expect(await read(text, column)).toMatchObject(expected);
  });

  test.each([
    ["Primjer\nDrugi\n", undefined, "No column of it has the header"],
    ["OIB kupca;OIB prodavatelja\n1;2\n", undefined, "Several columns of it may be meant"],
    ["a;b\n01234567896;12345678903\n", undefined, "Several columns of it have numbers"],
    ["a;b\n1;2\n", "c", "No column of it is called c"],
    ["a;a\n1;2\n", "a", "More than one column of it is called a"],
    ["a;b\n1;2\n", "3", "No column of it is called 3"],
    ["", undefined, "is empty"],
    ["oib;b\n1;2\n1;2;3\n", undefined, "Line 3 of The list has 3 cells, and the first line has 2"],
  ])("of %j is refused", async (text, column, message) => {
    await expect(read(text, column)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(message),
    });
  });
});

test("lines are as they were written, with a byte order mark, quotes, line ends and empty lines", async () => {
  const list = await read('\ufeffoib;"na;ziv ""a"""\r\n="0123";"b\r\nc"\r\n\r\n7\r\n', undefined);
  expect(list).toMatchObject({
    format: { hasBom: true, newline: "\r\n", delimiter: ";" },
    width: 2,
    header: { cells: ["oib", 'na;ziv "a"'] },
  });
  expect(list.lines.map(({ line, written, cells }) => [line, written, cells])).toEqual([
    [2, '="0123";"b\r\nc"', ['="0123"', "b\r\nc"]],
    [4, "", [""]],
    [5, "7", ["7"]],
  ]);
});

test("lines may end differently, as where files were joined; one whose cells are all empty asks for nothing", async () => {
  for (const text of ["oib;b\r\n7;x\n8;y\r; \r\n\n", "oib;b\n7;x\r\n8;y\n;\r\r\n"]) {
    const { lines } = await read(text);
    expect(lines.map(({ line, asked }) => [line, asked?.text])).toEqual([
      [2, "7"],
      [3, "8"],
      [4, undefined],
      [5, undefined],
    ]);
  }
});

test("a file that is not UTF-8, or not there, is refused with what to do", async () => {
  await expect(read(Uint8Array.from(Buffer.from("oib;na\u010div\n", "latin1")).fill(0xe8, 5, 6))).rejects.toMatchObject(
    {
      kind: "usage",
      message: expect.stringContaining("is not in UTF-8"),
    },
  );
  // UTF-16 without a byte order mark: as UTF-8, it has U+0000 between its letters.
  for (const bytes of [
    Buffer.from("oib\n12345678903\n", "utf16le"),
    Buffer.from("oib;naziv\n1;Š\n", "utf16le").swap16(),
  ])
    await expect(read(Uint8Array.from(bytes))).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("is not in UTF-8. Save it as CSV UTF-8, or convert it"),
    });
  await expect(readCompanyList("no-such-file.csv")).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("There is no file no-such-file.csv"),
  });
});
