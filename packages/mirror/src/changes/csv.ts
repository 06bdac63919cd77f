/** Changes as CSV (RFC 4180), for people who filter them in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { WireValue } from "../wire/wire.ts";
import { textOf } from "../wire/wire.ts";
import type { Change } from "./change.ts";
import { mayIdentify, namesOwner } from "./key.ts";

type Cell = string | null;

const columns = [
  "generation",
  "list",
  "change",
  "mbs",
  "oib",
  "naziv",
  "sjediste",
  "zupanija",
  "case",
  "note",
  "row",
  "field",
  "old",
  "new",
];

/** A spreadsheet takes a text that begins so for a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A text with an apostrophe before it, if a spreadsheet would compute it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Writes changes as CSV: a line for each field that came, went or changed. */
export class ChangesCsv {
  /** Texts that were written with an apostrophe before them, because a spreadsheet would have computed them. */
  guarded = 0;

  readonly header: string = csvBegin(columns);

  /** @param generation - The newer one of those that were compared. */
  write(changes: readonly Change[], generation: number): string {
    return csvLines(changes.flatMap((change) => this.#records(change, generation)));
  }

  #records(change: Change, generation: number): Cell[][] {
    const { list, row, mbs, oib, naziv, sjediste, zupanija, case: about, note } = change;
    // What tells the rows of a subject or a case apart, or those of a code list.
    const identity = Object.keys(row).filter((field) => !namesOwner(field) && mayIdentify(field));
    const ordinals = identity.map((field) => `${field} ${textOf(row[field] ?? null)}`).join(", ");
    const first = [
      String(generation),
      list,
      change.change,
      mbs,
      oib,
      naziv,
      sjediste,
      zupanija,
      about,
      note,
      ordinals || null,
    ];
    const start = first.map((text) => this.#guard(text));
    if (change.change === "changed")
      return change.fields.map(({ field, old, new: now }) => [...start, ...this.#cells(field, old, now)]);
    const fields = Object.entries(row).filter(([field, value]) => !namesOwner(field) && value !== null);
    if (fields.length === 0) return [[...start, null, null, null]];
    return fields.map(([field, value]) => [
      ...start,
      ...(change.change === "new" ? this.#cells(field, null, value) : this.#cells(field, value, null)),
    ]);
  }

  #cells(field: string, old: WireValue, now: WireValue): Cell[] {
    const cell = (value: WireValue): Cell =>
      typeof value === "string" ? this.#guard(value) : value === null ? null : textOf(value);
    return [this.#guard(field), cell(old), cell(now)];
  }

  #guard(text: Cell): Cell {
    const shown = text === null ? null : guarded(text);
    if (shown !== text) this.guarded++;
    return shown;
  }
}

/** The line with the names of the columns. It begins with the mark by which a spreadsheet knows UTF-8. */
export const csvBegin = (columns: readonly string[]): string => `\uFEFF${csvLines([columns])}`;

/** An absent value is an empty field, and an empty text is `""`. A line break stands in quotes, whichever it is. */
export const csvLines = (records: readonly (readonly Cell[])[]): string =>
  stringify(records as Cell[][], { record_delimiter: "windows", quoted_match: /^$|[\r\n]/ });
