/** What a copy has lost of court cases: too much of it is not believed. */
import type { Followed } from "../../cases/followed.ts";
import { type CaseKey, type CaseNote, caseText } from "../../cases/mark.ts";
import { acceptedLoss } from "../copy/list-size.ts";
import type { RowsOfCase } from "../copy/stored-cases.ts";

/** Rows of cases that a list may lose in any case: of a few cases, they may be a great share. */
const believedLoss = 4;

/** The cases that were there before, parted by whether the service says now that there is no such case. */
export function partByPresence(
  followed: readonly Followed[],
  notes: readonly CaseNote[],
): { gone: readonly Followed[]; there: readonly Followed[] } {
  const missing = new Set(notes.flatMap((note) => (note.problem === null ? [caseText(note)] : [])));
  const before = followed.filter((one) => one.asked !== null && one.missing === null);
  return {
    gone: before.filter((one) => missing.has(caseText(one))),
    there: before.filter((one) => !missing.has(caseText(one))),
  };
}

/** A sentence about cases that are gone, if they are too many. */
export const lostCases = (gone: readonly CaseKey[], before: number): string[] =>
  gone.length > 1 && gone.length > before * acceptedLoss
    ? [
        `The service says that there is no such case for ${gone.length} of ${before} that were there, such as ${caseText(gone[0] as CaseKey)}`,
      ]
    : [];

/** A sentence about rows that a list has lost of cases that are still there, if they are too many: of each by itself, whatever others have got. */
export function lostRows(list: string, all: readonly RowsOfCase[], there: readonly CaseKey[]): string[] {
  const known = new Set(there.map(caseText));
  const rows = all.filter((one) => known.has(caseText(one)));
  const losers = rows.filter(({ before, now }) => now < before);
  const had = rows.reduce((sum, { before }) => sum + before, 0);
  const lost = losers.reduce((sum, { before, now }) => sum + before - now, 0);
  return lost > believedLoss && lost > had * acceptedLoss
    ? [
        `The list ${list} has lost ${lost} of the ${had} rows that it had of cases that are still there, such as ${caseText(losers[0] as CaseKey)}`,
      ]
    : [];
}
