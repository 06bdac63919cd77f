import { hasZone, isDateTime } from "../contract/formats.ts";
import type { Field } from "../contract/shape/operation.ts";
import { writableInXml } from "../shared/text.ts";
import { type Datum, member, type ObjectDatum } from "./datum.ts";
import { normalizeNumber, withoutLastZeros } from "./decimal.ts";
import { booleans } from "./xml.ts";

/**
 * Visits the data of a row by path, the same for JSON and XML: numbers, booleans and date-times by value, text without what
 * XML cannot represent, and nothing for null, absent and empty, which XML does not distinguish.
 */
function visitData(
  fields: readonly Field[],
  row: Datum,
  visit: (path: string, text: string) => void,
  above = "",
): void {
  if (row.kind !== "object") return;
  for (const field of fields) {
    const value = member(row, field.name);
    visitValue(field, value, visit, `${above}/${field.name}`);
  }
}

function visitValue(
  field: Field,
  value: Datum | undefined,
  visit: (path: string, text: string) => void,
  path: string,
): void {
  if (field.fields !== undefined && value?.kind === "object") {
    visitData(field.fields, value, visit, path);
    return;
  }
  const { items } = field;
  if (items !== undefined && value?.kind === "array") {
    for (const [index, item] of value.items.entries()) {
      // An item without any data is one all the same.
      visit(`${path}/${index}`, "an item");
      visitValue(items, item, visit, `${path}/${index}`);
    }
    return;
  }
  const text = scalarText(field, value);
  if (text !== "") visit(path, text);
}

/** The data of a row as a flat map, to say where rows differ. */
export function rowData(fields: readonly Field[], row: Datum): Map<string, string> {
  const data = new Map<string, string>();
  visitData(fields, row, (path, text) => data.set(path, text));
  return data;
}

function scalarText(field: Field, value: Datum | undefined): string {
  if (value === undefined || value.kind === "null") return "";
  if (value.kind === "boolean") return String(value.value);
  if (value.kind === "object") return isEmpty(value) ? "" : "an object";
  if (value.kind === "array") return "an array";
  if (field.type === "number" && !Number.isNaN(Number(value.text))) return String(Number(value.text));
  // A 1 in both is the same data, although JSON has another way to write it.
  if (field.type === "boolean" && booleans.has(value.text)) return String(booleans.get(value.text));
  if (field.type === "integer") return normalizeNumber(value.text.trim());
  if (field.format === "date-time" && isDateTime(value.text)) return moment(value.text);
  return plainText(value.text);
}

/**
 * The same text for one moment: what writes JSON and what writes XML may give it another offset, or more digits. Without a zone it
 * is no moment, and equals none with a zone.
 */
function moment(text: string): string {
  const [, seconds, fraction = "", zone = "Z"] =
    /^(.{19})(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/.exec(text.toUpperCase()) ?? [];
  const time = Date.parse(`${seconds}${zone}`);
  // JavaScript knows no leap second.
  if (Number.isNaN(time)) return text;
  const digits = withoutLastZeros(fraction);
  return `${new Date(time).toISOString().slice(0, -".000Z".length)}${digits && `.${digits}`}${hasZone(text) ? "Z" : ""}`;
}

const isEmpty = (object: ObjectDatum): boolean => object.members.every(({ value }) => value.kind === "null");

/** XML has one line break and cannot represent every character, and a pretty printer may add whitespace around a text. */
function plainText(text: string): string {
  // Printable ASCII, as most texts are, stays as it is.
  if (!/[^ -~]/.test(text)) return text.trim();
  return writableInXml(text.replace(/\r\n?/g, "\n")).replaceAll("\ufffd", "").trim();
}

/** The paths of the fields in which two rows differ. */
export const differences = (left: Map<string, string>, right: Map<string, string>): string[] =>
  [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));

/** The same string for rows with the same data, to compare rows whose order may differ. */
function dataKey(fields: readonly Field[], row: Datum): string {
  let key = "";
  visitData(fields, row, (path, text) => {
    // With its length, so that no text can be mistaken for the next field.
    key += `${path}:${text.length}:${text}`;
  });
  return key;
}

/**
 * The keys of rows, from the contract's fields only: any other field may number the rows of a page, and says nothing about their
 * data.
 */
export const dataKeys = (fields: readonly Field[], rows: readonly Datum[]): string[] =>
  rows.map((row) => dataKey(fields, row));

/** Every path that has a value in at least one row. */
export function filledPaths(rows: readonly Map<string, string>[]): Set<string> {
  return new Set(rows.flatMap((row) => [...row.keys()]));
}
