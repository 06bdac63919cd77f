/** Changes as a table, for people who filter them in a spreadsheet: a line for each field that came, went or changed. */
import type { WireValue } from "../wire/wire.ts";
import { textOf } from "../wire/wire.ts";
import type { Change } from "./change.ts";
import { mayIdentify, namesOwner } from "./key.ts";

/** A value of the table: all are texts, so that no zero and no digit is lost. */
export type TableCell = string | null;

export const changeColumns: readonly string[] = [
  ...["generation", "list", "change", "mbs", "oib", "naziv", "sjediste", "zupanija", "case", "note", "row", "field"],
  ...["old", "new"],
];

/**
 * The lines of a change.
 *
 * @param generation - The newer one of those that were compared.
 * @param text - Called with each value that is a text of the service, or that is said in one.
 */
export function changeLines(
  change: Change,
  generation: number,
  text: (value: string) => string = (value) => value,
): TableCell[][] {
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
  const start = first.map((value) => (value === null ? null : text(value)));
  const cell = (value: WireValue): TableCell =>
    typeof value === "string" ? text(value) : value === null ? null : textOf(value);
  const line = (field: string, old: WireValue, now: WireValue): TableCell[] => [
    ...start,
    text(field),
    cell(old),
    cell(now),
  ];
  if (change.change === "changed") return change.fields.map(({ field, old, new: now }) => line(field, old, now));
  const fields = Object.entries(row).filter(([field, value]) => !namesOwner(field) && value !== null);
  if (fields.length === 0) return [[...start, null, null, null]];
  return fields.map(([field, value]) =>
    change.change === "new" ? line(field, null, value) : line(field, value, null),
  );
}
