import type { Field } from "../../contract/shape/operation.ts";
import type { Answer } from "../../evidence/answer.ts";
import { canonical, type Datum, member, type ObjectDatum, scalars } from "../../evidence/datum.ts";
import { xmlRows } from "../../evidence/xml.ts";

/** How a body reveals rows that require a key; undefined if it does not. */
export type Shown = { items: number } | "values" | undefined;

/**
 * Whether a body, in any form, reveals rows: by a known row, by items with the fields that all known rows have, by two
 * distinctive values of one row anywhere in its text, or by a number of one row next to its field's name. An error that mentions
 * a field's name is not a row.
 *
 * @param rows - what a valid key gets for the same request; empty if that is not known.
 */
export function shownRows(body: Answer, fields: readonly Field[], rows: readonly Datum[]): Shown {
  const found = [...bodyObjects(body, fields)];
  const known = new Set(rows.filter((row) => row.kind === "object" && row.members.length > 1).map(canonical));
  const resembles = rowTest(fields, rows.filter(isObject));
  const count = found.filter((object) => known.has(canonical(object)) || resembles.test(object)).length;
  if (found.some((object) => known.has(canonical(object))) || count >= resembles.minCount) return { items: count };
  const text = plainText(body.text);
  return showsValues(text, rows) || showsNumberByName(text, fields, rows.filter(isObject)) ? "values" : undefined;
}

const isObject = (datum: Datum): datum is ObjectDatum => datum.kind === "object";

/** Every object of a JSON body, at any depth, or the items of an XML body. */
function* bodyObjects(body: Answer, fields: readonly Field[]): Generator<ObjectDatum> {
  const json = body.json();
  if (json.ok) {
    yield* objects(json.value);
    return;
  }
  const xml = body.xml();
  if (xml.ok) yield* xmlRows(xml.root, fields);
}

function* objects(value: Datum): Generator<ObjectDatum> {
  if (value.kind === "object") yield value;
  const inside =
    value.kind === "object" ? value.members.map((one) => one.value) : value.kind === "array" ? value.items : [];
  for (const one of inside) yield* objects(one);
}

const filled = (row: ObjectDatum, declared: ReadonlySet<string>): string[] =>
  row.members.filter(({ name, value }) => declared.has(name) && value.kind !== "null").map(({ name }) => name);

/**
 * Recognizes rows by the names of their fields: all that every known row has, and as many as the smallest has. So many as
 * `minCount` of them are no coincidence: an error may have an `id` and a `naziv`, but hardly four common names, and not twice.
 */
function rowTest(
  fields: readonly Field[],
  rows: readonly ObjectDatum[],
): { test: (object: ObjectDatum) => boolean; minCount: number } {
  const declared = new Set(fields.map(({ name }) => name));
  const names = rows.map((row) => filled(row, declared));
  const common =
    rows.length === 0
      ? fields.filter(({ required }) => required).map(({ name }) => name)
      : [...declared].filter((name) => names.every((one) => one.includes(name)));
  const fewest =
    rows.length === 0
      ? Math.ceil((fields.length + 1) / 2)
      : names.reduce((least, one) => Math.min(least, one.length), Number.POSITIVE_INFINITY);
  return {
    test: (object) => {
      const ours = filled(object, declared);
      return ours.length >= Math.max(2, fewest) && common.every((name) => ours.includes(name));
    },
    minCount: common.length >= 4 ? 1 : 2,
  };
}

/** Minimum length of a value that is not a number: a shorter one may occur in any text by chance. */
const minLength = 4;

/** Whether a value does not occur in a text by chance: it has four characters, or is a number of five digits. */
const isDistinctive = (text: string): boolean =>
  /^[\d.eE+-]+$/.test(text) ? text.replace(/\D/g, "").length >= 5 : text.trim().length >= minLength;

/** A number that identifies one subject or person. */
const isIdentifier = (text: string): boolean => /^\d{7,}$/.test(text);

/**
 * Whether a text reveals a row: two distinctive values, one of them rare, together with an identifier or most of the row.
 * "Zagreb, Hrvatska" below a refusal is just an address. Of rows with a single distinctive value, such as names of languages, it
 * takes several: a web page may offer "Hrvatski" and "English" to everybody.
 */
