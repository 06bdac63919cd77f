/**
 * Insolvency, by the one definition that all answers share: three signs, each called as the contract calls what says it. The contract
 * explains no code and tells no procedure that is over from one that goes on, so that a sign is named, and not interpreted.
 *
 * - `postupak` is there if the list has a row about the company, whatever is in it.
 * - `stecajna_masa` and `likvidacijska_masa` are there if the subject has one that is another value than the number 0. What is no number
 *   counts, too: 0 alone says no.
 */
import type { FieldOf, ListName } from "../show/contract-names.ts";
import { integerIn } from "../wire/columns.ts";
import type { Column } from "../wire/list.ts";
import type { WireObject, WireValue } from "../wire/wire.ts";
import type { Database } from "./database.ts";
import { isInExtra, quoted } from "./schema.ts";

/** Every sign, in the order in which they are named. */
export const signs = ["postupak", "stecajna_masa", "likvidacijska_masa"] as const;

/** A sign of insolvency. */
export type Sign = (typeof signs)[number];

/** Where a sign is: a row of the list, or a field of such a row. */
interface SignSource {
  readonly list: ListName;
  readonly field?: FieldOf<"subjekt">;
}
const sources: Readonly<Record<Sign, SignSource>> = {
  postupak: { list: "postupak" },
  stecajna_masa: { list: "subjekt", field: "stecajna_masa" },
  likvidacijska_masa: { list: "subjekt", field: "likvidacijska_masa" },
};

/** The lists that have signs. */
export const signLists: readonly ListName[] = [...new Set(signs.map((sign) => sources[sign].list))];

/** What the text says where no sign is there, and a list that has some was not copied. */
export const unknown = "unknown";

/** Lists with their columns. */
type Lists = ReadonlyMap<string, readonly Column[]>;

/** Whether a sign would be seen: its list was copied, with the fields that it needs. */
const isSeen = (lists: Lists, sign: Sign): boolean => {
  const { list, field = "mbs" } = sources[sign];
  const has = (name: string): boolean => lists.get(list)?.some((column) => column.name === name) ?? false;
  return has("mbs") && has(field);
};

/** The text for the signs of one company. */
const textOf = (lists: Lists, there: readonly Sign[]): string =>
  there.length === 0 && signs.some((sign) => !isSeen(lists, sign)) ? unknown : there.join("; ");

/** Whether a value of a field is a sign. */
export const isSign = (value: WireValue | undefined): boolean => value != null && integerIn(value) !== 0n;

/**
 * The signs of a company, by its rows.
 *
 * @param lists - Those that were copied.
 * @param rowsOf - The rows of a list about the company.
 */
export const insolvencyOf = (lists: Lists, rowsOf: (list: ListName) => readonly WireObject[]): string =>
  textOf(
    lists,
    signs.filter((sign) => {
      const { list, field } = sources[sign];
      return isSeen(lists, sign) && rowsOf(list).some((row) => field === undefined || isSign(row[field]));
    }),
  );

/**
 * The same for SQL: an expression for a subject `s`.
 *
 * @param rowAbout - A query for a text, if a list has a row about the subject; else for null.
 */
export function insolvencySql(
  kind: Database["kind"],
  lists: Lists,
  rowAbout: (list: ListName, text: string) => string,
): string {
  const seen = signs.filter((sign) => isSeen(lists, sign));
  const texts = seen.map((sign) => {
    const { list, field } = sources[sign];
    if (field === undefined) return rowAbout(list, `'${sign}'`);
    const column = `s.${quoted(field)}`;
    return `CASE WHEN ${column} <> 0 OR (${column} IS NULL AND ${isInExtra(kind, field, "s")}) THEN '${sign}' END`;
  });
  const joined = texts.map((text) => `coalesce('; ' || ${text}, '')`).join(" || ");
  const none = `CAST('${textOf(lists, [])}' AS TEXT)`;
  return seen.length === 0 ? none : `coalesce(nullif(substr(${joined}, 3), ''), ${none})`;
}

/**
 * The signs that a change of a row is about: each came, went or became another.
 *
 * @param valuesOf - What a field was and is, if it has changed.
 */
export const signsTold = (list: string, valuesOf: (field: string) => readonly (WireValue | undefined)[]): Sign[] =>
  signs.filter((sign) => {
    const { field, ...source } = sources[sign];
    return source.list === list && (field === undefined || valuesOf(field).some(isSign));
  });

/** The field that a sign is in; undefined if it is a whole row. */
export const fieldOfSign = (sign: Sign): string | undefined => sources[sign].field;

/** The signs that a text names. */
export const signsIn = (text: string | null | undefined): Sign[] =>
  signs.filter((sign) => text?.split("; ").includes(sign));
