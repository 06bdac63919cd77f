import { isDeepStrictEqual } from "node:util";
import type { Row } from "../store/values.ts";
import { dateAt, momentAt } from "./dates.ts";
import { movesOn, movingCases } from "./moving-cases.ts";
import { personName } from "./names.ts";
import { SeededRandom } from "./random.ts";
import { caseRegisters, seatLocatives } from "./vocabulary.ts";

const levels = [
  ["Općinski", "OS"],
  ["Trgovački", "TS"],
  ["Županijski", "ZS"],
] as const;

/** Seats of courts, with a made-up one: documents of the project look up its municipal court, the twelfth, by name. */
const seats: readonly (readonly [seat: string, locative: string])[] = Object.entries(seatLocatives).toSpliced(11, 0, [
  "Primjer",
  "Primjeru",
]);

/** The courts of the GraphQL interface: one of each level at every seat, municipal courts first. */
export const caseCourts: readonly Row[] = levels.flatMap(([level, mark], razina) =>
  seats.map(([seat, locative], place) => ({
    id: razina * seats.length + place + 1,
    prikaz: "1",
    prod: "1",
    razina: razina + 1,
    sudNaziv: `${level} sud u ${locative}`,
    sudOznaka: `${mark}-${seat.slice(0, 2).toUpperCase()}`,
  })),
);

/** The types of registers of the GraphQL interface. */
export const caseRegisterRows: readonly Row[] = caseRegisters.map(([oznaka, naziv], index) => ({
  id: index + 1,
  naziv,
  oznaka,
}));

/** What a case is looked up by, in parts. */
interface CaseNumber {
  readonly court: number;
  readonly mark: string;
  readonly number: number;
  readonly year: number;
}

/** The first cases, whatever the seed: those that documents of the project show. They have rows in every list. */
const shownCases: readonly CaseNumber[] = [
  { court: 12, mark: "Ovr", number: 1283, year: 2015 },
  { court: 7, mark: "Ovr", number: 1283, year: 2015 },
  { court: 3, mark: "P", number: 12, year: 2020 },
];

/** Keys that are given, and not drawn: of the cases that are shown, and of those that move, which follow them. */
const givenKeys: readonly CaseNumber[] = [...shownCases, ...movingCases.map(({ key }) => key)];

/** The key of the case at an index. No other index has the same. */
function caseKey(random: SeededRandom, index: number): CaseNumber {
  const drawn = {
    court: (index % caseCourts.length) + 1,
    mark: random.pick(caseRegisters)[0],
    number: Math.floor(index / caseCourts.length) + 1,
    year: random.between(2001, 2025),
  };
  const isGiven = givenKeys.some((key) => isDeepStrictEqual(key, drawn));
  return givenKeys[index] ?? (isGiven ? { ...drawn, year: drawn.year - 1 } : drawn);
}

/**
 * The case at an index on a day, counted from 0. Some move on from day to day; all others are the same on every day.
 *
 * @returns undefined if it is gone by then.
 */
export function courtCaseOn(seed: number, index: number, day: number): Row | undefined {
  const moving = movingCases[index - shownCases.length];
  const always = courtCase(seed, index);
  if (!moving) return always;
  const moves = movesOn(moving.moves, seed, index, day);
  return moves && { ...always, ...undecided, ...moves };
}

