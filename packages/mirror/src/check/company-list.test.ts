import { isOib } from "@court-register/fetch/identifiers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedFor, type CompanyLine, type CompanyList, readCompanyList } from "./company-list.ts";

/** An OIB for any ten digits. */
const oibOf = (ten: string): string => {
  const found = Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`).find((text) => isOib(text));
  return found ?? expect.fail(ten);
};

const bytes = async function* (text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
};

async function read(
  text: string | Uint8Array,
  column?: string,
): Promise<Omit<CompanyList, "lines"> & { lines: CompanyLine[] }> {
  const list = await readCompanyList(bytes(text), column);
  const lines: CompanyLine[] = [];
  for await (const line of list.lines) lines.push(line);
  return { ...list, lines };
}

const numbersOf = (text: string, kind?: "oib" | "mbs"): string[] => askedFor(text, kind).numbers.map((one) => one.text);

describe("a cell", () => {
  test.each([
    ["01234567896", ["01234567896"]],
    ["1234567896", ["01234567896"]],
    [' ="01234567896" ', ["01234567896"]],
    ["'012345 67896", ["01234567896"]],
    ["HR01234567896", ["01234567896"]],
    ["12345678901", ["12345678901"]],
    ["80000001", ["080000001"]],
    ["000000012", ["000000012"]],
    ["000000010", ["000000010", "00000000010"]],
  ])("%s may be %j", (text, numbers) => expect(numbersOf(text)).toEqual(numbers));

  test("is an OIB or an MBS where the column says so", () => {
    expect(numbersOf("80000001", "oib")).toEqual(["00080000001"]);
    expect(numbersOf("80000001", "mbs")).toEqual(["080000001"]);
    for (const text of ["", "abc", "123456789012", "1.23457E+10", "HR123", "-1"])
      expect(askedFor(text, "oib"), text).toEqual({ text, numbers: [], name: undefined });
    expect(numbersOf("1234567890", "mbs")).toEqual([]);
    expect(askedFor("080000001", "name")).toEqual({ text: "080000001", numbers: [], name: "080000001" });
    expect(askedFor("Uzorak 2000")).toMatchObject({ numbers: [], name: "Uzorak 2000" });
  });

  test("is found whatever zeros it has lost", () => {
    const digits = (length: number): fc.Arbitrary<string> =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
    fc.assert(
      fc.property(digits(10).map(oibOf), (oib) => {
        expect(numbersOf(String(BigInt(oib)))).toContain(oib);
        expect(numbersOf(String(BigInt(oib)), "oib")).toEqual([oib]);
      }),
    );
    fc.assert(
      fc.property(digits(9), (mbs) => {
        expect(numbersOf(String(BigInt(mbs)))).toContain(mbs);
      }),
    );
  });
});

describe("the column", () => {
  const cases: [what: string, text: string, column: string | undefined, expected: Partial<CompanyList>][] = [
    ["by its header", "a;OIB\n1;2\n", undefined, { column: 1, kind: "oib" }],
    ["an OIB before an MBS and a name", "naziv;mbs;oib_kupca\nx;1;2\n", undefined, { column: 2, kind: "oib" }],
    ["an MBS before a name", "naziv,MBS\nx,1\n", undefined, { column: 1, kind: "mbs", delimiter: "," }],
    ["after commas in headers", "Iznos, kn, bez PDV;OIB\n1,5;2\n", undefined, { column: 1, delimiter: ";" }],
    ["between tabs", "naziv\toib\nPrimjer, d.o.o.\t1\n", undefined, { column: 1, delimiter: "\t" }],
    ["a name", "id;Naziv\n7;x\n", undefined, { column: 1, kind: "name" }],
    ["the one that is called so alone", "OIB;OIB direktora\n1;2\n", undefined, { column: 0, kind: "oib" }],
    ["that is named", "Partner;oib\nx;1\n", "Partner", { column: 0, kind: undefined }],
    ["that is counted", "Partner;oib\nx;1\n", "1", { column: 0, kind: undefined }],
    ["by its content", "a;b\nx;01234567896\ny;12345678903\n", undefined, { column: 1, kind: undefined }],
    ["by an MBS", "a;b\nx;80000001\ny;80000002\n", undefined, { column: 1, kind: undefined }],
    ["without a header", "01234567896\n80000001\n", undefined, { column: 0, header: undefined }],
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
    [`oib\n"${"x\n".repeat(10)}`, undefined, "a quote that is not closed"],
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
    hasBom: true,
    newline: "\r\n",
    delimiter: ";",
    width: 2,
    header: { cells: ["oib", 'na;ziv "a"'] },
  });
  expect(list.lines.map(({ line, raw, cells }) => [line, raw, cells])).toEqual([
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
