/** Whether a subject is in the register, and what may be about to end it. */
import { insolvencyOf, isSign } from "../store/insolvency.ts";
import { quoted, wasThere } from "../store/schema.ts";
import { rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import type { Column } from "../wire/list.ts";
import { textOf, type WireObject, type WireValue } from "../wire/wire.ts";
import type { FieldOf, ListName } from "./contract-names.ts";

/** Whether a subject is in the register, in the words of the contract, which does not say what its codes mean. */
export interface Standing {
  /** `datum_brisanja`: the day it was deleted, as sent. Null while it is in the register. */
  deleted: string | null;
  /** The signs of insolvency that are there, as in the view `company`: with `; ` between, empty if none is, `unknown` if that is not known. */
  insolvency: string;
  /** Its insolvency procedures: the rows of `postupak` about it, as sent. */
  procedures: readonly WireObject[];
  /** `stecajna_masa` and `likvidacijska_masa` of the subject, as sent; null if they were not. */
  stecajna_masa: WireValue;
  likvidacijska_masa: WireValue;
}

/** The rows of a list about a subject in a generation, in the order of their ordinals. */
export async function rowsAbout(
  { reading }: Snapshot,
  list: StoredList,
  mbs: bigint,
  generation: number,
): Promise<WireObject[]> {
  const ordinals = list.columns
    .filter(({ name }) => name.endsWith("_rbr"))
    .map(({ name }) => `coalesce(r.${quoted(name)}, 0)`);
  const rows = await reading.all(
    `SELECT ${list.fields} FROM ${rowsOf(list)} r WHERE r.mbs = $1 AND ${wasThere("$2")} ORDER BY ${[...ordinals, "r._row"].join(", ")}`,
    mbs,
    generation,
  );
  return rows.map(list.read);
}

/** The first value of a field in some rows. */
export const first = <List extends ListName>(rows: readonly WireObject[], field: FieldOf<List>): WireValue =>
  rows.find((row) => row[field] != null)?.[field] ?? null;

/**
 * @param lists - Those that were copied, with their columns.
 * @param rowsOf - The rows of a list about the subject.
 */
export function standing(
  lists: ReadonlyMap<string, readonly Column[]>,
  rowsOf: (list: ListName) => readonly WireObject[],
): Standing {
  const subjects = rowsOf("subjekt");
  const deleted = first<"subjekt">(subjects, "datum_brisanja");
  // Of several rows, the one that has a sign.
  const estate = (field: FieldOf<"subjekt">): WireValue =>
    subjects.find((row) => isSign(row[field]))?.[field] ?? first<"subjekt">(subjects, field);
  return {
    deleted: deleted === null ? null : textOf(deleted),
    insolvency: insolvencyOf(lists, rowsOf),
    procedures: rowsOf("postupak"),
    stecajna_masa: estate("stecajna_masa"),
    likvidacijska_masa: estate("likvidacijska_masa"),
  };
}
