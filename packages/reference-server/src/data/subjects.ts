import type { Entry } from "../store/load.ts";
import type { Row } from "../store/values.ts";
import {
  codeLists,
  competentCourtId,
  countryId,
  courtId,
  euro,
  legalFormRows,
  noPlace,
  placeFields,
} from "./code-lists.ts";
import { dateAt, momentAt } from "./dates.ts";
import { type Happening, happenedUntil } from "./happenings.ts";
import { activityText, companyName, newCompanyName, streetName } from "./names.ts";
import { oibAt } from "./oib.ts";
import { SeededRandom } from "./random.ts";
import { activityClasses, foreignRegisters, municipalities, registerPrefixes } from "./vocabulary.ts";

/** Serial numbers that one prefix of register numbers has room for. */
const serialsPerPrefix = 1_000_000;

/** What the rows of one subject share. */
interface Subject {
  readonly index: number;
  readonly mbs: number;
  readonly oib: number;
  readonly name: string;
  readonly seat: string;
  readonly founded: number;
  readonly form: (typeof legalFormRows)[number];
  /** Year of deletion before day 0; most subjects have none. */
  readonly deleted: number | undefined;
  readonly insolvent: boolean;
  /** The place of each branch office. */
  readonly branches: readonly string[];
  /** What has happened to it since day 0; nothing happens to one that was deleted. */
  readonly happened: Happening | undefined;
}

/** The rows of a subject, each under its resource. */
interface SubjectRows {
  readonly mbs: number;
  readonly entries: readonly Entry[];
  /** Those of them that were not there on day 0, apart. */
  readonly came: readonly Entry[];
}

/** Generates subjects one after another; no serial number is used twice within its prefix. */
export class SubjectGenerator {
  readonly #seed: number;
  readonly #day: number;
  readonly #serials = new Map<number, number>();

  /** @param day - Counted from 0: something happens to some subjects from day to day. */
  constructor(seed: number, day = 0) {
    this.#seed = seed;
    this.#day = day;
  }

