/** A list of companies against the register: every answer, and every column as it was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOib } from "@court-register/fetch/identifiers";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CheckedLine, changes, check, type Match } from "../src/index.ts";
import { fold, forms } from "../src/search/fold.ts";
import { cli, runHere } from "./support/command.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { Register } from "./support/register.ts";
import { newTarget, randomRuns, type Target } from "./support/target.ts";

/** An OIB for any ten digits. */
const oibOf = (ten: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`).find((text) => isOib(text)) ?? expect.fail(ten);

/** An MBS that is also an OIB without its zeros. */
const either = oibOf("0007654321").slice(2);

let register: Register;
let target: Target;
const folder = mkdtempSync(join(tmpdir(), "mirror-check-"));

beforeAll(async () => {
  register = await Register.start();
  target = await newTarget();
  const rows = {
    ...secondDay,
    naziv_podruznice: firstDay.naziv_podruznice ?? [],
    subjekt: [
      ...(secondDay.subjekt ?? []),
      `{"mbs":${Number(either)},"oib":${Number(oibOf("5555555555"))}}`,
      `{"mbs":80000007,"oib":${Number(either)}}`,
      `{"mbs":80000008,"oib":${Number(oibOf("0000000012"))}}`,
      `{"mbs":80000009,"oib":${Number(oibOf("7777777777"))},"datum_brisanja":"2021-05-06T00:00:00"}`,
      // The contract names no key: several rows with an MBS or without one are several companies, unless they are equal.
      ...["", ',"datum_brisanja":"2021-05-06T00:00:00"'].flatMap((deleted) => [
        `{"mbs":80000010,"oib":${Number(oibOf("2222222222"))}${deleted}}`,
        `{"oib":${Number(oibOf("3333333333"))}${deleted}}`,
        `{"mbs":80000011,"oib":${Number(oibOf("4444444444"))}}`,
      ]),
      '{"mbs":-5,"oib":-7}',
    ],
    skracena_tvrtka: [
      ...(secondDay.skracena_tvrtka ?? []),
      '{"mbs":80000008,"ime":"=Dvojnik j.d.o.o."}',
      '{"mbs":80000009,"ime":"=DVOJNIK JDOO"}',
      '{"mbs":-5,"ime":"Ispod nule d.d."}',
    ],
  };
  await copyDay(target, register, withNames(firstDay));
  await copyDay(target, register, withNames(rows));
});
afterAll(async () => {
  await register[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const bytes = async function* (text: string): AsyncGenerator<string> {
  yield text;
};

async function answers(text: string, column?: string): Promise<CheckedLine[]> {
  const lines: CheckedLine[] = [];
  await check(target.name, bytes(text), { column, onLine: (line) => void lines.push(line) });
  return lines;
}

const cases: [what: string, header: string, cell: string, match: Match, mbs: (string | null)[]][] = [
  ["an OIB", "oib", oib, "found", [mbs]],
  ["an OIB without its zero", "oib", "1234567896", "found", [mbs]],
  [
    "an OIB without five zeros, where the column says so",
    "oib",
    String(Number(oibOf("0000000012"))),
    "found",
    ["080000008"],
  ],
  ["an MBS without its zero", "mbs", "80000001", "found", [mbs]],
  ["a deleted company", "mbs", "080000002", "deleted", ["080000002"]],
  ["an OIB that two have", "oib", "12345678903", "several", ["080000002", "080000003"]],
  ["an MBS of two rows, one of them deleted", "mbs", "080000010", "several", ["080000010", "080000010"]],
  ["an OIB of two rows without an MBS", "oib", oibOf("3333333333"), "several", [null, null]],
  ["an OIB of two equal rows", "oib", oibOf("4444444444"), "found", ["080000011"]],
  ["a name of a negative MBS", "naziv", "Ispod nule dd", "found", ["-5"]],
  ["a part of such a name", "naziv", "Ispod", "none", ["-5"]],
  ["an OIB that nobody has", "oib", oibOf("9999999999"), "none", []],
  ["an OIB whose check digit is wrong", "oib", "01234567897", "wrong check digit", []],
  ["an OIB that is wrong in the register, too", "oib", "12345678901", "found", ["080000004"]],
  ["an MBS that nobody has", "mbs", "099999999", "none", []],
  ["no number", "oib", "Primjer", "not a number", []],
  ["nothing", "mbs", "", "not a number", []],
  ["too many digits", "oib", "123456789012", "not a number", []],
  ["an MBS or an OIB", "broj", either, "several", [either, "080000007"]],
  ["an MBS, where the column says so", "mbs", either, "found", [either]],
  ["an OIB, where the column says so", "oib", either, "found", ["080000007"]],
  ["eleven digits of either kind", "broj", "01234567897", "wrong check digit", []],
  ["a name in another spelling", "naziv", "djurdjevački  PRIMJER doo", "found", [mbs]],
  ["a translation of the name", "naziv", "Sample of Đurđevac, Ltd", "found", [mbs]],
  [
    "a name that two have",
    "naziv",
    "=dvojnik j d o o".replaceAll(" d o o", "doo"),
    "several",
    ["080000008", "080000009"],
  ],
  ["a part of a name", "naziv", "uzorak", "none", ["080000003", "080000002"]],
  ["the name of a branch office", "naziv", "Podružnica Čakovec", "none", [mbs]],
  ["no name", "naziv", "…", "none", []],
];

test("every line has the answer of the register", async () => {
  for (const [what, header, cell, match, numbers] of cases) {
    const [line] = await answers(`${header};x\n"${cell}";y\n`, "1");
    const companies = line?.company ? [line.company] : line?.candidates;
    expect([line?.match, companies?.map((one) => one.mbs)], what).toEqual([match, numbers]);
  }
});

test("the command gives the lines back as they were, and adds what the register says", async () => {
  const file = join(folder, "list.csv");
  const own = [
    '\ufeff"br.";OIB;"opis; ""x"""',
    '1;="01234567896";"a\r\nb"',
    "2;12345678903",
    ";Primjer;",
    "4;01234567897;š",
    ";;",
    "",
  ];
  writeFileSync(file, `${own.join("\r\n")}\r\n`);
  const { code, output, errors } = await runHere("check", target.name, file);
  expect({ code, errors }).toEqual({
    code: 0,
    errors:
      "4 lines (column OIB, generation 2): 1 found, 1 several, 1 wrong check digit, 1 not a number. Insolvency: 1 (1 postupak).\n",
  });
  const added = [
    ";match;mbs;oib;naziv;sjediste;datum_brisanja;postupak;insolvency;candidates",
    ";found;080000001;01234567896;ĐURĐEVAČKI PRIMJER d.o.o.;Ogledna cesta 5 a, Đurđevac;;1 2026-01-02T00:00:00;postupak;",
    ';;several;;;;;;;;"080000002 Stari uzorak d.d. (deleted 2020-01-31); 080000003 Novi uzorak d.o.o."',
    ";not a number;;;;;;;;",
    ";wrong check digit;;;;;;;;",
    ";;;;;;;;;",
    ";;;;;;;;;;;",
  ];
  expect(output).toBe(own.map((line, index) => `${line}${added[index]}\r\n`).join(""));
  expect(await runHere("check", target.name, file, "--exit-code")).toMatchObject({ code: 3 });

  const json = await runHere("check", target.name, file, "--json", "--column", "oib");
  expect(json.errors).toBe("");
  const [first, second] = json.output.split("\n").map((line) => line && JSON.parse(line));
  expect(first).toMatchObject({
    line: 2,
    text: '="01234567896"',
    match: "found",
    company: { mbs, oib },
    candidates: [],
  });
  expect(second).toMatchObject({
    line: 4,
    cells: ["2", "12345678903"],
    company: null,
    candidates: [{}, {}],
    more: false,
  });
});

test("no line of a list is lost: Excel's first line, one that names no columns, empty ones before them, and one that likely does", async () => {
  const file = join(folder, "lines.csv");
  const checked = async (text: string, ...options: string[]) => {
    writeFileSync(file, text);
    const { output, errors } = await runHere("check", target.name, file, ...options);
    return {
      lines: output
        .split("\n")
        .map((line) => line.split(/;(?=found|none|not a number|match)|(?<=match|found|none|not a number);/)[1]),
      errors,
      output,
    };
  };
  const separated = await checked(`sep=;\noib;x\n${oib};y\n`);
  expect(separated.output).toMatch(/^sep=;\noib;x;match;.*\n01234567896;y;found;/);
  expect((await checked(`\n;\nnaziv;oib\n;${oib}\n`)).output).toMatch(/^\n;\nnaziv;oib;match;.*\n;01234567896;found;/);
  expect(
    (await checked(`${oib};x\n9,42E+10;y\n123456789012;z\nPrimjer;z\n${oib};z\n${oib};z\n${oib};z\n`)).lines,
  ).toEqual(["found", "not a number", "not a number", "none", "found", "found", "found", undefined]);
  expect((await checked(`9,42E+10\n${oib}\n`)).lines).toEqual(["not a number", "found", undefined]);
  const names = await checked("Uzorak\nPodružnica\n", "--column", "1");
  expect(names.lines).toEqual(["none", "none", undefined]);
  const likely = await checked(`Partner\n${oib}\n`);
  expect(likely.lines).toEqual(["match", "found", undefined]);
  expect(likely.errors).toContain("lines.csv, line 1: taken for the names of columns, and not looked up: Partner");
  expect(await check(target.name, bytes(`Partner\n${oib}\n`))).toMatchObject({ takenForHeader: ["Partner"] });
  expect(await check(target.name, bytes(`oib\n${oib}\n`))).toMatchObject({ takenForHeader: null });
  expect((await checked(`OIB/MBS\n${oib}\n${Number(mbs)}\n`)).lines).toEqual(["match", "found", "found", undefined]);
  writeFileSync(file, 'oib;naziv\n1;"Alfa\n2;Beta\n3;"Gama"\n');
  expect(await runHere("check", target.name, file)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("has a quote that opens a cell and is not closed"),
  });
});

test("a text of the register that begins like a formula is not computed, and commas stay commas", async () => {
  const file = join(folder, "names.csv");
  writeFileSync(file, "mbs,opis\n80000008,=1+1\n");
  const { output } = await runHere("check", target.name, file);
  expect(output.split("\n")[1]).toBe(`80000008,=1+1,found,080000008,${oibOf("0000000012")},'=Dvojnik j.d.o.o.,,,,,`);
});

