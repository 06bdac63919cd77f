import type { SeededRandom } from "./random.ts";

/** Every name shows that it is made up: no company and no person is meant. */
const markers = ["Primjer", "Ogled", "Izmišljeni", "Uzorak", "Pokus"];
const stems = [
  "Čvor",
  "Ćuprija",
  "Đurđica",
  "Šipak",
  "Žubor",
  "Brijest",
  "Lavanda",
  "Hrastik",
  "Mramor",
  "Jedro",
  "Vrelo",
];
const trades = ["gradnja", "trgovina", "prijevoz", "savjetovanje", "ugostiteljstvo", "proizvodnja", "usluge"];
const firstNames = ["Ana", "Ivo", "Željka", "Đuro", "Šime", "Ćiro", "Maja", "Luka"];
const lastNames = ["Primjerić", "Ogledović", "Izmišljenko", "Uzorčić", "Pokusnik"];
const streets = ["Ulica primjera", "Ogledna cesta", "Trg uzoraka", "Put Čeljusnica", "Šetalište Đačkog zbora"];

/** A name of exactly 135 characters: as long as names get. */
const longName: string = `PRIMJER ${"DRUŠTVO ZA ISPITIVANJE DUGIH TVRTKI ".repeat(4)}`.slice(0, 128).concat(" d.o.o.");

/** Names that break careless software; each stands for a kind seen in the register. */
const traps: readonly ((number: number) => string)[] = [
  (number) => `PRIMJER & SINOVI "${number}" d.o.o.`,
  (number) => `Ogled '94 ${number}, obrt & usluge, d.o.o.`,
  (number) => `ČĆĐŠŽ čćđšž Uzorak ${number} d.o.o.`,
  () => longName,
  (number) => `Primjer ${number} d.o.o. u stečaju`,
  (number) => `Primjer ${number} d.o.o. u likvidaciji`,
  (number) => `Uzorak <${number}> d.o.o.`,
];

/** The short name of the subject with a serial number. Every trap recurs every 40 subjects or so. */
export function companyName(random: SeededRandom, number: number, form: string): string {
  const trap = number % 6 === 5 ? traps[Math.floor(number / 6) % traps.length] : undefined;
  if (trap) return trap(number);
  return `${random.pick(markers).toUpperCase()} ${random.pick(stems)} ${number} ${form} za ${random.pick(trades)}`;
}

/** The short name that a subject takes later: none had it before. */
export const newCompanyName = (random: SeededRandom, number: number, form: string): string =>
  `NOVI ${random.pick(markers).toUpperCase()} ${random.pick(stems)} ${number} ${form} za ${random.pick(trades)}`;

export const personName = (random: SeededRandom): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`;

export const streetName = (random: SeededRandom): string => random.pick(streets);

/** The text of an activity; occasionally as long as they get, 4,000 characters. */
export function activityText(random: SeededRandom, name: string): string {
  if (!random.chance(0.002)) return name.trim();
  return `${name.trim()}; `.repeat(Math.ceil(4_000 / (name.trim().length + 2))).slice(0, 4_000);
}