function showsValues(text: string, rows: readonly Datum[]): boolean {
  const rowsWith = new Map<string, number>();
  const valuesByRow = rows.map((row) => [
    ...new Set(
      [...scalars(row)]
        .filter(isDistinctive)
        .map(beginning)
        .filter(({ length }) => length >= minLength),
    ),
  ]);
  for (const values of valuesByRow) for (const value of values) rowsWith.set(value, (rowsWith.get(value) ?? 0) + 1);
  const shown = shownBeginnings(text, rowsWith.keys());
  if (shown.size === 0) return false;
  const isRare = (value: string): boolean => (rowsWith.get(value) ?? 0) <= Math.max(1, rows.length / 20);
  const shownSingles = new Set<string>();
  const singles = new Set<string>();
  for (const values of valuesByRow) {
    const seen = values.filter((value) => shown.has(value));
    // "Grad Zagreb" contains "Zagreb" too, and is one value.
    const separate = seen.filter((value) => !seen.some((other) => other !== value && other.includes(value)));
    const enough = seen.some(isIdentifier) || seen.length > values.length / 2;
    if (separate.length >= 2 && separate.some(isRare) && enough) return true;
    const [only] = values;
    if (values.length !== 1 || only === undefined) continue;
    singles.add(only);
    if (shown.has(only)) shownSingles.add(only);
  }
  return shownSingles.size > 0 && shownSingles.size >= Math.min(3, singles.size);
}

/** A word or a number. */
const wordPattern = /\p{L}+|\p{N}+/gu;

/** The number of words by which a value is recognized. A longer value begins with them. */
const maxWords = 8;

/** The first words of a value, without what is between them. */
const beginning = (value: string): string => (value.match(wordPattern) ?? []).slice(0, maxWords).join(" ");

/** The words that beginnings go on with after the same first words. */
interface Start {
  next: Map<string, Start>;
  /** The beginning that ends here. */
  value?: string;
}

function startOf(beginnings: Iterable<string>): Start {
  const start: Start = { next: new Map() };
  for (const value of beginnings) {
    let last = start;
    for (const word of value.split(" ")) {
      const next: Start = last.next.get(word) ?? { next: new Map() };
      last.next.set(word, next);
      last = next;
    }
    last.value = value;
  }
  return start;
}

/** Which beginnings of values a text contains as whole words, in one pass: a refusal may have megabytes, and rows thousands of values. */
function shownBeginnings(text: string, beginnings: Iterable<string>): Set<string> {
  const start = startOf(beginnings);
  const shown = new Set<string>();
  // What the words up to here may be the first ones of.
  let open: Start[] = [];
  for (const [word] of text.matchAll(wordPattern)) {
    open = [start, ...open].flatMap(({ next }) => next.get(word) ?? []);
    for (const { value } of open) if (value !== undefined) shown.add(value);
  }
  return shown;
}

/** How many characters there may be between a name and its value: `": "`, or `>`. */
const maxBetween = 8;

/** Whether a text has an identifier after its field's name: `"mbs": 80012345`, `<mbs>80012345</mbs>`. */
function showsNumberByName(text: string, fields: readonly Field[], rows: readonly ObjectDatum[]): boolean {
  const namesOf = new Map<string, string[]>();
  for (const { name } of fields)
    for (const row of rows) {
      const value = member(row, name);
      if (value?.kind !== "number" || !isIdentifier(value.text)) continue;
      const names = namesOf.get(value.text) ?? [];
      namesOf.set(value.text, names.includes(name) ? names : [...names, name]);
    }
  const longest = Math.max(0, ...fields.map(({ name }) => name.length));
  for (const { 0: number, index } of text.matchAll(/\d+/g)) {
    const before = text.slice(Math.max(0, index - maxBetween - longest), index);
    const isAfter = (name: string): boolean => {
      const at = before.lastIndexOf(name);
      const between = before.slice(at + name.length);
      return at >= 0 && between !== "" && between.length <= maxBetween && !/[\p{L}\d]/u.test(between);
    };
    if (namesOf.get(number)?.some(isAfter)) return true;
  }
  return false;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes the escapes of JSON, XML and HTML in a text, whichever it is. */
function plainText(text: string): string {
  const character = (whole: string, code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, "$1")
    .replace(/&#x([0-9a-f]+);/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (whole, digits: string) => character(whole, Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? "");
}
