/** The contract in words, README.md beside the spec: its tables and lists say what the spec says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compares the table of a section with what the spec says.
 *
 * @param wanted - how each row begins.
 * @returns what differs, with the row to write.
 */
export function differences(folder: string, section: string, wanted: readonly string[]): string[] {
  const rows = textOf(folder, section).match(/^\| `.*$/gm) ?? [];
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

/**
 * Compares what a section names with what the spec says.
 *
 * @param wanted - the names that stand in it, in backticks.
 * @param others - further names, which then do not.
 */
export function misnamed(
  folder: string,
  section: string,
  wanted: readonly string[],
  others: readonly string[],
): string[] {
  const text = textOf(folder, section);
  const place = `README.md, section ${section}`;
  const stands = (name: string): boolean => text.includes(`\`${name}\``);
  return [
    ...wanted.filter((name) => !stands(name)).map((name) => `${place}: \`${name}\` is missing.`),
    ...others
      .filter((name) => !wanted.includes(name) && stands(name))
      .map((name) => `${place}: names \`${name}\`, of which the spec does not say this.`),
  ];
}

/** A section, up to the next heading. */
function textOf(folder: string, section: string): string {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const parts = readme.split(/^#+ (?=\d)/m);
  return parts.find((part) => new RegExp(`^${section}\\.? `).test(part)) ?? "";
}

/** What a row begins with. */
export const cells = (...texts: string[]): string => `| ${texts.join(" | ")} |`;

/** Names as a cell lists them. */
export const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
