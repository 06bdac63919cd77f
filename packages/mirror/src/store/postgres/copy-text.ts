import type { SqlValue } from "../database.ts";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function field(value: SqlValue | undefined): string {
  if (value == null) return "\\N";
  if (typeof value === "string") return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] as string);
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
  return String(value);
}

/** Rows in the text format of COPY (postgresql.org/docs/current/sql-copy.html). */
export const copyText = (rows: readonly (readonly SqlValue[])[]): string =>
  rows.map((row) => `${row.map(field).join("\t")}\n`).join("");