  /** The subject at an index, as it is on the day. */
  subject(index: number): SubjectRows {
    const subject = this.#subject(index);
    const { mbs } = subject;
    const entriesOf = (all: RowsOf): Entry[] =>
      Object.entries(all).flatMap(([resource, rowsOf]) =>
        rowsOf(subject, new SeededRandom(this.#seed, resource, index)).map((row) => ({
          resource,
          row: { mbs, ...row },
        })),
      );
    return { mbs, entries: entriesOf(resources), came: entriesOf(later) };
  }

  #subject(index: number): Subject {
    const random = new SeededRandom(this.#seed, "", index);
    const [prefix, seat] = weighted(random, registerPrefixes, ([, , share]) => share);
    const serial = (this.#serials.get(prefix) ?? 0) + 1;
    if (serial >= serialsPerPrefix) throw new RangeError("There are no register numbers left. Generate fewer rows.");
    this.#serials.set(prefix, serial);
    const founded = random.chance(0.15) ? random.between(1960, 1994) : random.between(1995, 2024);
    const form = weighted(random, legalFormRows, ({ share }) => share);
    const name = companyName(random, index, String(form.expanded.kratica));
    const deleted = random.chance(0.12) ? random.between(Math.max(founded + 1, 1996), 2025) : undefined;
    const happened = deleted === undefined ? happenedUntil(this.#day, this.#seed, index) : undefined;
    return {
      index,
      mbs: prefix * serialsPerPrefix + serial,
      oib: oibAt(this.#seed, index),
      name:
        happened?.kind === "rename"
          ? newCompanyName(new SeededRandom(this.#seed, "new name", index), index, String(form.expanded.kratica))
          : name,
      seat,
      founded,
      form,
      deleted,
      insolvent: index % 6 === 5 ? index % 42 === 29 : random.chance(0.03),
      branches: Array.from({ length: random.chance(0.06) ? random.between(1, 3) : 0 }, () => placeName(random)),
      happened,
    };
  }
}

type RowsOf = Readonly<Record<string, (subject: Subject, random: SeededRandom) => readonly Row[]>>;

/**
 * The rows of a subject by resource, without its register number. Each resource has random choices of its own: an edit of one
 * leaves the rows of the others as they are.
 */
const resources: RowsOf = {
  subjekt: (subject, random) => [subjectRow(subject, random)],
  sjediste: (subject, random) => {
    const seat = seatRow(random, random.chance(0.6) ? subject.seat : placeName(random));
    return [subject.happened?.kind === "move" ? otherSeat(random, seat) : seat];
  },
  skracena_tvrtka: ({ name }) => [{ ime: name }],
  // Rarer in reality; this many fill more than one page of a thousand subjects.
  prijevod_skracena_tvrtka: ({ name }, random) =>
    sometimes(random, 0.14, () => ({
      prijevod_skracene_tvrtke_rbr: 1,
      ime: `${name} (Ltd. & Co.)`,
      jezik_id: random.between(2, 4),
    })),
  pravni_oblik: ({ form }) => [{ vrsta_pravnog_oblika_id: form.id, vrsta_pravnog_oblika: form.expanded }],
  temeljni_kapital: (subject, random) => [{ ...euro, iznos: capital(subject, random) }],
  predmet_poslovanja: ({ founded }, random) =>
    Array.from({ length: random.between(1, 4) }, (_, index) => {
      const { nac_klas_djelatnosti_id: id, djelatnost_tekst } = activity(random);
      // Older entries have only text, without a class.
      return { djelatnost_rbr: index + 1, nac_klas_djelatnosti_id: founded < 1995 ? null : id, djelatnost_tekst };
    }),
  evidencijske_djelatnosti: (subject, random) =>
    sometimes(random, 0.3, () => ({ djelatnost_rbr: 1, ...entryFields(subject, random, 1), ...activity(random) })),
  gfi: reports,
  email_adrese: (subject, random) =>
    sometimes(random, 0.4, () => ({
      email_adresa_rbr: 1,
      ...entryFields(subject, random, 2),
      adresa: `ured.${subject.index}@primjer.hr`,
    })),
  objava_priopcenja: (subject, random) =>
    sometimes(random, 0.05, () => ({
      ...entryFields(subject, random, 3),
      tekst: 'Poziv vjerovnicima na prijavu tražbina\nprema objavi "A & B".',
    })),
  postupak: ({ insolvent, founded, deleted }, random) => {
    if (!insolvent) return [];
    const opened = random.between(founded, deleted ?? lastYear);
    return [{ postupak: random.between(1, 3), datum_stjecaja: dateAt(opened, random.between(0, 364)) }];
  },
  sjediste_podruznice: ({ branches }, random) =>
    branches.map((place, index) => ({
      podruznica_rbr: index + 1,
      ulica: streetName(random),
      broj: random.between(1, 250),
      podbroj: random.chance(0.1) ? "b" : null,
      ...placeFields(place),
    })),
  naziv_podruznice: ({ branches }, random) =>
    branches.map((place, index) => ({
      podruznica_rbr: index + 1,
      ime: `Podružnica ${place} & okolica`,
      naznaka_imena: random.chance(0.5) ? place : null,
      postupak: 0,
      glavna_podruznica: index === 0 ? 1 : 0,
    })),
  djelatnost_podruznice: ({ branches }, random) =>
    branches.map((_, index) => ({ podruznica_rbr: index + 1, djelatnost_rbr: 1, ...activity(random) })),
  ino_registar: ({ index }, random) => sometimes(random, 0.13, () => foreignRow(random, index)),
};

/** The rows that come after day 0, by resource. */
const later: RowsOf = {
  postupak: ({ insolvent, happened }, random) =>
    happened?.kind === "bankruptcy" && !insolvent
      ? [{ postupak: random.between(1, 3), datum_stjecaja: happened.date }]
      : [],
};

/** The resources that a subject has rows of. */
export const subjectResources: readonly string[] = Object.keys(resources);

/** One row for a share of the subjects, and none for the others. */
const sometimes = (random: SeededRandom, share: number, row: () => Row): Row[] => (random.chance(share) ? [row()] : []);

/** The last year that anything is entered for. */
const lastYear = 2025;

const placeName = (random: SeededRandom): string => random.pick(municipalities)[0];

function subjectRow(subject: Subject, random: SeededRandom): Row {
  const { deleted, insolvent, happened } = subject;
  const first = Math.floor(subject.mbs / serialsPerPrefix) * serialsPerPrefix + 1;
  return {
    status: deleted === undefined ? 1 : 2,
    sud_id_nadlezan: competentCourtId(subject.seat),
    sud_id_sluzba: courtId(subject.seat),
    oib: subject.oib,
    ino_podruznica: random.chance(0.01) ? 1 : 0,
    stecajna_masa: insolvent ? 1 : 0,
    likvidacijska_masa: !insolvent && random.chance(0.01) ? 1 : 0,
    // The first subject with the same prefix: it always exists.
    mbs_brisanog_subjekta: first !== subject.mbs && random.chance(0.01) ? first : null,
    glavna_podruznica_rbr: subject.branches.length > 0 ? 1 : null,
    datum_osnivanja: dateAt(subject.founded, random.between(0, 364)),
    datum_brisanja: deleted === undefined ? null : dateAt(deleted, random.between(0, 300)),
    // Last: on day 0 and later, the choices above are the same.
    ...(happened?.kind === "bankruptcy" && { stecajna_masa: 1 }),
    ...(happened?.kind === "deletion" && { status: 2, datum_brisanja: happened.date }),
  };
}

function seatRow(random: SeededRandom, place: string): Row {
  const abroad = random.chance(0.005);
  return {
    drzava_id: countryId(abroad ? "AT" : "HR"),
    naselje_van_sifrarnika: abroad ? "Primjerstadt" : null,
    ulica: streetName(random),
    kucni_broj: random.between(1, 250),
    kucni_podbroj: !abroad && random.chance(0.1) ? random.pick(["a", "b", "A/1"]) : null,
    ...(abroad ? noPlace : placeFields(place)),
  };
}

/** A seat in another place than before. */
function otherSeat(random: SeededRandom, before: Row): Row {
  for (;;) {
    const seat = seatRow(random, placeName(random));
    if (seat.naziv_naselja !== before.naziv_naselja) return seat;
  }
}

/** Mostly small amounts, and occasionally one as large as NUMBER(22,2) allows, rounded to a double. */
function capital(subject: Subject, random: SeededRandom): number {
  if (subject.index % 997 === 996) return 1e20;
  if (subject.form.expanded.kratica === "j.d.o.o.") return random.pick([1, 10]);
  return random.chance(0.5) ? random.pick([2500, 2654.45, 2650]) : random.between(250_000, 900_000_000) / 100;
}

const classes = codeLists.nacionalna_klasa_djelatnosti?.length ?? 0;

function activity(random: SeededRandom): Row {
  const id = random.between(1, classes);
  return {
    nac_klas_djelatnosti_id: id,
    djelatnost_tekst: activityText(random, activityClasses[id - 1]?.[1] ?? ""),
  };
}

/** When a row was entered, and for some when it was replaced: serial numbers of entries, within the subject and overall. */
function entryFields(subject: Subject, random: SeededRandom, rbr: number): Row {
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

function reports({ founded, deleted = lastYear }: Subject, random: SeededRandom): Row[] {
  const count = Math.min(random.between(0, 3), deleted - founded);
  return Array.from({ length: count }, (_, index) => {
    const year = deleted - index - 1;
    return {
      gfi_rbr: index + 1,
      vrsta_dokumenta: random.between(1, 5),
      oznaka_konsolidacije: random.chance(0.05) ? 1 : 0,
      godina_izvjestaja: year,
      datum_dostave: momentAt(year + 1, random.between(60, 180), random.between(420, 960)),
      datum_od: dateAt(year, 0),
      datum_do: dateAt(year + 1, -1),
    };
  });
}

function foreignRow(random: SeededRandom, index: number): Row {
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
function weighted<T>(random: SeededRandom, items: readonly T[], share: (item: T) => number): T {
  let rest = random.next() * items.reduce((sum, item) => sum + share(item), 0);
  for (const item of items) {
    rest -= share(item);
    if (rest < 0) return item;
  }
  return random.pick(items);
}
