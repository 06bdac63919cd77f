import type { Entry } from "../store/load.ts";
import type { Row } from "../store/values.ts";
import { codeLists, competentCourtId, countryId, courtId, euro, legalFormRows, placeFields } from "./code-lists.ts";
import { dateAt, momentAt } from "./dates.ts";
import { activityText, companyName, streetName } from "./names.ts";
import { oibAt } from "./oib.ts";
import { Random } from "./random.ts";
import { activityClasses, foreignRegisters, municipalities, registerPrefixes } from "./vocabulary.ts";

/** Serial numbers that one prefix of register numbers has room for. */
const serialsPerPrefix = 1_000_000;

/** What the rows of one subject share. */
interface Subject {
  readonly index: number;
  readonly mbs: number;
  readonly seat: string;
  readonly founded: number;
  readonly form: (typeof legalFormRows)[number];
  /** Year of deletion; most subjects have none. */
  readonly deleted: number | undefined;
  readonly insolvent: boolean;
  readonly branches: number;
}

/** Generates subjects one after another; no serial number is used twice within its prefix. */
export class SubjectGenerator {
  readonly #seed: number;
  readonly #serials = new Map<number, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** All rows of the subject at an index, each under its resource. */
  entries(index: number): Entry[] {
    const random = new Random(this.#seed, 1, index);
    const [prefix, seat] = weighted(random, registerPrefixes, ([, , share]) => share);
    const serial = (this.#serials.get(prefix) ?? 0) + 1;
    if (serial >= serialsPerPrefix) throw new RangeError("There are no register numbers left. Generate fewer rows.");
    this.#serials.set(prefix, serial);
    const founded = random.chance(0.15) ? random.between(1960, 1994) : random.between(1995, 2024);
    const subject: Subject = {
      index,
      mbs: prefix * serialsPerPrefix + serial,
      seat,
      founded,
      form: weighted(random, legalFormRows, ({ share }) => share),
      deleted: random.chance(0.12) ? random.between(Math.max(founded + 1, 1996), 2025) : undefined,
      insolvent: index % 6 === 5 ? index % 42 === 29 : random.chance(0.03),
      branches: random.chance(0.06) ? random.between(1, 3) : 0,
    };
    return rowsOf(subject, random, this.#seed);
  }
}

function rowsOf(subject: Subject, random: Random, seed: number): Entry[] {
  const entries: Entry[] = [];
  const add = (resource: string, row: Row): void => void entries.push({ resource, row: { mbs: subject.mbs, ...row } });
  add("subjekt", subjectRow(subject, random, seed));
  const place = random.chance(0.6) ? subject.seat : random.pick(municipalities)[0];
  add("sjediste", seatRow(random, place));
  const kratica = String(subject.form.expanded.kratica);
  const ime = companyName(random, subject.index, kratica);
  add("skracena_tvrtka", { ime });
  // Rarer in reality; this many fill more than one page of a thousand subjects.
  if (random.chance(0.14)) {
    const jezik_id = random.between(2, 4);
    add("prijevod_skracena_tvrtka", { prijevod_skracene_tvrtke_rbr: 1, ime: `${ime} (Ltd. & Co.)`, jezik_id });
  }
  add("pravni_oblik", {
    vrsta_pravnog_oblika_id: subject.form.id,
    vrsta_pravnog_oblika: subject.form.expanded,
  });
  add("temeljni_kapital", { ...euro, iznos: capital(subject, random) });
  addActivities(subject, random, add);
  addFilings(subject, random, add);
  for (let branch = 1; branch <= subject.branches; branch += 1) addBranch(branch, random, add);
  if (random.chance(0.13)) add("ino_registar", foreignRow(random, subject.index));
  return entries;
}

type Add = (resource: string, row: Row) => void;

function subjectRow(subject: Subject, random: Random, seed: number): Row {
  const { deleted, insolvent } = subject;
  const first = Math.floor(subject.mbs / serialsPerPrefix) * serialsPerPrefix + 1;
  return {
    status: deleted === undefined ? 1 : 2,
    sud_id_nadlezan: competentCourtId(subject.seat),
    sud_id_sluzba: courtId(subject.seat),
    oib: oibAt(seed, subject.index),
    ino_podruznica: random.chance(0.01) ? 1 : 0,
    stecajna_masa: insolvent ? 1 : 0,
    likvidacijska_masa: !insolvent && random.chance(0.01) ? 1 : 0,
    // The first subject with the same prefix: it always exists.
    mbs_brisanog_subjekta: first !== subject.mbs && random.chance(0.01) ? first : null,
    glavna_podruznica_rbr: subject.branches > 0 ? 1 : null,
    datum_osnivanja: dateAt(subject.founded, random.between(0, 364)),
    datum_brisanja: deleted === undefined ? null : dateAt(deleted, random.between(0, 300)),
  };
}

function seatRow(random: Random, place: string): Row {
  const abroad = random.chance(0.005);
  const address = { ulica: streetName(random), kucni_broj: random.between(1, 250) };
  if (abroad) return { drzava_id: countryId("AT"), naselje_van_sifrarnika: "Primjerstadt", ...address };
  return {
    drzava_id: countryId("HR"),
    ...address,
    kucni_podbroj: random.chance(0.1) ? random.pick(["a", "b", "A/1"]) : null,
    ...placeFields(place),
  };
}

/** Mostly small amounts, and occasionally one as large as NUMBER(22,2) allows, rounded to a double. */
function capital(subject: Subject, random: Random): number {
  if (subject.index % 997 === 996) return 1e20;
  if (subject.form.expanded.kratica === "j.d.o.o.") return random.pick([1, 10]);
  return random.chance(0.5) ? random.pick([2500, 2654.45, 2650]) : random.between(250_000, 900_000_000) / 100;
}

const classes = codeLists.nacionalna_klasa_djelatnosti?.length ?? 0;

function activity(random: Random): { readonly id: number; readonly text: string } {
  const id = random.between(1, classes);
  return { id, text: activityText(random, activityClasses[id - 1]?.[1] ?? "") };
}

function addActivities(subject: Subject, random: Random, add: Add): void {
  const activities = random.between(1, 4);
  for (let rbr = 1; rbr <= activities; rbr += 1) {
    const { id, text } = activity(random);
    // Older entries have only text, without a class.
    const nac_klas_djelatnosti_id = subject.founded < 1995 ? null : id;
    add("predmet_poslovanja", { djelatnost_rbr: rbr, nac_klas_djelatnosti_id, djelatnost_tekst: text });
  }
  if (random.chance(0.3)) {
    const { id, text } = activity(random);
    const entry = entryFields(subject, random, 1);
    add("evidencijske_djelatnosti", {
      djelatnost_rbr: 1,
      ...entry,
      nac_klas_djelatnosti_id: id,
      djelatnost_tekst: text,
    });
  }
}

/** When a row was entered, and for some when it was replaced: serial numbers of entries, within the subject and overall. */
function entryFields(subject: Subject, random: Random, rbr: number): Row {
  const upis_id_od = subject.index * 20 + rbr;
  const replaced = random.chance(0.1);
  return {
    status: replaced ? 2 : 1,
    prbu_od: rbr,
    prbu_do: replaced ? rbr + 1 : null,
    upis_id_od,
    upis_id_do: replaced ? upis_id_od + 10 : null,
  };
}

function addFilings(subject: Subject, random: Random, add: Add): void {
  const last = subject.deleted ?? 2025;
  const reports = Math.min(random.between(0, 3), last - subject.founded);
  for (let rbr = 1; rbr <= reports; rbr += 1) {
    const year = last - rbr;
    add("gfi", {
      gfi_rbr: rbr,
      vrsta_dokumenta: random.between(1, 5),
      oznaka_konsolidacije: random.chance(0.05) ? 1 : 0,
      godina_izvjestaja: year,
      datum_dostave: momentAt(year + 1, random.between(60, 180), random.between(420, 960)),
      datum_od: dateAt(year, 0),
      datum_do: dateAt(year + 1, -1),
    });
  }
  if (random.chance(0.4)) {
    const adresa = `ured.${subject.index}@primjer.hr`;
    add("email_adrese", { email_adresa_rbr: 1, ...entryFields(subject, random, 2), adresa });
  }
  if (random.chance(0.05)) {
    const tekst = 'Poziv vjerovnicima na prijavu tražbina\nprema objavi "A & B".';
    add("objava_priopcenja", { ...entryFields(subject, random, 3), tekst });
  }
  if (subject.insolvent) {
    const opened = random.between(subject.founded, last);
    add("postupak", { postupak: random.between(1, 3), datum_stjecaja: dateAt(opened, random.between(0, 364)) });
  }
}

function addBranch(podruznica_rbr: number, random: Random, add: Add): void {
  const place = random.pick(municipalities)[0];
  const { id, text } = activity(random);
  add("sjediste_podruznice", {
    podruznica_rbr,
    ulica: streetName(random),
    broj: random.between(1, 250),
    podbroj: random.chance(0.1) ? "b" : null,
    ...placeFields(place),
  });
  add("naziv_podruznice", {
    podruznica_rbr,
    ime: `Podružnica ${place} & okolica`,
    naznaka_imena: random.chance(0.5) ? place : null,
    postupak: 0,
    glavna_podruznica: podruznica_rbr === 1 ? 1 : 0,
  });
  add("djelatnost_podruznice", {
    podruznica_rbr,
    djelatnost_rbr: 1,
    nac_klas_djelatnosti_id: id,
    djelatnost_tekst: text,
  });
}

function foreignRow(random: Random, index: number): Row {
  const [letters, identifikator, naziv] = random.pick(foreignRegisters);
  return {
    drzava_registra_id: countryId(letters),
    naziv_registra: naziv,
    registarsko_tijelo: "Primjerno registarsko tijelo",
    broj_iz_registra: `FN ${String(index).padStart(6, "0")}x`,
    pravni_oblik: random.chance(0.5) ? "GmbH & Co. KG" : "GmbH",
    eu_registar_id: identifikator,
    eu_id: `${identifikator}.${String(index).padStart(6, "0")}-000`,
    eu_pravni_oblik_kod: `LF-${letters}-001`,
  };
}

/** Picks by weight; the weights may have any sum. */
function weighted<T>(random: Random, items: readonly T[], share: (item: T) => number): T {
  let rest = random.next() * items.reduce((sum, item) => sum + share(item), 0);
  for (const item of items) {
    rest -= share(item);
    if (rest < 0) return item;
  }
  return random.pick(items);
}
