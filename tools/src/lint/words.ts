/** The tables of the contract in words, README.md beside the spec: they say what the spec says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compares the table of a section with what the spec says.
 *
 * @param wanted - how each row begins.
 * @returns what differs, with the row to write.
 */
export function differences(folder: string, section: string, wanted: readonly string[]): string[] {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const [, ...parts] = readme.split(/^#+ (?=\d)/m);
  const rows = (parts.find((part) => part.startsWith(`${section} `)) ?? "").match(/^\| `.*$/gm) ?? [];
  const place = `README.md, section ${section}`;
  return [
    ...wanted
      .filter((beginning) => !rows.some((row) => row.startsWith(beginning)))
      .map((beginning) => `${place}: a row is missing: ${beginning}`),
    ...rows
      .filter((row) => !wanted.some((beginning) => row.startsWith(beginning)))
      .map((row) => `${place}: the spec does not say: ${row}`),
  ];
}

/** What a row begins with. */
export const cells = (...texts: string[]): string => `| ${texts.join(" | ")} |`;

/** Names as a cell lists them. */
export const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
