/** What codes mean: a field that holds the key of another list has a meaning there. */

import { quoted } from "../store/schema.ts";
import { rowsOf, type Snapshot, wasThere } from "../store/snapshot.ts";
import type { WireObject } from "../wire/wire.ts";

/** Where a field leads. */
interface Reference {
  list: string;
  key: string;
}

/** Fields whose names do not tell which list they lead to. */
const references: Readonly<Record<string, Reference>> = {
  drzava_registra_id: { list: "drzava", key: "id" },
  nac_klas_djelatnosti_id: { list: "nacionalna_klasa_djelatnosti", key: "id" },
  sud_id_nadlezan: { list: "sud", key: "id" },
  sud_id_sluzba: { list: "sud", key: "id" },
  vrsta_dokumenta: { list: "vrsta_gfi_dokumenta", key: "vrsta" },
};

/** Fields of a list that say what a row of it means. */
const meaningFields = ["naziv", "puni_naziv", "znacenje", "ime"];

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
    const meanings: Record<string, string> = {};
    for (const [field, value] of Object.entries(row)) {
      const reference = this.#reference(field);
      if (!reference || typeof value !== "number") continue;
      const meaning = await this.#meaning(reference, value);
      if (meaning !== undefined) meanings[field] = meaning;
    }
    return meanings;
  }

  /** `jezik_id` leads to the list `jezik`, as any field does that has the name of a list and `_id`. */
  #reference(field: string): Reference | undefined {
    const known = references[field] ?? (field.endsWith("_id") ? { list: field.slice(0, -3), key: "id" } : undefined);
    const list = known && this.#snapshot.list(known.list);
    return list?.columns.some(({ name }) => name === known?.key) ? known : undefined;
  }

  #meaning(reference: Reference, code: number): Promise<string | undefined> {
    const name = `${reference.list}.${reference.key}=${code}`;
    const known = this.#known.get(name) ?? this.#read(reference, code);
    this.#known.set(name, known);
    return known;
  }

  async #read({ list: name, key }: Reference, code: number): Promise<string | undefined> {
    const list = this.#snapshot.list(name);
    if (!list) return undefined;
    const [found] = await this.#snapshot.reading.all(
      `SELECT ${list.fields} FROM ${rowsOf(list)} r WHERE r.${quoted(key)} = $1 AND ${wasThere("$2")} ORDER BY r._row LIMIT 1`,
      code,
      this.#generation,
    );
    const row = found && list.read(found);
    const field = meaningFields.find((one) => typeof row?.[one] === "string");
    return field && String(row?.[field]);
  }
}
