/** `show` of a court case: all that a copy has of it. */

import type { CaseListName, FieldOf } from "../show/contract-names.ts";
import { moment } from "../show/describe.ts";
import type { ShowInOptions, ShownList, ShowOptions } from "../show/show.ts";
import { compareTexts } from "../store/database.ts";
import { wasThere } from "../store/schema.ts";
import { type GenerationMark, readCopy, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import type { WireObject } from "../wire/wire.ts";
import { courtNamesIn, findCase } from "./find.ts";
import { type Followed, followedIn } from "./followed.ts";
import { type CaseKey, isOfCase, isSameCase } from "./mark.ts";

/** A court case, and all that a copy has of it. */
export interface ShownCase extends GenerationMark, CaseKey {
  /** Name of its court; null if no courts were copied, or none has its number. */
  courtName: string | null;
  /** What is recorded of it as of now, whichever generation is shown; null if it is not followed any more. */
  followed: Followed | null;
  /** Every list that has rows of it, as the service sent them. Documents, hearings and links are in the order of their times. */
  lists: readonly ShownList[];
}

/** Fields that name courts by their numbers. */
const courtFields: readonly (FieldOf<CaseListName> | "asked_court")[] = ["asked_court", "sudId", "vezaniSud", "sud"];

/** The field by which the rows of a list are sorted. */
const timeFields: Readonly<Record<string, string>> = {
  pismena: "datum",
  rocista: "plPocetak",
  povezaniPredmeti: "datumVeze",
} satisfies { [List in CaseListName]?: FieldOf<List> };

/**
 * Looks up a court case that is followed, or that is in the history.
 *
 * @param text - `MARK@COURT`; the court is a number or a part of its name, and may be left out if one case alone has the mark.
 * @throws MirrorError of kind `usage` if there is no such case or generation, or it is not certain which case is meant.
 */
export const showCase = (target: string, text: string, options: ShowOptions = {}): Promise<ShownCase> =>
  readCopy(target, options, (snapshot) => showCaseIn(snapshot, text, options));

/** As {@link showCase}, in a copy that is open. */
export async function showCaseIn(snapshot: Snapshot, text: string, { at }: ShowInOptions = {}): Promise<ShownCase> {
  const { reading } = snapshot;
  const { mark, court } = await findCase(reading, text);
  const generation = at === undefined ? snapshot.newestOf("cases") : snapshot.generation(at, "cases");
  const courts = await courtNamesIn(reading);
  const lists: ShownList[] = [];
  for (const list of snapshot.lists.filter(isOfCase)) {
    const rows = await rowsAbout(snapshot, list, { mark, court }, generation.generation);
    if (rows.length > 0)
      lists.push({
        list: list.name,
        about: list.about,
        rows: rows.map((row) => ({ row, meanings: courtNames(row, courts) })),
      });
  }
  const followed = (await followedIn(reading)).find((one) => isSameCase(one, { mark, court })) ?? null;
  return { mark, court, courtName: courts.get(court) ?? null, followed, ...generation, lists };
}

/** The names of the courts in a row, by field. */
const courtNames = (row: WireObject, courts: ReadonlyMap<number, string>): Record<string, string> =>
  Object.fromEntries(
    courtFields.flatMap((field) => {
      const name = typeof row[field] === "number" ? courts.get(row[field]) : undefined;
      return name === undefined ? [] : [[field, name]];
    }),
  );

async function rowsAbout(
  { reading }: Snapshot,
  list: StoredList,
  { mark, court }: CaseKey,
  generation: number,
): Promise<WireObject[]> {
  const rows = await reading.all(
    `SELECT ${list.fields} FROM ${rowsOf(list)} r WHERE r.asked_mark = $1 AND r.asked_court = $2 AND ${wasThere("$3")} ORDER BY r._row`,
    mark,
    court,
    generation,
  );
  const time = timeFields[list.name];
  const read = rows.map(list.read);
  return time === undefined ? read : sortBy(read, (row) => moment(row[time]));
}

/** Sorts by a text. Rows with the same one stay in their order. */
const sortBy = <T>(all: readonly T[], text: (one: T) => string): T[] =>
  all.toSorted((one, other) => compareTexts(text(one), text(other)));
