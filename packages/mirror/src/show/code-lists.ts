/** What codes mean: a field that holds the key of another list has a meaning there. */

import { lists as contract } from "../generated/lists.ts";
import { quoted, wasThere } from "../store/schema.ts";
import { hasColumn, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import type { WireObject } from "../wire/wire.ts";
import type { FieldOf, ListName } from "./contract-names.ts";

/** The list that a field leads to, where its name does not tell. */
const references: ReadonlyMap<string, ListName> = new Map<FieldOf, ListName>([
  ["drzava_registra_id", "drzava"],
  ["nac_klas_djelatnosti_id", "nacionalna_klasa_djelatnosti"],
  ["sud_id_nadlezan", "sud"],
  ["sud_id_sluzba", "sud"],
  ["vrsta_dokumenta", "vrsta_gfi_dokumenta"],
]);

/** Fields of a list that say what a row of it means. */
const meaningFields: readonly FieldOf[] = ["naziv", "puni_naziv", "znacenje", "ime"];

/** Looks up meanings as of one generation. Each code is read once. */
export class CodeLists {
  readonly #snapshot: Snapshot;
  readonly #generation: number;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(snapshot: Snapshot, generation: number) {
    this.#snapshot = snapshot;
    this.#generation = generation;
  }

  /** The meanings of the codes in a row, by field. */
  async meanings(row: WireObject): Promise<Record<string, string>> {
    // A service may call a field as it likes: an ordinary object has names of its own.
    const meanings: Record<string, string> = Object.create(null);
    for (const [field, value] of Object.entries(row)) {
      const list = this.#listOf(field);
      // Codes are whole numbers, and PostgreSQL compares them with nothing else.
      if (!list || typeof value !== "number" || !Number.isSafeInteger(value)) continue;
      const meaning = await this.#meaning(list, value);
      if (meaning !== undefined) meanings[field] = meaning;
    }
    return meanings;
  }

  /** `jezik_id` leads to the list `jezik`, as any field does that has the name of a list and `_id`. */
  #listOf(field: string): StoredList | undefined {
    const name = references.get(field) ?? (field.endsWith("_id") ? field.slice(0, -3) : undefined);
    return name === undefined ? undefined : this.#snapshot.list(name);
  }

  #meaning(list: StoredList, code: number): Promise<string | undefined> {
    const name = `${list.name}=${code}`;
    const known = this.#known.get(name) ?? this.#read(list, code);
    this.#known.set(name, known);
    return known;
  }

  async #read(list: StoredList, code: number): Promise<string | undefined> {
    // The contract's first field of each code list is its key.
    const [key] = contract.find(({ name }) => name === list.name)?.columns ?? [];
    if (key === undefined || !hasColumn(list, key.name)) return undefined;
    const [found] = await this.#snapshot.reading.all(
      `SELECT ${list.fields} FROM ${rowsOf(list)} r WHERE r.${quoted(key.name)} = $1 AND ${wasThere("$2")} ORDER BY r._row LIMIT 1`,
      code,
      this.#generation,
    );
    const row = found && list.read(found);
    const field = meaningFields.find((one) => typeof row?.[one] === "string");
    return field && String(row?.[field]);
  }
}
