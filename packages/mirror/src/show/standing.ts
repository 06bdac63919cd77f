/** Whether a subject is in the register, and what may be about to end it. */
import { quoted, wasThere } from "../store/schema.ts";
import { rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { textOf, type WireObject, type WireValue } from "../wire/wire.ts";
import type { FieldOf, ListName } from "./contract-names.ts";

/** Whether a subject is in the register, in the words of the contract, which does not say what its codes mean. */
export interface Standing {
  /** `datum_brisanja`: the day it was deleted, as sent. Null while it is in the register. */
  deleted: string | null;
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

/** @param subjects - The rows of `subjekt` about a subject. @param procedures - Those of `postupak`. */
export function standing(subjects: readonly WireObject[], procedures: readonly WireObject[]): Standing {
  const deleted = first<"subjekt">(subjects, "datum_brisanja");
  return {
    deleted: deleted === null ? null : textOf(deleted),
    procedures,
    stecajna_masa: first<"subjekt">(subjects, "stecajna_masa"),
    likvidacijska_masa: first<"subjekt">(subjects, "likvidacijska_masa"),
  };
}
