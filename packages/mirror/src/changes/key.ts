/** Keys: the contract states none, so that what identifies a row is found in the data. */
import type { CaseListName, FieldOf, ListName } from "../show/contract-names.ts";
import { quoted, wasThere } from "../store/schema.ts";
import { rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";

/** Fields that say what a row is about: a subject, or a court case. They are a part of each key. */
export const namesOwner = (field: string): boolean => ["mbs", "asked_mark", "asked_court"].includes(field);

/** Fields that tell rows about the same apart. A hearing is known by when it was to begin. */
const telling: ReadonlySet<string> = new Set<FieldOf<ListName | CaseListName>>(["id", "sifra", "plPocetak"]);

/** Whether a field may be a part of a key. */
export const mayIdentify = (field: string): boolean =>
  namesOwner(field) || telling.has(field) || field.endsWith("_rbr");

/**
 * Sets of fields that may be a key, the smallest first. Rows about a subject or a case are known by it and by what tells them apart, and
 * the rows of code lists by `id` or `sifra`.
 */
function candidateKeys(fields: readonly string[]): string[][] {
  const identifying = fields.filter(mayIdentify);
  const always = identifying.filter(namesOwner);
  const others = identifying.filter((field) => !namesOwner(field));
  let sets: string[][] = [[]];
  for (const field of others) sets = sets.concat(sets.map((set) => [...set, field]));
  return sets
    .map((set) => [...always, ...set])
    .filter((set) => set.length > 0)
    .sort((one, other) => one.length - other.length);
}

/**
 * The smallest key of a list that no two rows share, neither in the one generation nor in the other. Rows that lack a field of
 * it have no key.
 */
export async function findKey(
  { reading }: Snapshot,
  list: StoredList,
  from: number,
  to: number,
): Promise<string[] | undefined> {
  for (const key of candidateKeys(list.columns.map(({ name }) => name))) {
    const fields = key.map((field) => `r.${quoted(field)}`);
    const [shared] = await reading.all(
      `SELECT 1 AS shared FROM ${rowsOf(list)} r WHERE (${wasThere("$1")} OR ${wasThere("$2")}) AND ${fields.map((field) => `${field} IS NOT NULL`).join(" AND ")} GROUP BY ${fields.join(", ")} HAVING sum(CASE WHEN ${wasThere("$1")} THEN 1 ELSE 0 END) > 1 OR sum(CASE WHEN ${wasThere("$2")} THEN 1 ELSE 0 END) > 1 LIMIT 1`,
      from,
      to,
    );
    if (!shared) return key;
  }
  return undefined;
}
