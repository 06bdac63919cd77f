import type { Field } from "../contract/operations.ts";
import type { Answer } from "../exchange/answer.ts";
import { canonical, type Datum, type ObjectDatum, scalars } from "./datum.ts";
import { xmlRows } from "./xml.ts";

/** How a body shows rows that only a key should show; undefined when it does not. */
export type Shown = { items: number } | "values" | undefined;

/**
 * Whether a body, in whatever form, shows rows. It does when it holds a known row, items that have the fields which all known
 * rows have, two telling values of one row somewhere in its text, or a number of one row beside its field's name. An error
 * with a field's name in it is no row.
 *
 * @param rows - what a valid key gets for the same request; empty when that is not known.
 */
export function shownRows(body: Answer, fields: readonly Field[], rows: readonly Datum[]): Shown {
  const inside = [...bodyObjects(body, fields)];
  const known = new Set(rows.filter((row) => row.kind === "object" && row.members.length > 1).map(canonical));
  const resembles = rowTest(fields, rows.filter(isObject));
  const count = inside.filter((object) => known.has(canonical(object)) || resembles.test(object)).length;
  if (inside.some((object) => known.has(canonical(object))) || count >= resembles.least) return { items: count };
  const text = plainText(body.text);
  return showsValues(text, rows) || showsNumberByName(text, rows.filter(isObject)) ? "values" : undefined;
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
 * Tells rows by the names of their fields: all that every known row has, and as many as the smallest has. `least` says how many
 * such items are rows and no accident: an error may have an `id` and a `naziv`, but hardly four names in common, or twice.
 */
function rowTest(
  fields: readonly Field[],
  rows: readonly ObjectDatum[],
): { test: (object: ObjectDatum) => boolean; least: number } {
  const declared = new Set(fields.map(({ name }) => name));
  const names = rows.map((row) => filled(row, declared));
  const common =
    rows.length === 0
      ? fields.filter(({ required }) => required).map(({ name }) => name)
      : [...declared].filter((name) => names.every((one) => one.includes(name)));
  const fewest = rows.length === 0 ? Math.ceil((fields.length + 1) / 2) : Math.min(...names.map((one) => one.length));
  return {
    test: (object) => {
      const ours = filled(object, declared);
      return ours.length >= Math.max(2, fewest) && common.every((name) => ours.includes(name));
    },
    least: common.length >= 4 ? 1 : 2,
  };
}

/** A value that stands in a text by no accident: a word of four characters, or a number of five digits. */
const telling = (text: string): boolean =>
  /^[\d.eE+-]+$/.test(text) ? text.replace(/\D/g, "").length >= 5 : text.trim().length >= 4;

/** A number that is given once: of a subject, or of a person. */
const isNumberOfOne = (mark: string): boolean => /^\d{7,}$/.test(mark);

/**
 * Whether a text shows a row: two telling values, one of which few rows have, and a number of a subject or most of the row with
 * it. "Zagreb, Hrvatska" below a refusal is an address. Rows with a single telling value, as names of languages, must be
 * several: a page in the browser may offer "Hrvatski" and "English" to everybody.
 */
function showsValues(text: string, rows: readonly Datum[]): boolean {
  const rowsWith = new Map<string, number>();
  const marksOf = rows.map((row) => [...new Set(scalars(row))].filter(telling));
  for (const marks of marksOf) for (const mark of marks) rowsWith.set(mark, (rowsWith.get(mark) ?? 0) + 1);
  const shown = new Set([...rowsWith.keys()].filter((mark) => stands(text, mark)));
  if (shown.size === 0) return false;
  const isRare = (mark: string): boolean => (rowsWith.get(mark) ?? 0) <= Math.max(1, rows.length / 20);
  const single = new Set<string>();
  const singles = new Set<string>();
  for (const marks of marksOf) {
    const seen = marks.filter((mark) => shown.has(mark));
    // "Grad Zagreb" shows "Zagreb" as well, and that is one value.
    const apart = seen.filter((mark) => !seen.some((other) => other !== mark && other.includes(mark)));
    const enough = seen.some(isNumberOfOne) || seen.length > marks.length / 2;
    if (apart.length >= 2 && apart.some(isRare) && enough) return true;
    const [only] = marks;
    if (marks.length !== 1 || only === undefined) continue;
    singles.add(only);
    if (shown.has(only)) single.add(only);
  }
  return single.size > 0 && single.size >= Math.min(3, singles.size);
}

/** Whether a text gives a number of one row under its field's name: `"mbs": 80012345`, `<mbs>80012345</mbs>`. */
function showsNumberByName(text: string, rows: readonly ObjectDatum[]): boolean {
  return rows.some(({ members }) =>
    members.some(({ name, value }) => {
      if (value.kind !== "number" || !isNumberOfOne(value.text)) return false;
      for (let at = text.indexOf(value.text); at >= 0; at = text.indexOf(value.text, at + 1)) {
        const before = text.slice(0, at).replace(/[^\p{L}\d]{1,8}$/u, "");
        if (before.length < at && before.endsWith(name) && !/\d/.test(text[at + value.text.length] ?? "")) return true;
      }
      return false;
    }),
  );
}

/** Whether a value stands in a text and not inside a longer number or word. */
function stands(text: string, value: string): boolean {
  const more = /\d/.test(value) ? /\d/ : /\p{L}/u;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!more.test(text[at - 1] ?? "") && !more.test(text[at + value.length] ?? "")) return true;
  }
  return false;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A text without the escapes of JSON, XML and HTML, whichever it is. */
function plainText(text: string): string {
  const character = (whole: string, code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, "$1")
    .replace(/&#x([0-9a-f]+);/gi, (whole, hex: string) => character(whole, Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (whole, digits: string) => character(whole, Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? "");
}
