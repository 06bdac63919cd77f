/** CSV as in RFC 4180. An absent value is an empty field, and an empty text is `""`. */
import type { SqlRow } from "../store/database.ts";
import type { Column } from "../wire/list.ts";
import type { OutputFile } from "./output-file.ts";
import type { RowFile } from "./row-file.ts";

/** Texts that need quotes (RFC 4180, section 2): the empty one, to be told from an absent value, too. */
const quotable = /^$|[",\r\n]/;

const quotedText = (text: string): string => (quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (fields: readonly string[]): string => `${fields.join(",")}\r\n`;

/** Writes a file of CSV, with a line of names first. */
export async function csvFile(file: OutputFile, columns: readonly Column[]): Promise<RowFile> {
  const field = (row: SqlRow, { name, type }: Column): string => {
    const value = row[name];
    if (value == null) return "";
    if (type === "boolean") return String(value === true || Number(value) === 1);
    return type === "text" || type === "json" ? quotedText(String(value)) : String(value);
  };
  await file.write(lineOf(columns.map(({ name }) => quotedText(name))));
  return {
    write: (rows) => file.write(rows.map((row) => lineOf(columns.map((column) => field(row, column)))).join("")),
    end: async () => {},
  };
}
