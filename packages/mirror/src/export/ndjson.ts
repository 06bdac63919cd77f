/** Rows as on the wire: every digit, and no field that is absent. */
import type { SqlRow } from "../store/database.ts";
import { rowReader } from "../wire/columns.ts";
import type { Column } from "../wire/list.ts";
import { writeWire } from "../wire/wire.ts";
import type { OutputFile } from "./output-file.ts";
import type { RowFile } from "./row-file.ts";

/** A value of a column as JSON. */
function jsonOf(value: unknown, { type }: Column): string {
  if (type === "text") return JSON.stringify(String(value));
  if (type === "boolean") return String(value === true || Number(value) === 1);
  // Numbers with their digits, and JSON as it was sent.
  return String(value);
}

/** Writes a file with one JSON object a line. The last column, `extra`, becomes the fields that it has. */
export function ndjsonFile(file: OutputFile, columns: readonly Column[]): RowFile {
  const fields = columns.filter(({ name }) => name !== "extra");
  const read = rowReader(fields);
  const line = (row: SqlRow): string => {
    if (row.extra != null) return `${writeWire(read(row))}\n`;
    const present = fields.filter(({ name }) => row[name] != null);
    return `{${present.map((field) => `${JSON.stringify(field.name)}:${jsonOf(row[field.name], field)}`).join(",")}}\n`;
  };
  return { write: (rows) => file.write(rows.map(line).join("")), end: async () => {} };
}
