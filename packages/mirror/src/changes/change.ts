import { type Sign, signsTold } from "../store/insolvency.ts";
import { canonical, type WireObject, type WireValue } from "../wire/wire.ts";
import type { Span } from "./span.ts";
import type { SubjectMark } from "./subjects.ts";

/** A field whose value has changed. A field that was not sent has the value null. */
export interface FieldChange {
  field: string;
  old: WireValue;
  new: WireValue;
}

/** What happened to a row of a list, and to whom: as the subject is called in the newer generation, or was called last since the older one. */
export type Change = SubjectMark & {
  /** What the user has written down about the court case, as of now; null if nothing. */
  note: string | null;
} & (
    | /** It came, or it went. */ { list: string; change: "new" | "gone"; row: WireObject }
    /** Its fields changed: `key` names the fields by which the old row and the new one are known to be the same thing. */
    | { list: string; change: "changed"; key: readonly string[]; fields: readonly FieldChange[]; row: WireObject }
  );

/** How much of a list changed. */
export interface ListChanges {
  list: string;
  new: number;
  gone: number;
  changed: number;
  /** The fields that old and new rows were paired by; null if no fields are unique in both generations, or nothing had to be paired. */
  key: readonly string[] | null;
}

/** What `changes` has found. */
export interface ChangesSummary extends Span {
  /** Lists with changes. */
  lists: readonly ListChanges[];
  /** Numbers of `subjects` that no subject has, or has had since the oldest generation that is kept. */
  notFound: readonly string[];
}

/** The fields that differ between two rows, in the order of the old row, then of the new one. */
export function differingFields(before: WireObject, after: WireObject): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((field) => ({ field, old: sent(before, field), new: sent(after, field) }))
    .filter((one) => canonical(one.old) !== canonical(one.new));
}

const sent = (row: WireObject, field: string): WireValue => (Object.hasOwn(row, field) ? (row[field] ?? null) : null);

/** The signs of insolvency that a change is about. */
export const signsOf = (change: Change): Sign[] =>
  signsTold(change.list, (field) =>
    change.change === "changed"
      ? change.fields.filter((one) => one.field === field).flatMap(({ old, new: now }) => [old, now])
      : [change.row[field]],
  );
