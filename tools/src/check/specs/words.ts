/** The prose contract is the README.md beside the spec: its tables and lists must match the spec. */
import { readSpec } from "../../specs/files.ts";

/**
 * Compares the table of a section with the spec.
 *
 * @param wanted - the first cells of each row.
 * @returns the differences, with the row to write, or how it begins.
 */
export function differences(folder: string, section: string, wanted: readonly string[]): string[] {
  const rows = textOf(folder, section).match(/^\| `.*$/gm) ?? [];
  const place = `README.md, section ${section}`;
  return [
    ...wanted
      .filter((beginning) => !rows.some((row) => row.startsWith(beginning)))
      .map((beginning) => `${place}: no row begins with ${beginning}`),
    ...rows
      .filter((row) => !wanted.some((beginning) => row.startsWith(beginning)))
      .map((row) => `${place}: the spec does not say: ${row}`),
  ];
}

/**
 * Compares the names in a section with the spec.
 *
 * @param wanted - names that must be in the section, in backticks.
 * @param others - names that must not be in it, unless they are also in `wanted`.
 */
export function misnamed(
  folder: string,
  section: string,
  wanted: readonly string[],
  others: readonly string[],
): string[] {
  const text = textOf(folder, section);
  const place = `README.md, section ${section}`;
  const isNamed = (name: string): boolean => text.includes(`\`${name}\``);
  return [
    ...wanted.filter((name) => !isNamed(name)).map((name) => `${place}: \`${name}\` is missing.`),
    ...others
      .filter((name) => !wanted.includes(name) && isNamed(name))
      .map((name) => `${place}: names \`${name}\`, of which the spec does not say this.`),
  ];
}

/** The names in backticks, in the sections about the contract's contents, that neither of its specs has. */
export function unknownNames(folder: string, known: ReadonlySet<string>): string[] {
  const contents = readProse(folder)
    .split(/^(?=## )/m)
    .filter((part) => /^## [2-5]\. /.test(part));
  const named = contents.join("").matchAll(/`([^`\n]+)`/g);
  const unknown = [...named].filter(
    ([, text = ""]) => !/\.(yaml|graphql)$/.test(text) && text.match(/[\w-]+/g)?.some((word) => !known.has(word)),
  );
  return [...new Set(unknown.map(([name]) => `README.md names ${name}, which the specs do not have.`))];
}

const readProse = (folder: string): string => readSpec(folder, "README.md");

/** The text of a section, up to the next heading. */
function textOf(folder: string, section: string): string {
  const parts = readProse(folder).split(/^#+ (?=\d)/m);
  return parts.find((part) => new RegExp(`^${section}\\.? `).test(part)) ?? "";
}

/** The first cells of a row. */
export const cells = (...texts: string[]): string => `| ${texts.join(" | ")} |`;

/** Names as the text of a cell. */
export const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
