/** The cases that a target follows: what `sync` asks the service for. */
import type { Reading, Writing } from "../store/database.ts";
import { type CaseKey, type CaseNote, caseText, compareCases, isSameCase } from "./mark.ts";

/** A case that is followed. */
export interface Followed extends CaseKey {
  /** When it was followed, such as `2026-01-31T05:12:09.000Z`. */
  since: string;
  /** The newest generation that has what the service answered; null before the first. */
  asked: number | null;
  /** When the service first said that there is no such case; null if it did not. */
  missing: string | null;
  /** Why its rows are those of an earlier generation; null if they are not. */
  problem: string | null;
  /** What the user has written down about it; null if nothing. */
  note: string | null;
}

/** All of them, in the order in which they are asked for. */
export async function followedIn(reading: Reading): Promise<Followed[]> {
  const rows = await reading.all("SELECT * FROM mirror_followed");
  const all = rows.map((row) => ({
    mark: String(row.mark),
    court: Number(row.court),
    since: String(row.since),
    asked: row.asked == null ? null : Number(row.asked),
    missing: row.missing == null ? null : String(row.missing),
    problem: row.problem == null ? null : String(row.problem),
    note: row.note == null ? null : String(row.note),
  }));
  return all.sort(compareCases);
}

/** The notes of cases that have one, by `caseText`. */
export const notesIn = async (reading: Reading): Promise<Map<string, string>> =>
  new Map((await followedIn(reading)).flatMap((one) => (one.note === null ? [] : [[caseText(one), one.note]])));

/** Whether all that is asked of the service about a case is known. */
export const isKnown = ({ asked, problem }: Followed): boolean => asked !== null && problem === null;

/** Records what the service answered for the cases of a generation. */
export async function recordAnswers(
  writing: Writing,
  generation: number,
  completed: string,
  notes: readonly CaseNote[],
): Promise<void> {
  const before = await followedIn(writing);
  await writing.run("UPDATE mirror_followed SET asked = $1, missing = NULL, problem = NULL", generation);
  for (const { mark, court, problem } of notes) {
    const known = before.find((one) => isSameCase(one, { mark, court }));
    await writing.run(
      "UPDATE mirror_followed SET asked = $1, missing = $2, problem = $3 WHERE mark = $4 AND court = $5",
      problem === null ? generation : (known?.asked ?? null),
      problem === null ? (known?.missing ?? completed) : (known?.missing ?? null),
      problem,
      mark,
      court,
    );
  }
}
