/**
 * Changes as a table, for people who filter them in a spreadsheet: a line for each field that came, went or changed; of insolvency, a line
 * for each sign.
 */
import { fieldOfSign } from "../store/insolvency.ts";
import type { WireValue } from "../wire/wire.ts";
import { textOf } from "../wire/wire.ts";
import { type Change, type FieldChange, signsOf } from "./change.ts";
import { mayIdentify, namesOwner } from "./key.ts";

/** A value of the table: all are texts, so that no zero and no digit is lost. */
export type TableCell = string | null;

export const changeColumns: readonly string[] = [
  ...["generation", "list", "change", "mbs", "oib", "naziv", "sjediste", "zupanija", "case", "note", "row", "field"],
  ...["old", "new"],
];

/** What the lines of a table are about: everything, or insolvency alone. */
export type TableAbout = "insolvency" | undefined;

/**
 * The lines of a change.
 *
 * @param generation - The newer one of those that were compared.
 * @param about - What was asked for.
 * @param text - Called with each value that is a text of the service, or that is said in one.
 */
export function changeLines(
  change: Change,
  generation: number,
  about: TableAbout,
  text: (value: string) => string = (value) => value,
): TableCell[][] {
  const { list, row, mbs, oib, naziv, sjediste, zupanija, case: ofCase, note } = change;
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
    ofCase,
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
  if (about === "insolvency")
    return signsOf(change).map((sign) => {
      const field = fieldOfSign(sign);
      const [old, now] = field === undefined ? rowTexts(change) : valuesOf(change, field);
      return line(sign, old, now);
    });
  const fields = fieldsOf(change);
  return fields.length === 0
    ? [[...start, null, null, null]]
    : fields.map(({ field, old, new: now }) => line(field, old, now));
}

/** The fields that came, went or changed. */
function fieldsOf(change: Change): readonly FieldChange[] {
  if (change.change === "changed") return change.fields;
  return Object.entries(change.row)
    .filter(([field, value]) => !namesOwner(field) && value !== null)
    .map(([field, value]) =>
      change.change === "new" ? { field, old: null, new: value } : { field, old: value, new: null },
    );
}

/** What a field was and is. */
const valuesOf = (change: Change, field: string): [WireValue, WireValue] => {
  const { old = null, new: now = null } = fieldsOf(change).find((one) => one.field === field) ?? {};
  return [old, now];
};

/** What a row was and is, as far as it differs, in one text each. */
function rowTexts(change: Change): [WireValue, WireValue] {
  const fields = fieldsOf(change);
  const textOfAll = (side: "old" | "new"): string | null =>
    fields.flatMap(({ field, [side]: value }) => (value === null ? [] : `${field} ${textOf(value)}`)).join(", ") ||
    null;
  return [textOfAll("old"), textOfAll("new")];
}