/** A case with all its lists, each with random choices of its own: an edit of one leaves the others as they are. */
export function courtCase(seed: number, index: number): Row {
  const random = new SeededRandom(seed, "predmet", index);
  const { court, mark, number, year } = caseKey(random, index);
  const register = caseRegisterRows.find(({ oznaka }) => oznaka === mark);
  const isShown = index < shownCases.length;
  const day = random.between(0, 200);
  const decided = isShown || random.chance(0.6);
  const list = (name: string, most: number, make: (random: SeededRandom, n: number) => Row): readonly Row[] => {
    const own = new SeededRandom(seed, name, index);
    return Array.from({ length: own.between(isShown ? 1 : 0, most) }, (_, n) => make(own, n));
  };
  return {
    id: 1_000_000 + index,
    broj: number,
    oznakaBroj: `${mark}-${number}/${year}`,
    sudId: court,
    upisnikId: register?.id,
    upisnikOznaka: mark,
    upisnikNaziv: register?.naziv,
    sudac: personName(random),
    vrstaPredmeta: register?.naziv,
    nazivUj: `${random.between(1, 9)}. vijeće "A & B"`,
    oznakaUj: String(random.between(1, 40)),
    pogresnoUpisani: "ne",
    prekrsajni: "ne",
    spisIzvanSuda: random.chance(0.1) ? "da" : "ne",
    spisNaVisemSudu: random.chance(0.1) ? "da" : "ne",
    stalnaSluzba: random.chance(0.1) ? "stalna služba" : null,
    datumOsnivanja: dateAt(year, day),
    datumPocetkaProcesa: dateAt(year, day),
    datumDodjele: dateAt(year, day + 1),
    ...(decided ? decision(year, day, random) : undecided),
    lastUpdateTime: momentAt(year + 1, random.between(0, 300), random.between(0, 1439)),
    pismena: list("pismena", 4, (own) => documentRow(own, year, day)),
    rocista: list("rocista", 3, (own) => hearing(own, year, day)),
    stranke: list("stranke", 4, (own, n) => ({
      naziv: personName(own),
      nazivuloge: n % 2 === 0 ? "tužitelj" : "tuženik",
    })),
    vjecnici: list("vjecnici", 2, (own) => ({ ime: personName(own), vrsta: "sudac porotnik" })),
    povezaniPredmeti: list("povezaniPredmeti", 2, (own, n) => link(own, index, n, year)),
    stariPredmet: list("stariPredmet", 1, () => ({ oznakaBroj: `${mark}-${number + 1}/${year - 1}`, sud: court })),
  };
}

const decision = (year: number, day: number, random: SeededRandom): Row => ({
  vrstaOdluke: random.pick(["presuda", "rješenje"]),
  datumDonosenjaOdluke: dateAt(year, day + 120),
  datumOtpreme: dateAt(year, day + 130),
  datumZalbe: random.chance(0.3) ? dateAt(year, day + 140) : null,
  datumPravomocnosti: dateAt(year, day + 160),
  datumOvrsnosti: dateAt(year, day + 170),
  datumArhiviranja: dateAt(year + 1, day),
  datumRokaCuvanja: dateAt(year + 10, day),
});

const undecided: Row = Object.fromEntries(
  Object.keys(decision(0, 0, new SeededRandom(0, "", 0))).map((name) => [name, null]),
);

const documentRow = (random: SeededRandom, year: number, day: number): Row => ({
  datum: momentAt(year, day + random.between(1, 100), 600),
  podnositelj: personName(random),
  prilozi: random.chance(0.5) ? "punomoć, računi & izvodi" : null,
  tip: random.pick(["ulazno", "izlazno"]),
  vrsta: random.pick(["tužba", "podnesak", "poziv"]),
});

function hearing(random: SeededRandom, year: number, day: number): Row {
  const on = day + random.between(20, 100);
  const start = random.between(480, 840);
  const held = random.chance(0.7);
  return {
    odgoda: held ? null : "odgođeno",
    plPocetak: momentAt(year, on, start),
    plZavrsetak: momentAt(year, on, start + 60),
    stPocetak: held ? momentAt(year, on, start + 5) : null,
    stZavrsetak: held ? momentAt(year, on, start + 50) : null,
    sobanaziv: `Sudnica ${random.between(1, 30)}`,
    sobaoznaka: String(random.between(1, 30)),
    vrstaRadnje: random.pick(["pripremno ročište", "glavna rasprava"]),
  };
}

const link = (random: SeededRandom, index: number, n: number, year: number): Row => {
  const [mark] = random.pick(caseRegisters);
  return {
    id: index * 10 + n + 1,
    tip: n + 1,
    opis: "spojeni predmet",
    datumVeze: dateAt(year, 250),
    vezaniOznaka: mark,
    vezaniOznakaBroj: `${mark}-${index + n + 1}/${year}`,
    vezaniSud: caseCourts[(index + n) % caseCourts.length]?.id,
  };
};
