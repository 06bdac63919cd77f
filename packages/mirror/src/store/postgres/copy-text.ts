import type { SqlValue } from "../database.ts";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;

function field(value: SqlValue | undefined): string {
  if (value == null) return "\\N";
  if (typeof value === "string")
    return special.test(value) ? value.replace(everySpecial, (character) => escapes[character] as string) : value;
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return String(value);
}

/** Rows in the text format of COPY (postgresql.org/docs/current/sql-copy.html). */
export function copyText(rows: readonly (readonly SqlValue[])[]): string {
  // One text that grows takes half as long as lists of fields that are joined.
  let text = "";
  for (const row of rows) {
    let separator = "";
    for (const value of row) {
      text += separator + field(value);
      separator = "\t";
    }
    text += "\n";
  }
  return text;
}
