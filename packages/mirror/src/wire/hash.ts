import { hash } from "node:crypto";
import type { Column } from "./list.ts";
import { canonical, inOrder, objectWith, type WireObject, type WireValue } from "./wire.ts";

/** Digits of a hash, hexadecimal: no two rows of a register will ever share so many by chance. */
export const hashLength = 32;

const hashText = (text: string): string => hash("sha256", text, "hex").slice(0, hashLength);

/** The identity of a row: the start of the SHA-256 of its canonical form, as 32 hexadecimal digits. */
export const hashRow = (row: WireObject): string => hashText(canonical(row));

/** Makes a function that hashes the rows of a list as `hashRow` does, faster: their fields are not sorted for each row. */
export function rowHasher(columns: readonly Column[]): (row: WireObject) => string {
  const names = columns.map(({ name }) => name).sort();
  return (row) => {
    let known = 0;
    const sorted = objectWith(names);
    for (const name of names) {
      const value = Object.hasOwn(row, name) ? (row[name] as WireValue) : undefined;
      if (value === undefined) continue;
      known++;
      if (value !== null) sorted[name] = inOrder(value);
    }
    // A field that the contract does not know has its place among the others.
    return Object.keys(row).length === known ? hashText(JSON.stringify(sorted)) : hashRow(row);
  };
}

/** One hash for several rows, whatever their order: neither the rows of a response nor those of a list have one by contract. */
export const hashRows = (hashes: readonly string[]): string => hash("sha256", hashes.toSorted().join("\n"), "hex");
