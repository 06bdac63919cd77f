import { hash } from "node:crypto";
import type { Column } from "./list.ts";
import { canonical, type WireObject, type WireValue } from "./wire.ts";

/** Digits of a hash, hexadecimal: no two rows of a register will ever share so many by chance. */
const length = 32;

const hashText = (text: string): string => hash("sha256", text, "hex").slice(0, length);

/** The identity of a row: the start of the SHA-256 of its canonical form, as 32 hexadecimal digits. */
export const hashRow = (row: WireObject): string => hashText(canonical(row));

/** Makes a function that hashes the rows of a list as `hashRow` does, faster: their fields are not sorted for each row. */
export function rowHasher(columns: readonly Column[]): (row: WireObject) => string {
  const fields = columns.map(({ name }) => ({ name, label: `${JSON.stringify(name)}:` }));
  fields.sort((one, other) => (one.name < other.name ? -1 : 1));
  return (row) => {
    let known = 0;
    let text = "";
    for (const { name, label } of fields) {
      const value = row[name] as WireValue | undefined;
      if (value === undefined) continue;
      known++;
      if (value === null) continue;
      text += `${text ? "," : ""}${label}${typeof value === "number" ? value : canonical(value)}`;
    }
    // A field that the contract does not know has its place among the others.
    return Object.keys(row).length === known ? hashText(`{${text}}`) : hashRow(row);
  };
}

/** One hash for several rows in their order, to compare pages. */
export const hashPage = (hashes: readonly string[]): string => hash("sha256", hashes.join("\n"), "hex");
