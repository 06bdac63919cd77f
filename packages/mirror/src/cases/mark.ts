/** What a case is known by: its mark and its court. */
import { compareTexts } from "../store/database.ts";
import type { List } from "../wire/list.ts";

/** A case, as the service is asked for it. */
export interface CaseKey {
  /** Its mark, such as `Ovr-1283/2015`. */
  mark: string;
  /** The identifier of its court. */
  court: number;
}

/** What is to be told of a case that was asked for. */
export interface CaseNote extends CaseKey {
  /** Why its rows of before were kept; null if the service says that there is no such case. */
  problem: string | null;
}

/** A case as people write it: `MARK@COURT`. */
export const caseText = ({ mark, court }: CaseKey): string => `${mark}@${court}`;

/** Whether two are the same case. */
export const isSameCase = (one: CaseKey, other: CaseKey): boolean =>
  one.mark === other.mark && one.court === other.court;

/** Orders cases by their marks, and those of one mark by their courts. */
export const compareCases = (one: CaseKey, other: CaseKey): number =>
  compareTexts(one.mark, other.mark) || one.court - other.court;

/** Whether the rows of a list are about cases. */
export const isOfCase = ({ columns }: Pick<List, "columns">): boolean =>
  columns.some(({ name }) => name === "asked_mark");

/** Whether a text is written as a mark, and not as the number of a company. */
export const isMark = (text: string): boolean => /[@/]/.test(text);

/** A mark with the blanks and hyphens that marks have: none around `-` and `/`, single ones elsewhere, and nothing that is not seen. */
export const tidyMark = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/ ?([-/]) ?/g, "$1")
    .trim();

/** What marks have in common that differ in nothing but blanks and letter case. */
export const foldMark = (mark: string): string => tidyMark(mark).replaceAll(" ", "").toLowerCase();

/**
 * A mark with the name of its register as the service writes it, such as `Ovr-1283/2015` for `OVR-1283/2015`. Services find marks as they
 * are written.
 *
 * @param registers - Marks of the registers that the service has.
 * @returns several if several registers differ in nothing but letter case, and none is written as here.
 */
export function spellings(mark: string, registers: readonly string[]): string[] {
  const end = mark.indexOf("-");
  const register = mark.slice(0, end);
  if (end < 1 || registers.includes(register)) return [mark];
  const same = registers.filter((one) => foldMark(one) === foldMark(register));
  return same.length === 0 ? [mark] : same.map((one) => one + mark.slice(end));
}
