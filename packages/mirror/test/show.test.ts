/** A company on one screen, by either of its numbers, as it is and as it was. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { prune, type Shown, search, show, status, verify } from "../src/index.ts";
import { runHere } from "./support/command.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
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

const names = ({ subjects }: Shown): (string | null)[] => subjects.map(({ name }) => name);
const fieldsOf = ({ subjects }: Shown, list: string): unknown =>
  subjects[0]?.lists.find((one) => one.list === list)?.rows.map(({ row }) => row);

test("finds a subject by OIB or MBS, with or without leading zeros", async () => {
  for (const number of [oib, "1234567896", mbs, "80000001", " 012 345 678 96 "]) {
    const shown = await show(target.name, number);
    expect(names(shown), number).toEqual(["ĐURĐEVAČKI PRIMJER d.o.o."]);
    expect(shown.subjects[0]).toMatchObject({ mbs, oib, oibIsValid: true, deleted: null });
    expect(shown).toMatchObject({ generation: 2, isValid: true, missing: [] });
  }
});

test("a number of up to nine digits is an MBS, unless no subject has it", async () => {
  expect(await show(target.name, "1")).toMatchObject({
    kind: "oib",
    number: "00000000001",
    subjects: [{ mbs: "080000005" }],
  });
  expect(await show(target.name, "2")).toMatchObject({ kind: "mbs", number: "000000002", subjects: [] });
});

test("a subject whose numbers arrived as texts is found by show and search, and is shown as it was sent", async () => {
  await using register = await Register.start();
  await using texts = await newTarget();
  await copyDay(texts, register, {
    subjekt: ['{"mbs":"080000001","oib":"01234567896"}', '{"mbs":"nema","oib":1}'],
    skracena_tvrtka: ['{"mbs":"080000001","ime":"Tekstovi d.o.o."}'],
  });
  for (const number of [mbs, oib])
    expect(await show(texts.name, number)).toMatchObject({
      subjects: [{ mbs, oib, oibIsValid: true, name: "Tekstovi d.o.o.", lists: [{ rows: [{ row: { mbs } }] }, {}] }],
    });
  expect((await search(texts.name, "tekst")).found).toMatchObject([{ mbs, oib, name: "Tekstovi d.o.o." }]);
  expect((await status(texts.name)).generations[0]?.lists).toContainEqual(
    expect.objectContaining({ list: "subjekt", misfits: 3 }),
  );
  expect((await verify(texts.name)).problems).toEqual([]);
});

test("a number with a wrong check digit is said to be one, and looked up all the same", async () => {
  const shown = await show(target.name, "12345678901");
  expect(shown.isValid).toBe(false);
  expect(shown.subjects).toMatchObject([{ mbs: "080000004", oib: "12345678901", oibIsValid: false }]);
  const { code, output, errors } = await runHere("show", target.name, "12345678902");
  expect({ code, output }).toEqual({ code: 3, output: "" });
  expect(errors).toContain("12345678902 is no valid OIB: its check digit is wrong.");
  expect(errors).toContain("No subject in generation 2");
  expect((await runHere("show", target.name, "12345678901")).output).toContain("OIB 12345678901 (wrong check digit)");
});

test("subjects that share an OIB are all shown, those in the register first", async () => {
  expect(names(await show(target.name, "12345678903"))).toEqual(["Novi uzorak d.o.o.", "Stari uzorak d.d."]);
});

test("shows how it was in an earlier generation, and refuses one that is not kept or not there yet", async () => {
  const statusIn = async (at: number): Promise<unknown> => fieldsOf(await show(target.name, mbs, { at }), "subjekt");
  expect(await statusIn(1)).toMatchObject([{ status: 1 }]);
  expect(await statusIn(2)).toMatchObject([{ status: 3 }]);
  const first = await show(target.name, mbs, { at: 1 });
  expect(fieldsOf(first, "postupak")).toBeUndefined();
  expect(first.subjects[0]?.lists.find(({ list }) => list === "subjekt")?.rows[0]?.meanings).toEqual({
    sud_id_nadlezan: "Trgovački sud u Bjelovaru",
  });
  const refused = (at: number): Promise<unknown> => show(target.name, mbs, { at }).catch((error) => error);
  expect(await refused(3)).toMatchObject({
    kind: "usage",
    message: "There is no generation 3 yet. This copy has the generations 1 to 2.",
  });

  await using register = await Register.start();
  await using pruned = await newTarget();
  for (const day of [firstDay, secondDay]) await copyDay(pruned, register, day);
  await prune(pruned.name, { keep: 1 });
  await expect(show(pruned.name, mbs, { at: 1 })).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("Generation 1 is not kept any more."),
  });
});

test("what is no number of a subject, a target without a copy, and lists that the copy lacks are said to be so", async () => {
  for (const number of ["", "abc", "123456789012", "-1", "1.5"])
    await expect(show(target.name, number)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("is no number of a subject"),
    });
  await expect(show("none.sqlite", mbs)).rejects.toMatchObject({ kind: "usage" });

  await using register = await Register.start();
  await using small = await newTarget();
  await copyDay(small, register, firstDay, ["skracena_tvrtka", "subjekt"]);
  const shown = await show(small.name, mbs);
  expect(names(shown)).toEqual(["ĐURĐEVAČKI PRIMJER d.o.o."]);
  expect(shown.missing).toContain("sjediste");
  expect(shown.missing).not.toContain("subjekt");
  expect(shown.missing).not.toContain("sud");
});

test("a screen shows the whole company, with codes in words and every digit of its capital", async () => {
  const { code, output } = await runHere("show", target.name, oib, "--at", "1");
  expect(code).toBe(0);
  expect(output).toMatchInlineSnapshot(`
    "ĐURĐEVAČKI PRIMJER d.o.o.
    MBS 080000001   OIB 01234567896   in the register

    Translations of short company names prijevod_skracena_tvrtka
      1  SAMPLE OF DJURDJEVAC Ltd. · jezik_id engleski
    Subjects of the register subjekt
      status 1 · sud_id_nadlezan Trgovački sud u Bjelovaru · datum_osnivanja 1990-10-31
    Registered seats sjediste
      Ogledna cesta 5 a, Đurđevac, Hrvatska
    Legal forms of subjects pravni_oblik
      društvo s ograničenom odgovornošću (d.o.o.)
    Share capitals temeljni_kapital
      12345678901234567890.10 euro
    Entries in foreign registers ino_registar
      drzava_registra_id Hrvatska · naziv_registra Sample register
    Business activities predmet_poslovanja
      1  0111 Uzgoj žitarica
      2  Nešto drugo
    Notices objava_priopcenja
      Poziv
        vjerovnicima\\u001b[31m · status 1 · prbu_od 1 · upis_id_od 1
    Activities kept for the record evidencijske_djelatnosti
      1  Uzgoj · status 1 · prbu_od 1 · upis_id_od 1 · nac_klas_djelatnosti_id Uzgoj žitarica
    Annual financial reports gfi
      1  2024 godišnje izvješće
    E-mail addresses email_adrese
      1  ured@primjer.hr · status 1 · prbu_od 1 · upis_id_od 1
    Branch office 1 naziv_podruznice, sjediste_podruznice, djelatnost_podruznice
      Podružnica Čakovec
      Trg uzoraka 1, Čakovec
      1  0111 Uzgoj žitarica

    Generation 1, copied 2026-01-01T05:00:00.000Z.
    "
  `);
});

test("--json prints what the function returns, its numbers as they were sent", async () => {
  const { output } = await runHere("show", target.name, oib, "--json");
  expect(output).toContain('"iznos":12345678901234567890.10');
  expect(JSON.parse(output)).toMatchObject({ number: oib, kind: "oib", subjects: [{ mbs, oib }] });
  const none = await runHere("show", target.name, "123", "--json");
  expect(none.code).toBe(3);
  expect(JSON.parse(none.output).subjects).toEqual([]);
});
