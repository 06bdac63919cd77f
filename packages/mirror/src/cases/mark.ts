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
export const foldMark = (mark: string): string =>
  tidyMark(mark).replaceAll(" ", "").toUpperCase().toLowerCase().normalize("NFC");

/** A case as people write it: its mark, and the text of its court, which is empty if none is named. */
export function splitCase(text: string): { mark: string; court: string } {
  const at = text.lastIndexOf("@");
  return at < 0 ? { mark: text, court: "" } : { mark: text.slice(0, at), court: text.slice(at + 1).trim() };
}

/** What a mark consists of: the register, which may have hyphens and digits itself, and the number in it with the year. */
interface MarkParts {
  register: string;
  /** Such as `-1283/2015`; a document of the case may follow: `-1283/2015-4`. */
  number: string;
}

/** Reads a mark that is tidy: `REGISTER-NUMBER/YEAR`. @returns nothing for another text. */
function readMark(mark: string): MarkParts | undefined {
  const [, register, number] = /^(.+)(-\d+\/\d{2,4}(?:-[^/]+)?)$/.exec(mark) ?? [];
  return register === undefined || number === undefined ? undefined : { register, number };
}

/** Whether a text is written as a case: a mark, with or without a court. */
export const isCaseText = (text: string): boolean => readMark(tidyMark(splitCase(text).mark)) !== undefined;

/** The registers of cases that a service has. Services find marks as they are written. */
export class Registers {
  /** Their marks, by what they have in common. */
  readonly #byFold = new Map<string, string[]>();

  constructor(marks: readonly string[]) {
    for (const mark of new Set(marks)) {
      const folded = foldMark(mark);
      this.#byFold.set(folded, [...(this.#byFold.get(folded) ?? []), mark]);
    }
  }

  /**
   * A mark with the name of its register as the service writes it, such as `Ovr-1283/2015` for `OVR-1283/2015`.
   *
   * @returns several if several registers differ in nothing but letter case, and none is written as here.
   */
  spellings(mark: string): string[] {
    const { same, parts } = this.#read(mark);
    return !parts || same.length === 0 || same.includes(parts.register)
      ? [mark]
      : same.map((one) => one + parts.number);
  }

  /** What tells a case from others of its court: marks that fold alike are one, unless the service has a register for each. */
  idOf(mark: string): string {
    const { same, parts } = this.#read(mark);
    return same.length > 1 && parts && same.includes(parts.register) ? mark : foldMark(mark);
  }

  #read(mark: string): { parts: MarkParts | undefined; same: readonly string[] } {
    const parts = readMark(mark);
    return { parts, same: (parts && this.#byFold.get(foldMark(parts.register))) ?? [] };
  }
}
