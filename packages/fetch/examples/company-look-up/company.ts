/** Finds a company and what the register has about it. */
import {
  type EvidencijskeDjelatnosti,
  noRows,
  type Page,
  type PredmetPoslovanja,
  type RegisterClient,
  type Sjediste,
  type Subjekt,
  type TemeljniKapital,
} from "@court-register/fetch";
import { formatMbs, isOib } from "@court-register/fetch/identifiers";

export interface Company {
  subject: Subjekt;
  seats: Sjediste[];
  capital: TemeljniKapital[];
  activities: (PredmetPoslovanja | EvidencijskeDjelatnosti)[];
}

/** The field of a subject that holds a number, and the number as the service sends it. */
export interface Wanted {
  field: "oib" | "mbs";
  value: number;
}

/** Told which list is being read, and how many of its rows have been. */
export type Progress = (list: string, rows: number, total?: number) => void;

/**
 * Reads an OIB (eleven digits) or an MBS (nine digits, or fewer without the leading zeros).
 * @throws RangeError saying what is wrong with it.
 */
export function readNumber(text: string): Wanted {
  if (!/^\d+$/.test(text)) throw new RangeError(`"${text}" is no number: an OIB has 11 digits, an MBS has 9.`);
  if (text.length !== 11) return { field: "mbs", value: Number(formatMbs(text)) };
  if (!isOib(text)) throw new RangeError(`${text} is no OIB: its last digit does not fit the others. A typing error?`);
  return { field: "oib", value: Number(text) };
}

/**
 * Looks a company up. The service cannot be asked for a number, so its lists are read: subjects until the company is there, the
 * others to their end, as they have no promised order.
 *
 * @param name - part of its short name; the service then lists the subjects that have it, which is much faster.
 * @returns undefined when there is no such company.
 */
export async function findCompany(
  register: RegisterClient,
  wanted: Wanted,
  name: string | undefined,
  progress: Progress,
): Promise<Company | undefined> {
  const how = { endsWalk: noRows, prefetch: 2 };
  let subject: Subjekt | undefined;
  let timestamp_id: string | undefined;
  for await (const { rows, cursor } of register.subjekt.pages({ limit: 1000, tvrtka_naziv: name }, how)) {
    progress("subjects", cursor.offset);
    subject = rows.find((row) => row[wanted.field] === wanted.value);
    // The other lists are asked for the same state of the register, where the service names it.
    timestamp_id = cursor.timestamp_id;
    if (subject) break;
  }
  const mbs = subject?.mbs;
  if (!subject || mbs == null) return undefined;

  const params = { limit: 1000, timestamp_id };
  return {
    subject,
    seats: await rowsAbout(mbs, "seats", register.sjediste.pages(params, how), progress),
    capital: await rowsAbout(mbs, "capital", register.temeljni_kapital.pages(params, how), progress),
    activities: [
      ...(await rowsAbout(mbs, "activities", register.predmet_poslovanja.pages(params, how), progress)),
      ...(await rowsAbout(mbs, "recorded activities", register.evidencijske_djelatnosti.pages(params, how), progress)),
    ],
  };
}

/** The rows of a list that are about one company. */
async function rowsAbout<Row extends { mbs?: number | null | undefined }>(
  mbs: number,
  list: string,
  pages: AsyncIterable<Page<Row, number | undefined>>,
  progress: Progress,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const { rows, cursor, total } of pages) {
    found.push(...rows.filter((row) => row.mbs === mbs));
    progress(list, cursor.offset, total);
  }
  return found;
}
