import type { Field } from "../../contract/shape/operation.ts";
import type { Answer } from "../../evidence/answer.ts";
import { type Datum, type ObjectDatum, scalars } from "../../evidence/datum.ts";
import { dataKeys, rowData } from "../../evidence/same-data.ts";
import { xmlRows } from "../../evidence/xml.ts";

/** How a body reveals rows that require a key; undefined if it does not. */
export type Revealed = { items: number } | "values" | undefined;

/**
 * Whether a body, in any form, reveals rows: by an object that equals a row, or by two distinctive values of one row anywhere in its
 * text.
 *
 * @param rows - what a valid key gets for the same request; empty if that is not known.
 */
export function shownRows(body: Answer, fields: readonly Field[], rows: readonly Datum[]): Revealed {
  // An object of one value may be an error with a name that fields have, such as `id`.
  const objects = [...bodyObjects(body, fields)].filter((object) => rowData(fields, object).size > 1);
  const known = new Set(objects.length === 0 ? [] : dataKeys(fields, rows));
  const items = dataKeys(fields, objects).filter((key) => known.has(key)).length;
  if (items > 0) return { items };
  return showsValues(plainText(body.text), rows) ? "values" : undefined;
}

/** Every object of a JSON body, or the elements of an XML body, at any depth. */
function* bodyObjects(body: Answer, fields: readonly Field[]): Generator<ObjectDatum> {
  const json = body.json();
  if (json.ok) yield* objects(json.value);
  const xml = json.ok ? undefined : body.xml();
  if (xml?.ok !== true) return;
  let open = [xml.root];
  while (open.length > 0) {
    for (const element of open) yield* xmlRows(element, { answer: "object", fields });
    open = open.flatMap(({ children }) => children);
  }
}

function* objects(value: Datum): Generator<ObjectDatum> {
  if (value.kind === "object") yield value;
  const inside =
    value.kind === "object" ? value.members.map((one) => one.value) : value.kind === "array" ? value.items : [];
  for (const one of inside) yield* objects(one);
}

/** Whether a value is long enough not to be in a text by chance: four characters, or a number of five digits. */
const isLong = (text: string): boolean =>
  /^[\d.eE+-]+$/.test(text) ? text.replace(/\D/g, "").length >= 5 : text.trim().length >= 4;

const words = (text: string): string[] => text.match(/\p{L}+|\p{N}+/gu) ?? [];

const firstWord = (text: string): string => /\p{L}+|\p{N}+/u.exec(text)?.[0] ?? "";

/**
 * Whether a text has two values of one row that few other rows have. "Zagreb, Hrvatska" below a refusal is just an address, and
 * "Grad Zagreb" is one value, although it contains another one.
 */
function showsValues(text: string, rows: readonly Datum[]): boolean {
  const inText = new Set(words(text));
  const spaced = ` ${words(text).join(" ")} `;
  // The first word first: a refusal may have megabytes, and rows thousands of values.
  const isShown = (value: string): boolean =>
    inText.has(firstWord(value)) && isLong(value) && spaced.includes(` ${words(value).join(" ")} `);
  const shownOf = rows.map((row) => [
    ...new Set([...scalars(row)].filter(isShown).map((value) => words(value).join(" "))),
  ]);
  const counts = new Map<string, number>();
  for (const value of shownOf.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isDistinctive = (value: string): boolean => (counts.get(value) ?? 0) <= Math.max(1, rows.length / 20);
  return shownOf.some((values) => {
    const seen = values.filter(isDistinctive);
    return seen.filter((value) => !seen.some((other) => other !== value && other.includes(value))).length > 1;
  });
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes the escapes of JSON, XML and HTML in a text, whichever it is. */
function plainText(text: string): string {
  const character = (whole: string, code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/\\n/g, " ")
    .replace(/&#x([0-9a-f]+);/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (whole, digits: string) => character(whole, Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? "");
}
