/** Finds a company in the register, with its names, seats, capital and activities. */
import {
  type EvidencijskeDjelatnosti,
  noRows,
  type Page,
  type PredmetPoslovanja,
  type PrijevodSkracenaTvrtka,
  type RegisterClient,
  type Sjediste,
  type SkracenaTvrtka,
  type Subjekt,
  type TemeljniKapital,
} from "@court-register/fetch";
import { formatMbs, isOib } from "@court-register/fetch/identifiers";

export interface Company {
  subject: Subjekt;
  names: SkracenaTvrtka[];
  translations: PrijevodSkracenaTvrtka[];
  seats: Sjediste[];
  capital: TemeljniKapital[];
  activities: (PredmetPoslovanja | EvidencijskeDjelatnosti)[];
}

/** The number to look up, and the field of a subject that has it. */
export interface Wanted {
  field: "oib" | "mbs";
  value: number;
}

/** Called with the list that is being read, and the number of rows so far. */
export type Progress = (list: string, rows: number, total?: number) => void;

/**
 * Parses an OIB (eleven digits) or an MBS (nine digits, or fewer without the leading zeros).
 * @throws RangeError saying what is wrong with it.
 */
export function readNumber(text: string): Wanted {
  if (!/^\d+$/.test(text)) throw new RangeError(`"${text}" is not a number: an OIB has 11 digits, an MBS has 9.`);
  if (text.length !== 11) return { field: "mbs", value: Number(formatMbs(text)) };
  if (!isOib(text)) throw new RangeError(`${text} is not a valid OIB: its check digit is wrong. Is there a typo?`);
  return { field: "oib", value: Number(text) };
}

/**
 * Looks up a company. The service cannot search by number, so this reads its lists: subjects until the company is found, the
 * others to the end, because their rows come in no promised order.
 *
 * @param name - Part of its short name; the service then lists only the subjects that have it, which is much faster.
 * @returns undefined if there is no such company.
 */
export async function findCompany(
  register: RegisterClient,
  wanted: Wanted,
  name: string | undefined,
  progress: Progress,
): Promise<Company | undefined> {
  const options = { endsWalk: noRows, prefetch: 2 };
  let subject: Subjekt | undefined;
  let timestamp_id: string | undefined;
  for await (const { rows, cursor } of register.subjekt.pages({ limit: 1000, tvrtka_naziv: name }, options)) {
    progress("subjects", cursor.offset);
    subject = rows.find((row) => row[wanted.field] === wanted.value);
    // The other lists are read in the same state of the register, if the service names it.
    timestamp_id = cursor.timestamp_id;
    if (subject) break;
  }
  const mbs = subject?.mbs;
  if (!subject || mbs == null) return undefined;

  const params = { limit: 1000, timestamp_id };
  return {
    subject,
    names: await rowsAbout(mbs, "names", register.skracena_tvrtka.pages(params, options), progress),
    translations: await rowsAbout(
      mbs,
      "translations",
      register.prijevod_skracena_tvrtka.pages(params, options),
      progress,
    ),
    seats: await rowsAbout(mbs, "seats", register.sjediste.pages(params, options), progress),
    capital: await rowsAbout(mbs, "capital", register.temeljni_kapital.pages(params, options), progress),
    activities: [
      ...(await rowsAbout(mbs, "activities", register.predmet_poslovanja.pages(params, options), progress)),
      ...(await rowsAbout(
        mbs,
        "recorded activities",
        register.evidencijske_djelatnosti.pages(params, options),
        progress,
      )),
    ],
  };
}

/** The rows of a list that belong to one company. */
async function rowsAbout<Row extends { mbs?: number | null | undefined }>(
  mbs: number,
  list: string,
  pages: AsyncIterable<Page<Row>>,
  progress: Progress,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const { rows, cursor, total } of pages) {
    found.push(...rows.filter((row) => row.mbs === mbs));
    progress(list, cursor.offset, total);
  }
  return found;
}
