/** Changes as CSV (RFC 4180), for people who filter them in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { Change } from "./change.ts";
import { changeColumns, changeLines, type TableAbout, type TableCell } from "./table.ts";

/** A spreadsheet takes a text that begins so for a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A text with an apostrophe before it, if a spreadsheet would compute it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Writes changes as CSV: a line for each field that came, went or changed; of insolvency, for each sign. */
export class ChangesCsv {
  readonly #about: TableAbout;

  /** @param about - What was asked for. */
  constructor(about?: TableAbout) {
    this.#about = about;
  }

  /** Texts that were written with an apostrophe before them, because a spreadsheet would have computed them. */
  guarded = 0;

  readonly header: string = csvBegin(changeColumns);

  /** @param generation - The newer one of those that were compared. */
  write(changes: readonly Change[], generation: number): string {
    return csvLines(changes.flatMap((change) => changeLines(change, generation, this.#about, this.#guard)));
  }

  readonly #guard = (text: string): string => {
    const shown = guarded(text);
    if (shown !== text) this.guarded++;
    return shown;
  };
}

/** The line with the names of the columns. It begins with the mark by which a spreadsheet knows UTF-8. */
export const csvBegin = (columns: readonly string[]): string => `\uFEFF${csvLines([columns])}`;

/** An absent value is an empty field, and an empty text is `""`. A line break stands in quotes, whichever it is. */
export const csvLines = (records: readonly (readonly TableCell[])[]): string =>
  stringify(records as TableCell[][], { record_delimiter: "windows", quoted_match: /^$|[\r\n]/ });
