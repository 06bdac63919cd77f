/** Looks up companies by valid and invalid numbers. */
import { isOib } from "@court-register/fetch/identifiers";
import { expect } from "vitest";
import { startServiceOn } from "../support/service.ts";
import { copyExample, outputOf, type Workshop } from "./workshop.ts";

/** A valid OIB that begins with these digits. */
function oibFrom(digits: number): number {
  const last = Array.from({ length: 10 }, (_, digit) => digit).find((digit) => isOib(digits * 10 + digit));
  return digits * 10 + Number(last);
}

/** Beyond the first page of 1,000, and with leading zeros in both numbers. */
const company = { mbs: 80_001_501, oib: oibFrom(12_345_678), index: 1_500 };

const texts = ["Proizvodnja primjera", "Trgovina na veliko uzorcima", "Kušanje vina"];

/** The company's rows are among those of others, and the last in each list. */
const data = {
  subjekt: Array.from({ length: 2_100 }, (_, index) => ({
    mbs: 80_000_001 + index,
    oib: index === company.index ? company.oib : oibFrom(9_000_000_000 + index),
  })),
  skracena_tvrtka: [
    { mbs: company.mbs, ime: "Primjer kestena d.o.o." },
    { mbs: 80_000_001, ime: "Uzorak d.o.o." },
  ],
  prijevod_skracena_tvrtka: [
    { mbs: 80_000_001, ime: "Sample Ltd." },
    {
      mbs: company.mbs,
      ime: "Chestnut Example Ltd.",
      jezik_id: 2,
      jezik: { id: 2, sifra: 2, naziv: "engleski" },
    },
  ],
  sjediste: [
    ...Array.from({ length: 1_200 }, (_, index) => ({ mbs: 80_000_001 + index, ulica: "Ulica drugih", kucni_broj: 9 })),
    { mbs: company.mbs, ulica: "Ulica kestena", kucni_broj: 7, kucni_podbroj: "a", naziv_naselja: "Primjergrad" },
  ],
  temeljni_kapital: [
    { mbs: 80_000_001, iznos: 1 },
    { mbs: company.mbs, iznos: 2654.45, valuta_id: 1, valuta: { sifra: 978, naziv: "euro" } },
  ],
  predmet_poslovanja: [
    { mbs: company.mbs, djelatnost_rbr: 1, djelatnost_tekst: texts[0] },
    ...Array.from({ length: 1_100 }, (_, index) => ({
      mbs: 80_000_001 + index,
      djelatnost_rbr: 1,
      djelatnost_tekst: "Drugo",
    })),
    { mbs: company.mbs, djelatnost_rbr: 2, djelatnost_tekst: texts[1] },
  ],
  evidencijske_djelatnosti: [
    { mbs: company.mbs, djelatnost_rbr: 3, status: 1, prbu_od: 1, upis_id_od: 1, djelatnost_tekst: texts[2] },
  ],
};

const expected = [
  "Name      Primjer kestena d.o.o.",
  "          Chestnut Example Ltd. (engleski)",
  "MBS       080001501",
  `OIB       ${String(company.oib).padStart(11, "0")}`,
  "Seat      Ulica kestena 7a, Primjergrad",
  "Capital   2654.45 euro",
  ...texts.map((text) => `Activity  ${text}`),
].join("\n");

export async function companyLookUp(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startServiceOn(data, `${workshop.folder}/companies`, workshop.key);
  const env = { COURT_REGISTER_BASE_URL: service.url, COURT_REGISTER_KEY: workshop.key };
  const refused = (args: string[], reason: string, other: NodeJS.ProcessEnv = {}): Promise<void> =>
    copy.refused(args, { ...env, ...other }, reason);
  await copy.install();
  const mbs = String(company.mbs);
  for (const args of [[mbs], [String(company.oib).padStart(11, "0")], [`0${mbs}`, "KESTENA"]])
    expect(await outputOf(copy.start(args, env))).toBe(expected);
  await refused([`0${mbs}`, "uzorak"], `no subject with the MBS 0${mbs} and that name`);
  await refused(["999999999"], "There is no subject with the MBS 999999999.");
  await refused(["12345678901"], "12345678901 is not a valid OIB");
  await refused([], "Which company?");
  await refused([mbs], "COURT_REGISTER_KEY is not set", { COURT_REGISTER_KEY: "" });
  await refused([mbs], "refuses the key in COURT_REGISTER_KEY", { COURT_REGISTER_KEY: "drugi" });
  await refused([mbs], "COURT_REGISTER_BASE_URL must be", { COURT_REGISTER_BASE_URL: "" });
}
