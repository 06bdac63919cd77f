/** Three made-up cases that move on from day to day: a week in the spring of 2030, which begins with day 0. */
import type { Row } from "../store/values.ts";
import { dayAt as at } from "./dates.ts";
import { personName } from "./names.ts";
import { SeededRandom } from "./random.ts";

/** What the moves of a case are made of. */
interface Moving {
  readonly day: number;
  /** Someone who is the same on every day. */
  readonly person: string;
}

/** What is new in a case, by the day that it is new on. */
type Moves = (moving: Moving) => Row | undefined;

/** What came until a day, each with its day. */
const until = (day: number, rows: Readonly<Record<number, Row>>): readonly Row[] =>
  Object.entries(rows).flatMap(([since, row]) => (Number(since) <= day ? [row] : []));

const changed = (day: number, days: readonly number[]): string => at(days.findLast((one) => one <= day) ?? 0, 6);

const document = (day: number, vrsta: string, podnositelj: string, tip = "ulazno"): Row => ({
  datum: at(day, 8),
  podnositelj,
  prilozi: null,
  tip,
  vrsta,
});

const hearing = (
  day: number,
  { odgoda = null, isHeld = false }: { odgoda?: string | null; isHeld?: boolean },
): Row => ({
  odgoda,
  plPocetak: at(day, 9),
  plZavrsetak: at(day, 10),
  stPocetak: isHeld ? at(day, 9) : null,
  stZavrsetak: isHeld ? at(day, 10) : null,
  sobanaziv: "Sudnica 4",
  sobaoznaka: "4",
  vrstaRadnje: "glavna rasprava",
});

/** A document comes, the hearing is postponed and then held, and a decision is made. */
const lawsuit: Moves = ({ day, person }) => ({
  lastUpdateTime: changed(day, [0, 1, 2, 4, 5]),
  pismena: until(day, {
    0: document(0, "tužba", person),
    1: document(1, "podnesak", person),
    5: document(5, "presuda", person, "izlazno"),
  }),
  rocista: until(day, {
    0: hearing(2, { odgoda: day >= 2 ? "odgođeno" : null }),
    2: hearing(4, { isHeld: day >= 4 }),
  }),
  ...(day >= 5 && { vrstaOdluke: "presuda", datumDonosenjaOdluke: at(5) }),
});

/** A document comes, and the case goes. */
const enforcement: Moves = ({ day, person }) =>
  day < 3
    ? {
        lastUpdateTime: changed(day, [0, 1]),
        pismena: until(day, { 0: document(0, "prijedlog", person), 1: document(1, "poziv", person, "izlazno") }),
      }
    : undefined;

/** Another party comes, and a link to the lawsuit. */
const insolvency: Moves = ({ day, person }) => ({
  lastUpdateTime: changed(day, [0, 2, 4]),
  stranke: until(day, {
    0: { naziv: "Primjer d.o.o.", nazivuloge: "dužnik" },
    2: { naziv: person, nazivuloge: "vjerovnik" },
  }),
  povezaniPredmeti: until(day, {
    4: {
      id: 1,
      tip: 1,
      opis: "povezani predmet",
      datumVeze: at(4),
      vezaniOznaka: "P",
      vezaniOznakaBroj: "P-21/2025",
      vezaniSud: 4,
    },
  }),
});

/** What each of them is looked up by, and how it moves. */
export const movingCases: readonly {
  readonly key: { readonly court: number; readonly mark: string; readonly number: number; readonly year: number };
  readonly moves: Moves;
}[] = [
  { key: { court: 4, mark: "P", number: 21, year: 2025 }, moves: lawsuit },
  { key: { court: 5, mark: "Ovr", number: 7, year: 2025 }, moves: enforcement },
  { key: { court: 6, mark: "St", number: 3, year: 2025 }, moves: insolvency },
];

/** What a moving case is on a day, beside what it is on every day; undefined once it is gone. */
export const movesOn = (moves: Moves, seed: number, index: number, day: number): Row | undefined =>
  moves({ day, person: personName(new SeededRandom(seed, "moves", index)) });
