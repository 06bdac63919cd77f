/** What a copy takes of each case of a document: from what the service has answered, and from what was here before. */
import { type CaseKey, type CaseNote, isSameCase } from "../../cases/mark.ts";
import type { WireObject } from "../../wire/wire.ts";
import type { CaseAnswer } from "./case-answer.ts";

/** A case that is followed, as a document asks for it. */
export interface AskedCase extends CaseKey {
  /** When the service first said that there is no such case; null if it did not. */
  readonly missing: string | null;
}

/** Rows by the names of their lists. */
export type RowsByList = ReadonlyMap<string, readonly WireObject[] | undefined>;

/** What is known of a case: what the service has answered, or that it need not be asked. */
export type CaseKnowledge = CaseAnswer | "settled";

/** What is known of a case, from the answers for those that were asked for, in their order. */
export function knownCase(one: AskedCase, asked: readonly CaseKey[], answers: readonly CaseAnswer[]): CaseKnowledge {
  const at = asked.findIndex((key) => isSameCase(key, one));
  return answers[at] ?? (one.missing === null ? "settled" : "missing");
}

/** The lists of a case whose rows of before are to be read: those that the service has not answered. */
export function listsToKeep(known: CaseKnowledge, lists: readonly string[]): readonly string[] {
  if (known === "missing") return [];
  if (known === "settled" || "problem" in known) return lists;
  return lists.filter((list) => !known.rows.get(list));
}

/** What a copy takes of a case. */
export interface CaseRows {
  /** A list that is not here has no rows of it. */
  readonly rows: RowsByList;
  /** What is to be told of it, if anything is. */
  readonly note?: CaseNote;
}

/**
 * The rows of a case in each list. What the service has not answered stays as it was, and is told if there was something.
 *
 * @param before - The rows of before of {@link listsToKeep}.
 */
export function caseRows(
  { mark, court }: CaseKey,
  known: CaseKnowledge,
  lists: readonly string[],
  before: RowsByList,
): CaseRows {
  if (known === "settled") return { rows: before };
  if (known === "missing") return { rows: new Map(), note: { mark, court, problem: null } };
  if ("problem" in known) return { rows: before, note: { mark, court, problem: known.problem } };
  const { rows: sent, misshapen } = known;
  const rows = new Map(lists.map((list) => [list, sent.get(list) ?? before.get(list)]));
  const wrong = lists.filter((list) => misshapen.includes(list));
  const lost = lists.filter((list) => !wrong.includes(list) && before.get(list)?.length);
  const problem = [
    wrong.length > 0 && `the service must send an array of objects for ${wrong.join(", ")}`,
    lost.length > 0 && `the service sent no list of ${lost.join(", ")}, where there were rows before`,
  ]
    .filter(Boolean)
    .join("; ");
  return problem ? { rows, note: { mark, court, problem } } : { rows };
}

/** The rows that a list has of the cases of a document, in the order of these. */
export const rowsInDocument = (cases: readonly CaseRows[], list: string): WireObject[] =>
  cases.flatMap(({ rows }) => rows.get(list) ?? []);
