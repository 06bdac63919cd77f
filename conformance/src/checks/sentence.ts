import { operations } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";

/**
 * A sentence of the contract that promises something: in the words of its section, where a report's reader would look for them; a test
 * compares them. Names come from the spec. An empty text is a sentence that the contract does not have any more.
 */
export interface Sentence {
  /** Section of specs/README.md. */
  section: string;
  text: string;
}

/** Names in backticks, each once. */
export const named = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(", ");

/** The operations of a kind, by name or path; an empty text if there is none. */
export const namesOf = (has: (operation: Operation) => boolean): string =>
  named(operations.filter(has).map(({ name }) => name));
export const pathsOf = (has: (operation: Operation) => boolean): string =>
  named(operations.filter(has).map(({ path }) => path));

/** A text, if the contract has any operation of that kind. */
export const ifAny = (has: (operation: Operation) => boolean, text: string): string =>
  operations.some(has) ? text : "";

/** The title of each section that a requirement cites. */
export const sectionTitles: Readonly<Record<string, string>> = {
  "2.1": "Nested objects",
  "2.2": "REST resources",
  "2.4": "GraphQL types",
  "4.1": "Common to REST operations",
  "4.2": "Paging",
  "4.3": "Totals",
  "4.4": "expand_relations",
  "4.5": "tvrtka_naziv and only_active",
  "4.6": "Representations",
  "4.7": "The REST operations",
  "4.8": "The GraphQL query fields",
  "5": "Authentication",
};

/** The words of the contract for a requirement and, if the project has a public address, where they are. Nothing for what is only observed. */
export function contractOf(
  { section, judges }: { section: string; judges: readonly Sentence[] },
  repository: string | undefined,
): { contract?: string; link?: string } {
  const made = judges.filter(({ text }) => text !== "");
  if (made.length === 0) return {};
  // Those of its own section, or else wherever it is promised.
  const own = made.filter((one) => one.section === section);
  const contract =
    own.length > 0
      ? own.map(({ text }) => text).join(" ")
      : made.map((one) => `${one.text} (section ${one.section})`).join(" ");
  const heading = `${section} ${sectionTitles[section] ?? ""}`;
  const anchor = heading.toLowerCase().replaceAll(".", "").replaceAll(" ", "-");
  return {
    contract,
    ...(repository === undefined ? {} : { link: `${repository}/blob/HEAD/specs/README.md#${anchor}` }),
  };
}