test("--out writes a new file, whole or not at all", async () => {
  const [list, broken, out] = ["plain.csv", "broken.csv", "checked.csv"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(list, `oib\n${oib}\n`);
  expect(await runHere("check", target.name, list, "--out", out, "--exit-code")).toMatchObject({ code: 0, output: "" });
  const written = readFileSync(out, "utf8");
  expect(written).toBe((await runHere("check", target.name, list)).output);
  expect(await runHere("check", target.name, list, "--out", out)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("checked.csv is there already. Nothing was written."),
  });
  expect(await runHere("check", target.name, list, "--out", list)).toMatchObject({ code: 2 });
  writeFileSync(broken, `oib\n${`${oib}\n`.repeat(3_000)}1;2\n`);
  const before = readdirSync(folder);
  expect(await runHere("check", target.name, broken, "--out", join(folder, "new.csv"))).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Line 3002 of"),
  });
  expect(readdirSync(folder)).toEqual(before);
  expect(readFileSync(out, "utf8")).toBe(written);
  expect(existsSync(join(folder, "new.csv"))).toBe(false);
});

test("what a killed run has written aside goes with the next run there, and what another one writes stays", async ({
  skip,
}) => {
  if (process.env.COURT_REGISTER_TEST_POSTGRES) return skip("This is about files, and runs without a server.");
  const place = mkdtempSync(join(folder, "out-"));
  const aside = (): string[] => readdirSync(place).filter((name) => name.endsWith(".part"));
  /** A check that waits for the end of its list, and has begun to write. */
  const begun = async (out: string) => {
    const before = aside().length;
    const args = ["--conditions=@court-register/source", cli, "check", target.name, "-", "--out", join(place, out)];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.write(`oib\n${`${oib}\n`.repeat(2_000)}`);
    await vi.waitFor(() => expect(aside().length).toBeGreaterThan(before), 20_000);
    return child;
  };
  const killed = await begun("killed.csv");
  const living = await begun("living.csv");
  const [left = "", ...others] = aside().toSorted((one) => (one.includes(`.${killed.pid}.`) ? -1 : 1));
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const list = join(place, "list.csv");
  writeFileSync(list, `oib\n${oib}\n`);
  expect(aside()).toContain(left);
  expect(await runHere("check", target.name, list, "--out", join(place, "other.csv"))).toMatchObject({ code: 0 });
  expect(aside()).toEqual(others);
  living.stdin.end();
  expect(await once(living, "exit")).toEqual([0, null]);
  expect(readdirSync(place).toSorted()).toEqual(["list.csv", "living.csv", "other.csv"]);
  // Another process that had the number of this one, and one of another machine that was there yesterday.
  const gone = left.replace(`.${killed.pid}.`, `.${process.pid}.`);
  const [far, near] = [1, 2].map((one) => left.replace(/mirror\.\w{8}/, `mirror.0000000${one}`)) as [string, string];
  for (const name of [gone, far, near]) writeFileSync(join(place, name), "");
  const yesterday = Date.now() / 1_000 - 90_000;
  utimesSync(join(place, far), yesterday, yesterday);
  await changes(target.name, { told: join(place, "told.json") });
  expect(aside()).toEqual([near]);
});

