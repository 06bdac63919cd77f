/** Subjects and court cases that a copy has, or that they are not there. */
import { UnknownCase } from "../cases/find.ts";
import { type ShownCase, showCaseIn } from "../cases/show-case.ts";
import { type Shown, showIn } from "../show/show.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { NotFound } from "./errors.ts";

/** Subjects that have a number. @throws NotFound if there is none. */
export async function subjectsOf(snapshot: Snapshot, number: string, at: number | undefined): Promise<Shown> {
  const shown = await showIn(snapshot, number, { at });
  if (shown.subjects.length === 0) throw nobodyHas(shown);
  return shown;
}

export function nobodyHas({ generation, kind, number, isValid }: Shown): NotFound {
  const wrong = isValid ? "" : " Its check digit is wrong: a digit may be mistyped.";
  return new NotFound(
    `No subject in generation ${generation} has the ${kind.toUpperCase()} ${number}.${wrong} /search.json?q= finds one by its name.`,
  );
}

/** A case that the copy knows. @throws NotFound if it does not. */
export const caseOf = (snapshot: Snapshot, text: string, at?: number): Promise<ShownCase> =>
  orNotFound(showCaseIn(snapshot, text, { at }));

/** An answer about a case. @throws NotFound if the copy does not know it. */
export const orNotFound = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof UnknownCase ? new NotFound(error.message) : error;
  });
