/** What the command `changes` prints, and how it ends. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesCsv } from "../src/changes/csv.ts";
import { runHere } from "./support/command.ts";
import { copyDay, firstDay, secondDay } from "./support/company.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

let target: Target;

beforeAll(async () => {
  await using register = await Register.start();
  target = await newTarget();
  await copyDay(target, register, firstDay);
  await copyDay(target, register, secondDay);
});
afterAll(() => target[Symbol.asyncDispose]());

test("prints each change with its subject, the old and the new value, then how many there are", async () => {
  const { code, output, errors } = await runHere("changes", target.name);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatchInlineSnapshot(`
    "+ new     postupak · MBS 080000001 · OIB 01234567896 · ĐURĐEVAČKI PRIMJER d.o.o. · Ogledna cesta 5 a, Đurđevac
        postupak 1 · datum_stjecaja 2026-01-02
    ~ changed subjekt · MBS 080000001 · OIB 01234567896 · ĐURĐEVAČKI PRIMJER d.o.o. · Ogledna cesta 5 a, Đurđevac
        status: 1 → 3
    ~ changed sud id 3
        naziv: Trgovački sud u Bjelovaru → Sud u Bjelovaru
    - gone    naziv_podruznice · MBS 080000001 · OIB 01234567896 · ĐURĐEVAČKI PRIMJER d.o.o. · Ogledna cesta 5 a, Đurđevac
        1  Podružnica Čakovec
    From generation 1 (2026-01-01T05:00:00.000Z) to generation 2 (2026-01-01T05:00:00.000Z):
      postupak: 1 new
      subjekt: 1 changed
      sud: 1 changed
      naziv_podruznice: 1 gone
    "
  `);
});

test("a row that has nothing but the number of its owner is one line", async () => {
  await using register = await Register.start();
  await using bare = await newTarget();
  await copyDay(bare, register, { ...firstDay, postupak: [] });
  await copyDay(bare, register, { ...firstDay, postupak: ['{"mbs":80000001}'] });
  const { output } = await runHere("changes", bare.name, "--list", "postupak");
  const [change, next] = output.split("\n");
  expect(change).toMatch(/^\+ new {5}postupak · MBS\s080000001/);
  expect(next).toMatch(/^From generation 1 /);
});

test("--json prints a change a line, with its subject, and the numbers as they were sent", async () => {
  const { output } = await runHere("changes", target.name, "--json", "--since", "0", "--list", "temeljni_kapital,sud");
  expect(output).toContain('"iznos":12345678901234567890.10');
  const lines = output.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).list)).toEqual(["temeljni_kapital", "sud"]);
  expect(JSON.parse((await runHere("changes", target.name, "--format", "json", "--list", "sud")).output)).toEqual({
    list: "sud",
    change: "changed",
    mbs: null,
    oib: null,
    naziv: null,
    sjediste: null,
    zupanija: null,
    case: null,
    note: null,
    key: ["id"],
    fields: [{ field: "naziv", old: "Trgovački sud u Bjelovaru", new: "Sud u Bjelovaru" }],
    row: { id: 3, sifra: 3, naziv: "Sud u Bjelovaru" },
  });
});

test("--format csv prints a field a line, and no spreadsheet computes what begins like a formula", async () => {
  const { output, errors } = await runHere("changes", target.name, "--format", "csv");
  expect(errors).toBe("");
  // The mark of UTF-8, by which a spreadsheet knows it.
  expect(output.startsWith("\uFEFF")).toBe(true);
  const [header, ...lines] = output.slice(1).trimEnd().split("\r\n");
  expect(header).toBe("generation,list,change,mbs,oib,naziv,sjediste,zupanija,case,note,row,field,old,new");
  // The fields of a row come in the order of the contract, which may change.
  expect(lines.sort()).toEqual([
    '2,naziv_podruznice,gone,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,podruznica_rbr 1,ime,Podružnica Čakovec,',
    '2,naziv_podruznice,gone,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,podruznica_rbr 1,podruznica_rbr,1,',
    '2,postupak,new,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,,datum_stjecaja,,2026-01-02T00:00:00',
    '2,postupak,new,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,,postupak,,1',
    '2,subjekt,changed,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,,status,1,3',
    '2,sud,changed,,,,,,,,"id 3, sifra 3",naziv,Trgovački sud u Bjelovaru,Sud u Bjelovaru',
  ]);
});

test("--format csv says a bankruptcy once, with what its row says", async () => {
  const { output } = await runHere("changes", target.name, "--about", "insolvency", "--format", "csv");
  expect(output.trimEnd().split("\r\n").slice(1)).toEqual([
    '2,postupak,new,080000001,01234567896,ĐURĐEVAČKI PRIMJER d.o.o.,"Ogledna cesta 5 a, Đurđevac",,,,,postupak,,"postupak 1, datum_stjecaja 2026-01-02T00:00:00"',
  ]);
});

test("no spreadsheet computes a text of CSV, which is told; absent, empty and broken lines stay what they are", () => {
  const csv = new ChangesCsv();
  const row = {
    mbs: 1,
    tekst: '=HYPERLINK("http://primjer.hr")',
    prazno: "",
    broj: -5,
    "+polje": "a\nb,",
    ništa: null,
  };
  const place = { sjediste: "=Ulica 1, Split", zupanija: null };
  const nobody = { mbs: "000000001", oib: null, naziv: "-Primjer", ...place, case: null, note: null };
  expect(csv.write([{ list: "gfi", change: "new", ...nobody, row }], 3).split("\r\n")).toEqual([
    `3,gfi,new,000000001,,'-Primjer,"'=Ulica 1, Split",,,,,tekst,,"'=HYPERLINK(""http://primjer.hr"")"`,
    `3,gfi,new,000000001,,'-Primjer,"'=Ulica 1, Split",,,,,prazno,,""`,
    `3,gfi,new,000000001,,'-Primjer,"'=Ulica 1, Split",,,,,broj,,-5`,
    `3,gfi,new,000000001,,'-Primjer,"'=Ulica 1, Split",,,,,'+polje,,"a\nb,"`,
    "",
  ]);
  expect(csv.guarded).toBe(4);
});

test("--subjects looks up every line of its list, or tells its number", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mirror-subjects-"));
  const file = join(folder, "partners.csv");
  const errorsFor = async (text: string): Promise<string[]> => {
    await writeFile(file, text);
    const { code, errors } = await runHere("changes", target.name, "--subjects", file, "--json");
    return [String(code), ...errors.trimEnd().replaceAll(`${folder}/`, "").split("\n")];
  };
  expect(await errorsFor("80000001\n9,42E+10\nUzorak\n")).toEqual([
    "0",
    "partners.csv, line 2: 9,42E+10 is no OIB and no MBS.",
    "partners.csv, line 3: Uzorak is no OIB and no MBS.",
  ]);
  expect(await errorsFor("9,42E+10\n80000001\n")).toEqual([
    "0",
    "partners.csv, line 1: 9,42E+10 is no OIB and no MBS.",
  ]);
  expect(await errorsFor("sep=;\nnaziv;OIB/MBS\nUzorak;\n;80000001\n;;\n".replace(";;", ";"))).toEqual([
    "0",
    "partners.csv, line 3: its cell is no OIB and no MBS.",
  ]);
  expect(await errorsFor("Partner;x\n80000001;1\n")).toEqual([
    "0",
    "partners.csv, line 1: taken for the names of columns, and not looked up: Partner; x",
  ]);
  expect(await errorsFor('mbs;x\n80000001;"1\n80000002;2\n')).toEqual([
    "2",
    expect.stringContaining("Line 2 of partners.csv has a quote that opens a cell and is not closed"),
  ]);
  await rm(folder, { recursive: true });
});

test("after the first copy there is a sentence, and --since 0 shows all of it", async () => {
  const first = await newTarget();
  await using _ = first;
  await using register = await Register.start();
  await copyDay(first, register, firstDay, ["subjekt"]);
  expect(await runHere("changes", first.name, "--exit-code")).toMatchInlineSnapshot(`
    {
      "code": 0,
      "errors": "",
      "output": "There is nothing to compare with yet: generation 1 (2026-01-01T05:00:00.000Z) is the first copy. --since 0 shows all of it as new.
    ",
    }
  `);
  expect((await runHere("changes", first.name, "--format", "csv")).errors).toContain("is the first copy");
  expect((await runHere("changes", first.name, "--since", "0", "--json")).output.trimEnd().split("\n").length).toBe(5);
});

test("--exit-code ends with 3 if there is any change, and 0 if there is none; wrong use ends with 2", async () => {
  const code = async (...argv: string[]): Promise<number> => (await runHere("changes", target.name, ...argv)).code;
  expect(await code("--exit-code")).toBe(3);
  expect(await code("--exit-code", "--list", "jezik")).toBe(0);
  expect(await code("--exit-code", "--mbs", "80000002")).toBe(0);
  expect(await code("--exit-code", "--since", "9")).toBe(2);
  expect(await code("--list", "nothing")).toBe(2);
});