test("a copy without subjects, and a list that cannot be read, are refused in a sentence", async () => {
  await using small = await newTarget();
  await copyDay(small, register, withNames(firstDay), ["skracena_tvrtka"]);
  await expect(check(small.name, bytes("oib\n1\n"))).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("has no list subjekt"),
  });
  expect(await runHere("check", target.name, join(folder, "missing.csv"))).toMatchObject({ code: 2, output: "" });
});

/** A company as a random register has it. */
const someCompany = fc.record({
  oib: fc.integer({ min: 0, max: 30 }).map((number) => oibOf(`000${number}000000`.slice(0, 10))),
  isDeleted: fc.boolean(),
  name: fc
    .array(fc.constantFrom("Đur", "dju", "d.", "uzorak", "-"), { minLength: 1, maxLength: 2 })
    .map((all) => all.join(" ")),
});
const zeros = fc.boolean();
const askedCell = fc.record({ at: fc.nat(29), kind: fc.constantFrom("oib", "mbs", "name"), zeros });

test("whatever is asked, the answer is what the register says of all that fit", async () => {
  await using random = await newTarget();
  await fc.assert(
    fc.asyncProperty(
      fc.array(someCompany, { minLength: 1, maxLength: 30 }),
      fc.array(askedCell, { minLength: 1, maxLength: 100 }),
      async (companies, cells) => {
        // An OIB of some is the MBS of others: 0001000000x and 1000000x.
        const all = companies.map((one, index) => ({
          ...one,
          mbs: index % 2 ? Number(one.oib) - 1 + index : index + 1,
        }));
        const subjects = [...new Map(all.map((one) => [one.mbs, one])).values()];
        await copyDay(
          random,
          register,
          withNames({
            subjekt: subjects.map(
              ({ mbs: number, oib: other, isDeleted }) =>
                `{"mbs":${number},"oib":${Number(other)}${isDeleted ? ',"datum_brisanja":"2020-01-31T00:00:00"' : ""}}`,
            ),
            skracena_tvrtka: subjects.map(({ mbs: number, name }) => JSON.stringify({ mbs: number, ime: name })),
          }),
        );
        const asked = cells.map(({ at, kind, zeros: has }) => {
          const one = subjects[at % subjects.length] ?? expect.fail();
          if (kind === "name") return one.name.toUpperCase();
          const digits = kind === "oib" ? one.oib : String(one.mbs).padStart(9, "0");
          return has ? digits : String(Number(digits));
        });
        const lines: CheckedLine[] = [];
        const list = `broj\n${asked.map((text) => `"${text}"`).join("\n")}\n`;
        await check(random.name, bytes(list), { column: "broj", onLine: (line) => void lines.push(line) });
        for (const [index, text] of asked.entries()) {
          const value = /^\d+$/.test(text) ? Number(text) : undefined;
          const fitting = subjects.filter((one) =>
            value === undefined
              ? forms(one.name).some((form) => forms(text).includes(form))
              : (one.mbs === value && text.length <= 9) || Number(one.oib) === value,
          );
          const [only] = fitting;
          const expected: Match =
            fitting.length > 1 ? "several" : only === undefined ? "none" : only.isDeleted ? "deleted" : "found";
          const line = lines[index];
          expect(line?.match, text).toBe(fold(text) === "" && value === undefined ? "none" : expected);
          const got = line?.company ? [line.company] : line?.match === "several" ? line.candidates : [];
          expect(got.map((one) => Number(one.mbs)).sort(), text).toEqual(
            line?.match === "none" ? [] : fitting.map((one) => one.mbs).sort(),
          );
        }
        expect(parse(list, { columns: true })).toHaveLength(lines.length);
      },
    ),
    { numRuns: randomRuns(5) },
  );
});
